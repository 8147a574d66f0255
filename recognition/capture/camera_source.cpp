#include "recognition/capture/camera_source.h"

#include "recognition/capture/camera_url.h"
#include "recognition/capture/stream_options.h"

#include <opencv2/videoio.hpp>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>

#include <unistd.h>

namespace recognition::capture {

namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr std::size_t most_waiting = 2; // frames: the newest wins
constexpr milliseconds first_wait{200};
constexpr milliseconds longest_wait{5000};
constexpr milliseconds silence{800}; // a camera that gives nothing for this long is lost: told within a second
// FFmpeg gives up by itself after these; what V4L2 does is not ours to say. Longer than hopeless: only a new process helps.
constexpr int open_timeout_ms = 5000;
constexpr int read_timeout_ms = 2000;
constexpr milliseconds hopeless{8000};

CaptureTime wall_clock() {
    return std::chrono::duration_cast<nanoseconds>(std::chrono::system_clock::now().time_since_epoch());
}

void set_library_options() {
    set_stream_options();
    quieten_library();
    setenv("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "1", 0); // seconds
}

// What the reading thread and the taker share. The thread keeps it alive: a read that blocks for ever must not hold up the destructor.
struct Shared {
    std::mutex lock;
    std::condition_variable changed;
    std::deque<Frame> waiting;
    std::uint64_t dropped = 0;
    std::string lost = "it has not given a frame yet";
    bool refused = false;                           // it could not be opened
    std::optional<steady_clock::time_point> inside; // since when the thread is in a call of the library
    bool stop = false;
};

// Marks a call of the library that may never come back.
class Inside {
public:
    explicit Inside(Shared& shared) : shared_(shared) { set(steady_clock::now()); }
    ~Inside() { set(std::nullopt); }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

private:
    void set(std::optional<steady_clock::time_point> since) {
        const std::lock_guard hold(shared_.lock);
        shared_.inside = since;
    }
    Shared& shared_;
};

class Reader {
public:
    Reader(std::shared_ptr<Shared> shared, CameraUrl url, std::string camera, double fps)
        : shared_(std::move(shared)), url_(std::move(url)), camera_(std::move(camera)) {
        if (url_.fps <= 0) url_.fps = fps;
    }

    void run() {
        auto wait = first_wait;
        while (!stopped()) {
            if (const auto why = open(); why.empty()) {
                if (read_all() > 0) wait = first_wait;
            } else {
                // One that waits for its sender has not been refused by anybody.
                lose(why, url_.address.find("listen=1") == std::string::npos ? Loss::REFUSED : Loss::STOPPED);
            }
            std::unique_lock hold(shared_->lock);
            shared_->changed.wait_for(hold, wait, [&] { return shared_->stop; });
            wait = std::min(wait * 2, longest_wait);
        }
    }

private:
    bool stopped() const {
        const std::lock_guard hold(shared_->lock);
        return shared_->stop;
    }

    enum class Loss : std::uint8_t { REFUSED, STOPPED };

    void lose(const std::string& why, Loss loss) {
        const std::lock_guard hold(shared_->lock);
        shared_->lost = why;
        shared_->refused = loss == Loss::REFUSED;
        shared_->changed.notify_all();
    }

    // Empty when it is open, else why not.
    std::string open() {
        const Inside call(*shared_);
        last_media_ms_ = 0;
        try {
            if (url_.kind == CameraUrl::Kind::DEVICE) return open_device();
            const bool opened =
                video_.open(url_.address, cv::CAP_FFMPEG,
                            {cv::CAP_PROP_OPEN_TIMEOUT_MSEC, open_timeout_ms, cv::CAP_PROP_READ_TIMEOUT_MSEC, read_timeout_ms});
            return opened ? "" : "it cannot be opened";
        } catch (const cv::Exception& error) {
            return "it cannot be opened: " + error.err;
        }
    }

    std::string open_device() {
        std::error_code error;
        if (!std::filesystem::exists(url_.address, error)) return "there is no such device";
        if (access(url_.address.c_str(), R_OK | W_OK) != 0) return "this user may not use the device";
        if (!video_.open(url_.address, cv::CAP_V4L2)) return "it cannot be opened as a camera";
        if (!url_.format.empty()) {
            const auto& f = url_.format;
            video_.set(cv::CAP_PROP_FOURCC, cv::VideoWriter::fourcc(f[0], f[1], f[2], f[3]));
        }
        if (url_.width > 0) video_.set(cv::CAP_PROP_FRAME_WIDTH, url_.width);
        if (url_.height > 0) video_.set(cv::CAP_PROP_FRAME_HEIGHT, url_.height);
        if (url_.fps > 0) video_.set(cv::CAP_PROP_FPS, url_.fps);
        video_.set(cv::CAP_PROP_BUFFERSIZE, 1);
        return {};
    }

    // Reads until the camera gives no more; returns how many frames it gave.
    std::uint64_t read_all() {
        std::uint64_t got = 0;
        while (!stopped()) {
            cv::Mat image;
            try {
                const Inside call(*shared_);
                if (!video_.read(image) || image.empty()) break;
            } catch (const cv::Exception&) {
                break;
            }
            ++got;
            hand_on(image);
        }
        video_.release();
        lose("it stopped giving frames", Loss::STOPPED);
        return got;
    }

    void hand_on(const cv::Mat& image) {
        Frame frame{camera_, number_ + 1, {}, image.clone(), steady_clock::now().time_since_epoch()};
        // A time-out of V4L2 hands out the frame of before as if it were new: it keeps its number and time.
        const double media_ms = video_.get(cv::CAP_PROP_POS_MSEC);
        if (!(media_ms > 0) || media_ms != last_media_ms_ || number_ == 0) {
            ++number_;
            captured_at_ = std::max(captured_at_ + nanoseconds(1), captured_at(media_ms));
        }
        last_media_ms_ = media_ms;
        frame.number = number_;
        frame.captured_at = captured_at_;
        const std::lock_guard hold(shared_->lock);
        shared_->lost.clear();
        shared_->refused = false;
        shared_->waiting.push_back(std::move(frame));
        if (shared_->waiting.size() > most_waiting) {
            shared_->waiting.pop_front();
            ++shared_->dropped;
        }
        shared_->changed.notify_all();
    }

    // V4L2 stamps a frame by the monotonic clock, which is our steady one, when it is captured. A stream's time says nothing about ours:
    // now, then.
    [[nodiscard]] CaptureTime captured_at(double media_ms) const {
        const auto now = wall_clock();
        if (url_.kind != CameraUrl::Kind::DEVICE || !(media_ms > 0)) return now;
        const auto age = steady_clock::now().time_since_epoch() - nanoseconds(static_cast<std::int64_t>(media_ms * 1e6));
        return age >= nanoseconds(0) && age < std::chrono::seconds(1) ? now - age : now;
    }

    std::shared_ptr<Shared> shared_;
    CameraUrl url_;
    std::string camera_;
    cv::VideoCapture video_;
    std::uint64_t number_ = 0;
    double last_media_ms_ = 0;
    CaptureTime captured_at_{0};
};

class Camera final : public FrameSource {
public:
    Camera(const std::string& url, const SourceOptions& options) : shared_(std::make_shared<Shared>()), url_(url) {
        set_library_options();
        std::thread([reader = std::make_shared<Reader>(shared_, parse_camera_url(url), options.camera, options.fps)] {
            reader->run();
        }).detach();
    }

    ~Camera() override {
        const std::lock_guard hold(shared_->lock);
        shared_->stop = true;
        shared_->changed.notify_all();
    }

    [[nodiscard]] Pace pace() const override { return Pace::LIVE; }

    [[nodiscard]] std::uint64_t dropped() const override {
        const std::lock_guard hold(shared_->lock);
        return shared_->dropped;
    }

    Taken take(milliseconds patience) override {
        std::unique_lock hold(shared_->lock);
        shared_->changed.wait_for(hold, patience, [&] { return !shared_->waiting.empty(); });
        const auto now = steady_clock::now();
        if (!shared_->waiting.empty()) {
            last_ = now;
            Taken taken;
            taken.kind = Taken::Kind::FRAME;
            taken.frame = std::move(shared_->waiting.front());
            shared_->waiting.pop_front();
            return taken;
        }
        if (shared_->lost.empty() && now - last_ < silence) return {};
        auto taken = lost(shared_->lost.empty() ? "it has given nothing for a second" : shared_->lost);
        taken.refused = shared_->refused;
        taken.blocked = shared_->inside && now - *shared_->inside > hopeless;
        if (taken.blocked) taken.detail = url_ + ": reading it does not come back";
        return taken;
    }

private:
    [[nodiscard]] Taken lost(const std::string& why) const {
        Taken taken;
        taken.kind = Taken::Kind::LOST;
        taken.frame.captured_at = wall_clock();
        taken.detail = url_ + ": " + why;
        return taken;
    }

    std::shared_ptr<Shared> shared_;
    std::string url_;
    steady_clock::time_point last_ = steady_clock::now();
};

} // namespace

std::unique_ptr<FrameSource> open_camera(const std::string& url, const SourceOptions& options) {
    return std::make_unique<Camera>(url, options);
}

} // namespace recognition::capture
