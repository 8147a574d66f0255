#include "recognition/app/bench_measures.h"

#include "recognition/capture/virtual_table.h"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>

#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>
#include <random>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace recognition::app {

using std::chrono::duration;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

namespace {

double cpu_seconds(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

double part_of(std::vector<double>& sorted, double share) {
    if (sorted.empty()) return 0;
    return sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(share * static_cast<double>(sorted.size())))];
}

double seconds_of(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

pid_t start(const std::vector<std::string>& command) {
    std::vector<char*> words;
    words.reserve(command.size() + 1);
    for (const auto& word : command)
        words.push_back(const_cast<char*>(word.c_str())); // posix_spawn takes them so and does not change them
    words.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t pid = -1;
    const int failed = posix_spawnp(&pid, words.front(), &files, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (failed != 0) throw std::system_error(failed, std::generic_category(), command.front());
    return pid;
}

// The most a running process has had resident; 0 when it has ended. What wait4 tells would begin with the memory of its parent.
long peak_kib(pid_t pid) {
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    const std::string key = "VmHWM:";
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(key)) return std::strtol(line.c_str() + key.size(), nullptr, 10);
    return 0;
}

long resident_kib() {
    long size = 0;
    long resident = 0;
    std::ifstream("/proc/self/statm") >> size >> resident;
    return resident * sysconf(_SC_PAGESIZE) / 1024;
}

cv::VideoCapture open(const std::filesystem::path& recording) {
    cv::VideoCapture video(recording.string(), cv::CAP_FFMPEG);
    if (!video.isOpened()) throw capture::CaptureError(recording.string() + ": cannot be read as a video");
    return video;
}

capture::Frame frame_of(cv::Mat image, std::uint64_t number, double fps) {
    const auto at = nanoseconds(static_cast<std::int64_t>(1e9 * static_cast<double>(number - 1) / fps));
    return {"bench", number, at, std::move(image)};
}

} // namespace

FrameCosts measure_frames(const std::filesystem::path& recording, const ObserverOptions& options) {
    FrameCosts costs;
    Observer observer(options, capture::Pace::EVERY_FRAME, [&](const studio::v1::ObserveMessage& message) {
        if (!message.card().repeated_statement() && message.card().state() == studio::v1::SLOT_STATE_FACE_UP) ++costs.settled_faces;
    });
    auto video = open(recording);
    const auto whole = cpu_seconds(CLOCK_PROCESS_CPUTIME_ID);
    std::vector<double> times_ms;
    while (video.grab()) { // libavcodec decodes on in threads of its own, so what is not ours is its
        const auto before = cpu_seconds(CLOCK_THREAD_CPUTIME_ID);
        cv::Mat image;
        video.retrieve(image);
        const auto converted = cpu_seconds(CLOCK_THREAD_CPUTIME_ID);
        const auto begin = steady_clock::now();
        observer.observe(frame_of(image, ++costs.frames, options.layout.fps));
        times_ms.push_back(duration<double, std::milli>(steady_clock::now() - begin).count());
        costs.convert_s += converted - before;
        costs.recognise_s += cpu_seconds(CLOCK_THREAD_CPUTIME_ID) - converted;
    }
    if (costs.frames == 0) throw capture::CaptureError(recording.string() + ": has no frame");
    costs.decode_s = cpu_seconds(CLOCK_PROCESS_CPUTIME_ID) - whole - costs.convert_s - costs.recognise_s;
    std::ranges::sort(times_ms);
    costs.p50_ms = part_of(times_ms, 0.5);
    costs.p99_ms = part_of(times_ms, 0.99);
    costs.most_ms = times_ms.back();
    return costs;
}

Processes measure_processes(const std::vector<std::string>& command, int tables) {
    Processes sum{.tables = tables};
    const auto begin = steady_clock::now();
    std::vector<pid_t> running;
    running.reserve(static_cast<std::size_t>(tables));
    for (int i = 0; i < tables; ++i)
        running.push_back(start(command));
    bool failed = false;
    while (!running.empty()) {
        std::this_thread::sleep_for(milliseconds(20));
        std::erase_if(running, [&](pid_t pid) {
            sum.most_kib = std::max(sum.most_kib, peak_kib(pid));
            int status = 0;
            rusage used{};
            const auto ended = wait4(pid, &status, WNOHANG, &used);
            if (ended == 0) return false;
            if (ended != pid || !WIFEXITED(status) || WEXITSTATUS(status) != 0) failed = true;
            sum.cpu_s += seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
            return true;
        });
    }
    if (failed) throw std::runtime_error(command.front() + " failed");
    sum.wall_s = duration<double>(steady_clock::now() - begin).count();
    return sum;
}

