// The hash chain over a journal's entries (FORMAT.md, "The chain").
#pragma once

#include "engine/core/time.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace studio {

inline constexpr std::size_t hash_size = 32; // bytes of a SHA-256

// SHA-256 fed piece by piece, each piece so that no two different sequences of pieces feed the same bytes.
class Sha256 {
public:
    Sha256();
    Sha256& raw(std::string_view bytes);
    Sha256& sized(std::string_view bytes); // its length (4 bytes, big-endian), then the bytes
    Sha256& number(std::uint64_t value);   // 8 bytes, big-endian
    [[nodiscard]] std::string finish();    // 32 bytes; nothing may follow

private:
    struct Free {
        void operator()(evp_md_ctx_st* state) const;
    };
    std::unique_ptr<evp_md_ctx_st, Free> state_; // OpenSSL's
};

// What a journal says about itself in its first row.
struct JournalIdentity {
    std::string studio_id;
    std::string table_id;
    std::uint64_t epoch = 0;
    engine::Time created_at;
    std::string rules_text;    // engine::rules_text of the rules in force
    std::string rules_version; // rules_version_of(rules_text)
    friend bool operator==(const JournalIdentity&, const JournalIdentity&) = default;
};

// An event as the chain sees it: bytes without the hash field.
struct ChainedEvent {
    std::string_view distributor; // empty when public
    std::string_view bytes;
};

// An entry as the chain sees it.
struct ChainedEntry {
    std::uint64_t entry_no = 0;
    engine::Time at;
    std::string_view source;
    std::string_view correlation;
    std::string_view input;
};

[[nodiscard]] std::string rules_version_of(std::string_view rules_text); // 64 hex digits
// The hash before the first entry; covers the whole identity.
[[nodiscard]] std::string genesis_hash(const JournalIdentity& identity);
[[nodiscard]] std::string entry_hash(std::string_view previous, const ChainedEntry& entry, std::span<const ChainedEvent> events);

[[nodiscard]] std::string hex(std::string_view bytes);

} // namespace studio
