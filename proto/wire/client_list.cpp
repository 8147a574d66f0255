#include "proto/wire/client_list.h"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <ctime>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace proto::wire {

namespace {

constexpr std::array<std::pair<v1::Role, const char*>, 6> roles{{{v1::ROLE_DEALER, "dealer"},
                                                                 {v1::ROLE_SUPERVISOR, "supervisor"},
                                                                 {v1::ROLE_MANAGER, "manager"},
                                                                 {v1::ROLE_AUDITOR, "auditor"},
                                                                 {v1::ROLE_DISTRIBUTOR, "distributor"},
                                                                 {v1::ROLE_OBSERVER, "observer"}}};

constexpr const char* head =
    "# Who may connect to this studio. A change is noticed within a second; `studio keys` writes it.\n"
    "# tables = [] is all of them; speaks = \"for-people\" is a console's key: its requests name who signed in there.\n";

using Fault = AccessList::Fault;

class Reader {
public:
    std::vector<AccessEntry> entries;
    std::vector<Fault> faults;

    void read(const toml::table& root) {
        for (const auto& [key, value] : root)
            if (key.str() != "client") fault(key.source(), "'" + std::string(key.str()) + "' is no setting");
        const auto* clients = root.get_as<toml::array>("client");
        if (clients == nullptr) return; // nobody is let in
        for (const auto& node : *clients) {
            if (const auto* one = node.as_table())
                client(*one);
            else
                fault(node.source(), "a client must be written as [[client]]");
        }
    }

private:
    void fault(const toml::source_region& where, std::string what) {
        faults.push_back({static_cast<int>(where.begin.line), std::move(what)});
    }
    std::string text(const toml::table& from, const std::string& key) {
        const auto* node = from.get(key);
        if (node == nullptr) return "";
        const auto value = node->value_exact<std::string>();
        if (!value) fault(node->source(), key + " must be a text");
        return value.value_or("");
    }
    void tables(const toml::table& from, AccessEntry& entry) {
        const auto* node = from.get("tables");
        const auto* list = node != nullptr ? node->as_array() : nullptr;
        if (list == nullptr) return fault(node != nullptr ? node->source() : from.source(), "tables must be a list; [] is all tables");
        for (const auto& one : *list) {
            const auto table = one.value_exact<std::string>();
            if (!table)
                fault(one.source(), "tables must be a list of tables");
            else if (!is_id(*table))
                fault(one.source(), "'" + *table + "' can be no table: an id has 1 to 64 letters, digits, '-' or '_'");
            entry.tables.push_back(table.value_or(""));
        }
    }
    void max_stake(const toml::table& from, AccessEntry& entry) {
        const auto* node = from.get("max_stake");
        if (node == nullptr) return;
        const auto* limits = node->as_table();
        if (limits == nullptr) return fault(node->source(), "max_stake must be written as { EUR = 50000 }, in minor units");
        for (const auto& [currency, value] : *limits) {
            if (!is_currency(currency.str()))
                fault(value.source(), "max_stake: '" + std::string(currency.str()) + "' is no currency: it has three letters, like EUR");
            const auto most = value.value_exact<std::int64_t>();
            if (!most || *most < 1)
                fault(value.source(), "max_stake of " + std::string(currency.str()) + " must be a whole number above 0");
            entry.max_stake.emplace(std::string(currency.str()), most.value_or(1));
        }
    }
    void client(const toml::table& from) {
        for (const auto& [key, value] : from)
            if (!known_.contains(key.str())) fault(key.source(), "client: '" + std::string(key.str()) + "' is no setting");
        AccessEntry entry{.name = text(from, "name"),
                          .key = text(from, "key"),
                          .role = role_of(text(from, "role")).value_or(v1::ROLE_UNSPECIFIED),
                          .tables = {},
                          .speaks = Speaks::FOR_ITSELF,
                          .max_stake = {},
                          .made = text(from, "made"),
                          .revoked = text(from, "revoked")};
        if (!is_client_name(entry.name)) fault(from.source(), "a client's name must be 1 to 64 letters, digits, spaces or any of -_.@");
        if (!is_key(entry.key)) fault(from.source(), "client '" + entry.name + "': key must be a public key of 40 characters");
        if (!keys_.insert(entry.key).second) fault(from.source(), "client '" + entry.name + "': two clients have this key");
        if (entry.role == v1::ROLE_UNSPECIFIED)
            fault(from.source(), "client '" + entry.name + "': no role is called '" + text(from, "role") + "'");
        const auto speaks = text(from, "speaks");
        if (speaks == "for-people") entry.speaks = Speaks::FOR_PEOPLE;
        if (!speaks.empty() && speaks != "for-people")
            fault(from.source(), "client '" + entry.name + "': speaks can only be \"for-people\"");
        if (entry.speaks == Speaks::FOR_PEOPLE && entry.role == v1::ROLE_DISTRIBUTOR) // it could act as any other distributor
            fault(from.source(), "client '" + entry.name + "': a distributor speaks for itself");
        tables(from, entry);
        max_stake(from, entry);
        entries.push_back(std::move(entry));
    }

