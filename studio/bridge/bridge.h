// All tables of a folder of journals, each on its way into its studio's stream.
#pragma once

#include "studio/bridge/table_bridge.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <thread>

namespace studio::bridge {

struct BridgeOptions {
    std::filesystem::path journals; // the folder; tables that appear in it later are taken up too
    TableBridgeOptions table{};
    std::map<std::string, std::set<std::uint64_t>> given_up{}; // by table: epochs whose missing rest nobody waits for
    std::chrono::milliseconds folder_every{1000};              // the folder is looked through
    std::chrono::milliseconds farewell{1000};                  // at an end: for what the journals hold by then
};

// When run() comes back by itself.
enum class BridgeEnd : std::uint8_t {
    WHEN_TOLD,  // never
    WHEN_EMPTY, // when every table of the folder is in the stream up to its end, or stopped
};

// One thread a table, as in the studio: a table that is stopped, or far behind, holds up no other.
// Thread: run() one, report() any.
class Bridge {
public:
    // The stream outlives it.
    Bridge(BridgeOptions options, EventStream& stream, Log log);
    ~Bridge();

    // Returns when `told` is set, when the end that is asked for has come, or when a stream is not made as the bridge needs it: then with
    // the reason. No table is at work any more then.
    std::expected<void, std::string> run(const std::atomic<bool>& told, BridgeEnd end);
    [[nodiscard]] std::vector<TableReport> report() const;

private:
    class Worker;
    void take_up_new_tables();
    void take_up(const std::string& table_id);
    void end_all();
    [[nodiscard]] bool all_there() const;
    [[nodiscard]] std::optional<std::string> misfit() const;

    BridgeOptions options_;
    EventStream& stream_;
    Log log_;
    mutable std::mutex mutex_; // of the list, not of what is in it
    std::map<std::string, std::unique_ptr<Worker>> workers_;
    std::string folder_fault_;
};

// A folder of journals that can be read; else what is wrong.
[[nodiscard]] std::expected<void, std::string> check_journals(const std::filesystem::path& folder);

} // namespace studio::bridge
