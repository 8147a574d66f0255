#include "recognition/app/card_showing.h"

#include "recognition/vision/quad.h"

#include "recognition/capture/errors.h"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <utility>

namespace recognition::app {

namespace {

constexpr int frames_at_rest = 4; // at 30 fps a little more than the settler's 100 ms
constexpr int frames_of_an_unknown = 12;
constexpr double resting_change = 2.5; // grey levels on average: sensor noise makes less
constexpr double least_quality = 0.5;
constexpr float around = 0.6F; // of a slot's size, looked at on each side of it

cv::Point2f middle(const Quad& quad) {
    return (quad[0] + quad[1] + quad[2] + quad[3]) * 0.25F;
}

bool lies_in(const Quad& place, const Quad& card) {
    return cv::pointPolygonTest(std::vector<cv::Point2f>(place.begin(), place.end()), middle(card), false) >= 0;
}

} // namespace

cv::Mat upright(const cv::Mat& bgr, const Quad& quad) {
    const float m = deck_card_margin, w = deck_card_width, h = deck_card_height;
    const cv::Size size(deck_card_width + 2 * deck_card_margin, deck_card_height + 2 * deck_card_margin);
    return cut_out(bgr, quad, {{{m, m}, {m + w, m}, {m + w, m + h}, {m, m + h}}}, size, cv::BORDER_REPLICATE);
}

std::optional<CutOut> cut_out_card(const CardFinder& finder, const cv::Mat& bgr, const std::optional<Quad>& place) {
    cv::Rect box({0, 0}, bgr.size());
    if (place) {
        const auto bounds = cv::boundingRect(std::vector<cv::Point2f>(place->begin(), place->end()));
        const int dx = static_cast<int>(around * static_cast<float>(bounds.width)),
                  dy = static_cast<int>(around * static_cast<float>(bounds.height));
        box &= cv::Rect(bounds.x - dx, bounds.y - dy, bounds.width + 2 * dx, bounds.height + 2 * dy);
    }
    if (box.empty()) return std::nullopt;
    const cv::Point2f origin(static_cast<float>(box.x), static_cast<float>(box.y));
    std::optional<CardQuad> best;
    double best_worth = 0;
    for (CardQuad found : finder.find(bgr(box))) {
        for (auto& corner : found.corners)
            corner += origin;
        if (found.quality < least_quality || (place && !lies_in(*place, found.corners))) continue;
        // The whole card rather than a part of its print; a frame around the card fits a card's shape less well.
        const double worth = found.quality * std::sqrt(area_of(found.corners));
        if (worth > best_worth) best_worth = worth, best = found;
    }
    if (!best) return std::nullopt;
    const Quad& quad = best->corners;
    return CutOut{quad, upright(bgr, quad), short_side(quad)};
}

ShowWatch::ShowWatch(const tracking::TableLayout& layout, engine::Slot slot, const ModelFiles& models) : reader_(models) {
    const auto* place = layout.find(slot);
    if (place == nullptr) throw capture::CaptureError("slot " + slot.text() + " is not in the layout");
    Quad quad;
    std::ranges::transform(place->corners, quad.begin(),
                           [](const auto& p) { return cv::Point2f(static_cast<float>(p.x), static_cast<float>(p.y)); });
    slot_ = {quad};
}

std::optional<CutOut> ShowWatch::look(const cv::Mat& frame) {
    const auto reading = reader_.read(frame, slot_).front();
    cv::Mat now;
    const auto box = cv::boundingRect(std::vector<cv::Point2f>(slot_[0].begin(), slot_[0].end())) & cv::Rect({0, 0}, frame.size());
    cv::cvtColor(frame(box), now, cv::COLOR_BGR2GRAY);
    cv::resize(now, now, {48, 64}, 0, 0, cv::INTER_AREA);
    const bool still = !before_.empty() && cv::norm(now, before_, cv::NORM_L1) / static_cast<double>(now.total()) < resting_change;
    before_ = now;
    if (reading.face == Face::EMPTY) {
        emptied_ = true;
        still_ = 0;
        return std::nullopt;
    }
    // A hand, or a print that the networks can make nothing of: a hand does not stay as still as a card for so long.
    const bool covered = reading.face == Face::DOUBTFUL && reading.reason == Reason::OCCLUDED;
    still_ = still ? still_ + 1 : 0;
    if (!emptied_ || still_ < (covered ? frames_of_an_unknown : frames_at_rest)) return std::nullopt;
    auto card = cut_out_card(finder_, frame, slot_[0]);
    if (!card) return std::nullopt;
    emptied_ = false;
    return card;
}

std::vector<engine::Card> read_order(const std::string& order) {
    if (order.empty()) return {};
    if (order == "factory") return factory_order();
    std::ifstream in(order);
    if (!in) throw capture::CaptureError(order + ": there is no such file, and it is not 'factory'");
    std::vector<engine::Card> cards;
    for (std::string word; in >> word;) {
        std::erase(word, ',');
        if (word.empty()) continue;
        const auto parsed = engine::parse_cards(word);
        if (!parsed) throw capture::CaptureError(order + ": '" + word + "' is no card");
        cards.insert(cards.end(), parsed->begin(), parsed->end());
    }
    return cards;
}

engine::Slot slot_for_showing(const tracking::TableLayout& layout, const std::string& slot) {
    if (slot.empty()) {
        const auto first = std::ranges::find(layout.slots, false, &tracking::SlotPlace::overlapped);
        if (first == layout.slots.end()) throw capture::CaptureError("every slot of the layout is a fan's");
        return first->slot;
    }
    const auto named = engine::Slot::parse(slot);
    if (!named || layout.find(*named) == nullptr) throw capture::CaptureError("--slot: the layout has no slot " + slot);
    return *named;
}

} // namespace recognition::app
