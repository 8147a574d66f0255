#include "studio/app/config_check.h"

#include "studio/app/bridge_command.h"
#include "studio/app/console_child.h"
#include "studio/app/recorded_dealer.h"
#include "studio/runtime/access.h"

#include "engine/core/catalog.h"
#include "proto/wire/endpoints.h"
#include "recognition/capture/address_check.h"
#include "recognition/capture/layout_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <set>
#include <system_error>

#include <unistd.h>

namespace studio::app {

namespace {

using recognition::capture::AddressFault;
using recognition::tracking::TableLayout;
using runtime::ConfigFault;
using Faults = std::vector<ConfigFault>;

// Nothing, with a fault, when the file holds no layout; nothing alone when it is not there, which load_config() has told.
std::optional<TableLayout> layout_of(const std::filesystem::path& file, int line, Faults& faults) {
    if (!std::filesystem::is_regular_file(file)) return std::nullopt;
    try {
        return recognition::capture::read_layout(file);
    } catch (const std::exception& error) {
        faults.push_back({line, error.what()});
        return std::nullopt;
    }
}

std::string list_of(const std::vector<engine::Slot>& slots) {
    constexpr std::size_t most_named = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(slots.size(), most_named); ++i)
        text += (text.empty() ? "" : ", ") + slots[i].text();
    if (slots.size() > most_named) text += " and " + std::to_string(slots.size() - most_named) + " more";
    return text;
}

// Looks at one table: its layout, what its cameras see of it together, its recorded dealer.
class TableCheck {
public:
    TableCheck(const runtime::TableConfig& table, runtime::LoadedConfig& into) : table_(table), into_(into) {}

    void run() {
        const auto whole = layout_of(table_.layout, table_.lines.of("layout"), into_.faults);
        all_known_ = whole.has_value();
        for (const auto& camera : table_.cameras)
            check_camera(camera, whole);
        if (all_known_) check_slots(*whole);
        check_commands();
    }

private:
    void fault(int line, const std::string& what) { into_.faults.push_back({line, what}); }

    void check_camera(const runtime::CameraConfig& camera, const std::optional<TableLayout>& whole) {
        if (const auto wrong = camera.url.empty() ? std::nullopt : recognition::capture::fault_of_address(camera.url))
            (wrong->kind == AddressFault::Kind::NOT_THERE ? into_.warnings : into_.faults)
                .push_back({camera.lines.of("url"), "camera '" + camera.id + "': " + wrong->what});
        const auto layout = camera.layout.empty() ? whole : layout_of(camera.layout, camera.lines.of("layout"), into_.faults);
        if (camera.slots_unread || !layout) {
            all_known_ = false;
            return;
        }
        auto slots = camera.slots;
        if (slots.empty())
            for (const auto& place : layout->slots)
                slots.push_back(place.slot);
        for (const auto& slot : slots)
            watch(camera, *layout, slot);
    }

    void watch(const runtime::CameraConfig& camera, const TableLayout& layout, const engine::Slot& slot) {
        if (layout.find(slot) == nullptr)
            fault(camera.lines.of("slots"), "camera '" + camera.id + "': its layout has no slot " + slot.text());
        const auto [other, first] = watched_.emplace(slot, camera.id);
        if (!first)
            fault(camera.lines.of("slots"),
                  "slot " + slot.text() + " is watched by camera '" + other->second + "' and by camera '" + camera.id + "'");
    }

    // Each slot of the table's layout is watched by exactly one camera, and none is missing that its game is dealt to.
    void check_slots(const TableLayout& whole) {
        if (!table_.cameras.empty()) // else recognisers from elsewhere report
            for (const auto& place : whole.slots)
                if (!watched_.contains(place.slot))
                    fault(table_.lines.section, "table '" + table_.id + "': no camera watches slot " + place.slot.text());
        const auto game = engine::make_table(table_.rules);
        if (game == nullptr) return; // its rules have a fault, which is told
        auto missing = game->needed_slots();
        std::erase_if(missing, [&](const auto& slot) { return whole.find(slot) != nullptr || watched_.contains(slot); });
        if (!missing.empty())
            fault(table_.lines.of("layout"), "table '" + table_.id + "': " + table_.rules.game + " is dealt to " + list_of(missing) +
                                                 ", and the layout has no such slot");
    }

    void check_commands() {
        if (table_.commands.empty() || !std::filesystem::is_regular_file(table_.commands)) return;
        try {
            static_cast<void>(read_commands(table_.commands));
        } catch (const std::exception& error) {
            fault(table_.lines.of("commands"), "table '" + table_.id + "': " + error.what());
        }
        if (!is_recording(table_))
            fault(table_.lines.of("commands"), "table '" + table_.id + "': commands are for a recording, a live table has a dealer");
    }