std::vector<long> measure_memory(const std::filesystem::path& recording, const ObserverOptions& options, std::chrono::minutes length) {
    std::vector<long> resident;
    const auto begin = steady_clock::now();
    Observer observer(options, capture::Pace::EVERY_FRAME, [](const auto&) {});
    std::uint64_t number = 0; // goes on over the passes, as time does
    do {
        auto video = open(recording);
        for (cv::Mat image; video.read(image);)
            observer.observe(frame_of(image, ++number, options.layout.fps));
        resident.push_back(resident_kib());
    } while (steady_clock::now() - begin < length);
    return resident;
}

namespace {

constexpr double looks_per_second = 15; // frames of a second that are looked at; twice as many would only take longer
constexpr milliseconds longest_scene{20000};

// One laying of all hands' cards under one of the room's moods.
class Scene {
public:
    Scene(const ObserverOptions& options, std::uint64_t seed) : options_(options), random_(seed) {}

    void play(CardCounts& counts, int most) {
        auto options = table_options();
        mood_ = options.faces + " light " + std::to_string(static_cast<int>(options.light)) + " speed " + std::to_string(options.speed);
        capture::VirtualTable table(options_.layout, options);
        Observer observer(options_, capture::Pace::EVERY_FRAME, [this](const auto& message) { hear(message); });
        for (const auto& slot : options_.layout.slots) {
            if (static_cast<int>(laid_.size()) >= most) break;
            if (slot.slot == engine::burn_slot || slot.slot == engine::cut_slot) continue;
            const auto card = *engine::Card::from_index(std::uniform_int_distribution<int>(0, engine::cards_per_deck - 1)(random_));
            table.lay(slot.slot, card, capture::Side::FACE_UP);
            laid_[slot.slot.text()] = card.text();
        }
        const auto period = nanoseconds(static_cast<std::int64_t>(1e9 / looks_per_second));
        std::uint64_t number = 0;
        for (capture::CaptureTime now{0}; now < longest_scene && !quiet_; now += period) {
            observer.observe({"bench", ++number, now, through_jpeg(table.render(now))});
            if (table.busy())
                busy_until_ = now;
            else
                quiet_ = now - busy_until_ > milliseconds(1500);
        }
        judge(counts);
    }

private:
    capture::VirtualTableOptions table_options() {
        const std::array<const char*, 4> faces{"2color-bf", "4color-bf", "2color", "4color"};
        const auto below = [this](int end) { return std::uniform_int_distribution<int>(0, end - 1)(random_); };
        capture::VirtualTableOptions options;
        options.seed = random_();
        options.faces = faces.at(static_cast<std::size_t>(below(4)));
        options.light = static_cast<capture::Light>(below(5));
        options.speed = 1.0 + below(3);
        options.noise = 0.5 + 0.5 * below(4);
        options.blur = 0.4 + 0.3 * below(3);
        jpeg_ = below(2) == 0 ? 0 : 60 + 10 * below(4);
        return options;
    }

    [[nodiscard]] cv::Mat through_jpeg(cv::Mat picture) const {
        if (jpeg_ == 0) return picture;
        std::vector<std::uint8_t> bytes;
        cv::imencode(".jpg", picture, bytes, {cv::IMWRITE_JPEG_QUALITY, jpeg_});
        return cv::imdecode(bytes, cv::IMREAD_COLOR);
    }

    // The first word on a slot is what a table would act on; a doubt counts though a face may follow.
    void hear(const studio::v1::ObserveMessage& message) {
        if (!message.has_card() || message.card().repeated_statement()) return;
        const auto& card = message.card();
        if (card.state() == studio::v1::SLOT_STATE_FACE_UP) told_[card.slot()].push_back(card.card());
        if (card.state() == studio::v1::SLOT_STATE_DOUBTFUL) told_[card.slot()].emplace_back("?");
    }

    void judge(CardCounts& counts) const {
        for (const auto& [slot, card] : laid_) {
            ++counts.cards;
            const auto told = told_.find(slot);
            if (told == told_.end()) {
                ++counts.silent;
            } else if (std::ranges::any_of(told->second, [&](const auto& text) { return text != card && text != "?"; })) {
                ++counts.wrong;
            } else if (std::ranges::find(told->second, "?") != told->second.end()) {
                ++counts.doubtful;
            } else {
                ++counts.right;
                continue;
            }
            std::string line = slot + " " + card + " told as";
            if (told == told_.end())
                line += " nothing";
            else
                for (const auto& text : told->second)
                    line += " " + text;
            counts.misses.push_back(line + " (" + mood_ + ")");
        }
    }

    const ObserverOptions& options_;
    std::mt19937_64 random_;
    std::string mood_;
    int jpeg_ = 0;
    std::map<std::string, std::string> laid_;
    std::map<std::string, std::vector<std::string>> told_;
    capture::CaptureTime busy_until_{0};
    bool quiet_ = false;
};

} // namespace

CardCounts count_cards(int cards, const ObserverOptions& options, std::uint64_t seed) {
    CardCounts counts;
    for (std::uint64_t scene = 0; counts.cards < cards; ++scene)
        Scene(options, seed + scene).play(counts, cards - counts.cards);
    return counts;
}

} // namespace recognition::app
