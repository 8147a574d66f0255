#include "recognition/app/observer.h"

#include "recognition/capture/image_file.h"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <sodium.h>

#include <algorithm>
#include <array>
#include <chrono>

namespace recognition::app {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds restate_every{1000};
constexpr milliseconds health_every{500}; // the studio takes a second's silence for a camera that is lost
constexpr int still_quality = 85;         // JPEG
constexpr double still_margin = 0.25;

studio::v1::SlotState to_wire(tracking::SlotState state) {
    switch (state) {
    case tracking::SlotState::EMPTY: return studio::v1::SLOT_STATE_EMPTY;
    case tracking::SlotState::FACE_DOWN: return studio::v1::SLOT_STATE_FACE_DOWN;
    case tracking::SlotState::FACE_UP: return studio::v1::SLOT_STATE_FACE_UP;
    case tracking::SlotState::CUT_CARD: return studio::v1::SLOT_STATE_CUT_CARD;
    case tracking::SlotState::DOUBTFUL: return studio::v1::SLOT_STATE_DOUBTFUL;
    }
    return studio::v1::SLOT_STATE_UNSPECIFIED;
}

tracking::SlotState to_state(Face face) {
    switch (face) {
    case Face::FACE_UP: return tracking::SlotState::FACE_UP;
    case Face::FACE_DOWN: return tracking::SlotState::FACE_DOWN;
    case Face::CUT_CARD: return tracking::SlotState::CUT_CARD;
    case Face::EMPTY: return tracking::SlotState::EMPTY;
    case Face::DOUBTFUL: return tracking::SlotState::DOUBTFUL;
    }
    return tracking::SlotState::DOUBTFUL;
}

cv::Rect still_box(const tracking::Corners& corners, cv::Size size) {
    std::vector<cv::Point2f> points;
    for (const auto& corner : corners)
        points.emplace_back(static_cast<float>(corner.x), static_cast<float>(corner.y));
    const auto box = cv::boundingRect(points);
    const int margin = static_cast<int>(still_margin * std::max(box.width, box.height));
    return cv::Rect(box.x - margin, box.y - margin, box.width + 2 * margin, box.height + 2 * margin) & cv::Rect({0, 0}, size);
}

// The picture the camera's view is held against; empty when it has to be learnt.
cv::Mat view_reference(const ObserverOptions& options) {
    const auto& layout = options.layout;
    const bool given = !layout.reference.empty();
    std::error_code error;
    if (!given && (options.view_file.empty() || !std::filesystem::exists(options.view_file, error))) return {};
    const std::filesystem::path file = given ? std::filesystem::path(layout.reference) : options.view_file;
    auto picture = capture::read_image(file);
    if (picture.cols == layout.width && picture.rows == layout.height) return picture;
    if (!given) return {}; // kept by a recogniser with another layout
    throw capture::CaptureError(file.string() + ": the reference is " + std::to_string(picture.cols) + "x" + std::to_string(picture.rows) +
                                " px, its layout is for " + std::to_string(layout.width) + "x" + std::to_string(layout.height));
}

} // namespace

std::vector<Quad> quads_of(const tracking::TableLayout& layout) {
    std::vector<Quad> quads;
    for (const auto& place : layout.slots) {
        Quad quad;
        std::ranges::transform(place.corners, quad.begin(),
                               [](const auto& p) { return cv::Point2f(static_cast<float>(p.x), static_cast<float>(p.y)); });
        quads.push_back(quad);
    }
    return quads;
}

std::vector<bool> overlapped_of(const tracking::TableLayout& layout) {
    std::vector<bool> overlapped;
    overlapped.reserve(layout.slots.size());
    for (const auto& place : layout.slots)
        overlapped.push_back(place.overlapped);
    return overlapped;
}

tracking::SlotReading to_slot_reading(engine::Slot slot, const CardReading& reading) {
    tracking::SlotReading out;
    out.slot = slot;
    out.state = to_state(reading.face);
    out.view = reading.face == Face::DOUBTFUL && reading.reason == Reason::OCCLUDED ? tracking::View::COVERED : tracking::View::CLEAR;
    if (reading.face == Face::FACE_UP) out.card = reading.card;
    out.confidence = reading.confidence;
    if (reading.face == Face::FACE_UP || reading.face == Face::DOUBTFUL) {
        for (const auto& guess : reading.guesses)
            out.guesses.push_back({guess.card, guess.confidence});
    }
    if (reading.reason != Reason::NONE) out.reason = name(reading.reason);
    return out;
}

Observer::Observer(ObserverOptions options, capture::Pace pace, Send send)
    : options_(std::move(options)), send_(std::move(send)), reader_(options_.models), settler_(options_.rule, options_.layout.decks),
      watch_(pace, ViewWatch(options_.whole.slots.empty() ? options_.layout : options_.whole, view_reference(options_))),
      quads_(quads_of(options_.layout)), overlapped_(overlapped_of(options_.layout)) {
    constexpr double often = 25; // frames a second
    if (options_.layout.fps >= often) reader_.expect(FrameRate::OFTEN);
    if (sodium_init() < 0) throw std::runtime_error("libsodium cannot be used");
}

studio::v1::ObserveMessage Observer::message() const {
    studio::v1::ObserveMessage message;
    message.set_schema(1);
    message.set_table_id(options_.table);
    message.set_camera_id(options_.camera);
    return message;
}

