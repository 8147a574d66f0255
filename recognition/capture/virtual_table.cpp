#include "recognition/capture/virtual_table.h"

#include "recognition/capture/chance.h"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace recognition::capture {

namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr milliseconds laying{120};     // from contact to letting go
constexpr milliseconds turning{260};    // over the long edge
constexpr milliseconds taking{90};      // picking up
constexpr milliseconds gathering{160};  // a fan into a pack
constexpr milliseconds spreading{220};  // a pack into a fan
constexpr milliseconds exchanging{200}; // the card in the hand for the one on the table
constexpr milliseconds going_home{330}; // out of the picture
constexpr double slot_margin = 1.08;    // a slot is this much larger than its card

// 0..1, the same with every standard library.
double uniform(std::mt19937_64& random) {
    return static_cast<double>(random() >> 11U) * 0x1.0p-53;
}

Lying turned(Lying lying) {
    using enum tracking::SlotState;
    if (lying.state == FACE_UP || lying.state == FACE_DOWN) lying.state = lying.state == FACE_UP ? FACE_DOWN : FACE_UP;
    return lying;
}

// Where the hand comes from and goes to: above the picture, on the dealer's side of a slot.
cv::Point2f home_of(cv::Point2f slot, const tracking::TableLayout& layout) {
    const auto middle = static_cast<float>(layout.width) / 2;
    return {middle + 0.75F * (slot.x - middle) + 60, -130};
}

// Spilt over both indices and the middle: nothing is left that names the card.
cv::Mat with_stain(const cv::Mat& face) {
    cv::Mat stained = face.clone();
    const cv::Scalar coffee(28, 52, 84, 255);
    const double width = face.cols;
    const double height = face.rows;
    const auto spot = [&](double x, double y, double across, double along) {
        cv::ellipse(stained, cv::Point(cvRound(x * width), cvRound(y * height)), cv::Size(cvRound(across * width), cvRound(along * height)),
                    0, 0, 360, coffee, cv::FILLED, cv::LINE_AA);
    };
    spot(0.18, 0.18, 0.17, 0.17);
    spot(0.82, 0.82, 0.17, 0.17);
    spot(0.82, 0.18, 0.17, 0.17);
    spot(0.18, 0.82, 0.17, 0.17);
    spot(0.5, 0.5, 0.36, 0.42);
    return stained;
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
    for (auto& card : pile_)
        card.sprite = resting_sprite(engine::discard_slot, card.lying, card.pose);
    for (auto& [slot, card] : resting_)
        card.sprite = resting_sprite(slot, card.lying, card.pose);
    redraw({{0, 0}, scene_.size()});
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
        if (slot == engine::discard_slot && goes_to_discards(job)) lying = {tracking::SlotState::FACE_DOWN, std::nullopt};
        for (std::size_t i = 0; i < job.cards.size(); ++i)
            if (job.cards[i].slot == slot) lying = job.cards[job.deed == Deed::SWAP ? 1 - i : i].lying;
    }
    return lying;
}

VirtualTable::Pose VirtualTable::any_pose() {
    const auto spread = [&](double most) { return (2 * uniform(random_) - 1) * most; };
    const double dx = spread(options_.jitter_mm);
    const double dy = spread(options_.jitter_mm);
    return {dx, dy, spread(options_.jitter_degrees)};
}

void VirtualTable::ask(Deed deed, std::vector<Handled> cards) {
    Job job;
    job.deed = deed;
    job.cards = std::move(cards);
    job.asked = now_;
    jobs_.push_back(std::move(job));
}

// `lying` is how the card will lie; of a card that is turned it is found here.
void VirtualTable::ask(Deed deed, engine::Slot slot, Lying lying) {
    static_cast<void>(place(slot));
    const auto there = expected(slot);
    if (deed == Deed::LAY && there.state != tracking::SlotState::EMPTY) throw CaptureError("slot " + slot.text() + " already holds a card");
    if (deed != Deed::LAY && there.state == tracking::SlotState::EMPTY) throw CaptureError("slot " + slot.text() + " holds no card");
    if (deed == Deed::TURN && there.state == tracking::SlotState::CUT_CARD)
        throw CaptureError("slot " + slot.text() + " holds the cut card");
    ask(deed, {{slot, deed == Deed::TURN ? turned(there) : lying, any_pose()}});
}

