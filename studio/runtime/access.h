// Who may do what: the list of keys, and what a request may be under one of them. Pure but for reading and writing the list's file.
#pragma once

#include "studio/v1/command.pb.h"

#include <cstdint>
#include <expected>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace studio::runtime {

// In whose name a key's requests are made.
enum class Speaks : std::uint8_t {
    FOR_ITSELF, // the key's
    FOR_PEOPLE, // that of the person who signed in at a console: the request says who
};

struct AccessEntry {
    std::string name; // a person or a company; several keys may be one's, so that a new one comes before the old one goes
    std::string key;  // public
    v1::Role role = v1::ROLE_UNSPECIFIED;
    std::vector<std::string> tables; // empty: all
    Speaks speaks = Speaks::FOR_ITSELF;
    std::map<std::string, std::int64_t> max_stake; // minor units by currency, and no other currency; empty: the tables' own limits alone
    std::string made;    // UTC, "2026-11-30T12:00:00Z"
    std::string revoked; // empty while the key is let in
    friend bool operator==(const AccessEntry&, const AccessEntry&) = default;
    [[nodiscard]] bool may_see(const std::string& table) const;
};

// The clients of a studio, `clients.toml`.
class AccessList {
public:
    struct Fault {
        int line = 0; // 0 = the file as a whole
        std::string what;
    };
    // All faults with their lines. A file that is not there is a fault.
    [[nodiscard]] static std::expected<AccessList, std::vector<Fault>> read(const std::filesystem::path& file);
    // Whole or not at all: written beside it, then put in its place. Throws std::system_error.
    void write(const std::filesystem::path& file) const;

    [[nodiscard]] const std::vector<AccessEntry>& entries() const { return entries_; }
    [[nodiscard]] const AccessEntry* find(const std::string& key) const; // revoked ones too
    void add(AccessEntry entry) { entries_.push_back(std::move(entry)); }
    // What reading it back would find wrong first; empty when nothing.
    [[nodiscard]] std::string fault() const;
    // By name (all keys of that name) or by fingerprint. Returns those that were let in until now.
    std::vector<AccessEntry> revoke(const std::string& whom, const std::string& at);
    // Keys whose connections are to end, because `later` does not let them in or shows them other tables.
    [[nodiscard]] std::vector<std::string> changed_in(const AccessList& later) const;

private:
    [[nodiscard]] std::string text() const;
    std::vector<AccessEntry> entries_;
};

// "distributor"; empty for what no key can be.
[[nodiscard]] std::string role_name(v1::Role role);
[[nodiscard]] std::optional<v1::Role> role_of(const std::string& name);
[[nodiscard]] std::vector<std::string> role_names();

struct AccessRefusal {
    std::string clause; // "AUTH.table", "AUTH.role", "AUTH.name"; "WAGER.currency", "WAGER.limit" of the distributor's own limits
    std::string reason;
};
// What the request may be under this key. Fills in by and role where the request leaves them to the key.
[[nodiscard]] std::optional<AccessRefusal> admit(const AccessEntry& entry, v1::CommandRequest& request);

} // namespace studio::runtime
