#include "recognition/app/card_check.h"

#include <algorithm>
#include <utility>

namespace recognition::app {

void CardCheck::observe(const tracking::SlotReading& reading, std::span<const tracking::CardSettled> settled, std::uint64_t frame,
                        tracking::CaptureTime at) {
    using tracking::SlotState;
    // A card that lies face down first counts from when it is turned.
    const bool shows = reading.view == tracking::View::CLEAR && reading.state != SlotState::EMPTY && reading.state != SlotState::FACE_DOWN;
    if (shows && !uncovered_at_) uncovered_at_ = at;
    for (const auto& one : settled) {
        if (one.slot != reading.slot) continue;
        if (one.state == SlotState::EMPTY) {
            finish();
        } else if (one.state == SlotState::FACE_UP || (one.state == SlotState::DOUBTFUL && !(lying_ && lying_->read))) {
            lying_ = DealtCard{one.card, one.card ? "" : one.reason, at - uncovered_at_.value_or(at), frame};
        } else if (one.state == SlotState::DOUBTFUL) {
            lying_->read.reset(); // a face that can no longer be read is not a card that was read
            lying_->reason = one.reason;
        }
    }
    if (!shows && reading.view == tracking::View::CLEAR && !lying_) uncovered_at_.reset();
}

void CardCheck::finish() {
    if (lying_) cards_.push_back(*std::exchange(lying_, std::nullopt));
    uncovered_at_.reset();
}

CardCheckResult account(std::span<const DealtCard> dealt, std::span<const engine::Card> order) {
    CardCheckResult out;
    out.cards = static_cast<int>(dealt.size());
    std::map<engine::Card, int> seen;
    std::vector<tracking::CaptureTime> times;
    for (std::size_t i = 0; i < dealt.size(); ++i) {
        if (!dealt[i].read) {
            ++out.doubtful;
            ++out.reasons[dealt[i].reason];
            continue;
        }
        const auto read = *dealt[i].read;
        ++seen[read];
        times.push_back(dealt[i].took);
        if (!out.slowest_at || dealt[i].took > out.slowest) out.slowest = dealt[i].took, out.slowest_at = i;
        const bool known = i < order.size();
        if (known && order[i] != read) {
            ++out.wrong;
            ++out.confusion[{order[i], read}];
        } else {
            ++out.right;
        }
    }
    if (!times.empty()) {
        std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
        out.usual = times[times.size() / 2];
    }
    for (const auto& card : engine::full_deck()) {
        const auto found = seen.find(card);
        if (found == seen.end())
            out.missing.push_back(card);
        else if (found->second > 1 && order.empty())
            out.twice.push_back(card);
    }
    return out;
}

} // namespace recognition::app
