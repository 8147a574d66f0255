// A table with everything it needs to run: journal, sequencer, the processes that watch its cameras, and the socket they report on.
#pragma once

#include "studio/journal/journal_reader.h"
#include "studio/journal/journal_writer.h"
#include "studio/runtime/child_process.h"
#include "studio/runtime/clock.h"
#include "studio/runtime/config.h"
#include "studio/runtime/software_watch.h"
#include "studio/runtime/table_host.h"

#include <zmq.hpp>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace studio::app {

// How a table's cameras go. LIVE: a recogniser that says nothing for a second is a camera that is lost, and one that goes on saying nothing
// is ended and started again. RECORDED: it may take its time, and what has ended is not started again.
enum class CameraPace : std::uint8_t { LIVE, RECORDED };

struct StationSetup {
    std::string studio_id = "studio";
    runtime::TableConfig table;
    std::filesystem::path journals; // folder
    std::filesystem::path run;      // folder of this run's ipc sockets; its path must be short (ipc names end at 107 characters)
    std::vector<std::string> recogniser_arguments; // besides camera, layout, slots, table and socket
    CameraPace pace = CameraPace::RECORDED;
    runtime::TableMetrics* metrics = nullptr;   // where the table's numbers are told; outlives the station; nowhere when null
    runtime::SoftwareWatch* software = nullptr; // what runs the table, for its journal; outlives the station; not recorded when null
    runtime::StillStore* stills = nullptr;      // where pictures of cards are kept; outlives the station; none are when null
    runtime::Showing showing = runtime::Showing::AT_ONCE; // LATER: the host is shown by whoever made the station
    std::filesystem::path pictures{}; // folder of what the cameras see, for the console: picture-TABLE-CAMERA.jpg; empty: none are made
};

// Thread: one thread, from its making to its end. Owns everything of its table.
class Station {
public:
    // Throws with the place named: the journal, its entry, the socket.
    Station(zmq::context_t& context, const StationSetup& setup, Clock& clock);

    // Waits for at most `patience` until a recogniser or a command says something.
    void wait(std::chrono::milliseconds patience);
    // The next message of a recogniser, not yet given to the table.
    [[nodiscard]] std::optional<std::string> take_observation();
    // Starts recognisers that are not running; tells the table of one that died or says nothing. A recorded camera that came to its end
    // stays ended.
    void tend_cameras();
    // A recogniser has said something.
    void heard_of(const std::string& camera);
    // A recogniser has said that its source has no more frames.
    void camera_ended(const std::string& camera);
    [[nodiscard]] bool cameras_ended() const;
    [[nodiscard]] bool has_ended(const std::string& camera) const;
    [[nodiscard]] std::vector<std::string> camera_ids() const;
    // Recorded cameras that could not be read to their end.
    [[nodiscard]] const std::vector<std::string>& failed_cameras() const { return failed_; }
    // Sends a heartbeat when one is due (every second of the wall's time), and records what runs the table when that was measured anew.
    void beat_when_due();

    // Throws when nothing can be written to the table's journal.
    void prove_journal() { journal_->prove(); }

    [[nodiscard]] runtime::TableHost& host() { return *host_; }

private:
    struct Camera {
        std::string id;
        std::unique_ptr<runtime::SupervisedProcess> process;
        std::optional<std::chrono::steady_clock::time_point> heard; // of this life of its recogniser; nothing before its first word
        std::chrono::steady_clock::time_point started;
        int starts = 0;
        bool told_silent = false;
        bool ended = false;
    };
    void add_camera(const StationSetup& setup, const runtime::CameraConfig& camera, const std::string& endpoint);
    void lose(const Camera& camera, const std::string& why);
    void died(Camera& camera, int status);
    void watch_silence(Camera& camera, std::chrono::steady_clock::time_point now);
    void record_software();
    [[nodiscard]] Camera* find(const std::string& camera);

    zmq::socket_t observe_;
    std::unique_ptr<runtime::TableLink> link_;
    std::unique_ptr<JournalWriter> journal_;
    std::unique_ptr<JournalReader> history_; // of answers given; made when one is asked for again
    std::unique_ptr<runtime::TimedJournal> timed_journal_;
    std::unique_ptr<runtime::TableHost> host_;
    std::vector<Camera> cameras_;
    std::chrono::steady_clock::time_point next_beat_{};
    CameraPace pace_;
    runtime::SoftwareWatch* software_;
    std::uint64_t software_recorded_ = 0; // the last of its records
    std::vector<std::string> failed_;
};

// A new folder for one run's sockets and files; removed with everything in it when it goes.
class RunFolder {
public:
    RunFolder();
    ~RunFolder();
    RunFolder(const RunFolder&) = delete;
    RunFolder& operator=(const RunFolder&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

// The program `name` beside this one.
[[nodiscard]] std::filesystem::path program_beside(const std::string& name);

} // namespace studio::app