    const runtime::TableConfig& table_;
    runtime::LoadedConfig& into_;
    std::map<engine::Slot, std::string> watched_; // by which camera
    bool all_known_ = true;                       // what the cameras watch
};

void check_observers(const std::vector<runtime::TableConfig>& tables, Faults& faults) {
    std::map<std::string, std::string> taken;
    for (const auto& table : tables)
        if (const auto [other, first] = taken.emplace(table.observe, table.id); !table.observe.empty() && !first)
            faults.push_back({table.lines.of("observe"), "tables '" + other->second + "' and '" + table.id + "' observe at one endpoint"});
}

// Why nothing can be written in a folder, which is made when it is not there; empty when it can. It is tried with a folder that goes at
// once, because a file system may refuse what the rights allow.
std::string fault_of_folder(std::filesystem::path folder) {
    std::error_code error;
    folder = std::filesystem::absolute(folder, error).lexically_normal();
    while (!std::filesystem::exists(folder, error) && folder.has_relative_path())
        folder = folder.parent_path();
    if (!std::filesystem::is_directory(folder, error)) return folder.string() + " is no folder";
    auto probe = (folder / ".studio-check-XXXXXX").string();
    if (::mkdtemp(probe.data()) == nullptr)
        return "nothing can be written in " + folder.string() + ": " + std::generic_category().message(errno);
    ::rmdir(probe.c_str());
    return {};
}

// A TCP port that the studio is to listen at.
struct Door {
    std::string who;
    std::string host;
    std::int64_t port = 0;
    int line = 0;
};

std::optional<Door> door(const std::string& who, const std::string& endpoint, int line) {
    const auto port = proto::wire::port_of(endpoint);
    if (!port) return std::nullopt;
    const auto begin = endpoint.find("://") + 3;
    return Door{who, endpoint.substr(begin, endpoint.rfind(':') - begin), *port, line};
}

bool in_each_others_way(const Door& one, const Door& other) {
    const auto any = [](const std::string& host) { return host == "*" || host == "0.0.0.0" || host == "::" || host == "[::]"; };
    const auto plain = [](const std::string& host) { return host == "localhost" || host == "lo" ? std::string("127.0.0.1") : host; };
    return one.port == other.port && (plain(one.host) == plain(other.host) || any(one.host) || any(other.host));
}

void check_ports(const runtime::StudioConfig& config, Faults& faults) {
    std::vector<std::optional<Door>> wanted;
    if (const auto endpoints = proto::wire::endpoints_from_feed(config.feed)) {
        const int line = config.lines.of("feed");
        wanted = {door("the feed", endpoints->feed, line), door("the feed's replay", endpoints->replay, line),
                  door("the feed's commands", endpoints->command, line)};
    }
    wanted.push_back(door("metrics", "tcp://" + config.metrics, config.lines.of("metrics")));
    if (config.console)
        wanted.push_back(Door{"the console", config.console->address, config.console->port, config.console->lines.of("port")});
    std::vector<Door> doors;
    for (const auto& one : wanted) {
        if (!one) continue;
        const auto other = std::ranges::find_if(doors, [&](const Door& before) { return in_each_others_way(before, *one); });
        if (other != doors.end())
            faults.push_back({one->line, one->who + ": port " + std::to_string(one->port) + " is taken by " + other->who});
        else
            doors.push_back(*one);
    }
}

void check_folders(const runtime::StudioConfig& config, runtime::LoadedConfig& into) {
    if (const auto fault = fault_of_folder(config.journals); !fault.empty())
        into.faults.push_back({config.lines.of("journals"), "journals: " + fault});
    // Pictures of cards never hold up a table.
    if (const auto fault = fault_of_folder(config.stills.folder); !fault.empty())
        into.warnings.push_back({config.lines.of("stills"), "stills: " + fault});
}

// What says how passwords travel.
int line_of_certificate(const runtime::ConsoleConfig& console) {
    return console.lines.of(!console.certificate.empty() ? "certificate" : !console.key.empty() ? "key" : "address");
}

// A file of a running studio is read again and again; what is wrong with it at the start is told with everything else.
void check_keys(const runtime::AccessConfig& access, runtime::LoadedConfig& into) {
    const auto& lines = into.config.access_lines;
    if (std::filesystem::is_regular_file(access.secret_key))
        if (const auto own = proto::wire::read_studio_key(access.secret_key); !own)
            into.faults.push_back({lines.of("secret_key"), own.error()});
    if (!std::filesystem::is_regular_file(access.clients)) return; // told already
    const auto list = runtime::AccessList::read(access.clients);
    const int line = lines.of("clients");
    if (!list) {
        for (const auto& fault : list.error())
            into.faults.push_back({line, fault.in(access.clients)});
        return;
    }
    const auto& tables = into.config.tables;
    for (const auto& entry : list->entries())
        for (const auto& table : entry.tables)
            if (std::ranges::find(tables, table, &runtime::TableConfig::id) == tables.end())
                into.warnings.push_back({line, access.clients.string() + ": client '" + entry.name + "' has a right to table '" + table +
                                                   "', and there is none"});
}

} // namespace

bool is_recording(const runtime::TableConfig& table) {
    return !table.cameras.empty() && std::ranges::all_of(table.cameras, [](const auto& camera) {
        return camera.url.starts_with("file:") || camera.url.starts_with("images:");
    });
}

runtime::LoadedConfig load_checked(const std::filesystem::path& file) {
    auto loaded = runtime::load_config(file);
    if (loaded.unread) return loaded;
    const auto& config = loaded.config;
    if (const auto& bridge = config.bridge; bridge && !bridge->nats.empty())
        for (const auto& fault : bridge_faults(*bridge))
            loaded.faults.push_back({bridge->lines.of(fault.key), "bridge: " + fault.what});
    if (const auto& console = config.console)
        if (const auto fault = console_fault(*console); !fault.empty())
            loaded.faults.push_back({line_of_certificate(*console), "console: " + fault});
    for (const auto& table : config.tables)
        TableCheck(table, loaded).run();
    check_observers(config.tables, loaded.faults);
    check_ports(config, loaded.faults);
    check_folders(config, loaded);
    if (config.access) check_keys(*config.access, loaded);
    std::ranges::stable_sort(loaded.faults, {}, &ConfigFault::line);
    std::ranges::stable_sort(loaded.warnings, {}, &ConfigFault::line);
    return loaded;
}

} // namespace studio::app
