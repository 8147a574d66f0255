#include "studio/bridge/bridge.h"

#include <algorithm>

namespace studio::bridge {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// A table's bridge and the thread that steps it.
class Bridge::Worker {
public:
    Worker(std::unique_ptr<TableBridge> table, milliseconds farewell)
        : table_(std::move(table)), farewell_(farewell), thread_([this](const std::stop_token& told) { work(told); }) {}

    [[nodiscard]] const TableBridge& table() const { return *table_; }
    void tell_to_end() { thread_.request_stop(); }
    void wait_for_end() {
        if (thread_.joinable()) thread_.join();
    }

private:
    void work(const std::stop_token& told) {
        while (!told.stop_requested()) {
            const auto pause = table_->step(steady_clock::now());
            if (pause <= milliseconds(0)) continue;
            std::unique_lock lock(mutex_);
            wake_.wait_for(lock, told, pause, [] { return false; });
        }
        // What was committed before the end was told is sent, if the stream takes it.
        const auto last_call = steady_clock::now() + farewell_;
        while (steady_clock::now() < last_call && table_->report().state == Bridging::LIVE)
            if (table_->step(steady_clock::now()) > milliseconds(0)) return;
    }

    std::unique_ptr<TableBridge> table_;
    milliseconds farewell_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::jthread thread_; // last: it uses all of the above
};

std::expected<void, std::string> check_journals(const std::filesystem::path& folder) {
    std::error_code failed;
    if (!std::filesystem::exists(folder, failed)) return std::unexpected(folder.string() + ": no such folder");
    if (!std::filesystem::is_directory(folder, failed)) return std::unexpected(folder.string() + ": not a folder");
    const std::filesystem::directory_iterator files(folder, failed);
    if (failed) return std::unexpected(folder.string() + ": " + failed.message());
    return {};
}

Bridge::Bridge(BridgeOptions options, EventStream& stream, Log log) : options_(std::move(options)), stream_(stream), log_(std::move(log)) {}

Bridge::~Bridge() {
    end_all();
}

void Bridge::end_all() {
    for (auto& [table_id, worker] : workers_) // all at once, then each is waited for
        worker->tell_to_end();
    for (auto& [table_id, worker] : workers_)
        worker->wait_for_end();
}

std::expected<void, std::string> Bridge::run(const std::atomic<bool>& told, BridgeEnd end) {
    auto next_look = steady_clock::now();
    std::optional<std::string> fault;
    while (!told && !fault) {
        if (const auto now = steady_clock::now(); now >= next_look) {
            take_up_new_tables();
            next_look = now + options_.folder_every;
        }
        if (end == BridgeEnd::WHEN_EMPTY && all_there()) break;
        std::this_thread::sleep_for(milliseconds(20)); // a signal's flag wakes nobody
        fault = misfit();
    }
    end_all();
    if (fault) return std::unexpected(std::move(*fault));
    return {};
}

void Bridge::take_up_new_tables() {
    try {
        for (const auto& file : std::filesystem::directory_iterator(options_.journals))
            if (file.path().extension() == ".journal") take_up(file.path().stem().string());
        folder_fault_.clear();
    } catch (const std::filesystem::filesystem_error& error) { // the folder may be mounted again; tables that are open go on
        if (folder_fault_ != error.what()) log_(Weight::ERROR, std::string("bridge ") + error.what());
        folder_fault_ = error.what();
    }
}

void Bridge::take_up(const std::string& table_id) {
    if (workers_.contains(table_id)) return;
    const auto found = options_.given_up.find(table_id);
    const auto given_up = found == options_.given_up.end() ? std::set<std::uint64_t>{} : found->second;
    try {
        auto table =
            std::make_unique<TableBridge>(JournalTail(options_.journals, table_id, given_up), table_id, stream_, options_.table, log_);
        const std::scoped_lock lock(mutex_);
        workers_.emplace(table_id, std::make_unique<Worker>(std::move(table), options_.farewell));
    } catch (const JournalError&) { // a file whose name no table can have
    }
}

std::vector<TableReport> Bridge::report() const {
    const std::scoped_lock lock(mutex_);
    std::vector<TableReport> reports;
    reports.reserve(workers_.size());
    for (const auto& [table_id, worker] : workers_)
        reports.push_back(worker->table().report());
    return reports;
}

bool Bridge::all_there() const {
    return std::ranges::all_of(report(), [](const TableReport& table) {
        return table.state == Bridging::STOPPED || (table.state == Bridging::LIVE && table.waiting == 0);
    });
}

std::optional<std::string> Bridge::misfit() const {
    const std::scoped_lock lock(mutex_);
    for (const auto& [table_id, worker] : workers_)
        if (worker->table().misfit()) return worker->table().report().reason;
    return std::nullopt;
}

} // namespace studio::bridge
