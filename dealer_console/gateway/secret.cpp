#include "dealer_console/gateway/secret.h"

#include <sodium.h>

#include <array>
#include <stdexcept>

namespace dealer_console::gateway {

namespace {

const unsigned char* bytes_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

} // namespace

void start_sodium() {
    if (sodium_init() < 0) throw std::runtime_error("libsodium cannot be used");
}

std::string to_hex(std::string_view bytes) {
    std::string text(bytes.size() * 2 + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), bytes_of(bytes), bytes.size());
    text.pop_back(); // the end that C wants
    return text;
}

std::string random_hex(std::size_t bytes) {
    std::string raw(bytes, '\0');
    randombytes_buf(raw.data(), raw.size());
    return to_hex(raw);
}

std::string keyed_hash(std::string_view text, std::string_view key) {
    std::array<unsigned char, crypto_generichash_BYTES> hash{};
    if (crypto_generichash(hash.data(), hash.size(), bytes_of(text), text.size(), key.empty() ? nullptr : bytes_of(key),
                           std::min<std::size_t>(key.size(), crypto_generichash_KEYBYTES_MAX)) != 0)
        throw std::runtime_error("libsodium cannot hash");
    return to_hex({reinterpret_cast<const char*>(hash.data()), hash.size()});
}

std::string sha256(std::string_view text) {
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
    crypto_hash_sha256(hash.data(), bytes_of(text), text.size());
    return to_hex({reinterpret_cast<const char*>(hash.data()), hash.size()});
}

std::string hash_password(std::string_view password) {
    std::array<char, crypto_pwhash_STRBYTES> out{};
    if (crypto_pwhash_str_alg(out.data(), password.data(), password.size(), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                              crypto_pwhash_MEMLIMIT_INTERACTIVE, crypto_pwhash_ALG_ARGON2ID13) != 0)
        throw std::runtime_error("no memory to hash a password");
    return out.data();
}

bool password_matches(const std::string& hash, std::string_view password) {
    return crypto_pwhash_str_verify(hash.c_str(), password.data(), password.size()) == 0;
}

bool same_secret(std::string_view a, std::string_view b) {
    return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

} // namespace dealer_console::gateway
