// Who may sign in at the consoles: a TOML file of names, roles, password hashes and badge hashes.
#pragma once

#include "studio/v1/console.pb.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dealer_console::gateway {

namespace v1 = ::studio::v1;

enum class UserState : std::uint8_t { ACTIVE, REVOKED };

struct User {
    std::string name;
    v1::PersonRole role = v1::PERSON_ROLE_DEALER;
    std::vector<std::string> tables; // empty: all
    std::string password_hash;       // argon2id, as libsodium prints it; empty: no password
    std::string badge_hash;          // keyed BLAKE2b in hex; empty: no badge
    UserState state = UserState::ACTIVE;
};

[[nodiscard]] std::string_view name(v1::PersonRole role); // "dealer"
[[nodiscard]] std::optional<v1::PersonRole> person_role(std::string_view name);
[[nodiscard]] v1::Person person_of(const User& user);
// Another one when password or badge are others: what was begun with the old ones is over.
[[nodiscard]] std::string secrets_mark(const User& user);

// What passwords and badges must be; the reason in one sentence, empty when it is good.
[[nodiscard]] std::string password_fault(std::string_view password);
[[nodiscard]] std::string badge_fault(std::string_view badge);

// The users in memory. Owned by one thread; verify() may be called on a copy by another, since it takes its time (argon2id: some 60 ms and
// 64 MiB, on purpose).
class UserBook {
public:
    // A file that is not there is an empty book. Throws std::runtime_error naming file and line.
    [[nodiscard]] static UserBook load(const std::filesystem::path& file);
    // Replaces the file, readable by its owner alone. Who has loaded it to change it holds a proto::wire::FolderLock meanwhile. Throws
    // std::runtime_error.
    void save(const std::filesystem::path& file) const;

    [[nodiscard]] const std::vector<User>& users() const { return users_; }
    [[nodiscard]] const User* find(std::string_view name) const; // revoked ones too

    // Each throws std::invalid_argument with the reason.
    void make(const std::string& name, v1::PersonRole role, std::vector<std::string> tables);
    void set_password(const std::string& name, std::string_view password);
    void set_badge(const std::string& name, std::string_view badge);
    void revoke(const std::string& name);

    // The user with that name and password who is not revoked. Takes as long for a name that nobody has.
    [[nodiscard]] std::optional<User> verify(const std::string& name, const std::string& password) const;
    [[nodiscard]] std::optional<User> verify_badge(const std::string& badge) const;

private:
    [[nodiscard]] User& existing(const std::string& name);
    [[nodiscard]] std::string hash_of_badge(std::string_view badge) const;

    std::string badge_key_; // hex; a badge's number is short, so its hash is of use only together with this
    std::vector<User> users_;
};

} // namespace dealer_console::gateway
