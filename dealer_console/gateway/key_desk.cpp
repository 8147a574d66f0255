#include "dealer_console/gateway/key_desk.h"

#include "proto/wire/client_list.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <stdexcept>
#include <utility>

namespace dealer_console::gateway {

namespace {

using proto::wire::AccessEntry;
using proto::wire::AccessList;
using proto::wire::ClientBook;
using proto::wire::NewClient;

constexpr std::chrono::milliseconds lock_patience{500}; // every screen waits meanwhile
constexpr std::size_t longest_name = 64;

// Why a wish is not granted, and at which field that is to be told.
class Wrong : public std::runtime_error {
public:
    Wrong(std::string field, const std::string& reason) : std::runtime_error(reason), field_(std::move(field)) {}
    [[nodiscard]] v1::ConsoleRefusal refusal() const {
        v1::ConsoleRefusal refusal;
        refusal.set_clause("KEYS." + field_);
        refusal.set_reason(what());
        return refusal;
    }

private:
    std::string field_;
};

// Whoever has a key that presses buttons needs no second person for anything: such keys are made at the studio's own machine.
bool presses_no_button(v1::Role role) {
    return role == v1::ROLE_DISTRIBUTOR || role == v1::ROLE_OBSERVER || role == v1::ROLE_AUDITOR || role == v1::ROLE_MANAGER;
}

std::map<std::string, std::int64_t> limits_of(const v1::NewKey& wish) {
    std::map<std::string, std::int64_t> limits;
    for (const auto& most : wish.max_stake()) {
        if (!proto::wire::is_currency(most.currency())) throw Wrong("max_stake", "a currency has three letters, like EUR");
        if (most.minor() < 1) throw Wrong("max_stake", "a maximum stake is above 0");
        if (!limits.emplace(most.currency(), most.minor()).second)
            throw Wrong("max_stake", "there are two maximum stakes in " + most.currency());
    }
    if (!limits.empty() && wish.role() != v1::ROLE_DISTRIBUTOR) throw Wrong("max_stake", "only a distributor stakes");
    return limits;
}

NewClient client_of(const v1::NewKey& wish, const AccessList& list, const std::set<std::string>& tables) {
    if (wish.name().empty()) throw Wrong("name", "a key needs a name");
    if (!proto::wire::is_client_name(wish.name())) throw Wrong("name", "a name has 1 to 64 letters, digits, spaces or any of -_.@");
    const auto in_use = [&](const AccessEntry& entry) { return entry.name == wish.name() && entry.revoked.empty(); };
    if (std::ranges::any_of(list.entries(), in_use)) throw Wrong("name", "'" + wish.name() + "' has a key already");
    if (!presses_no_button(wish.role())) throw Wrong("role", "a key that presses buttons is made at the studio's machine: `studio keys`");
    for (const auto& table : wish.tables())
        if (!tables.contains(table)) throw Wrong("tables", "no table is called '" + table.substr(0, longest_name) + "'");
    return {.name = wish.name(),
            .role = wish.role(),
            .tables = {wish.tables().begin(), wish.tables().end()},
            .speaks = proto::wire::Speaks::FOR_ITSELF,
            .max_stake = limits_of(wish)};
}

std::string told(const AccessEntry& entry) {
    return entry.name + " " + proto::wire::role_name(entry.role) + " " + proto::wire::fingerprint(entry.key);
}

} // namespace

v1::Keys KeyDesk::list() const {
    v1::Keys keys;
    if (!std::filesystem::exists(options_.clients)) return keys;
    const auto list = AccessList::read(options_.clients);
    if (!list) throw Wrong("file", "the list of clients cannot be read: " + list.error().front().what); // a browser learns no path
    for (const auto& entry : list->entries()) {
        auto& key = *keys.add_keys();
        key.set_name(entry.name);
        key.set_role(entry.role);
        key.mutable_tables()->Assign(entry.tables.begin(), entry.tables.end());
        for (const auto& [currency, most] : entry.max_stake) {
            auto& limit = *key.add_max_stake();
            limit.set_currency(currency);
            limit.set_minor(most);
        }
        key.set_fingerprint(proto::wire::fingerprint(entry.key));
        key.set_made(entry.made);
        key.set_revoked(entry.revoked);
        key.set_for_people(entry.speaks == proto::wire::Speaks::FOR_PEOPLE);
        key.set_own(entry.key == options_.own_key);
    }
    return keys;
}

v1::Keys KeyDesk::change(const v1::ManageKeys& wish, const v1::Person& by, const std::string& from, const std::set<std::string>& tables) {
    ClientBook book(options_.clients, lock_patience);
    v1::KeyFile made;
    if (wish.has_make()) {
        const auto key = book.add(client_of(wish.make(), book.list(), tables), options_.studio_key);
        doorkeeper_.note({"keys", by.name(), from, "make " + told(book.list().entries().back())});
        made.set_file(proto::wire::key_file_name(key.name));
        made.set_text(proto::wire::key_file_text(key));
    } else {
        if (wish.revoke() == proto::wire::fingerprint(options_.own_key))
            throw Wrong("revoke", "this is the console's own key: it is revoked at the studio's machine");
        const auto is_it = [&](const AccessEntry& entry) { return proto::wire::fingerprint(entry.key) == wish.revoke(); };
        if (std::ranges::none_of(book.list().entries(), is_it)) throw Wrong("revoke", "there is no such key");
        const auto revoked = book.revoke(wish.revoke());
        if (revoked.empty()) throw Wrong("revoke", "this key is revoked already");
        doorkeeper_.note({"keys", by.name(), from, "revoke " + told(revoked.front())});
    }
    book.save();
    auto keys = list();
    if (!made.text().empty()) *keys.mutable_made() = std::move(made);
    return keys;
}

std::expected<v1::Keys, v1::ConsoleRefusal> KeyDesk::manage(const v1::ManageKeys& wish, const v1::Person& by, const std::string& from,
                                                            const std::set<std::string>& tables) {
    const auto refused = [&](const Wrong& wrong) {
        doorkeeper_.note({"keys refused", by.name(), from, wrong.what()});
        return std::unexpected(wrong.refusal());
    };
    try {
        if (options_.clients.empty()) throw Wrong("none", "this studio asks for no keys");
        return wish.change_case() == v1::ManageKeys::CHANGE_NOT_SET ? list() : change(wish, by, from, tables);
    } catch (const Wrong& wrong) {
        return refused(wrong);
    } catch (const AuditFailed&) {
        throw;
    } catch (const std::exception& error) { // the list cannot be read, locked or written
        return refused(Wrong("file", error.what()));
    }
}

} // namespace dealer_console::gateway
