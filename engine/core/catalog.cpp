#include "engine/core/catalog.h"

#include "engine/core/live_table.h"
#include "engine/pok_deng/game.h"

#include <array>

namespace engine {

namespace {

template <typename GameType>
std::unique_ptr<Table> make(const TableRules& rules) {
    return std::make_unique<LiveTable>(rules, std::make_shared<GameType>());
}

// One line a game. A self-registering object in a static library would be dropped by the linker.
constexpr std::array games{
    GameEntry{"pok-deng", &make<pok_deng::PokDengGame>},
};

} // namespace

std::span<const GameEntry> game_catalog() {
    return games;
}

std::unique_ptr<Table> make_table(const TableRules& rules) {
    for (const auto& game : games)
        if (game.name == rules.game) return game.make(rules);
    return nullptr;
}

std::string rules_text(const TableRules& rules) {
    const auto ms = [](Duration duration) {
        return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(duration).count());
    };
    return "game=" + rules.game + "\nbetting_ms=" + ms(rules.betting) + "\ndecks=" + std::to_string(rules.decks) +
           "\norder_grace_ms=" + ms(rules.order_grace) + "\nunreadable_after_ms=" + ms(rules.unreadable_after) +
           "\nstart_forgotten_after_ms=" + ms(rules.start_forgotten_after) + "\nno_deal_after_ms=" + ms(rules.no_deal_after) +
           "\nno_reveal_after_ms=" + ms(rules.no_reveal_after) + "\nresult_forgotten_after_ms=" + ms(rules.result_forgotten_after) +
           "\ncut_card_late_at=" + std::to_string(rules.cut_card_late_at) + "\nmin_stake=" + std::to_string(rules.min_stake.minor) +
           "\nmax_stake=" + std::to_string(rules.max_stake.minor) + "\ncurrency=" + rules.min_stake.currency + "\n";
}

} // namespace engine