    std::set<std::string, std::less<>> known_{"name", "key", "role", "tables", "speaks", "max_stake", "made", "revoked"};
    std::set<std::string> keys_;
};

std::string toml_of(const AccessEntry& entry) {
    toml::array tables;
    for (const auto& table : entry.tables)
        tables.push_back(table);
    std::ostringstream out;
    const auto line = [&](const char* key, const auto& value) { out << key << " = " << toml::value(value) << "\n"; };
    out << "\n[[client]] # " << fingerprint(entry.key) << "\n";
    line("name", entry.name);
    line("key", entry.key);
    line("role", role_name(entry.role));
    out << "tables = " << tables << "\n";
    if (entry.speaks == Speaks::FOR_PEOPLE) line("speaks", std::string("for-people"));
    toml::table limits;
    for (const auto& [currency, most] : entry.max_stake)
        limits.insert(currency, most);
    limits.is_inline(true);
    if (!limits.empty()) out << "max_stake = " << limits << "\n";
    if (!entry.made.empty()) line("made", entry.made);
    if (!entry.revoked.empty()) line("revoked", entry.revoked);
    return out.str();
}

} // namespace

bool is_client_name(const std::string& text) {
    return !text.empty() && text.size() <= 64 && std::ranges::all_of(text, [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.' || c == '@' || c == ' ';
    });
}

bool is_id(std::string_view text) {
    return !text.empty() && text.size() <= 64 &&
           std::ranges::all_of(text, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_'; });
}

bool is_currency(std::string_view text) {
    return text.size() == 3 && std::ranges::all_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
}

std::string AccessList::Fault::in(const std::filesystem::path& file) const {
    return file.string() + (line > 0 ? ":" + std::to_string(line) : "") + ": " + what;
}

bool AccessEntry::may_see(const std::string& table) const {
    return tables.empty() || std::ranges::find(tables, table) != tables.end();
}

std::expected<AccessList, std::vector<Fault>> AccessList::read(const std::filesystem::path& file) {
    Reader reader;
    try {
        reader.read(toml::parse_file(file.string()));
    } catch (const toml::parse_error& error) {
        reader.faults.push_back({static_cast<int>(error.source().begin.line), std::string(error.description())});
    }
    if (!reader.faults.empty()) return std::unexpected(std::move(reader.faults));
    AccessList list;
    list.entries_ = std::move(reader.entries);
    return list;
}

std::string AccessList::text() const {
    std::string text = head;
    for (const auto& entry : entries_)
        text += toml_of(entry);
    return text;
}

std::string AccessList::fault() const {
    Reader reader;
    reader.read(toml::parse(text()));
    return reader.faults.empty() ? "" : reader.faults.front().what;
}

void AccessList::write(const std::filesystem::path& file) const {
    replace_file(file, text(), Readers::EVERYBODY); // no secret, and the studio may be another user than who makes keys
}

const AccessEntry* AccessList::find(const std::string& key) const& {
    const auto found = std::ranges::find(entries_, key, &AccessEntry::key);
    return found == entries_.end() ? nullptr : &*found;
}

std::vector<AccessEntry> AccessList::revoke(const std::string& whom, const std::string& at) {
    std::vector<AccessEntry> revoked;
    for (auto& entry : entries_) {
        if (!entry.revoked.empty() || (entry.name != whom && fingerprint(entry.key) != whom)) continue;
        revoked.push_back(entry);
        entry.revoked = at;
    }
    return revoked;
}

std::vector<std::string> AccessList::changed_in(const AccessList& later) const {
    std::vector<std::string> keys;
    for (const auto& entry : entries_) {
        const auto* now = later.find(entry.key);
        if (now == nullptr || !now->revoked.empty() || now->tables != entry.tables) keys.push_back(entry.key);
    }
    return keys;
}

std::string role_name(v1::Role role) {
    const auto* found = std::ranges::find(roles, role, &std::pair<v1::Role, const char*>::first);
    return found == roles.end() ? "" : found->second;
}

std::optional<v1::Role> role_of(const std::string& name) {
    for (const auto& [role, text] : roles)
        if (name == text) return role;
    return std::nullopt;
}

std::vector<std::string> role_names() {
    std::vector<std::string> names;
    names.reserve(roles.size());
    for (const auto& [role, text] : roles)
        names.emplace_back(text);
    return names;
}

ClientBook::ClientBook(std::filesystem::path file, std::chrono::milliseconds patience)
    : file_(std::move(file)), lock_(folder_of(file_), patience) {
    if (!std::filesystem::exists(file_)) return;
    auto list = AccessList::read(file_);
    if (!list) throw std::runtime_error(list.error().front().in(file_));
    list_ = std::move(*list);
}

ClientKey ClientBook::add(const NewClient& client, const std::string& studio_key) {
    auto pair = make_key_pair();
    auto longer = list_;
    longer.add({.name = client.name,
                .key = pair.public_key,
                .role = client.role,
                .tables = client.tables,
                .speaks = client.speaks,
                .max_stake = client.max_stake,
                .made = utc_text(std::chrono::system_clock::now()),
                .revoked = {}});
    if (const auto fault = longer.fault(); !fault.empty()) throw std::invalid_argument(fault);
    list_ = std::move(longer);
    return {client.name, studio_key, std::move(pair)};
}

std::vector<AccessEntry> ClientBook::revoke(const std::string& whom) {
    const auto at = utc_text(std::chrono::system_clock::now());
    auto revoked = list_.revoke(whom, at);
    for (auto& entry : revoked)
        entry.revoked = at;
    return revoked;
}

std::string utc_text(std::chrono::system_clock::time_point at) {
    const auto seconds = std::chrono::system_clock::to_time_t(at);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, sizeof "2026-11-30T12:00:00Z"> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

} // namespace proto::wire
