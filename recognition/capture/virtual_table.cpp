#include "recognition/capture/virtual_table.h"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace recognition::capture {

namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr double hand_px_per_ms = 2.9;      // at speed 1: across the picture in 0.6 s
constexpr milliseconds shortest_reach{160}; // between neighbouring slots
constexpr milliseconds laying{120};         // from contact to letting go
constexpr milliseconds turning{260};        // over the long edge
constexpr milliseconds taking{90};          // picking up
constexpr milliseconds going_home{330};     // out of the picture
constexpr double slot_margin = 1.08;        // a slot is this much larger than its card
constexpr double narrowest = 0.06;          // of a card on edge, so that it still has corners
const Shadow resting_shadow{{2.5F, 3.0F}, 3, 0.42};
const Shadow lifted_shadow{{9.0F, 11.0F}, 7, 0.34};

double smooth(double t) {
    t = std::clamp(t, 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

double share(CaptureTime time, CaptureTime from, CaptureTime to) {
    if (to <= from) return 1;
    return static_cast<double>((time - from).count()) / static_cast<double>((to - from).count());
}

std::uint64_t mix(std::uint64_t value) { // splitmix64
    value += 0x9e3779b97f4a7c15U;
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
}

// 0..1, the same with every standard library.
double uniform(std::mt19937_64& random) {
    return static_cast<double>(random() >> 11U) * 0x1.0p-53;
}

// Where the hand comes from and goes to: above the picture, on the dealer's side of a slot.
cv::Point2f home_of(cv::Point2f slot, const tracking::TableLayout& layout) {
    const auto middle = static_cast<float>(layout.width) / 2;
    return {middle + 0.75F * (slot.x - middle) + 60, -130};
}

} // namespace

VirtualTable::VirtualTable(tracking::TableLayout layout, VirtualTableOptions options)
    : layout_(std::move(layout)), options_(std::move(options)), art_(options_.deck, options_.faces), random_(options_.seed),
      felt_(paint_felt(layout_, options_.seed)), arm_(paint_arm()) {
    set_speed(options_.speed);
    relight();
}

void VirtualTable::set_speed(double speed) {
    options_.speed = std::clamp(speed, 0.1, 20.0);
}

void VirtualTable::set_light(Light light) {
    options_.light = light;
    relight();
}

void VirtualTable::relight() {
    gains_ = gains_of(options_.light, felt_.size());
    cv::multiply(felt_, gains_, bare_, 1, CV_8U);
    bare_.copyTo(scene_);
    lit_arm_ = arm_;
    lit_arm_.colour = cv::Mat();
    cv::multiply(arm_.colour, cv::mean(gains_), lit_arm_.colour);
    const auto lying = std::exchange(resting_, {});
    for (const auto& [slot, card] : lying)
        rest(slot, card.lying, card.pose);
    constexpr int spare = 64; // px the noise is moved about by from frame to frame
    cv::Mat grain(360, 360, CV_16SC3);
    cv::RNG random(mix(options_.seed));
    random.fill(grain, cv::RNG::NORMAL, 0, std::max(1e-6, options_.noise * noise_of(options_.light)));
    cv::Mat up, down;
    grain.convertTo(up, CV_8U);
    grain.convertTo(down, CV_8U, -1);
    const int across = (felt_.cols + spare) / grain.cols + 1;
    const int along = (felt_.rows + spare) / grain.rows + 1;
    brighter_ = cv::repeat(up, along, across);
    darker_ = cv::repeat(down, along, across);
}

const tracking::SlotPlace& VirtualTable::place(engine::Slot slot) const {
    const auto* found = layout_.find(slot);
    if (found == nullptr) throw CaptureError("slot " + slot.text() + " is not on this table");
    return *found;
}

// What will lie in a slot when everything asked for so far is done.
Lying VirtualTable::expected(engine::Slot slot) const {
    auto lying = truth(slot);
    for (const auto& job : jobs_) {
        if (job.slot != slot) continue;
        if (job.deed == Deed::LAY) lying = job.lying;
        if (job.deed == Deed::TAKE) lying = {};
        if (job.deed == Deed::TURN)
            lying.state = lying.state == tracking::SlotState::FACE_UP ? tracking::SlotState::FACE_DOWN : tracking::SlotState::FACE_UP;
    }
    return lying;
}

VirtualTable::Pose VirtualTable::any_pose() {
    const auto spread = [&](double most) { return (2 * uniform(random_) - 1) * most; };
    const double dx = spread(options_.jitter_mm);
    const double dy = spread(options_.jitter_mm);
    return {dx, dy, spread(options_.jitter_degrees)};
}

void VirtualTable::ask(Deed deed, engine::Slot slot, Lying lying) {
    static_cast<void>(place(slot));
    const auto there = expected(slot).state;
    if (deed == Deed::LAY && there != tracking::SlotState::EMPTY) throw CaptureError("slot " + slot.text() + " already holds a card");
    if (deed != Deed::LAY && there == tracking::SlotState::EMPTY) throw CaptureError("slot " + slot.text() + " holds no card");
    if (deed == Deed::TURN && there == tracking::SlotState::CUT_CARD) throw CaptureError("slot " + slot.text() + " holds the cut card");
    Job job;
    job.deed = deed;
    job.slot = slot;
    job.lying = lying;
    job.pose = any_pose();
    job.asked = now_;
    jobs_.push_back(job);
}

void VirtualTable::lay(engine::Slot slot, engine::Card card, Side side) {
    ask(Deed::LAY, slot, {side == Side::FACE_UP ? tracking::SlotState::FACE_UP : tracking::SlotState::FACE_DOWN, card});
}
void VirtualTable::turn(engine::Slot slot) {
    ask(Deed::TURN, slot, {});
}
void VirtualTable::take(engine::Slot slot) {
    ask(Deed::TAKE, slot, {});
}
void VirtualTable::lay_cut(engine::Slot slot) {
    ask(Deed::LAY, slot, {tracking::SlotState::CUT_CARD, std::nullopt});
}

void VirtualTable::put(engine::Slot slot, engine::Card card, Side side) {
    static_cast<void>(place(slot));
    if (expected(slot).state != tracking::SlotState::EMPTY) throw CaptureError("slot " + slot.text() + " already holds a card");
    rest(slot, {side == Side::FACE_UP ? tracking::SlotState::FACE_UP : tracking::SlotState::FACE_DOWN, card}, any_pose());
}

void VirtualTable::sweep() {
    jobs_.clear();
    resting_.clear();
    released_ = now_ - std::chrono::hours(1);
    bare_.copyTo(scene_);
}

Lying VirtualTable::truth(engine::Slot slot) const {
    const auto found = resting_.find(slot);
    return found == resting_.end() ? Lying{} : found->second.lying;
}

bool VirtualTable::busy() const {
    return !jobs_.empty() || hand_in_picture();
}

bool VirtualTable::hand_in_picture() const {
    return (!jobs_.empty() && jobs_.front().started) || now_ - released_ < duration_cast<nanoseconds>(going_home / options_.speed);
}

// Where things are ---------------------------------------------------------------------------------------------------------------

Quad VirtualTable::corners_of(engine::Slot slot, const Pose& pose, double narrow) const {
    const double width = layout_.card_width_mm;
    const double height = width * DeckArt::height / DeckArt::width;
    const auto w = static_cast<float>(width * slot_margin / 2);
    const auto h = static_cast<float>(height * slot_margin / 2);
    const std::array<cv::Point2f, 4> flat{cv::Point2f{-w, -h}, {w, -h}, {w, h}, {-w, h}};
    std::array<cv::Point2f, 4> seen;
    const auto& corners = place(slot).corners;
    for (std::size_t i = 0; i < 4; ++i)
        seen[i] = {static_cast<float>(corners[i].x), static_cast<float>(corners[i].y)};
    const auto camera = cv::getPerspectiveTransform(flat.data(), seen.data());
    const double angle = pose.degrees * CV_PI / 180;
    std::vector<cv::Point2f> card;
    for (const auto& [sx, sy] : {std::pair{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}) {
        const double x = sx * width * narrow;
        const double y = sy * height;
        card.emplace_back(static_cast<float>(x * std::cos(angle) - y * std::sin(angle) + pose.dx_mm),
                          static_cast<float>(x * std::sin(angle) + y * std::cos(angle) + pose.dy_mm));
    }
    std::vector<cv::Point2f> in_picture;
    cv::perspectiveTransform(card, in_picture, camera);
    return {in_picture[0], in_picture[1], in_picture[2], in_picture[3]};
}

// Where the finger tips hold a card of a slot: a little beyond its middle.
cv::Point2f VirtualTable::grip(engine::Slot slot) const {
    const auto quad = corners_of(slot, {}, 1);
    return (quad[0] + quad[1] + quad[2] + quad[3]) * 0.25F + (quad[0] + quad[1] - quad[2] - quad[3]) * 0.05F;
}

cv::Point2f VirtualTable::hand(CaptureTime time) const {
    if (!jobs_.empty() && jobs_.front().started) {
        const auto& job = jobs_.front();
        const auto t = static_cast<float>(smooth(share(time, job.start, job.there)));
        return job.from + (grip(job.slot) - job.from) * t;
    }
    const auto home = home_of(released_at_, layout_);
    const auto t = static_cast<float>(smooth(share(time, released_, released_ + duration_cast<nanoseconds>(going_home / options_.speed))));
    return released_at_ + (home - released_at_) * t;
}

// What happens ---------------------------------------------------------------------------------------------------------------------

void VirtualTable::begin(Job& job) {
    job.start = std::max(job.asked, released_);
    const bool away = job.start - released_ >= duration_cast<nanoseconds>(going_home / options_.speed);
    const auto to = grip(job.slot);
    job.from = away || job.deed == Deed::LAY ? home_of(to, layout_) : hand(job.start);
    const auto reach = std::max<double>(static_cast<double>(shortest_reach.count()), cv::norm(to - job.from) / hand_px_per_ms);
    const auto work = job.deed == Deed::LAY ? laying : job.deed == Deed::TURN ? turning : taking;
    const auto scaled = [&](double ms) { return nanoseconds(static_cast<std::int64_t>(ms * 1e6 / options_.speed)); };
    job.there = job.start + scaled(reach);
    job.done = job.there + scaled(static_cast<double>(work.count()));
    job.started = true;
    if (job.deed == Deed::LAY) return;
    job.lying = truth(job.slot);
    if (job.deed == Deed::TURN) {
        job.lying.state = job.lying.state == tracking::SlotState::FACE_UP ? tracking::SlotState::FACE_DOWN : tracking::SlotState::FACE_UP;
    }
}

void VirtualTable::finish(const Job& job) {
    released_ = job.done;
    released_at_ = grip(job.slot);
    if (job.deed == Deed::TAKE)
        clear(job.slot);
    else
        rest(job.slot, job.lying, job.pose);
}

void VirtualTable::advance(CaptureTime time) {
    if (time < now_) throw CaptureError("a virtual table cannot go back in time");
    now_ = time;
    while (!jobs_.empty()) {
        auto& job = jobs_.front();
        if (!job.started) {
            if (std::max(job.asked, released_) > time) return;
            begin(job);
        }
        if (job.done > time) return;
        const auto done = job;
        jobs_.pop_front();
        finish(done);
    }
}

const cv::Mat& VirtualTable::picture_of(const Lying& lying) {
    if (lying.state == tracking::SlotState::CUT_CARD) return art_.cut(options_.cut);
    if (lying.state == tracking::SlotState::FACE_DOWN || !lying.card) return art_.back(options_.back);
    return art_.face(*lying.card);
}

void VirtualTable::rest(engine::Slot slot, const Lying& lying, const Pose& pose) {
    clear(slot);
    auto sprite = card_sprite(picture_of(lying), corners_of(slot, pose, 1), options_.blur, resting_shadow);
    light(sprite, gains_);
    paint(scene_, sprite, sprite.box());
    resting_.insert_or_assign(slot, Resting{lying, pose, std::move(sprite)});
}

void VirtualTable::clear(engine::Slot slot) {
    const auto found = resting_.find(slot);
    if (found == resting_.end()) return;
    const auto box = found->second.sprite.box();
    resting_.erase(found);
    redraw(box);
}

void VirtualTable::redraw(const cv::Rect& box) {
    const auto area = box & cv::Rect({0, 0}, scene_.size());
    if (area.empty()) return;
    bare_(area).copyTo(scene_(area));
    for (const auto& [slot, card] : resting_)
        paint(scene_, card.sprite, area);
}

// What is seen ---------------------------------------------------------------------------------------------------------------------

cv::Mat VirtualTable::render(CaptureTime time) {
    advance(time);
    cv::Mat picture = scene_.clone();
    if (!jobs_.empty() && jobs_.front().started) paint_moving(picture);
    if (hand_in_picture()) paint_hand(picture);
    if (options_.noise > 0) add_noise(picture);
    if (options_.jpeg_quality > 0) {
        std::vector<std::uint8_t> data;
        cv::imencode(".jpg", picture, data, {cv::IMWRITE_JPEG_QUALITY, options_.jpeg_quality});
        picture = cv::imdecode(data, cv::IMREAD_COLOR);
    }
    return picture;
}

// The card in the hand: on its way to the slot, turning over its long edge, or being drawn away.
void VirtualTable::paint_moving(cv::Mat& picture) {
    const auto& job = jobs_.front();
    if (job.deed != Deed::LAY && now_ < job.there) return;
    auto lying = job.lying;
    double narrow = 1;
    auto pose = job.pose;
    if (job.deed != Deed::LAY) {
        const auto& old = resting_.at(job.slot);
        const auto box = old.sprite.box() & cv::Rect({0, 0}, picture.size());
        if (!box.empty()) { // the card is not where it rested
            bare_(box).copyTo(picture(box));
            for (const auto& [slot, card] : resting_) {
                if (slot != job.slot) paint(picture, card.sprite, box);
            }
        }
        pose = old.pose;
    }
    if (job.deed == Deed::TURN) {
        const double t = share(now_, job.there, job.done);
        if (t < 0.5) lying = resting_.at(job.slot).lying;
        narrow = std::max(narrowest, std::abs(std::cos(CV_PI * t)));
    }
    auto corners = corners_of(job.slot, pose, narrow);
    const auto away = job.deed == Deed::LAY ? hand(now_) - grip(job.slot) : cv::Point2f(0, 0);
    for (auto& corner : corners)
        corner += away;
    const bool lifted = job.deed != Deed::LAY || now_ < job.there;
    auto sprite = card_sprite(picture_of(lying), corners, options_.blur + 0.3, lifted ? lifted_shadow : resting_shadow);
    light(sprite, gains_);
    paint(picture, sprite, sprite.box());
}

void VirtualTable::paint_hand(cv::Mat& picture) const {
    const auto at = hand(now_);
    // The arm comes from the dealer's shoulder, well above the picture.
    const cv::Point2f shoulder(static_cast<float>(layout_.width) / 2 + 0.55F * (at.x - static_cast<float>(layout_.width) / 2) + 110, -700);
    const auto along = at - shoulder;
    const double angle = std::atan2(along.x, along.y);
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    const auto& tips = lit_arm_.tips;
    const cv::Matx23d turn{c, s, at.x - (c * tips.x + s * tips.y), -s, c, at.y - (-s * tips.x + c * tips.y)};
    const auto w = static_cast<double>(lit_arm_.colour.cols);
    const auto h = static_cast<double>(lit_arm_.colour.rows);
    std::vector<cv::Point2f> ends;
    for (const auto& [x, y] : {std::pair{0.0, 0.0}, {w, 0.0}, {w, h}, {0.0, h}})
        ends.emplace_back(static_cast<float>(turn(0, 0) * x + turn(0, 1) * y + turn(0, 2)),
                          static_cast<float>(turn(1, 0) * x + turn(1, 1) * y + turn(1, 2)));
    const auto box = cv::boundingRect(ends) & cv::Rect({0, 0}, picture.size());
    if (box.empty()) return;
    auto here = turn;
    here(0, 2) -= box.x;
    here(1, 2) -= box.y;
    Sprite sprite;
    sprite.origin = box.tl();
    cv::warpAffine(lit_arm_.colour, sprite.colour, here, box.size(), cv::INTER_LINEAR, cv::BORDER_CONSTANT, cv::Scalar::all(0));
    cv::warpAffine(lit_arm_.through, sprite.through, here, box.size(), cv::INTER_LINEAR, cv::BORDER_CONSTANT, cv::Scalar::all(255));
    paint(picture, sprite, box);
}

void VirtualTable::add_noise(cv::Mat& picture) const {
    const auto bits = mix(options_.seed ^ mix(static_cast<std::uint64_t>(now_.count())));
    const auto window = [&](const cv::Mat& noise, unsigned shift) {
        const int x = static_cast<int>((bits >> shift) % static_cast<unsigned>(noise.cols - picture.cols));
        const int y = static_cast<int>((bits >> (shift + 12)) % static_cast<unsigned>(noise.rows - picture.rows));
        return noise({x, y, picture.cols, picture.rows});
    };
    cv::add(picture, window(brighter_, 0), picture);
    cv::subtract(picture, window(darker_, 24), picture);
}

} // namespace recognition::capture
