#include "studio/journal/rules.h"

#include <charconv>
#include <map>
#include <optional>
#include <set>

namespace studio {

namespace {

std::optional<std::int64_t> whole_number(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return {};
    return value;
}

using Fields = std::map<std::string_view, std::string_view>;

std::expected<Fields, std::string> split(std::string_view text) {
    Fields fields;
    for (int number = 1; !text.empty(); ++number) {
        const auto end = text.find('\n');
        const auto line = text.substr(0, end);
        const auto sign = line.find('=');
        if (sign == std::string_view::npos) return std::unexpected("rules, line " + std::to_string(number) + ": no \"=\"");
        fields[line.substr(0, sign)] = line.substr(sign + 1);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return fields;
}

// Reads fields one by one and keeps the first thing that is wrong.
class Reader {
public:
    explicit Reader(const Fields& fields) : fields_(fields) {}

    [[nodiscard]] std::string text(std::string_view key) {
        asked_.insert(key);
        const auto found = fields_.find(key);
        if (found != fields_.end()) return std::string(found->second);
        if (fault_.empty()) fault_ = "rules: no " + std::string(key) + " (they are of another version of this program)";
        return {};
    }
    [[nodiscard]] std::int64_t number(std::string_view key) {
        const auto value = text(key);
        const auto read = whole_number(value);
        if (!read && fault_.empty()) fault_ = "rules: " + std::string(key) + "=" + value + " is no whole number";
        return read.value_or(0);
    }
    [[nodiscard]] engine::Duration milliseconds(std::string_view key) { return std::chrono::milliseconds(number(key)); }
    // What nobody has asked for: the game's own.
    [[nodiscard]] engine::GameSettings rest() const {
        engine::GameSettings rest;
        for (const auto& [key, value] : fields_)
            if (!asked_.contains(key)) rest.emplace(key, value);
        return rest;
    }
    [[nodiscard]] const std::string& fault() const { return fault_; }

private:
    const Fields& fields_;
    std::set<std::string_view> asked_;
    std::string fault_;
};

} // namespace

std::expected<engine::TableRules, std::string> parse_rules(std::string_view text) {
    const auto fields = split(text);
    if (!fields) return std::unexpected(fields.error());
    Reader read(*fields);
    const auto currency = read.text("currency");
    engine::TableRules rules{.game = read.text("game"),
                             .betting = read.milliseconds("betting_ms"),
                             .decks = static_cast<int>(read.number("decks")),
                             .order_grace = read.milliseconds("order_grace_ms"),
                             .unreadable_after = read.milliseconds("unreadable_after_ms"),
                             .start_forgotten_after = read.milliseconds("start_forgotten_after_ms"),
                             .no_deal_after = read.milliseconds("no_deal_after_ms"),
                             .no_reveal_after = read.milliseconds("no_reveal_after_ms"),
                             .result_forgotten_after = read.milliseconds("result_forgotten_after_ms"),
                             .cut_card_late_at = static_cast<int>(read.number("cut_card_late_at")),
                             .factory_order_cards = static_cast<int>(read.number("factory_order_cards")),
                             .poor_of = static_cast<int>(read.number("poor_of")),
                             .poor_warn_at = static_cast<int>(read.number("poor_warn_at")),
                             .poor_pause_at = static_cast<int>(read.number("poor_pause_at")),
                             .min_stake = {read.number("min_stake"), currency},
                             .max_stake = {read.number("max_stake"), currency},
                             .game_settings = {}};
    if (!read.fault().empty()) return std::unexpected(read.fault());
    rules.game_settings = read.rest();
    if (!engine::check_rules(rules)) rules.game_settings.clear(); // a game whose odds are no settings: they must be its own all the same
    if (const auto checked = engine::check_rules(rules); !checked) return std::unexpected("rules: " + checked.error().reason);
    if (engine::rules_text(rules) != text)
        return std::unexpected("rules: this program would write these rules differently (they are of another version of it)");
    return rules;
}

} // namespace studio
