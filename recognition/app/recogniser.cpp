// The recogniser process: one camera, one table, one socket to the studio. It knows no rules.
#include "recognition/app/drawing.h"
#include "recognition/app/model_folder.h"
#include "recognition/app/observe_socket.h"
#include "recognition/app/observer.h"
#include "recognition/capture/layout_file.h"

#include "proto/wire/parent.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <sstream>

#include <unistd.h>

namespace {

using namespace recognition;
using std::chrono::milliseconds;

constexpr milliseconds patience{100};

struct Arguments {
    std::string camera_url;
    std::string layout;
    std::string table = "table";
    std::string camera = "camera";
    std::string observe;
    std::string models;
    std::string deck;
    std::string draw;
    std::string view;
    std::string picture;
    std::string slots;
    double fps = 0;
    std::uint64_t seed = 1;
    std::uint64_t frames = 0; // 0: all
    int parent = 0;           // 0: whoever is it now
    bool stills = true;
};

void parse(Arguments& arguments, CLI::App& app) {
    app.add_option("--camera", arguments.camera_url,
                   "file:clip.mp4, images:folder, v4l2:/dev/video0, rtsp://..., tcp://..., udp://..., virtual:ipc://path")
        ->required();
    app.add_option("--layout", arguments.layout, "layout of the table, TOML or JSON")->required();
    app.add_option("--slots", arguments.slots, "watches these slots of the layout only, parted by commas");
    app.add_option("--table", arguments.table, "table in every message");
    app.add_option("--camera-id", arguments.camera, "camera in every message");
    app.add_option("--observe", arguments.observe, "endpoint the studio pulls from; without it what settles is printed as JSON lines");
    app.add_option("--models", arguments.models, "folder of the networks");
    app.add_option("--deck", arguments.deck, "the house deck in play, as enrolled");
    app.add_option("--view", arguments.view,
                   "PNG that keeps the first view of the table: a camera moved while no recogniser ran is noticed");
    app.add_option("--picture", arguments.picture, "JPEG that shows twice a second what is seen and what is read in it");
    app.add_option("--fps", arguments.fps, "frames a second of image folders, cameras and the virtual table")
        ->check(CLI::Range(0.0, 240.0));
    app.add_option("--seed", arguments.seed, "of the virtual table");
    app.add_option("--frames", arguments.frames, "end after this many frames");
    app.add_option("--draw", arguments.draw, "writes the last frame with what was read in it to this picture");
    app.add_option("--with-parent", arguments.parent, "the process that started it, when it may be gone already; it ends with it");
    app.add_flag("--stills,!--no-stills", arguments.stills, "a JPEG of every settled face goes with it (default)");
}

// What settles, for people and scripts without a studio.
void print(const studio::v1::ObserveMessage& message) {
    constexpr double ns_in_ms = 1e6;
    nlohmann::ordered_json line;
    if (message.has_card()) {
        const auto& card = message.card();
        if (card.repeated_statement()) return;
        line["at_ms"] = static_cast<double>(card.captured_at_ns()) / ns_in_ms;
        line["slot"] = card.slot();
        line["state"] = studio::v1::SlotState_Name(card.state()).substr(std::string_view("SLOT_STATE_").size());
        if (!card.card().empty()) line["card"] = card.card();
        line["confidence"] = std::round(card.confidence() * 1e4) / 1e4;
        if (!card.reason().empty()) line["reason"] = card.reason();
        line["frame"] = card.frame();
    } else if (message.has_camera()) {
        if (message.camera().repeated_statement()) return;
        line["at_ms"] = static_cast<double>(message.camera().at_ns()) / ns_in_ms;
        line["camera"] = studio::v1::CameraState_Name(message.camera().state()).substr(std::string_view("CAMERA_STATE_").size());
        line["detail"] = message.camera().detail();
    } else {
        return;
    }
    std::cout << line.dump() << '\n' << std::flush;
}

void write_picture(const Arguments& arguments, const app::Observer& observer, cv::Mat picture) {
    if (arguments.draw.empty() || picture.empty()) return;
    app::draw(picture, observer.quads(), observer.readings());
    if (!cv::imwrite(arguments.draw, picture)) throw capture::CaptureError(arguments.draw + ": cannot be written");
}

// What the camera sees, for people: written beside and renamed, so that whoever reads it finds a whole picture. That it cannot be written
// is no reason to stop reading cards.
class LivePicture {
public:
    explicit LivePicture(std::string file) : file_(std::move(file)) {}

