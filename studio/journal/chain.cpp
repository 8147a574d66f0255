#include "studio/journal/chain.h"

#include <sodium.h>

#include <array>
#include <bit>

namespace studio {

namespace {

static_assert(hash_size == crypto_hash_sha256_BYTES);
static_assert(sizeof(crypto_hash_sha256_state) <= 128 && alignof(crypto_hash_sha256_state) <= 8);

crypto_hash_sha256_state* state_in(unsigned char* room) {
    return std::bit_cast<crypto_hash_sha256_state*>(room);
}
const unsigned char* octets(std::string_view bytes) {
    return std::bit_cast<const unsigned char*>(bytes.data());
}

template <std::size_t size>
std::string big_endian(std::uint64_t value) {
    std::string out(size, '\0');
    for (std::size_t place = size; place-- > 0; value >>= 8U)
        out[place] = static_cast<char>(value & 0xffU);
    return out;
}

} // namespace

Sha256::Sha256() {
    crypto_hash_sha256_init(state_in(state_));
}

Sha256& Sha256::raw(std::string_view bytes) {
    crypto_hash_sha256_update(state_in(state_), octets(bytes), bytes.size());
    return *this;
}

Sha256& Sha256::sized(std::string_view bytes) {
    return raw(big_endian<4>(bytes.size())).raw(bytes);
}

Sha256& Sha256::number(std::uint64_t value) {
    return raw(big_endian<8>(value));
}

std::string Sha256::finish() {
    std::array<unsigned char, hash_size> out{};
    crypto_hash_sha256_final(state_in(state_), out.data());
    return {out.begin(), out.end()};
}

std::string rules_version_of(std::string_view rules_text) {
    return hex(Sha256().raw(rules_text).finish());
}

std::string genesis_hash(const JournalIdentity& identity) {
    return Sha256()
        .raw("studio journal 1\n")
        .sized(identity.studio_id)
        .sized(identity.table_id)
        .number(identity.epoch)
        .number(static_cast<std::uint64_t>(identity.created_at.time_since_epoch().count()))
        .sized(identity.rules_text)
        .sized(identity.rules_version)
        .finish();
}

std::string entry_hash(std::string_view previous, const ChainedEntry& entry, std::span<const ChainedEvent> events) {
    Sha256 hash;
    hash.raw(previous)
        .number(entry.entry_no)
        .number(static_cast<std::uint64_t>(entry.at.time_since_epoch().count()))
        .sized(entry.source)
        .sized(entry.correlation)
        .sized(entry.input)
        .number(events.size());
    for (const auto& event : events)
        hash.sized(event.distributor).sized(event.bytes);
    return hash.finish();
}

std::string hex(std::string_view bytes) {
    std::string text(bytes.size() * 2 + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), octets(bytes), bytes.size());
    text.pop_back(); // the end that C wants
    return text;
}

} // namespace studio
