// The audit journal of the consoles: one JSON line for each sign-in, refusal and command, each with the hash of the line before.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace dealer_console::gateway {

struct AuditEntry {
    std::string what;   // "sign-in", "sign-in refused", "command refused"
    std::string who;    // a name, as it was given
    std::string from;   // an address
    std::string detail; // never a password or a badge
};

// Owned by one thread. Appends only. Lines: {"at","no","what","who","from","detail","before","hash"}, hash = SHA-256 of the line up to it.
class Audit {
public:
    // Goes on where the file ends. Throws std::runtime_error when it cannot be written or its last line is broken.
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
};

struct AuditCheck {
    std::uint64_t entries = 0;
    std::string fault; // "line 3: ..."; empty when the chain holds
};
[[nodiscard]] AuditCheck check_audit(const std::filesystem::path& file);

} // namespace dealer_console::gateway
