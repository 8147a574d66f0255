#include "dealer_console/gateway/users.h"

#include "dealer_console/gateway/secret.h"
#include "proto/wire/whole_file.h"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace dealer_console::gateway {

namespace {

constexpr std::array<std::pair<v1::PersonRole, std::string_view>, 4> roles{{{v1::PERSON_ROLE_DEALER, "dealer"},
                                                                            {v1::PERSON_ROLE_SUPERVISOR, "supervisor"},
                                                                            {v1::PERSON_ROLE_MANAGER, "manager"},
                                                                            {v1::PERSON_ROLE_AUDITOR, "auditor"}}};
constexpr std::size_t shortest_password = 8;
constexpr std::size_t shortest_badge = 6;
constexpr std::size_t longest_secret = 128;
constexpr std::size_t longest_name = 64;
// Of no password that anybody has; checked for a name that nobody has.
constexpr const char* nobodys_hash = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b/dWRWJTmaasdKbSf2ccPe0CXY";

bool printable(std::string_view text) {
    return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '"' || c == '\\'; });
}

[[noreturn]] void refuse_file(const std::filesystem::path& file, const toml::source_region& at, const std::string& what) {
    throw std::runtime_error(file.string() + ":" + std::to_string(at.begin.line) + ": " + what);
}

std::string text_in(const std::filesystem::path& file, const toml::table& from, std::string_view key) {
    const auto* node = from.get(key);
    if (node == nullptr) return "";
    const auto value = node->value_exact<std::string>();
    if (!value) refuse_file(file, node->source(), std::string(key) + " must be a text");
    return *value;
}

User read_user(const std::filesystem::path& file, const toml::table& from) {
    User user;
    user.name = text_in(file, from, "name");
    if (user.name.empty()) refuse_file(file, from.source(), "a user has no name");
    const auto role = person_role(text_in(file, from, "role"));
    if (!role) refuse_file(file, from.source(), "user '" + user.name + "': role must be dealer, supervisor, manager or auditor");
    user.role = *role;
    user.password_hash = text_in(file, from, "password");
    user.badge_hash = text_in(file, from, "badge");
    if (from.get("revoked") != nullptr && from["revoked"].value_or(true)) user.state = UserState::REVOKED;
    if (const auto* tables = from.get_as<toml::array>("tables"))
        for (const auto& table : *tables)
            user.tables.push_back(table.value_or(std::string()));
    return user;
}

} // namespace

std::string_view name(v1::PersonRole role) {
    const auto found = std::ranges::find(roles, role, [](const auto& one) { return one.first; });
    return found == roles.end() ? "nobody" : found->second;
}

std::optional<v1::PersonRole> person_role(std::string_view text) {
    const auto found = std::ranges::find(roles, text, [](const auto& one) { return one.second; });
    if (found == roles.end()) return std::nullopt;
    return found->first;
}

v1::Person person_of(const User& user) {
    v1::Person person;
    person.set_name(user.name);
    person.set_role(user.role);
    for (const auto& table : user.tables)
        person.add_tables(table);
    return person;
}

std::string secrets_mark(const User& user) {
    return keyed_hash(user.password_hash + " " + user.badge_hash, "");
}

std::string password_fault(std::string_view password) {
    if (password.size() < shortest_password) return "a password has at least " + std::to_string(shortest_password) + " characters";
    if (password.size() > longest_secret) return "a password has at most " + std::to_string(longest_secret) + " bytes";
    return "";
}

std::string badge_fault(std::string_view badge) {
    if (badge.size() < shortest_badge || badge.size() > longest_secret || !printable(badge))
        return "a badge's number has " + std::to_string(shortest_badge) + " to " + std::to_string(longest_secret) + " characters";
    return "";
}

