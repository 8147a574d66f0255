// The studio's configuration file (TOML), read whole and checked before anything starts.
#pragma once

#include "engine/core/catalog.h"
#include "studio/runtime/access_desk.h"
#include "studio/runtime/still_store.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace studio::runtime {

// Where a section and its keys are in the file.
struct KeyLines {
    int section = 0;
    std::vector<std::pair<std::string, int>> keys;
    [[nodiscard]] int of(std::string_view key) const; // of the section, when it does not say the key
};

struct CameraConfig {
    std::string id;
    std::string url;                   // "v4l2:/dev/video0", "rtsp://...", "tcp://...", "file:clip.mp4", "images:folder"
    std::filesystem::path layout{};    // where the table's slots lie in its picture; empty = as the table's layout says
    std::vector<engine::Slot> slots{}; // those it watches; empty = all of its layout
    bool slots_unread = false;         // the list has a fault, so that what the camera watches is not known
    KeyLines lines{};
};

struct TableConfig {
    std::string id;
    KeyLines lines{};
    engine::TableRules rules;
    std::filesystem::path layout;
    std::filesystem::path deck; // the house deck in play, as enrolled; empty when there is none
    std::vector<CameraConfig> cameras;
    std::string observe;            // endpoint that recognisers not started by the studio report on; empty = one of this run's own
    std::filesystem::path commands; // a recorded dealer (JSON lines); empty = commands come from the command socket alone
};

// The web console of dealers and supervisors. It is a process of its own, started and watched like a recogniser.
struct ConsoleConfig {
    KeyLines lines{};
    std::string address = "127.0.0.1"; // anything but loopback needs certificate and key
    std::int64_t port = 8480;
    std::filesystem::path users;                // written by `studio users`
    std::filesystem::path audit;                // journal of sign-ins, refusals and commands
    std::filesystem::path certificate{}, key{}; // PEM files
    std::filesystem::path studio_key{};         // its key to the studio's sockets, where the studio asks for keys
    std::string overlay_key{};                  // what a video mixer says for /overlay/TABLE?key=...; empty: only who is signed in sees one
    std::filesystem::path logo{};               // the house's picture on the overlays; empty: none
    std::vector<std::string> origins{};         // of pages besides the console's own, behind a proxy
};

// What `studio feed bridge` is started with.
struct BridgeConfig {
    KeyLines lines{};
    std::string nats; // "nats://a:4222,nats://b:4222"
    std::int64_t replicas = 1;
    std::int64_t keep_events = 1'000'000; // newest ones of each table
    std::filesystem::path credentials;    // file; empty = none
    std::filesystem::path authority;      // PEM file; empty = the system's
    std::vector<std::string> give_up;     // epochs whose missing rest nobody waits for, "T1:1790000000"
};

struct StudioConfig {
    std::string id = "studio";
    std::filesystem::path journals = "journals"; // folder, one file a table
    std::string feed = "tcp://127.0.0.1:5570";   // replay is bound one port above, commands two
    std::optional<AccessConfig> access;          // without it nobody needs a key, and the feed is on loopback or ipc
    std::string metrics;                         // "127.0.0.1:9464" of /metrics and /healthz; empty: nobody watches
    StillConfig stills{.folder = "stills", .keep = {}};
    std::optional<ConsoleConfig> console; // none without [console]
    std::vector<TableConfig> tables;
    std::optional<BridgeConfig> bridge; // nothing = none is started
    KeyLines lines{};                   // of [studio]
    KeyLines access_lines{};
};

struct ConfigFault {
    int line = 0; // 0 = the file as a whole
    std::string what;
};

// Reads and checks a file. Relative paths are taken from the file's folder. All faults are told, each with its line; a configuration with a
// fault is not to be used.
struct LoadedConfig {
    StudioConfig config;
    std::vector<ConfigFault> faults;
    bool unread = false;               // it is no TOML: nothing is known of what it says
    std::vector<ConfigFault> warnings; // what may be right by the time it is needed
};
[[nodiscard]] LoadedConfig load_config(const std::filesystem::path& file);

} // namespace studio::runtime
