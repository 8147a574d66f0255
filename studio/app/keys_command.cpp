#include "studio/app/keys_command.h"

#include "proto/wire/client_list.h"
#include "proto/wire/keys.h"
#include "proto/wire/whole_file.h"
#include "studio/runtime/access.h"
#include "studio/runtime/config.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <iostream>
#include <stdexcept>

namespace studio::app {

namespace {

using runtime::AccessEntry;
using runtime::AccessList;

struct Files {
    std::filesystem::path studio_key;
    std::filesystem::path clients;
};

Files files_of(const KeysOptions& options) {
    if (options.config.empty()) return {options.folder / "studio.key", options.folder / "clients.toml"};
    if (!std::filesystem::is_regular_file(options.config)) throw std::runtime_error(options.config.string() + ": there is no such file");
    const auto loaded = runtime::load_config(options.config); // files that are not there yet are faults of it, and what this command makes
    if (!loaded.config.access || loaded.config.access->secret_key.empty() || loaded.config.access->clients.empty())
        throw std::runtime_error(options.config.string() + ": [access] must name secret_key and clients");
    return {loaded.config.access->secret_key, loaded.config.access->clients};
}

AccessList read_list(const Files& files) {
    auto list = AccessList::read(files.clients);
    if (list) return std::move(*list);
    throw std::runtime_error(list.error().front().in(files.clients));
}

// The studio's public key; makes the pair when the studio has neither key nor clients yet.
std::string studio_key_of(const Files& files) {
    if (std::filesystem::exists(files.studio_key)) {
        const auto own = proto::wire::read_studio_key(files.studio_key);
        if (!own) throw std::runtime_error(own.error());
        return own->public_key;
    }
    if (std::filesystem::exists(files.clients))
        throw std::runtime_error("there is no " + files.studio_key.string() + ", and a new one would be of no use to the clients in " +
                                 files.clients.string());
    const auto made = proto::wire::make_key_pair();
    if (const auto written = proto::wire::write_studio_key(files.studio_key, made); !written) throw std::runtime_error(written.error());
    fmt::print(stderr, "studio keys: made the studio's own key {} in {}\n", proto::wire::fingerprint(made.public_key),
               files.studio_key.string());
    return made.public_key;
}

nlohmann::ordered_json line_of(const AccessEntry& entry) {
    nlohmann::ordered_json line{{"name", entry.name},
                                {"role", runtime::role_name(entry.role)},
                                {"tables", entry.tables},
                                {"fingerprint", proto::wire::fingerprint(entry.key)},
                                {"made", entry.made}};
    if (entry.speaks == runtime::Speaks::FOR_PEOPLE) line["speaks"] = "for-people";
    if (!entry.max_stake.empty()) line["max_stake"] = entry.max_stake;
    if (!entry.revoked.empty()) line["revoked"] = entry.revoked;
    return line;
}

std::map<std::string, std::int64_t> limits_of(const std::vector<std::string>& texts) {
    std::map<std::string, std::int64_t> limits;
    for (const auto& text : texts) {
        const auto at = text.find('=');
        std::int64_t most = 0;
        const char* end = text.data() + text.size();
        const bool read = at != std::string::npos && std::from_chars(text.data() + at + 1, end, most).ptr == end;
        if (!read || most < 1 || at == 0)
            throw std::invalid_argument("a limit is written as EUR=50000, in minor units, not '" + text + "'");
        limits[text.substr(0, at)] = most;
    }
    return limits;
}

proto::wire::NewClient client_of(const KeysOptions& options) {
    return {.name = options.name,
            .role = runtime::role_of(options.role).value(),
            .tables = options.tables,
            .speaks = options.speaks == KeysOptions::Speaks::FOR_PEOPLE ? runtime::Speaks::FOR_PEOPLE : runtime::Speaks::FOR_ITSELF,
            .max_stake = limits_of(options.max_stake)};
}

int make(const KeysOptions& options, const Files& files) {
    const auto folder = proto::wire::folder_of(files.clients);
    if (std::filesystem::create_directories(folder)) std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
    proto::wire::ClientBook book(files.clients);
    const auto key = book.add(client_of(options), studio_key_of(files));
    const auto file = options.out.empty() ? folder / proto::wire::key_file_name(options.name) : options.out;
    if (const auto written = proto::wire::write_client_key(file, key); !written) throw std::runtime_error(written.error());
    book.save();
    auto line = line_of(book.list().entries().back());
    line["file"] = file.string();
    std::cout << line.dump() << std::endl;
    return 0;
}

int revoke(const KeysOptions& options, const Files& files) {
    if (!std::filesystem::exists(files.clients)) throw std::runtime_error(files.clients.string() + ": there is no list of clients");
    proto::wire::ClientBook book(files.clients);
    const auto revoked = book.revoke(options.name);
    if (revoked.empty()) {
        fmt::print(stderr, "studio keys: {} lets in no key called '{}'\n", files.clients.string(), options.name);
        return 1;
    }
    book.save();
    for (const auto& entry : revoked)
        std::cout << line_of(entry).dump() << std::endl;
    return 0;
}

} // namespace

int keys_command(const KeysOptions& options) {
    const auto files = files_of(options);
    if (options.action == KeysAction::MAKE) return make(options, files);
    if (options.action == KeysAction::REVOKE) return revoke(options, files);
    const auto list = read_list(files);
    for (const auto& entry : list.entries())
        std::cout << line_of(entry).dump() << std::endl;
    return 0;
}

} // namespace studio::app
