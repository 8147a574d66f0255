#include "recognition/capture/file_source.h"

#include "recognition/capture/image_file.h"
#include "recognition/capture/stream_options.h"

#include <opencv2/videoio.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace recognition::capture {

namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

class VideoFile final : public FrameSource {
public:
    VideoFile(std::filesystem::path file, std::string camera) : file_(std::move(file)), camera_(std::move(camera)) {
        if (kind_of(file_) == FileKind::IMAGE) throw CaptureError(file_.string() + ": is an image, not a video");
        if (is_named_like_an_image(file_)) throw CaptureError(file_.string() + ": is no picture, whatever its name says");
        clear_stream_options();
        quieten_library();
        if (!video_.open(file_.string(), cv::CAP_FFMPEG))
            throw CaptureError(file_.string() + ": is no video that can be read, or is cut off");
        const double fps = video_.get(cv::CAP_PROP_FPS);
        period_ = nanoseconds(static_cast<std::int64_t>(1e9 / (fps > 0 && fps <= 1000 ? fps : 25)));
        announced_ = video_.get(cv::CAP_PROP_FRAME_COUNT);
    }

    [[nodiscard]] Pace pace() const override { return Pace::EVERY_FRAME; }

    Taken take(milliseconds) override {
        if (ended_) return {Taken::Kind::ENDED, {}, {}, false};
        Frame frame{camera_, number_ + 1, {}, {}};
        try {
            ended_ = !video_.read(frame.image) || frame.image.empty();
        } catch (const cv::Exception& error) {
            throw CaptureError(at_frame() + "cannot be decoded: " + error.err);
        }
        if (ended_) {
            check_end();
            return {Taken::Kind::ENDED, {}, {}, false};
        }
        const nanoseconds media(static_cast<std::int64_t>(std::llround(video_.get(cv::CAP_PROP_POS_MSEC) * 1e6)));
        frame.captured_at = number_ == 0 ? std::max(nanoseconds(0), media) : media > last_ ? media : last_ + period_;
        last_ = frame.captured_at;
        ++number_;
        return {Taken::Kind::FRAME, std::move(frame), {}, false};
    }

private:
    [[nodiscard]] std::string at_frame() const { return file_.string() + ": frame " + std::to_string(number_ + 1) + ": "; }

    // The count is exact in most containers and an estimate in some: two frames or 2 % less is an end, fewer is a cut.
    void check_end() const {
        if (number_ == 0) throw CaptureError(file_.string() + ": is no video that can be read: it holds no picture");
        const auto missing = announced_ - static_cast<double>(number_);
        if (announced_ > 0 && announced_ < 1e9 && missing > std::max(2.0, 0.02 * announced_))
            throw CaptureError(at_frame() + "cannot be read, the video is cut off (it says it has " +
                               std::to_string(std::llround(announced_)) + " frames)");
    }

    std::filesystem::path file_;
    std::string camera_;
    cv::VideoCapture video_;
    nanoseconds period_{0};
    nanoseconds last_{0};
    double announced_ = 0;
    std::uint64_t number_ = 0;
    bool ended_ = false;
};

std::vector<std::filesystem::path> images_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
        if (is_named_like_an_image(entry.path())) files.push_back(entry.path());
    if (error) throw CaptureError(folder.string() + ": cannot be listed: " + error.message());
    if (files.empty()) throw CaptureError(folder.string() + ": holds no images");
    std::ranges::sort(files);
    return files;
}

class ImageFiles final : public FrameSource {
public:
    ImageFiles(std::vector<std::filesystem::path> files, std::string camera, double fps)
        : files_(std::move(files)), camera_(std::move(camera)), period_(static_cast<std::int64_t>(1e9 / fps)) {}

    [[nodiscard]] Pace pace() const override { return Pace::EVERY_FRAME; }

    Taken take(milliseconds) override {
        if (next_ == files_.size()) return {Taken::Kind::ENDED, {}, {}, false};
        const auto number = static_cast<std::uint64_t>(next_ + 1);
        Frame frame{camera_, number, period_ * static_cast<std::int64_t>(next_), {}};
        try {
            frame.image = read_image(files_[next_]);
        } catch (const CaptureError& error) {
            throw CaptureError(std::string(error.what()) + " (frame " + std::to_string(number) + ")");
        }
        ++next_;
        return {Taken::Kind::FRAME, std::move(frame), {}, false};
    }

private:
    std::vector<std::filesystem::path> files_;
    std::string camera_;
    nanoseconds period_;
    std::size_t next_ = 0;
};

} // namespace

std::unique_ptr<FrameSource> open_video(const std::filesystem::path& file, const SourceOptions& options) {
    return std::make_unique<VideoFile>(file, options.camera);
}

std::unique_ptr<FrameSource> open_images(const std::filesystem::path& path, const SourceOptions& options) {
    const double fps = options.fps > 0 ? options.fps : options.layout.fps > 0 ? options.layout.fps : 10;
    std::error_code error;
    if (!std::filesystem::exists(path, error)) throw CaptureError(path.string() + ": no such file or folder");
    auto files = std::filesystem::is_directory(path, error) ? images_in(path) : std::vector{path};
    return std::make_unique<ImageFiles>(std::move(files), options.camera, fps);
}

} // namespace recognition::capture
