// One camera's frames become messages to the studio: readings, settled slots, stills, camera health.
#pragma once

#include "recognition/app/camera_health.h"
#include "recognition/capture/frame_source.h"
#include "recognition/tracking/settler.h"
#include "recognition/tracking/table_layout.h"
#include "recognition/vision/models.h"
#include "recognition/vision/slot_reader.h"
#include "studio/v1/observe.pb.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace recognition::app {

using capture::CaptureTime;
using capture::Frame;

// Whether a JPEG goes with a settled face.
enum class Stills : std::uint8_t { KEEP, NONE };

struct ObserverOptions {
    std::string table;
    std::string camera;
    tracking::TableLayout layout; // of the slots it watches
    tracking::TableLayout whole;  // of all the camera sees, when that is more: cards in other slots hide marks of the view
    ModelFiles models;
    tracking::SettleRule rule;
    Stills stills = Stills::KEEP;
    // Where the picture is kept that tells whether the camera has moved, so that one that starts again knows the view of before. Empty: not
    // kept. The layout's own reference comes first.
    std::filesystem::path view_file;
};

// Owned by the thread that takes the frames. `send` is called for every message, in order: what a frame showed, then its FrameDone.
class Observer {
public:
    using Send = std::function<void(const studio::v1::ObserveMessage&)>;

    // Throws std::runtime_error when a model cannot be used, CaptureError when a picture (of a frame, of the layout's reference) is not of
    // the layout's size.
    Observer(ObserverOptions options, capture::Pace pace, Send send);

    void observe(const Frame& frame);
    // The camera cannot be read at present; told at once, and again every half second while it lasts.
    void lost(CaptureTime at, const std::string& why);
    // There will be no further frame.
    void end();

    // The readings of the last frame, in the order of the layout's slots; for pictures and reports.
    [[nodiscard]] const std::vector<CardReading>& readings() const { return readings_; }
    [[nodiscard]] const std::vector<Quad>& quads() const { return quads_; }

private:
    [[nodiscard]] studio::v1::ObserveMessage message() const;
    void health(studio::v1::CameraState state, const std::string& detail, CaptureTime at);
    void tell(const tracking::CardSettled& settled, const Frame* still_of);
    void add_still(studio::v1::CardObserved& card, const Frame& frame, engine::Slot slot) const;
    void read(const Frame& frame);
    void keep_view();

    ObserverOptions options_;
    Send send_;
    SlotReader reader_;
    tracking::Settler settler_;
    HealthWatch watch_;
    std::vector<Quad> quads_;
    std::vector<bool> overlapped_;
    std::vector<CardReading> readings_;
    studio::v1::CameraState state_ = studio::v1::CAMERA_STATE_UNSPECIFIED;
    std::string detail_; // told with it
    CaptureTime health_told_at_{};
    std::optional<CaptureTime> restated_at_;
    std::uint64_t last_number_ = 0;
    CaptureTime last_at_{0};
};

// A layout's slots as the vision part takes them.
[[nodiscard]] std::vector<Quad> quads_of(const tracking::TableLayout& layout);
// For each slot, in order, whether it is one of a fan.
[[nodiscard]] std::vector<bool> overlapped_of(const tracking::TableLayout& layout);

// What the vision part says, as the settler takes it. Pure.
[[nodiscard]] tracking::SlotReading to_slot_reading(engine::Slot slot, const CardReading& reading);

} // namespace recognition::app