UserBook UserBook::load(const std::filesystem::path& file) {
    UserBook book;
    if (!std::filesystem::exists(file)) {
        book.badge_key_ = random_hex(32);
        return book;
    }
    try {
        const toml::table root = toml::parse_file(file.string());
        book.badge_key_ = text_in(file, root, "badge_key");
        if (book.badge_key_.size() != 64) throw std::runtime_error(file.string() + ": badge_key is missing: `studio users make` writes it");
        if (const auto* users = root.get_as<toml::array>("user"))
            for (const auto& node : *users) {
                const auto* one = node.as_table();
                if (one == nullptr) refuse_file(file, node.source(), "a user must be written as [[user]]");
                auto user = read_user(file, *one);
                if (book.find(user.name) != nullptr) refuse_file(file, one->source(), "two users are called '" + user.name + "'");
                book.users_.push_back(std::move(user));
            }
    } catch (const toml::parse_error& error) {
        refuse_file(file, error.source(), std::string(error.description()));
    }
    return book;
}

void UserBook::save(const std::filesystem::path& file) const {
    std::ostringstream text;
    text << "# Written by `studio users`: passwords are argon2id hashes, badges keyed hashes.\nbadge_key = \"" << badge_key_ << "\"\n";
    for (const auto& user : users_) {
        text << "\n[[user]]\nname = \"" << user.name << "\"\nrole = \"" << name(user.role) << "\"\n";
        if (!user.tables.empty()) {
            text << "tables = [";
            for (std::size_t i = 0; i < user.tables.size(); ++i)
                text << (i > 0 ? ", " : "") << '"' << user.tables[i] << '"';
            text << "]\n";
        }
        if (!user.password_hash.empty()) text << "password = \"" << user.password_hash << "\"\n";
        if (!user.badge_hash.empty()) text << "badge = \"" << user.badge_hash << "\"\n";
        if (user.state == UserState::REVOKED) text << "revoked = true\n";
    }
    proto::wire::replace_file(file, text.str());
}

const User* UserBook::find(std::string_view name) const {
    const auto found = std::ranges::find(users_, name, &User::name);
    return found == users_.end() ? nullptr : &*found;
}

User& UserBook::existing(const std::string& name) {
    const auto found = std::ranges::find(users_, name, &User::name);
    if (found == users_.end()) throw std::invalid_argument("nobody is called '" + name + "'");
    return *found;
}

std::string UserBook::hash_of_badge(std::string_view badge) const {
    return keyed_hash(badge, badge_key_);
}

void UserBook::make(const std::string& name, v1::PersonRole role, std::vector<std::string> tables) {
    if (name.empty() || name.size() > longest_name || !printable(name))
        throw std::invalid_argument("a name has 1 to " + std::to_string(longest_name) + " bytes, without quotes");
    if (find(name) != nullptr) throw std::invalid_argument("'" + name + "' is there already");
    if (!std::ranges::all_of(tables, printable)) throw std::invalid_argument("a table's id has no quotes");
    users_.push_back({.name = name, .role = role, .tables = std::move(tables), .password_hash = "", .badge_hash = "", .state = {}});
}

void UserBook::set_password(const std::string& name, std::string_view password) {
    auto& user = existing(name);
    if (const auto fault = password_fault(password); !fault.empty()) throw std::invalid_argument(fault);
    user.password_hash = hash_password(password);
}

void UserBook::set_badge(const std::string& name, std::string_view badge) {
    auto& user = existing(name);
    if (const auto fault = badge_fault(badge); !fault.empty()) throw std::invalid_argument(fault);
    const auto hash = hash_of_badge(badge);
    if (std::ranges::any_of(users_, [&](const User& other) { return other.badge_hash == hash && other.name != name; }))
        throw std::invalid_argument("somebody else has this badge");
    user.badge_hash = hash;
}

void UserBook::revoke(const std::string& name) {
    existing(name).state = UserState::REVOKED;
}

std::optional<User> UserBook::verify(const std::string& name, const std::string& password) const {
    const auto* user = find(name);
    const bool there = user != nullptr && user->state == UserState::ACTIVE && !user->password_hash.empty();
    const bool matches = password_matches(there ? user->password_hash : nobodys_hash, password);
    if (!there || !matches) return std::nullopt;
    return *user;
}

std::optional<User> UserBook::verify_badge(const std::string& badge) const {
    if (!badge_fault(badge).empty()) return std::nullopt;
    const auto hash = hash_of_badge(badge);
    for (const auto& user : users_)
        if (user.state == UserState::ACTIVE && !user.badge_hash.empty() && same_secret(user.badge_hash, hash)) return user;
    return std::nullopt;
}

} // namespace dealer_console::gateway
