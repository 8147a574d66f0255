// Hashes and random numbers, by libsodium.
#pragma once

#include <string>
#include <string_view>

namespace dealer_console::gateway {

// To be called once before anything else here. Throws std::runtime_error.
void start_sodium();
[[nodiscard]] std::string random_hex(std::size_t bytes);
[[nodiscard]] std::string to_hex(std::string_view bytes);
// Keyed BLAKE2b-256 in hex; an empty key makes it a plain hash.
[[nodiscard]] std::string keyed_hash(std::string_view text, std::string_view key);
[[nodiscard]] std::string sha256(std::string_view text);
// argon2id with libsodium's interactive limits.
[[nodiscard]] std::string hash_password(std::string_view password);
[[nodiscard]] bool password_matches(const std::string& hash, std::string_view password);
// Compares in a time that does not depend on where they differ.
[[nodiscard]] bool same_secret(std::string_view a, std::string_view b);

} // namespace dealer_console::gateway
