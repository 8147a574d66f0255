// Pok Deng on a live table: the order of its cards (PD 1.1) and what they are worth (PD 1.2, 1.3).
#pragma once

#include "engine/core/game.h"

namespace engine::pok_deng {

class PokDengGame final : public Game {
public:
    explicit PokDengGame(const TableRules& /*table*/) {} // nothing of it is a house's to set
    [[nodiscard]] std::unique_ptr<Round> start_round() const override;
    [[nodiscard]] DealtFrom dealt_from() const override { return DealtFrom::SHOE; }
    [[nodiscard]] std::optional<int> burn_count(const Card& turned) const override; // PD-15
    [[nodiscard]] bool turns_burn_card() const override { return true; }
    [[nodiscard]] std::span<const Slot> hand_slots() const override; // in the order of dealing
    [[nodiscard]] bool offers(const Seat& position, std::string_view bet) const override;
    [[nodiscard]] Money held(std::string_view bet, const Money& stake) const override;
};

} // namespace engine::pok_deng
