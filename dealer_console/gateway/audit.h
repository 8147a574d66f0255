// The audit journal of the consoles: one JSON line for each sign-in, refusal and command, each with the hash of the line before.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace dealer_console::gateway {

struct AuditEntry {
    std::string what;   // "sign-in", "sign-in refused", "command refused"
    std::string who;    // a name, as it was given
    std::string from;   // an address
    std::string detail; // never a password or a badge
};

// A line could not be written. What was to be noted must not happen, so the gateway ends with it.
class AuditFailed : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Owned by one thread. Appends only. Lines: {"at","no","what","who","from","detail","before","hash"}, hash = SHA-256 of the line up to it.
class Audit {
public:
    // Goes on where the file ends. A last line that has no end was torn by a power cut: it is set aside in FILE.torn. Throws
    // std::runtime_error when the file cannot be written, another one writes it, or its chain is broken.
    explicit Audit(std::filesystem::path file);
    ~Audit();
    Audit(const Audit&) = delete;
    Audit& operator=(const Audit&) = delete;

    // On disk when it returns. Throws std::runtime_error: what cannot be written down must not happen.
    void write(const AuditEntry& entry, std::int64_t at_ns);

private:
    std::filesystem::path file_;
    int descriptor_ = -1;
    std::string last_hash_;
    std::uint64_t number_ = 0;
    std::uint64_t bytes_ = 0; // of what was written whole
};

struct AuditCheck {
    std::uint64_t entries = 0;
    std::string fault; // "line 3: ..."; empty when the chain holds
};
[[nodiscard]] AuditCheck check_audit(const std::filesystem::path& file);

// A line as it stands in the journal.
struct AuditLine {
    AuditEntry entry;
    std::int64_t at_ns = 0; // UTC
};
// All lines about `what`, in order, up to the first that is none. Checks no chain: whoever opened the journal has done so.
[[nodiscard]] std::vector<AuditLine> audit_lines(const std::filesystem::path& file, std::string_view what);

} // namespace dealer_console::gateway
