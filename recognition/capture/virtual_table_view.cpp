// What the camera sees of the virtual table: the cards in the hand, the hand, noise.
#include "recognition/capture/chance.h"
#include "recognition/capture/virtual_table.h"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace recognition::capture {

namespace {

constexpr double narrowest = 0.06; // of a card on edge, so that it still has corners
const Shadow lifted_shadow{{9.0F, 11.0F}, 7, 0.34};

Quad between(const Quad& from, const Quad& to, double share) {
    Quad out;
    for (std::size_t i = 0; i < 4; ++i)
        out[i] = from[i] + (to[i] - from[i]) * static_cast<float>(share);
    return out;
}

Quad moved(Quad quad, cv::Point2f by) {
    for (auto& corner : quad)
        corner += by;
    return quad;
}

} // namespace

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

// The cards in the hand ---------------------------------------------------------------------------------------------------------------

// In the order in which they lie on each other; none while the hand is on its way to them.
std::vector<VirtualTable::Held> VirtualTable::held() const {
    const auto& job = jobs_.front();
    if (job.deed == Deed::LAY) return held_to_lay(job);
    if (now_ < job.path.ends(0)) return {};
    if (job.deed == Deed::TURN) return held_to_turn(job);
    return job.deed == Deed::TAKE ? held_to_take(job) : held_to_swap(job);
}

std::vector<VirtualTable::Held> VirtualTable::held_to_lay(const Job& job) const {
    const auto& card = job.cards.front();
    return {{card.lying, moved(corners_of(card.slot, card.pose, 1), hand(now_) - grip(card.slot)), now_ < job.path.ends(0)}};
}

// Turned over its long edge; a fan is gathered first and spread again.
std::vector<VirtualTable::Held> VirtualTable::held_to_turn(const Job& job) const {
    const bool several = job.cards.size() > 1;
    const std::size_t leg = several ? 2 : 1;
    const double gathered = several ? smooth(job.path.done(1, now_)) : 0;
    const double turned = job.path.done(leg, now_);
    const double narrow = std::max(narrowest, std::abs(std::cos(CV_PI * turned)));
    if (!several) {
        const auto& card = job.cards.front();
        const auto& old = resting_.at(card.slot);
        return {{turned < 0.5 ? old.lying : card.lying, corners_of(card.slot, old.pose, narrow)}};
    }
    const double spread = smooth(job.path.done(3, now_));
    const auto pack = pack_corners(job, narrow);
    std::vector<Held> all;
    for (const auto& card : job.cards) {
        const auto& old = resting_.at(card.slot);
        const auto from = between(corners_of(card.slot, old.pose, 1), pack, gathered);
        const auto to = between(pack, corners_of(card.slot, card.pose, 1), spread);
        all.push_back({turned < 0.5 ? old.lying : card.lying, turned > 0 ? to : from});
    }
    return all;
}

// Drawn away; to the discards face down.
std::vector<VirtualTable::Held> VirtualTable::held_to_take(const Job& job) const {
    const bool several = job.cards.size() > 1, carried = goes_to_discards(job);
    const double gathered = several ? smooth(job.path.done(1, now_)) : 0;
    const double way = carried ? job.path.done(2, now_) : 0;
    const double narrow = std::max(narrowest, std::abs(std::cos(CV_PI * std::min(1.0, 2 * way)))); // turned on the first half of its way
    std::vector<Held> all;
    for (const auto& card : job.cards) {
        const auto& old = resting_.at(card.slot);
        const bool turning_over = carried && old.lying.state == tracking::SlotState::FACE_UP;
        const auto corners = several ? between(corners_of(card.slot, old.pose, 1), pack_corners(job, 1), gathered)
                                     : corners_of(card.slot, old.pose, turning_over ? narrow : 1);
        const auto lying = turning_over && way >= 0.25 ? Lying{tracking::SlotState::FACE_DOWN, {}} : old.lying;
        all.push_back({lying, carried ? between(corners, corners_of(engine::discard_slot, card.pose, 1), smooth(way)) : corners, way < 1});
    }
    return all;
}

// The first card is carried to the second one's place and left there; that one comes back.
std::vector<VirtualTable::Held> VirtualTable::held_to_swap(const Job& job) const {
    const auto &one = job.cards.front(), &other = job.cards.back();
    const double there = smooth(job.path.done(2, now_)), back = smooth(job.path.done(4, now_));
    const auto from = corners_of(one.slot, resting_.at(one.slot).pose, 1), to = corners_of(other.slot, one.pose, 1);
    const Held first{one.lying, between(from, to, there), there < 1};
    if (there < 1) return {first};
    const auto back_from = corners_of(other.slot, resting_.at(other.slot).pose, 1), back_to = corners_of(one.slot, other.pose, 1);
    return {first, {other.lying, between(back_from, back_to, back), back < 1}};
}

// The table without the cards that the hand has lifted.
void VirtualTable::paint_lifted(cv::Mat& picture) const {
    const auto& job = jobs_.front();
    if (job.deed == Deed::LAY || now_ < job.path.ends(0)) return;
    const bool second_rests = job.deed == Deed::SWAP && job.path.done(2, now_) < 1;
    const auto lifted = [&](engine::Slot slot) {
        const auto card = std::ranges::find(job.cards, slot, &Handled::slot);
        return card != job.cards.end() && !(second_rests && card != job.cards.begin());
    };
    for (const auto& card : job.cards) {
        if (!lifted(card.slot)) continue;
        const auto box = resting_.at(card.slot).sprite.box() & cv::Rect({0, 0}, picture.size());
        if (box.empty()) continue;
        bare_(box).copyTo(picture(box));
        for (const auto& discarded : pile_)
            paint(picture, discarded.sprite, box);
        for (const auto& [slot, other] : resting_) {
            if (!lifted(slot)) paint(picture, other.sprite, box);
        }
    }
}

void VirtualTable::paint_moving(cv::Mat& picture) {
    paint_lifted(picture);
    const auto& job = jobs_.front();
    const auto at = job.cards.front().slot;
    for (const auto& card : held()) {
        auto sprite = card_sprite(picture_of(card.lying), card.corners, options_.blur + 0.3, card.lifted ? lifted_shadow : resting_shadow);
        light(sprite, gains_);
        paint(picture, sprite, sprite.box());
        if (job.deed != Deed::LAY || card.lifted) continue;
        for (const auto& [slot, other] : resting_) { // pushed under the next cards of its fan
            if (slot.seat == at.seat && slot > at) paint(picture, other.sprite, sprite.box());
        }
    }
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
