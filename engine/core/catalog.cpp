#include "engine/core/catalog.h"

#include "engine/core/check.h"
#include "engine/core/live_table.h"
#include "engine/imperial_poker/game.h"
#include "engine/pok_deng/game.h"
#include "engine/pok_deng/settlement.h"
#include "engine/poker/game_rules.h"
#include "engine/poker_switch/game.h"
#include "engine/russian_poker/game.h"

#include <algorithm>
#include <array>

namespace engine {

namespace {

template <typename GameType>
std::unique_ptr<Table> make(const TableRules& rules) {
    return std::make_unique<LiveTable>(rules, std::make_shared<GameType>(rules));
}

template <typename RulesOf>
std::expected<std::string, Rejection> text_of(const GameSettings& settings) {
    const auto rules = poker::rules_of<RulesOf>(settings);
    if (!rules) return std::unexpected(rules.error());
    return canonical_text(*rules);
}

// One line a game. A self-registering object in a static library would be dropped by the linker.
constexpr std::array games{
    GameEntry{"pok-deng", &make<pok_deng::PokDengGame>, &pok_deng::rules_text},
    GameEntry{"russian-poker", &make<russian_poker::RussianPokerGame>, &text_of<russian_poker::Rules>, 1},
    GameEntry{"imperial-poker", &make<imperial_poker::ImperialPokerGame>, &text_of<imperial_poker::Rules>, 1},
    GameEntry{"poker-switch", &make<poker_switch::PokerSwitchGame>, &text_of<poker_switch::Rules>, 1},
};

std::unexpected<Rejection> refused(const std::string& reason) {
    return std::unexpected(Rejection{"RULES", reason});
}

} // namespace

std::span<const GameEntry> game_catalog() {
    return games;
}

const GameEntry* game_named(std::string_view name) {
    const auto found = std::ranges::find(games, name, &GameEntry::name);
    return found == games.end() ? nullptr : found;
}

std::expected<void, Rejection> check_rules(const TableRules& rules) {
    const auto* game = game_named(rules.game);
    if (game == nullptr) return refused("game: no game is called '" + rules.game + "'");
    if (rules.min_stake.currency != rules.max_stake.currency) return refused("currency: min_stake and max_stake differ in it");
    if (rules.min_stake.minor < 1) return refused("min_stake must be 1 at least");
    if (rules.max_stake.minor < rules.min_stake.minor) return refused("max_stake is smaller than min_stake");
    if (rules.cut_card_late_at < 0) return refused("cut_card_late_at must be 0 at least");
    if (rules.factory_order_cards < 8) return refused("factory_order_cards must be 8 at least: fewer prove nothing");
    if (rules.poor_warn_at < 1 || rules.poor_pause_at < rules.poor_warn_at || rules.poor_of < rules.poor_pause_at)
        return refused("poor_warn_at must be 1 at least, poor_pause_at no less than it, and poor_of no less than that");
    // No sum of a table's returns leaves the range of an amount, whatever the pay tables.
    if (rules.max_stake.minor > poker::largest_stake)
        return refused("max_stake must be " + std::to_string(poker::largest_stake) + " at most");
    if (const auto text = game->rules_text(rules.game_settings); !text) return std::unexpected(text.error());
    return {};
}

std::unique_ptr<Table> make_table(const TableRules& rules) {
    if (!check_rules(rules)) return nullptr;
    return game_named(rules.game)->make(rules);
}

std::string rules_text(const TableRules& rules) {
    const auto ms = [](Duration duration) {
        return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(duration).count());
    };
    const auto* game = game_named(rules.game);
    check(game != nullptr, "only rules that were checked have a text");
    if (game == nullptr) return {}; // never: check() does not return
    const auto own = game->rules_text(rules.game_settings);
    check(own.has_value(), "only rules that were checked have a text");
    return "game=" + rules.game + "\nbetting_ms=" + ms(rules.betting) +
           "\ndecks=" + std::to_string(game->decks == 0 ? rules.decks : game->decks) + "\norder_grace_ms=" + ms(rules.order_grace) +
           "\nunreadable_after_ms=" + ms(rules.unreadable_after) + "\nstart_forgotten_after_ms=" + ms(rules.start_forgotten_after) +
           "\nno_deal_after_ms=" + ms(rules.no_deal_after) + "\nno_reveal_after_ms=" + ms(rules.no_reveal_after) +
           "\nresult_forgotten_after_ms=" + ms(rules.result_forgotten_after) +
           "\ncut_card_late_at=" + std::to_string(rules.cut_card_late_at) +
           "\nfactory_order_cards=" + std::to_string(rules.factory_order_cards) + "\npoor_of=" + std::to_string(rules.poor_of) +
           "\npoor_warn_at=" + std::to_string(rules.poor_warn_at) + "\npoor_pause_at=" + std::to_string(rules.poor_pause_at) +
           "\nmin_stake=" + std::to_string(rules.min_stake.minor) + "\nmax_stake=" + std::to_string(rules.max_stake.minor) +
           "\ncurrency=" + rules.min_stake.currency + "\n" + *own;
}

} // namespace engine
