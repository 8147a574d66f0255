// The list of a studio's clients: their keys, what each may do, and the file it lies in.
#pragma once

#include "proto/wire/keys.h"
#include "proto/wire/whole_file.h"
#include "studio/v1/command.pb.h"

#include <chrono>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace proto::wire {

namespace v1 = ::studio::v1;

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
    std::string made;                              // UTC, "2026-11-30T12:00:00Z"
    std::string revoked;                           // empty while the key is let in
    friend bool operator==(const AccessEntry&, const AccessEntry&) = default;
    [[nodiscard]] bool may_see(const std::string& table) const;
};

// The clients of a studio, `clients.toml`.
class AccessList {
public:
    struct Fault {
        int line = 0; // 0 = the file as a whole
        std::string what;
        [[nodiscard]] std::string in(const std::filesystem::path& file) const; // "clients.toml:3: ..."
    };
    // All faults with their lines. A file that is not there is a fault.
    [[nodiscard]] static std::expected<AccessList, std::vector<Fault>> read(const std::filesystem::path& file);
    // Whole or not at all: written beside it, then put in its place. Throws std::runtime_error naming the file.
    void write(const std::filesystem::path& file) const;

    [[nodiscard]] const std::vector<AccessEntry>& entries() const& { return entries_; }
    [[nodiscard]] std::vector<AccessEntry> entries() && { return std::move(entries_); }
    // Revoked ones too. It lives in the list: not to be asked of one that is gone at the end of the line.
    [[nodiscard]] const AccessEntry* find(const std::string& key) const&;
    void find(const std::string& key) const&& = delete;
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

// 1 to 64 letters, digits, spaces or any of -_.@
[[nodiscard]] bool is_client_name(const std::string& text);

// 1 to 64 letters, digits, '-' or '_': what a studio, table or camera may be called.
[[nodiscard]] bool is_id(std::string_view text);
// Three capital letters.
[[nodiscard]] bool is_currency(std::string_view text);

// "distributor"; empty for what no key can be.
[[nodiscard]] std::string role_name(v1::Role role);
[[nodiscard]] std::optional<v1::Role> role_of(const std::string& name);
[[nodiscard]] std::vector<std::string> role_names();

// "2026-11-30T12:00:00Z"
[[nodiscard]] std::string utc_text(std::chrono::system_clock::time_point at);

// What a new key is to be.
struct NewClient {
    std::string name;
    v1::Role role = v1::ROLE_UNSPECIFIED;
    std::vector<std::string> tables;
    Speaks speaks = Speaks::FOR_ITSELF;
    std::map<std::string, std::int64_t> max_stake;
};

// The list while it is changed; whoever else wants to change it waits. One that is not there yet is empty.
class ClientBook {
public:
    // Waits for at most `patience`. Throws std::runtime_error naming file and line.
    explicit ClientBook(std::filesystem::path file, std::chrono::milliseconds patience = std::chrono::seconds(10));

    [[nodiscard]] const AccessList& list() const { return list_; }
    // A new pair of keys; its secret half is in the answer alone. `studio_key` is the studio's, public. Throws std::invalid_argument with
    // the reason.
    [[nodiscard]] ClientKey add(const NewClient& client, const std::string& studio_key);
    // By name or by fingerprint. Those that were let in until now.
    std::vector<AccessEntry> revoke(const std::string& whom);
    // Throws std::runtime_error naming the file.
    void save() const { list_.write(file_); }

private:
    std::filesystem::path file_;
    FolderLock lock_;
    AccessList list_;
};

} // namespace proto::wire
