// Whether a camera still looks at the table the way it did: marks of the picture itself (corners of lines, letters, trays) are sought where
// they were.
#pragma once

#include "recognition/capture/frame_source.h"
#include "recognition/tracking/table_layout.h"

#include <opencv2/core.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace recognition::app {

// How a picture lies against the picture the marks were taken from.
struct ViewShift {
    int marks = 0;                  // marks there are
    int found = 0;                  // of these, seen in this picture, wherever
    int agreeing = 0;               // of these, displaced as one picture is
    double px = 0;                  // by which the slots have moved, by the marks that agree; of the whole picture's px
    std::vector<std::size_t> agree; // which ones
};

// Pure; owned by one thread. A card, a hand or a shadow hides marks or displaces some of them each in its own way; only a camera (or the
// table under it) moves them together.
class ViewMarks {
public:
    // The marks of a picture of the layout's size, in the slots as well: an empty slot's printed corner is a good mark. May be too few.
    ViewMarks(const cv::Mat& picture, const tracking::TableLayout& layout);

    [[nodiscard]] ViewShift compare(const cv::Mat& picture) const;
    // How many of these marks lie within 3 px (of 1080p) of where they were. About 20 us a mark, most of it the picture's way from memory.
    [[nodiscard]] int still_in_place(const cv::Mat& picture, std::span<const std::size_t> marks) const;
    // Forgets the marks that are not where they were in this picture: what a hand left behind, a display, people in the background.
    void keep_those_still_in(const cv::Mat& picture);
    // MANY: hands may cover most of them, and those that agree on nothing tell a camera that looks elsewhere. FEW: a common shift is told,
    // of at most 18 px of 1080p. NONE: nothing can be told.
    enum class Worth : std::uint8_t { NONE, FEW, MANY };
    [[nodiscard]] Worth worth() const;
    [[nodiscard]] std::size_t count() const { return marks_.size(); }

private:
    struct Mark {
        cv::Point at; // px of the small picture
        cv::Mat patch;
    };
    struct Found {
        std::size_t mark;
        cv::Point2f was; // px of the whole picture
        cv::Point2f is;
    };
    void add_marks(const cv::Mat& small, const cv::Mat& where, int most, double least);
    [[nodiscard]] std::optional<cv::Point2f> seek(const cv::Mat& picture, const Mark& mark, int reach) const;
    [[nodiscard]] std::vector<Found> find(const cv::Mat& picture) const;

    int scale_ = 1;                  // whole px of one px of the small picture
    std::vector<cv::Point2f> slots_; // their corners: what must not move
    std::vector<Mark> marks_;
};

// The marks of a reference picture that a camera's noise does not hide: one picture alone cannot tell print from noise, so some is added.
[[nodiscard]] ViewMarks marks_of_reference(const cv::Mat& picture, const tracking::TableLayout& layout);

// Why marks are too few to rely on, as a person should read it; empty when they are enough.
[[nodiscard]] std::string weakness_of(const ViewMarks& marks);

// What the watch makes of a frame. DOUBTED: this picture lies otherwise than the marks, which may pass; nothing should be read from it.
enum class View : std::uint8_t { AS_BEFORE, DOUBTED, MOVED };

struct ViewSight {
    View view = View::AS_BEFORE;
    std::string detail;
};

// Marks and time: a camera has moved when its marks say so for half a second. Owned by one thread; time is the frames' own.
class ViewWatch {
public:
    // `reference`: a picture of the table as the layout describes it, of the layout's size; when empty, the marks are learnt from the first
    // half second of frames in which nothing but a few marks moves. With fewer than eight marks a shift is still told, by three that agree;
    // with fewer than four nothing is: weakness() says so.
    explicit ViewWatch(tracking::TableLayout layout, const cv::Mat& reference = {});

    [[nodiscard]] ViewSight look(const capture::Frame& frame);
    // The picture that the marks were learnt from, once; empty at any other time.
    [[nodiscard]] cv::Mat take_learnt() { return std::exchange(learnt_, cv::Mat()); }
    [[nodiscard]] bool knows() const { return marks_.has_value(); }
    // What cannot be told of this camera, and why; empty while all is well and for the first five seconds without a reference.
    [[nodiscard]] const std::string& weakness() const { return weakness_; }

private:
    void know(ViewMarks marks);
    void learn(const cv::Mat& picture, capture::CaptureTime at);
    [[nodiscard]] ViewSight judge(const ViewShift& shift, capture::CaptureTime at);
    [[nodiscard]] ViewSight judge_few(const ViewShift& shift, capture::CaptureTime at);
    [[nodiscard]] ViewSight off(capture::CaptureTime at, std::chrono::milliseconds for_long, const std::string& why);

    tracking::TableLayout layout_;
    double allowed_px_;
    std::optional<ViewMarks> marks_;
    std::optional<ViewMarks> candidate_;
    std::size_t candidate_began_with_ = 0;
    int confirmed_ = 0; // pictures in which the candidate's marks lay still
    cv::Mat candidate_picture_;
    cv::Mat learnt_;
    std::string weakness_;
    bool may_learn_ = true; // no reference was given
    std::optional<capture::CaptureTime> learns_since_;
    std::optional<capture::CaptureTime> looked_at_;
    std::vector<std::size_t> trusted_; // some marks that were in place when all were last sought: while most still are, nothing has moved
    std::optional<capture::CaptureTime> off_since_;
    ViewSight last_;
};

} // namespace recognition::app