// The cards of a seat as they will lie when the hand gets there, in the order of the fan.
std::vector<VirtualTable::Handled> VirtualTable::fan_of(engine::Seat seat) {
    std::vector<Handled> cards;
    for (const auto& one : layout_.slots) {
        if (one.slot.seat != seat) continue;
        if (const auto there = expected(one.slot); there.state != tracking::SlotState::EMPTY)
            cards.push_back({one.slot, there, any_pose()});
    }
    if (cards.empty()) throw CaptureError("seat " + seat.text() + " holds no card");
    return cards;
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

void VirtualTable::turn_all(engine::Seat seat) {
    auto cards = fan_of(seat);
    for (auto& card : cards)
        card.lying = turned(card.lying);
    ask(Deed::TURN, std::move(cards));
}

void VirtualTable::take_all(engine::Seat seat) {
    auto cards = fan_of(seat);
    for (auto& card : cards)
        card.lying = {};
    ask(Deed::TAKE, std::move(cards));
}

void VirtualTable::swap(engine::Slot one, engine::Slot other) {
    if (one == other) throw CaptureError("slot " + one.text() + " cannot change places with itself");
    std::vector<Handled> cards;
    for (const auto& slot : {one, other}) {
        static_cast<void>(place(slot));
        const auto there = expected(slot);
        if (there.state == tracking::SlotState::EMPTY) throw CaptureError("slot " + slot.text() + " holds no card");
        cards.push_back({slot, there, any_pose()});
    }
    ask(Deed::SWAP, std::move(cards));
}

void VirtualTable::put(engine::Slot slot, engine::Card card, Side side) {
    static_cast<void>(place(slot));
    if (expected(slot).state != tracking::SlotState::EMPTY) throw CaptureError("slot " + slot.text() + " already holds a card");
    rest(slot, {side == Side::FACE_UP ? tracking::SlotState::FACE_UP : tracking::SlotState::FACE_DOWN, card}, any_pose());
}

void VirtualTable::sweep() {
    jobs_.clear();
    resting_.clear();
    pile_.clear();
    soiled_.clear();
    released_ = now_ - std::chrono::hours(1);
    bare_.copyTo(scene_);
}

void VirtualTable::soil(engine::Slot slot) {
    (void)place(slot); // throws when there is none
    soiled_.insert(slot);
    const auto found = resting_.find(slot);
    if (found == resting_.end() || found->second.lying.state != tracking::SlotState::FACE_UP) return;
    const auto lies = found->second.lying;
    const auto pose = found->second.pose;
    rest(slot, lies, pose);
}

Lying VirtualTable::truth(engine::Slot slot) const {
    const auto found = resting_.find(slot);
    return found == resting_.end() ? Lying{} : found->second.lying;
}

bool VirtualTable::goes_to_discards(const Job& job) const {
    return job.deed == Deed::TAKE && job.cards.front().slot != engine::discard_slot && layout_.find(engine::discard_slot) != nullptr;
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

// Of several cards, together.
cv::Point2f VirtualTable::grip(const Job& job) const {
    if (job.deed == Deed::SWAP) return grip(job.cards.front().slot);
    cv::Point2f sum;
    for (const auto& card : job.cards)
        sum += grip(card.slot);
    return sum * (1.0F / static_cast<float>(job.cards.size()));
}

// A fan that is gathered: all its cards lie on its middle one.
Quad VirtualTable::pack_corners(const Job& job, double narrow) const {
    return corners_of(job.cards.at(job.cards.size() / 2).slot, {}, narrow);
}

cv::Point2f VirtualTable::hand(CaptureTime time) const {
    if (!jobs_.empty() && jobs_.front().started) return jobs_.front().path.at(time);
    const auto home = home_of(released_at_, layout_);
    const auto gone = released_ + duration_cast<nanoseconds>(going_home / options_.speed);
    if (time >= gone) return home;
    const auto share = static_cast<double>((time - released_).count()) / static_cast<double>((gone - released_).count());
    return released_at_ + (home - released_at_) * static_cast<float>(smooth(share));
}

// What happens ---------------------------------------------------------------------------------------------------------------------

void VirtualTable::begin(Job& job) {
    const auto start = std::max(job.asked, released_);
    const bool away = start - released_ >= duration_cast<nanoseconds>(going_home / options_.speed);
    const auto to = grip(job);
    job.path = HandPath(start, away || job.deed == Deed::LAY ? home_of(to, layout_) : hand(start));
    job.path.go(to, options_.speed);
    plan(job);
    job.started = true;
}

// What the hand does from the moment it is there. held() shows the cards in the same legs.
void VirtualTable::plan(Job& job) const {
    const double speed = options_.speed;
    const bool several = job.cards.size() > 1;
    switch (job.deed) {
    case Deed::LAY: job.path.stay(laying, speed); break;
    case Deed::TURN:
        if (several) job.path.stay(gathering, speed);
        job.path.stay(turning, speed);
        if (several) job.path.stay(spreading, speed);
        break;
    case Deed::TAKE:
        job.path.stay(several ? gathering : taking, speed);
        if (!goes_to_discards(job)) break;
        job.path.go(grip(engine::discard_slot), speed);
        job.path.stay(laying, speed);
        break;
    case Deed::SWAP:
        job.path.stay(taking, speed);
        job.path.go(grip(job.cards.back().slot), speed);
        job.path.stay(exchanging, speed);
        job.path.go(grip(job.cards.front().slot), speed);
        job.path.stay(laying, speed);
        break;
    }
}

void VirtualTable::finish(const Job& job) {
    released_ = job.path.end();
    released_at_ = job.path.end_place();
    if (job.deed == Deed::SWAP) return finish_swap(job);
    for (const auto& card : job.cards) {
        if (job.deed != Deed::TAKE) {
            rest(card.slot, card.lying, card.pose);
            continue;
        }
        clear(card.slot);
        soiled_.erase(card.slot);
        if (goes_to_discards(job)) discard(card);
        if (card.slot != engine::discard_slot || pile_.empty()) continue;
        pile_.clear();
        redraw({{0, 0}, scene_.size()});
    }
}

void VirtualTable::finish_swap(const Job& job) {
    const auto &one = job.cards.front(), &other = job.cards.back();
    rest(one.slot, other.lying, other.pose);
    rest(other.slot, one.lying, one.pose);
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
        if (job.path.end() > time) return;
        const auto done = std::move(job);
        jobs_.pop_front();
        finish(done);
    }
}

const cv::Mat& VirtualTable::picture_of(const Lying& lying) {
    if (lying.state == tracking::SlotState::CUT_CARD) return art_.cut(options_.cut);
    if (lying.state == tracking::SlotState::FACE_DOWN || !lying.card) return art_.back(options_.back);
    return art_.face(*lying.card);
}

Sprite VirtualTable::resting_sprite(engine::Slot slot, const Lying& lying, const Pose& pose) {
    const bool stained = lying.state == tracking::SlotState::FACE_UP && soiled_.contains(slot);
    const auto picture = stained ? with_stain(picture_of(lying)) : picture_of(lying);
    auto sprite = card_sprite(picture, corners_of(slot, pose, 1), options_.blur, resting_shadow);
    light(sprite, gains_);
    return sprite;
}

// A card may come to lie under others of its fan.
void VirtualTable::rest(engine::Slot slot, const Lying& lying, const Pose& pose) {
    clear(slot);
    const auto& card = resting_.insert_or_assign(slot, Resting{lying, pose, resting_sprite(slot, lying, pose)}).first->second;
    redraw(card.sprite.box());
}

// Face down on the pile.
void VirtualTable::discard(const Handled& card) {
    if (const auto top = resting_.find(engine::discard_slot); top != resting_.end()) pile_.push_back(std::move(top->second));
    resting_.erase(engine::discard_slot);
    rest(engine::discard_slot, {tracking::SlotState::FACE_DOWN, std::nullopt}, card.pose);
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
    for (const auto& card : pile_)
        paint(scene_, card.sprite, area);
    for (const auto& [slot, card] : resting_)
        paint(scene_, card.sprite, area);
}

} // namespace recognition::capture
