#include "engine/pok_deng/shoe_rules.h"

#include "engine/core/check.h"

namespace engine::pok_deng {

namespace {

// Cards taken off the front of a shoe that a caller has found long enough.
class Draw {
public:
    explicit Draw(std::span<const Card> shoe) : shoe_(shoe) {}
    Card next() {
        check(used_ < shoe_.size(), "a shoe is dealt past its last card");
        return shoe_[used_++];
    }
    [[nodiscard]] int used() const { return static_cast<int>(used_); }

private:
    std::span<const Card> shoe_;
    std::size_t used_ = 0;
};

// Which of a round's six hands a seat holds.
std::size_t hand_index(const Seat& seat) {
    return seat.kind == SeatKind::BANKER ? static_cast<std::size_t>(players) : static_cast<std::size_t>(seat.number) - 1;
}

DealtRound deal_round(Draw& draw, int cut_card_after) {
    DealtRound round;
    const int begun_at = draw.used();
    round.burned = draw.next();
    for (const auto& slot : deal_order())
        round.dealt[hand_index(slot.seat)][slot.index - std::size_t{1}] = draw.next();
    // PD-16: the cut card lies in front of one of these thirteen cards, the round's burned card included.
    round.last = begun_at <= cut_card_after && cut_card_after < draw.used();
    return round;
}

std::array<Slot, 2 * hands> make_deal_order() {
    std::array<Slot, 2 * hands> order;
    std::size_t at = 0;
    for (std::uint8_t card = 1; card <= 2; ++card) {
        for (std::uint8_t number = 1; number <= players; ++number)
            order[at++] = {{SeatKind::PLAYER, number}, card};
        order[at++] = {banker_seat, card};
    }
    return order;
}

} // namespace

int burn_count(const Card& turned) {
    const int points = card_points(turned);
    return points == 0 ? 10 : points;
}

const std::array<Slot, 2 * hands>& deal_order() {
    static const auto order = make_deal_order();
    return order;
}

std::expected<PlayedShoe, CutFault> play_shoe(std::span<const Card> shoe, int cut_card_after) {
    const int size = static_cast<int>(shoe.size());
    if (cut_card_after < 0 || cut_card_after > size) return std::unexpected(CutFault::OUTSIDE_SHOE);
    if (size - cut_card_after < least_behind_cut_card) return std::unexpected(CutFault::TOO_LATE);
    const int to_burn = burn_count(shoe.front());
    if (cut_card_after < 1 + to_burn) return std::unexpected(CutFault::IN_OPENING); // PD-15: the turned card and as many as it says

    Draw draw(shoe);
    PlayedShoe played;
    played.turned = draw.next();
    for (int i = 0; i < to_burn; ++i)
        played.burned.push_back(draw.next());
    do {
        played.rounds.push_back(deal_round(draw, cut_card_after));
    } while (!played.rounds.back().last);
    played.cards_used = draw.used();
    return played;
}

} // namespace engine::pok_deng