    void show(const app::Observer& observer, const cv::Mat& frame) {
        const auto now = std::chrono::steady_clock::now();
        if (file_.empty() || frame.empty() || now - shown_ < every) return;
        shown_ = now;
        cv::Mat picture = frame.clone();
        app::draw(picture, observer.quads(), observer.readings());
        if (picture.cols > width) cv::resize(picture, picture, {width, picture.rows * width / picture.cols}, 0, 0, cv::INTER_AREA);
        const auto unfinished = file_ + ".part.jpg";
        if (cv::imwrite(unfinished, picture, {cv::IMWRITE_JPEG_QUALITY, quality}))
            static_cast<void>(std::rename(unfinished.c_str(), file_.c_str()));
    }

private:
    static constexpr milliseconds every{500};
    static constexpr int width = 960; // px
    static constexpr int quality = 75;
    std::string file_;
    std::chrono::steady_clock::time_point shown_;
};

// Takes frames until there are no more.
void watch(const Arguments& arguments, capture::FrameSource& source, app::Observer& observer) {
    std::uint64_t taken_frames = 0;
    cv::Mat last;
    LivePicture live(arguments.picture);
    while (arguments.frames == 0 || taken_frames < arguments.frames) {
        const auto taken = source.take(patience);
        if (taken.kind == capture::Taken::Kind::ENDED) break;
        if (taken.kind == capture::Taken::Kind::FRAME) {
            observer.observe(taken.frame);
            ++taken_frames;
            live.show(observer, taken.frame.image);
            if (!arguments.draw.empty()) last = taken.frame.image;
        } else if (taken.kind == capture::Taken::Kind::LOST) {
            observer.lost(taken.frame.captured_at, taken.detail);
            if (taken.blocked) throw std::runtime_error(taken.detail);
        }
    }
    observer.end();
    write_picture(arguments, observer, last.clone());
    if (source.dropped() > 0) spdlog::info("{}: {} frames dropped", arguments.camera, source.dropped());
}

// Only the slots this camera is to watch; all without a list.
void choose_slots(const Arguments& arguments, tracking::TableLayout& layout) {
    if (arguments.slots.empty()) return;
    std::vector<tracking::SlotPlace> chosen;
    std::istringstream names(arguments.slots);
    for (std::string name; std::getline(names, name, ',');) {
        const auto slot = engine::Slot::parse(name);
        const auto* place = slot ? layout.find(*slot) : nullptr;
        if (place == nullptr) throw capture::CaptureError(arguments.layout + ": there is no slot '" + name + "'");
        chosen.push_back(*place);
    }
    layout.slots = std::move(chosen);
    std::ranges::sort(layout.slots, {}, &tracking::SlotPlace::slot);
}

using Send = std::function<void(const studio::v1::ObserveMessage&)>;

// What cannot be told of a camera that is good otherwise stands in the log as well.
void log_weakness(const studio::v1::ObserveMessage& message) {
    if (!message.has_camera() || message.camera().repeated_statement()) return;
    const auto& health = message.camera();
    if (health.state() != studio::v1::CAMERA_STATE_GOOD || health.detail().empty()) return;
    spdlog::warn("table={} camera={} {}", message.table_id(), message.camera_id(), health.detail());
}

// A network that cannot be used is bad input: starting again does not help.
std::unique_ptr<app::Observer> make_observer(app::ObserverOptions options, capture::Pace pace, const Send& send) {
    try {
        return std::make_unique<app::Observer>(std::move(options), pace, send);
    } catch (const std::runtime_error& error) {
        const std::string why = error.what();
        throw capture::CaptureError(why.substr(0, why.find('\n'))); // the library adds its own lines
    }
}

void run(const Arguments& arguments, const Send& send) {
    capture::SourceOptions source_options;
    source_options.camera = arguments.camera;
    source_options.fps = arguments.fps;
    source_options.seed = arguments.seed;
    source_options.layout = capture::read_layout(arguments.layout);
    app::ObserverOptions options;
    options.table = arguments.table;
    options.camera = arguments.camera;
    options.layout = source_options.layout;
    options.whole = source_options.layout;
    choose_slots(arguments, options.layout);
    options.view_file = arguments.view;
    options.models = app::models_in(arguments.models, arguments.deck);
    options.stills = arguments.stills ? app::Stills::KEEP : app::Stills::NONE;
    const auto source = capture::open_source(arguments.camera_url, source_options);
    const auto observer = make_observer(std::move(options), source->pace(), send);
    watch(arguments, *source, *observer);
}

// The studio hears why a camera is gone: the file and the place in it.
void run_and_tell(const Arguments& arguments) {
    if (arguments.observe.empty()) return run(arguments, print);
    app::ObserveSocket socket(arguments.observe);
    std::int64_t last_ns = 0;
    const auto send = [&](const studio::v1::ObserveMessage& message) {
        if (message.has_frame()) last_ns = message.frame().captured_at_ns();
        log_weakness(message);
        socket.send(message);
    };
    try {
        run(arguments, send);
    } catch (const std::exception& error) {
        studio::v1::ObserveMessage message;
        message.set_schema(1);
        message.set_table_id(arguments.table);
        message.set_camera_id(arguments.camera);
        message.mutable_camera()->set_state(studio::v1::CAMERA_STATE_LOST);
        message.mutable_camera()->set_detail(error.what());
        message.mutable_camera()->set_at_ns(last_ns);
        socket.send(message);
        throw;
    }
}

} // namespace

// Exit 0: the source has ended. 2: bad use or bad input, one line on standard error. 3: the camera hangs, start again.
int main(int count, char** words) {
    Arguments arguments;
    CLI::App app{"Watches one table through one camera and tells the studio what lies in its slots."};
    parse(arguments, app);
    try {
        app.parse(count, words);
    } catch (const CLI::CallForHelp& help) {
        return app.exit(help);
    } catch (const CLI::ParseError& error) {
        std::cerr << "recogniser: " << error.what() << '\n';
        return 2;
    }
    // A recogniser without a studio has nobody to tell.
    proto::wire::end_with_parent(arguments.parent > 0 ? arguments.parent : getppid(), SIGKILL);
    spdlog::set_default_logger(spdlog::stderr_logger_mt("recogniser"));
    cv::setNumThreads(1); // one core a camera: more tables scale by more processes
    try {
        run_and_tell(arguments);
    } catch (const capture::CaptureError& error) {
        std::cerr << "recogniser: " << error.what() << '\n';
        return 2;
    } catch (const std::exception& error) {
        std::cerr << "recogniser: " << error.what() << '\n';
        return 3;
    }
    return 0;
}
