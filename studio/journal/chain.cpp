#include "studio/journal/chain.h"

#include <openssl/evp.h>
#include <sodium.h>

#include <array>
#include <bit>
#include <stdexcept>

namespace studio {

namespace {

void expect(int done) {
    if (done != 1) throw std::runtime_error("OpenSSL does not compute SHA-256");
}

// Looked up by its name once: that costs more than a hash. OpenSSL's, because it uses the processor's own instructions, which libsodium's
// does not: a quarter of the time.
const EVP_MD* sha256() {
    static const std::unique_ptr<EVP_MD, decltype(&EVP_MD_free)> method(EVP_MD_fetch(nullptr, "SHA256", nullptr), EVP_MD_free);
    return method.get();
}

const unsigned char* octets(std::string_view bytes) {
    return std::bit_cast<const unsigned char*>(bytes.data());
}

template <std::size_t size>
std::array<char, size> big_endian(std::uint64_t value) {
    std::array<char, size> out{};
    for (std::size_t place = size; place-- > 0; value >>= 8U)
        out[place] = static_cast<char>(value & 0xffU);
    return out;
}

template <std::size_t size>
std::string_view text_of(const std::array<char, size>& bytes) {
    return {bytes.data(), bytes.size()};
}

} // namespace

void Sha256::Free::operator()(evp_md_ctx_st* state) const {
    EVP_MD_CTX_free(state);
}

Sha256::Sha256() : state_(EVP_MD_CTX_new()) {
    expect(EVP_DigestInit_ex(state_.get(), sha256(), nullptr));
}

Sha256& Sha256::raw(std::string_view bytes) {
    expect(EVP_DigestUpdate(state_.get(), bytes.data(), bytes.size()));
    return *this;
}

Sha256& Sha256::sized(std::string_view bytes) {
    return raw(text_of(big_endian<4>(bytes.size()))).raw(bytes);
}

Sha256& Sha256::number(std::uint64_t value) {
    return raw(text_of(big_endian<8>(value)));
}

std::string Sha256::finish() {
    std::array<unsigned char, hash_size> out{};
    expect(EVP_DigestFinal_ex(state_.get(), out.data(), nullptr));
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
