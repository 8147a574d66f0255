#include "studio/runtime/config.h"

#include "proto/wire/client_list.h"
#include "proto/wire/endpoints.h"
#include "studio/runtime/watch_server.h"

#include <toml++/toml.h>

#include <algorithm>
#include <set>

namespace studio::runtime {

namespace {

class Reader {
public:
    Reader(LoadedConfig& loaded, std::filesystem::path folder) : loaded_(loaded), folder_(std::move(folder)) {}

    void fault(const toml::node* node, std::string what) {
        loaded_.faults.push_back({node ? static_cast<int>(node->source().begin.line) : 0, std::move(what)});
    }
    void known_keys(const toml::table& table, const std::string& where, std::initializer_list<std::string_view> known) {
        for (const auto& [key, value] : table)
            if (std::ranges::find(known, key.str()) == known.end())
                loaded_.faults.push_back(
                    {static_cast<int>(key.source().begin.line), where + ": '" + std::string(key.str()) + "' is no setting"});
    }
    // Null when it is absent, and, with a fault, when it is no section: what is written in another form must not be passed over.
    const toml::table* section(const toml::table& root, const std::string& name) {
        const auto* node = root.get(name);
        if (node == nullptr) return nullptr;
        if (node->as_table() == nullptr) fault(node, name + ": write it as [" + name + "]");
        return node->as_table();
    }
    // Leaves `into` as it is when the key is absent.
    void text(const toml::table& table, const std::string& key, std::string& into) {
        const auto* node = table.get(key);
        if (!node) return;
        const auto value = node->value_exact<std::string>();
        if (!value || value->empty()) return fault(node, key + " must be a text that is not empty");
        into = *value;
    }
    void path(const toml::table& table, const std::string& key, std::filesystem::path& into) {
        std::string value;
        text(table, key, value);
        if (!value.empty()) into = std::filesystem::path(value).is_absolute() ? std::filesystem::path(value) : folder_ / value;
    }
    // A recording's address with its path taken from the file's folder.
    [[nodiscard]] std::string from_folder(const std::string& url) const {
        for (const std::string scheme : {"file:", "images:"})
            if (url.starts_with(scheme) && std::filesystem::path(url.substr(scheme.size())).is_relative())
                return scheme + (folder_ / url.substr(scheme.size())).string();
        return url;
    }
    void whole(const toml::table& table, const std::string& key, std::int64_t least, std::int64_t most, std::int64_t& into) {
        const auto* node = table.get(key);
        if (!node) return;
        const auto value = node->value_exact<std::int64_t>();
        if (!value || *value < least || *value > most)
            return fault(node, key + " must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
        into = *value;
    }
    void whole(const toml::table& table, const std::string& key, std::int64_t least, std::int64_t most, int& into) {
        std::int64_t value = into;
        whole(table, key, least, most, value);
        into = static_cast<int>(value);
    }
    void duration_ms(const toml::table& table, const std::string& key, engine::Duration& into) {
        std::int64_t ms = std::chrono::duration_cast<std::chrono::milliseconds>(into).count();
        whole(table, key, 1, 3'600'000, ms);
        into = std::chrono::milliseconds(ms);
    }

private:
    LoadedConfig& loaded_;
    std::filesystem::path folder_;
};

KeyLines lines_of(const toml::table& table) {
    KeyLines lines{.section = static_cast<int>(table.source().begin.line), .keys = {}};
    for (const auto& [key, value] : table)
        lines.keys.emplace_back(key.str(), static_cast<int>(value.source().begin.line));
    return lines;
}

void read_rules(Reader& reader, const toml::table& from, engine::TableRules& rules) {
    reader.duration_ms(from, "betting_ms", rules.betting);
    reader.duration_ms(from, "order_grace_ms", rules.order_grace);
    reader.duration_ms(from, "unreadable_after_ms", rules.unreadable_after);
    reader.duration_ms(from, "start_forgotten_after_ms", rules.start_forgotten_after);
    reader.duration_ms(from, "no_deal_after_ms", rules.no_deal_after);
    reader.duration_ms(from, "no_reveal_after_ms", rules.no_reveal_after);
    reader.duration_ms(from, "result_forgotten_after_ms", rules.result_forgotten_after);
    reader.whole(from, "cut_card_late_at", 0, 400, rules.cut_card_late_at);
    reader.whole(from, "factory_order_cards", 8, 52, rules.factory_order_cards);
    reader.whole(from, "poor_of", 1, 1000, rules.poor_of);
    reader.whole(from, "poor_warn_at", 1, 1000, rules.poor_warn_at);
    reader.whole(from, "poor_pause_at", 1, 1000, rules.poor_pause_at);
    reader.whole(from, "min_stake", 1, std::int64_t{1} << 50U, rules.min_stake.minor);
    reader.whole(from, "max_stake", 1, std::int64_t{1} << 50U, rules.max_stake.minor);
    reader.text(from, "currency", rules.min_stake.currency);
    rules.max_stake.currency = rules.min_stake.currency;
    if (rules.max_stake.minor < rules.min_stake.minor) reader.fault(from.get("max_stake"), "max_stake is smaller than min_stake");
}

std::optional<std::string> setting_text(const toml::node& node) {
    if (const auto number = node.value_exact<std::int64_t>()) return std::to_string(*number);
    return node.value_exact<std::string>();
}

// [table.rules]: settings of the game itself. Each is judged alone, so that its fault has its line; then all of them together.
void read_game_rules(Reader& reader, const toml::table& from, engine::TableRules& rules) {
    const auto* game = engine::game_named(rules.game);
    const auto* node = from.get("rules");
    if (game == nullptr || node == nullptr) return;
    const auto* settings = node->as_table();
    if (settings == nullptr) return reader.fault(node, "rules must be written as [table.rules]");
    bool all_good = true;
    const auto refuse = [&](const toml::node& at, const std::string& what) {
        all_good = false;
        reader.fault(&at, what);
    };
    for (const auto& [key, value] : *settings) {
        const std::string name(key.str());
        const auto text = setting_text(value);
        if (!text) {
            refuse(value, name + " must be a text or a whole number");
            continue;
        }
        const auto judged = game->rules_text({{name, *text}});
        if (!judged)
            refuse(value, judged.error().reason + " (" + judged.error().clause + ")");
        else
            rules.game_settings[name] = *text;
    }
    if (!all_good) return rules.game_settings.clear();
    if (const auto judged = game->rules_text(rules.game_settings); !judged) {
        rules.game_settings.clear();
        reader.fault(node, judged.error().reason + " (" + judged.error().clause + ")");
    }
}

void read_slots(Reader& reader, const toml::table& from, CameraConfig& camera) {
    const auto* node = from.get("slots");
    if (node == nullptr) return;
    const auto* names = node->as_array();
    camera.slots_unread = names == nullptr || names->empty();
    if (camera.slots_unread) return reader.fault(node, "slots must be a list of slots that is not empty");
    for (const auto& name : *names) {
        const auto text = name.value_exact<std::string>();
        const auto slot = text ? engine::Slot::parse(*text) : std::nullopt;
        if (slot) {
            camera.slots.push_back(*slot);
            continue;
        }
        camera.slots_unread = true;
        reader.fault(&name, text ? "'" + *text + "' is no slot" : "slots must be a list of slots");
    }
}

void read_camera(Reader& reader, const toml::table& from, TableConfig& table) {
    reader.known_keys(from, "camera", {"id", "url", "layout", "slots"});
    CameraConfig camera{.id = "c" + std::to_string(table.cameras.size() + 1), .url = "", .lines = lines_of(from)};
    reader.text(from, "id", camera.id);
    const auto* id = from.contains("id") ? from.get("id") : &from;
    if (!proto::wire::is_id(camera.id)) reader.fault(id, "a camera's id must be 1 to 64 letters, digits, '-' or '_'");
    if (std::ranges::any_of(table.cameras, [&](const auto& other) { return other.id == camera.id; }))
        reader.fault(id, "two cameras of table '" + table.id + "' are called '" + camera.id + "'");
    reader.text(from, "url", camera.url);
    camera.url = reader.from_folder(camera.url);
    if (camera.url.empty()) reader.fault(&from, "camera '" + camera.id + "' has no url");
    reader.path(from, "layout", camera.layout);
    if (!camera.layout.empty() && !std::filesystem::is_regular_file(camera.layout))
        reader.fault(from.get("layout"), "there is no layout file " + camera.layout.string());
    read_slots(reader, from, camera);
    table.cameras.push_back(std::move(camera));
}

void read_cameras(Reader& reader, const toml::table& from, TableConfig& table) {
    const auto* cameras = from.get_as<toml::array>("camera");
    if (!cameras) {
        if (table.observe.empty()) reader.fault(&from, "table '" + table.id + "' has no [[table.camera]]");
        return;
    }
    for (const auto& node : *cameras) {
        if (const auto* one = node.as_table())
            read_camera(reader, *one, table);
        else
            reader.fault(&node, "a camera must be written as [[table.camera]]");
    }
}

void read_table(Reader& reader, const toml::table& from, StudioConfig& config) {
    reader.known_keys(from, "table",
                      {"id",
                       "game",
                       "layout",
                       "deck",
                       "camera",
                       "commands",
                       "observe",
                       "betting_ms",
                       "order_grace_ms",
                       "unreadable_after_ms",
                       "start_forgotten_after_ms",
                       "no_deal_after_ms",
                       "no_reveal_after_ms",
                       "result_forgotten_after_ms",
                       "cut_card_late_at",
                       "factory_order_cards",
                       "poor_of",
                       "poor_warn_at",
                       "poor_pause_at",
                       "min_stake",
                       "max_stake",
                       "currency",
                       "rules"});
    TableConfig table;
    table.lines = lines_of(from);
    reader.text(from, "id", table.id);
    if (!proto::wire::is_id(table.id))
        reader.fault(from.contains("id") ? from.get("id") : &from, "a table's id must be 1 to 64 letters, digits, '-' or '_'");
    const auto same = [&](const TableConfig& other) { return other.id == table.id; };
    if (std::ranges::any_of(config.tables, same)) reader.fault(from.get("id"), "two tables are called '" + table.id + "'");
    reader.text(from, "game", table.rules.game);
    if (engine::game_named(table.rules.game) == nullptr)
        reader.fault(from.contains("game") ? from.get("game") : &from, "no game is called '" + table.rules.game + "'");
    reader.path(from, "layout", table.layout);
    if (table.layout.empty())
        reader.fault(&from, "table '" + table.id + "' has no layout");
    else if (!std::filesystem::is_regular_file(table.layout))
        reader.fault(from.get("layout"), "there is no layout file " + table.layout.string());
    reader.path(from, "deck", table.deck);
    if (!table.deck.empty() && !std::filesystem::is_regular_file(table.deck))
        reader.fault(from.get("deck"), "there is no deck file " + table.deck.string());
    reader.path(from, "commands", table.commands);
    if (!table.commands.empty() && !std::filesystem::is_regular_file(table.commands))
        reader.fault(from.get("commands"), "there is no commands file " + table.commands.string());
    reader.text(from, "observe", table.observe);
    if (!table.observe.empty() && !table.observe.starts_with("ipc://"))
        reader.fault(from.get("observe"), "observe must be an endpoint of this machine, such as ipc:///run/studio/observe-T1");
    read_rules(reader, from, table.rules);
    read_game_rules(reader, from, table.rules);
    const bool told = table.rules.max_stake.minor < table.rules.min_stake.minor || engine::game_named(table.rules.game) == nullptr;
    if (const auto judged = engine::check_rules(table.rules); !judged && !told) {
        const auto& reason = judged.error().reason; // begins with the setting's name
        const auto* setting = from.get(reason.substr(0, reason.find(' ')));
        reader.fault(setting != nullptr ? setting : &from, reason);
    }
    read_cameras(reader, from, table);
    config.tables.push_back(std::move(table));
}

void read_origins(Reader& reader, const toml::table& from, ConsoleConfig& console) {
    const auto* node = from.get("origins");
    if (node == nullptr) return;
    const auto* origins = node->as_array();
    if (origins == nullptr) return reader.fault(node, "origins must be a list such as [\"https://desk.casino.example\"]");
    for (const auto& origin : *origins) {
        const auto text = origin.value_exact<std::string>();
        if (!text || text->empty())
            reader.fault(&origin, "origins must be a list of texts that are not empty");
        else
            console.origins.push_back(*text);
    }
}

void read_console(Reader& reader, const toml::table& from, const std::filesystem::path& folder, StudioConfig& config) {
    reader.known_keys(from, "console",
                      {"address", "port", "users", "audit", "certificate", "key", "studio_key", "origins", "overlay_key", "logo"});
    ConsoleConfig console{.lines = lines_of(from), .users = folder / "users.toml", .audit = folder / "console-audit.jsonl"};
    reader.text(from, "address", console.address);
    reader.whole(from, "port", 1, 65'535, console.port);
    reader.path(from, "users", console.users);
    reader.path(from, "audit", console.audit);
    reader.path(from, "certificate", console.certificate);
    reader.path(from, "key", console.key);
    reader.path(from, "studio_key", console.studio_key);
    if (config.access && console.studio_key.empty())
        reader.fault(&from, "the studio asks for keys, so the console needs its own, studio_key: "
                            "studio keys make console --role supervisor --for-people");
    reader.text(from, "overlay_key", console.overlay_key);
    reader.path(from, "logo", console.logo);
    read_origins(reader, from, console);
    if (!std::filesystem::is_regular_file(console.users))
        reader.fault(from.contains("users") ? from.get("users") : &from,
                     "there is no users file " + console.users.string() + ": `studio users make` writes it");
    for (const auto& [name, file] : {std::pair{"certificate", console.certificate}, std::pair{"key", console.key},
                                     std::pair{"studio_key", console.studio_key}, std::pair{"logo", console.logo}})
        if (!file.empty() && !std::filesystem::is_regular_file(file)) reader.fault(from.get(name), "there is no file " + file.string());
    config.console = std::move(console);
}

void read_file_of(Reader& reader, const toml::table& from, const std::string& key, std::filesystem::path& into) {
    reader.path(from, key, into);
    if (into.empty())
        reader.fault(&from, "access has no " + key);
    else if (!std::filesystem::is_regular_file(into))
        reader.fault(from.get(key), "there is no file " + into.string() + "; studio keys makes it");
}

void read_access(Reader& reader, const toml::table& from, AccessConfig& access) {
    reader.known_keys(from, "access",
                      {"secret_key", "clients", "requests_per_second", "burst", "connections", "connections_per_client", "waiting"});
    read_file_of(reader, from, "secret_key", access.secret_key);
    read_file_of(reader, from, "clients", access.clients);
    reader.whole(from, "requests_per_second", 1, 1'000'000, access.requests_per_second);
    reader.whole(from, "burst", 1, 1'000'000, access.burst);
    const auto count = [&](const std::string& key, std::size_t& into) {
        auto value = static_cast<std::int64_t>(into);
        reader.whole(from, key, 1, 100'000, value);
        into = static_cast<std::size_t>(value);
    };
    count("connections", access.limits.connections);
    count("connections_per_client", access.limits.connections_per_client);
    count("waiting", access.limits.waiting);
}

void read_bridge(Reader& reader, const toml::table& from, StudioConfig& config) {
    reader.known_keys(from, "bridge", {"nats", "replicas", "keep_events", "creds", "ca", "give_up"});
    BridgeConfig bridge;
    bridge.lines = lines_of(from);
    reader.text(from, "nats", bridge.nats);
    if (bridge.nats.empty()) reader.fault(&from, "bridge has no nats, such as nats://10.0.0.1:4222");
    reader.whole(from, "replicas", 1, 5, bridge.replicas);
    reader.whole(from, "keep_events", 1'000, std::int64_t{1} << 40U, bridge.keep_events);
    reader.path(from, "creds", bridge.credentials);
    reader.path(from, "ca", bridge.authority);
    if (const auto* node = from.get("give_up")) {
        const auto* epochs = node->as_array();
        if (epochs == nullptr)
            reader.fault(node, "give_up must be a list such as [\"T1:1790000000\"]");
        else
            for (const auto& epoch : *epochs)
                bridge.give_up.push_back(epoch.value_exact<std::string>().value_or(""));
    }
    config.bridge = std::move(bridge);
}

void read_studio(Reader& reader, const toml::table& from, StudioConfig& config) {
    config.lines = lines_of(from);
    reader.known_keys(from, "studio", {"id", "journals", "feed", "metrics", "stills", "stills_days", "stills_max_mb"});
    reader.text(from, "id", config.id);
    if (!proto::wire::is_id(config.id)) reader.fault(from.get("id"), "the studio's id must be 1 to 64 letters, digits, '-' or '_'");
    reader.path(from, "journals", config.journals);
    reader.path(from, "stills", config.stills.folder);
    reader.whole(from, "stills_days", 0, 36'500, config.stills.keep.days);
    reader.whole(from, "stills_max_mb", 0, 100'000'000, config.stills.keep.max_mb);
    reader.text(from, "metrics", config.metrics);
    if (const auto fault = config.metrics.empty() ? "" : fault_of_watch_endpoint(config.metrics); !fault.empty())
        reader.fault(from.get("metrics"), "metrics " + fault);
    reader.text(from, "feed", config.feed);
    const bool any_port = config.feed.starts_with("tcp://") && config.feed.ends_with(":*");
    const auto endpoints = proto::wire::endpoints_from_feed(any_port ? config.feed.substr(0, config.feed.size() - 1) + "1" : config.feed);
    if (!endpoints)
        reader.fault(from.get("feed"), "feed: " + endpoints.error());
    else if (!config.access && !proto::wire::is_local(config.feed))
        reader.fault(from.get("feed"), "feed: other machines can reach " + config.feed + ", so the studio needs keys: [access]");
}

void read_all(Reader& reader, const toml::table& root, const std::filesystem::path& folder, StudioConfig& config) {
    reader.known_keys(root, "the file", {"studio", "access", "bridge", "table", "console"});
    if (const auto* access = reader.section(root, "access")) {
        config.access_lines = lines_of(*access);
        read_access(reader, *access, config.access.emplace());
    }
    if (const auto* console = reader.section(root, "console")) read_console(reader, *console, folder, config);
    if (const auto* studio = reader.section(root, "studio")) read_studio(reader, *studio, config);
    if (const auto* bridge = reader.section(root, "bridge")) read_bridge(reader, *bridge, config);
    const auto* tables = root.get_as<toml::array>("table");
    if (!tables || tables->empty()) return reader.fault(root.get("table"), "there is no [[table]]");
    for (const auto& node : *tables) {
        if (const auto* one = node.as_table())
            read_table(reader, *one, config);
        else
            reader.fault(&node, "a table must be written as [[table]]");
    }
}

} // namespace

int KeyLines::of(std::string_view key) const {
    const auto found = std::ranges::find(keys, key, &std::pair<std::string, int>::first);
    return found == keys.end() ? section : found->second;
}

LoadedConfig load_config(const std::filesystem::path& file) {
    LoadedConfig loaded;
    const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    loaded.config.journals = folder / loaded.config.journals;
    loaded.config.stills.folder = folder / loaded.config.stills.folder;
    try {
        const toml::table root = toml::parse_file(file.string());
        Reader reader(loaded, folder);
        read_all(reader, root, folder, loaded.config);
    } catch (const toml::parse_error& error) {
        loaded.unread = true;
        loaded.faults.push_back({static_cast<int>(error.source().begin.line), std::string(error.description())});
    }
    return loaded;
}

} // namespace studio::runtime
