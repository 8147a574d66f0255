#include "proto/wire/keys.h"

#include <toml++/toml.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace proto::wire {

namespace {

constexpr std::size_t key_bytes = 32;
constexpr std::size_t key_characters = 40;
constexpr std::size_t fingerprint_bytes = 8;

using Reason = std::unexpected<std::string>;

std::optional<std::array<std::uint8_t, key_bytes>> bytes_of(const std::string& key) {
    std::array<std::uint8_t, key_bytes> bytes{};
    if (key.size() != key_characters || zmq_z85_decode(bytes.data(), key.c_str()) == nullptr) return std::nullopt;
    return bytes;
}

std::expected<toml::table, std::string> parse(const std::filesystem::path& file) {
    struct stat status{};
    if (::stat(file.c_str(), &status) != 0) return Reason("key file " + file.string() + ": " + std::strerror(errno));
    if ((status.st_mode & 07U) != 0) return Reason("key file " + file.string() + ": everybody on this machine can read it; chmod 600 it");
    try {
        return toml::parse_file(file.string());
    } catch (const toml::parse_error& error) { // its text might be the secret: only the place is told
        return Reason("key file " + file.string() + ":" + std::to_string(error.source().begin.line) + ": not a key file");
    }
}

std::expected<std::string, std::string> key_of(const toml::table& from, const std::string& field, const std::filesystem::path& file) {
    const auto key = from[field].value<std::string>();
    if (!key || !is_key(*key)) return Reason("key file " + file.string() + ": " + field + " must be a key of 40 characters");
    return *key;
}

std::expected<KeyPair, std::string> pair_of(const toml::table& from, const std::filesystem::path& file) {
    auto public_key = key_of(from, "public_key", file);
    if (!public_key) return Reason(public_key.error());
    auto secret_key = key_of(from, "secret_key", file);
    if (!secret_key) return Reason(secret_key.error());
    if (public_key_of(*secret_key) != *public_key)
        return Reason("key file " + file.string() + ": public_key and secret_key do not belong together");
    return KeyPair{std::move(*public_key), std::move(*secret_key)};
}

std::expected<void, std::string> write_secret(const std::filesystem::path& file, const std::string& text) {
    const auto failed = [&] { return Reason("key file " + file.string() + ": " + std::strerror(errno)); };
    const int out = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (out < 0) return failed();
    const bool written = ::write(out, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(out) == 0;
    if (::close(out) != 0 || !written) {
        const auto reason = failed();
        ::unlink(file.c_str());
        return reason;
    }
    return {};
}

std::string lines_of(const KeyPair& key) {
    return "public_key = \"" + key.public_key + "\"\nsecret_key = \"" + key.secret_key + "\"\n";
}

} // namespace

KeyPair make_key_pair() {
    std::array<char, key_characters + 1> public_key{};
    std::array<char, key_characters + 1> secret_key{};
    if (zmq_curve_keypair(public_key.data(), secret_key.data()) != 0)
        throw std::runtime_error("no key can be made: libzmq was built without CURVE");
    return {public_key.data(), secret_key.data()};
}

bool is_key(const std::string& text) {
    return bytes_of(text).has_value();
}

std::expected<std::string, std::string> public_key_of(const std::string& secret_key) {
    std::array<char, key_characters + 1> public_key{};
    if (!is_key(secret_key) || zmq_curve_public(public_key.data(), secret_key.c_str()) != 0) return Reason("that is no secret key");
    return std::string(public_key.data());
}

std::string key_text(std::string_view bytes) {
    if (bytes.size() != key_bytes) return "";
    std::array<std::uint8_t, key_bytes> raw{};
    std::memcpy(raw.data(), bytes.data(), key_bytes);
    std::array<char, key_characters + 1> text{};
    return zmq_z85_encode(text.data(), raw.data(), key_bytes) != nullptr ? text.data() : "";
}

std::string fingerprint(const std::string& public_key) {
    constexpr std::string_view digits = "0123456789abcdef";
    const auto bytes = bytes_of(public_key);
    if (!bytes) return "";
    std::string text;
    for (std::size_t i = 0; i < fingerprint_bytes; ++i) {
        if (i > 0 && i % 2 == 0) text += '-';
        text += digits[(*bytes)[i] >> 4U];
        text += digits[(*bytes)[i] & 15U];
    }
    return text;
}

std::expected<ClientKey, std::string> read_client_key(const std::filesystem::path& file) {
    const auto from = parse(file);
    if (!from) return Reason(from.error());
    auto keys = pair_of(*from, file);
    if (!keys) return Reason(keys.error());
    auto studio_key = key_of(*from, "studio_key", file);
    if (!studio_key) return Reason(studio_key.error());
    const auto name = (*from)["name"].value<std::string>();
    if (!name || name->empty()) return Reason("key file " + file.string() + ": name must say whose key it is");
    return ClientKey{*name, std::move(*studio_key), std::move(*keys)};
}

std::expected<KeyPair, std::string> read_studio_key(const std::filesystem::path& file) {
    const auto from = parse(file);
    if (!from) return Reason(from.error());
    return pair_of(*from, file);
}

std::string key_file_text(const ClientKey& key) {
    return "# Secret. Whoever holds this file is let in as " + key.name + ".\nname = \"" + key.name + "\"\nstudio_key = \"" +
           key.studio_key + "\" # of the studio, public\n" + lines_of(key.keys);
}

std::string key_file_name(std::string client) {
    std::ranges::replace_if(client, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '_'; }, '_');
    return client + ".key";
}

std::expected<void, std::string> write_client_key(const std::filesystem::path& file, const ClientKey& key) {
    return write_secret(file, key_file_text(key));
}

std::expected<void, std::string> write_studio_key(const std::filesystem::path& file, const KeyPair& key) {
    return write_secret(file, "# Secret. Whoever holds this file can pass for the studio. Every client's key file names its public_key.\n" +
                                  lines_of(key));
}

} // namespace proto::wire
