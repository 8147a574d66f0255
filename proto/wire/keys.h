// CURVE keys as texts (Z85, 40 characters), what people call them by, and the files they lie in.
#pragma once

#include "proto/wire/sockets.h"

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

namespace proto::wire {

struct KeyPair {
    std::string public_key;
    std::string secret_key;
};

// A new pair. Throws std::runtime_error when libzmq was built without CURVE.
[[nodiscard]] KeyPair make_key_pair();
// Whether the text is a key: 40 characters of Z85.
[[nodiscard]] bool is_key(const std::string& text);
// The public half of a secret key. The error is one sentence.
[[nodiscard]] std::expected<std::string, std::string> public_key_of(const std::string& secret_key);
// The text of a key's 32 bytes; empty when they are not 32.
[[nodiscard]] std::string key_text(std::string_view bytes);
// What people call a key by, in logs and lists: the first 8 of its 32 bytes, "3f2a-90c1-77de-0b14". Empty for what is no key.
[[nodiscard]] std::string fingerprint(const std::string& public_key);

// What a client is given to be let in.
struct ClientKey {
    std::string name;
    std::string studio_key; // public: a client talks to no other studio
    KeyPair keys;
    [[nodiscard]] CurveClient curve() const { return {studio_key, keys.public_key, keys.secret_key}; }
};

// What stands in its key file: secret.
[[nodiscard]] std::string key_file_text(const ClientKey& key);
// A file's name for it: "acme.key".
[[nodiscard]] std::string key_file_name(std::string client);

// Key files are TOML, mode 0600. One that everybody on the machine can read is refused, as is a pair whose halves do not belong together.
// The error is one sentence that names the file and the field.
[[nodiscard]] std::expected<ClientKey, std::string> read_client_key(const std::filesystem::path& file);
[[nodiscard]] std::expected<KeyPair, std::string> read_studio_key(const std::filesystem::path& file);
// Never over a file that is there. The error is one sentence that names the file.
[[nodiscard]] std::expected<void, std::string> write_client_key(const std::filesystem::path& file, const ClientKey& key);
[[nodiscard]] std::expected<void, std::string> write_studio_key(const std::filesystem::path& file, const KeyPair& key);

} // namespace proto::wire
