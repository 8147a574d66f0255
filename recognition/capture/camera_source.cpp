#include "recognition/capture/camera_source.h"

#include <opencv2/videoio.hpp>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace recognition::capture {

namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr std::size_t most_waiting = 2; // frames: the newest wins
constexpr milliseconds first_wait{200};
constexpr milliseconds longest_wait{5000};
constexpr milliseconds silence{800}; // a camera that gives nothing for this long is lost: told within a second

CaptureTime wall_clock() {
    return std::chrono::duration_cast<nanoseconds>(std::chrono::system_clock::now().time_since_epoch());
}

// What the reading thread and the taker share. The thread keeps it alive: a read that blocks for ever must not hold up the destructor.
struct Shared {
    std::mutex lock;
    std::condition_variable changed;
    std::deque<Frame> waiting;
    std::uint64_t dropped = 0;
    std::string lost = "it has not given a frame yet";
    bool stop = false;
};

class Reader {
public:
    Reader(std::shared_ptr<Shared> shared, std::string url, std::string camera, double fps)
        : shared_(std::move(shared)), url_(std::move(url)), camera_(std::move(camera)), fps_(fps) {}

    void run() {
        auto wait = first_wait;
        while (!stopped()) {
            if (open()) {
                if (read_all() > 0) wait = first_wait;
            } else {
                lose("it cannot be opened");
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

    void lose(const std::string& why) {
        const std::lock_guard hold(shared_->lock);
        shared_->lost = why;
        shared_->changed.notify_all();
    }

    bool open() {
        constexpr std::string_view device = "v4l2:";
        try {
            if (!url_.starts_with(device)) return video_.open(url_, cv::CAP_FFMPEG);
            if (!video_.open(url_.substr(device.size()), cv::CAP_V4L2)) return false;
        } catch (const cv::Exception&) {
            return false;
        }
        if (fps_ > 0) video_.set(cv::CAP_PROP_FPS, fps_);
        video_.set(cv::CAP_PROP_BUFFERSIZE, 1);
        return true;
    }

    // Reads until the camera gives no more; returns how many frames it gave.
    std::uint64_t read_all() {
        std::uint64_t got = 0;
        while (!stopped()) {
            cv::Mat image;
            try {
                if (!video_.read(image) || image.empty()) break;
            } catch (const cv::Exception&) {
                break;
            }
            ++got;
            const std::lock_guard hold(shared_->lock);
            shared_->lost.clear();
            shared_->waiting.push_back({camera_, ++number_, wall_clock(), image.clone()});
            if (shared_->waiting.size() > most_waiting) {
                shared_->waiting.pop_front();
                ++shared_->dropped;
            }
            shared_->changed.notify_all();
        }
        video_.release();
        lose("it stopped giving frames");
        return got;
    }

    std::shared_ptr<Shared> shared_;
    std::string url_;
    std::string camera_;
    double fps_;
    cv::VideoCapture video_;
    std::uint64_t number_ = 0;
};

class Camera final : public FrameSource {
public:
    Camera(const std::string& url, const SourceOptions& options) : shared_(std::make_shared<Shared>()), url_(url) {
        std::thread([reader = std::make_shared<Reader>(shared_, url, options.camera, options.fps)] { reader->run(); }).detach();
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
        if (!shared_->lost.empty()) return lost(shared_->lost);
        if (now - last_ < silence) return {};
        auto taken = lost("reading it has not come back for a second");
        taken.blocked = true;
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