void Observer::health(studio::v1::CameraState state, const std::string& detail, CaptureTime at) {
    // What cannot be told of a good camera is news as well.
    const bool changed = state != state_ || (state == studio::v1::CAMERA_STATE_GOOD && detail != detail_);
    if (!changed && at >= health_told_at_ && at - health_told_at_ < health_every) return;
    state_ = state;
    detail_ = detail;
    health_told_at_ = at;
    auto out = message();
    out.mutable_camera()->set_state(state);
    out.mutable_camera()->set_detail(detail);
    out.mutable_camera()->set_at_ns(at.count());
    out.mutable_camera()->set_repeated_statement(!changed);
    send_(out);
}

void Observer::lost(CaptureTime at, const std::string& why) {
    health(studio::v1::CAMERA_STATE_LOST, why, at);
}

void Observer::observe(const Frame& frame) {
    const auto begin = std::chrono::steady_clock::now();
    if (frame.image.cols != options_.layout.width || frame.image.rows != options_.layout.height)
        throw capture::CaptureError("frame " + std::to_string(frame.number) + " of " + frame.camera + " is " +
                                    std::to_string(frame.image.cols) + "x" + std::to_string(frame.image.rows) + " px, its layout is for " +
                                    std::to_string(options_.layout.width) + "x" + std::to_string(options_.layout.height));
    last_number_ = frame.number;
    last_at_ = frame.captured_at;
    const auto seen = watch_.look(frame);
    health(seen.state, seen.detail, frame.captured_at);
    if (seen.state == studio::v1::CAMERA_STATE_GOOD && seen.readable) read(frame);
    keep_view();
    auto done = message();
    done.mutable_frame()->set_frame(frame.number);
    done.mutable_frame()->set_captured_at_ns(frame.captured_at.count());
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin);
    done.mutable_frame()->set_processing_us(static_cast<std::uint32_t>(took.count()));
    send_(done);
}

// Once, when the view has been learnt. Renamed into place, so that whoever reads it finds a whole picture.
void Observer::keep_view() {
    const auto picture = watch_.view().take_learnt();
    if (picture.empty() || options_.view_file.empty()) return;
    auto unfinished = options_.view_file;
    unfinished.replace_extension(".part.png");
    if (!cv::imwrite(unfinished.string(), picture, {cv::IMWRITE_PNG_COMPRESSION, 1}))
        throw capture::CaptureError(unfinished.string() + ": cannot be written");
    std::filesystem::rename(unfinished, options_.view_file);
}

void Observer::read(const Frame& frame) {
    readings_ = reader_.read(frame.image, quads_, overlapped_);
    std::vector<tracking::SlotReading> readings;
    readings.reserve(readings_.size());
    for (std::size_t i = 0; i < readings_.size(); ++i)
        readings.push_back(to_slot_reading(options_.layout.slots[i].slot, readings_[i]));
    for (const auto& settled : settler_.observe(frame.number, frame.captured_at, readings))
        tell(settled, &frame);
    if (!restated_at_) restated_at_ = frame.captured_at;
    if (frame.captured_at - *restated_at_ < restate_every) return;
    restated_at_ = frame.captured_at;
    for (const auto& settled : settler_.restate())
        tell(settled, nullptr);
}

// A statement with its frame is new, one without is repeated.
void Observer::tell(const tracking::CardSettled& settled, const Frame* still_of) {
    auto out = message();
    auto& card = *out.mutable_card();
    card.set_slot(settled.slot.text());
    card.set_state(to_wire(settled.state));
    if (settled.card) card.set_card(settled.card->text());
    card.set_confidence(settled.confidence);
    for (const auto& guess : settled.guesses) {
        auto& added = *card.add_guesses();
        added.set_card(guess.card.text());
        added.set_confidence(guess.confidence);
    }
    card.set_reason(settled.reason);
    card.set_frame(settled.last_frame);
    card.set_captured_at_ns(settled.captured_at.count());
    card.set_repeated_statement(still_of == nullptr);
    const bool shows_face = settled.state == tracking::SlotState::FACE_UP || settled.state == tracking::SlotState::DOUBTFUL;
    if (still_of != nullptr && shows_face && options_.stills == Stills::KEEP) add_still(card, *still_of, settled.slot);
    send_(out);
}

void Observer::add_still(studio::v1::CardObserved& card, const Frame& frame, engine::Slot slot) const {
    const auto box = still_box(options_.layout.find(slot)->corners, frame.image.size());
    std::vector<std::uint8_t> jpeg;
    cv::imencode(".jpg", frame.image(box), jpeg, {cv::IMWRITE_JPEG_QUALITY, still_quality});
    std::array<std::uint8_t, crypto_hash_sha256_BYTES> hash{};
    crypto_hash_sha256(hash.data(), jpeg.data(), jpeg.size());
    card.set_still_jpeg(jpeg.data(), jpeg.size());
    card.set_still_sha256(hash.data(), hash.size());
}

void Observer::end() {
    auto done = message();
    done.mutable_frame()->set_frame(last_number_);
    done.mutable_frame()->set_captured_at_ns(last_at_.count());
    done.mutable_frame()->set_end_of_source(true);
    send_(done);
}

} // namespace recognition::app
