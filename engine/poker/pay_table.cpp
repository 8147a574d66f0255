#include "engine/poker/pay_table.h"

#include <charconv>
#include <system_error>
#include <utility>

namespace engine::poker {

namespace {

constexpr std::string_view bet_clause = "BET-TABLE";
constexpr std::string_view bonus_clause = "BONUS-TABLE";

std::optional<Rejection> row_fault(std::string_view clause, std::string_view row, std::optional<std::int64_t> multiplier) {
    const auto refuse = [&](std::string_view what) { return Rejection{std::string(clause), std::string(row) + " " + std::string(what)}; };
    if (!multiplier) return refuse("is missing");
    if (*multiplier < 0) return refuse("is negative: " + std::to_string(*multiplier));
    if (*multiplier > largest_multiplier)
        return refuse("is above " + std::to_string(largest_multiplier) + ": " + std::to_string(*multiplier));
    return std::nullopt;
}

// Each row from `lowest` up must be there and be a number to pay with; each row below must not be there.
std::expected<void, Rejection> check_rows(std::string_view clause, const PayTable& rows, Category lowest) {
    for (int i = 0; i < category_count; ++i) {
        const auto row = static_cast<Category>(i);
        if (row < lowest && rows.row(row)) {
            return std::unexpected(
                Rejection{std::string(clause), std::string(name(row)) + " is below the lowest row " + std::string(name(lowest))});
        }
        if (row < lowest) continue;
        if (auto fault = row_fault(clause, name(row), rows.row(row))) return std::unexpected(*std::move(fault));
    }
    return {};
}

std::string text_of(const PayTable& rows) {
    std::string text;
    for (int i = 0; i < category_count; ++i) {
        const auto row = static_cast<Category>(i);
        if (const auto multiplier = rows.row(row)) {
            text += (text.empty() ? "" : " ") + std::string(name(row)) + "=" + std::to_string(*multiplier);
        }
    }
    return text;
}

Rejection refused(std::string_view clause, std::string reason) {
    return {std::string(clause), std::move(reason)};
}

// "NAME=VALUE", cut off the front of a text of such words.
struct Row {
    std::string_view name;
    std::string_view value;
};
std::optional<Row> next_row(std::string_view& text) {
    const auto start = text.find_first_not_of(' ');
    if (start == std::string_view::npos) return std::nullopt;
    text.remove_prefix(start);
    const auto word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    const auto equals = word.find('=');
    if (equals == std::string_view::npos) return Row{word, ""};
    return Row{word.substr(0, equals), word.substr(equals + 1)};
}

std::expected<std::int64_t, Rejection> multiplier_of(std::string_view clause, const Row& row) {
    std::int64_t value = 0;
    const std::string text(row.value);
    const auto* const end = text.c_str() + text.size();
    const auto [stopped, error] = std::from_chars(text.c_str(), end, value);
    if (error != std::errc() || stopped != end) {
        return std::unexpected(refused(clause, std::string(row.name) + " is no whole number: '" + std::string(row.value) + "'"));
    }
    return value;
}

// Sets a row that is known and not set yet.
std::expected<void, Rejection> take_row(std::string_view clause, const Row& row, PayTable& rows) {
    const auto category = category_named(row.name);
    if (!category) return std::unexpected(refused(clause, "no such row: '" + std::string(row.name) + "'"));
    if (rows.row(*category)) return std::unexpected(refused(clause, std::string(row.name) + " is given twice"));
    const auto multiplier = multiplier_of(clause, row);
    if (!multiplier) return std::unexpected(multiplier.error());
    rows.set(*category, *multiplier);
    return {};
}

} // namespace

PayTable::PayTable(std::initializer_list<std::pair<Category, std::int64_t>> rows) {
    for (const auto& [row, multiplier] : rows)
        set(row, multiplier);
}

BetTable printed_bet_table() {
    using enum Category;
    return {{{ACE_KING, 1},
             {PAIR, 1},
             {TWO_PAIR, 2},
             {THREE, 3},
             {STRAIGHT, 4},
             {FLUSH, 5},
             {FULL_HOUSE, 7},
             {FOUR, 20},
             {STRAIGHT_FLUSH, 50},
             {ROYAL_FLUSH, 100}},
            std::nullopt};
}

BonusTable bonus_from_three() {
    using enum Category;
    return {THREE, {{THREE, 25}, {STRAIGHT, 40}, {FLUSH, 50}, {FULL_HOUSE, 70}, {FOUR, 200}, {STRAIGHT_FLUSH, 500}, {ROYAL_FLUSH, 1000}}};
}

BonusTable bonus_from_straight_high() {
    using enum Category;
    return {STRAIGHT, {{STRAIGHT, 50}, {FLUSH, 100}, {FULL_HOUSE, 150}, {FOUR, 250}, {STRAIGHT_FLUSH, 800}, {ROYAL_FLUSH, 3000}}};
}

BonusTable bonus_from_straight_low() {
    using enum Category;
    return {STRAIGHT, {{STRAIGHT, 40}, {FLUSH, 50}, {FULL_HOUSE, 70}, {FOUR, 200}, {STRAIGHT_FLUSH, 500}, {ROYAL_FLUSH, 1000}}};
}

std::expected<void, Rejection> check_table(const BetTable& table) {
    if (auto rows = check_rows(bet_clause, table.rows, Category::ACE_KING); !rows) return rows;
    if (!table.imperial_flush) return {};
    if (auto fault = row_fault(bet_clause, imperial_flush_row, table.imperial_flush)) return std::unexpected(*std::move(fault));
    return {};
}

std::expected<void, Rejection> check_table(const BonusTable& table) {
    if (table.lowest == Category::NONE)
        return std::unexpected(Rejection{std::string(bonus_clause), "the lowest row is NONE: a hand without game pays nothing"});
    return check_rows(bonus_clause, table.rows, table.lowest);
}

std::string canonical_text(const BetTable& table) {
    auto text = text_of(table.rows);
    if (table.imperial_flush) text += " " + std::string(imperial_flush_row) + "=" + std::to_string(*table.imperial_flush);
    return text;
}

std::string canonical_text(const BonusTable& table) {
    return "lowest=" + std::string(name(table.lowest)) + " " + text_of(table.rows);
}

std::expected<BetTable, Rejection> parse_bet_table(std::string_view text) {
    BetTable table;
    while (const auto row = next_row(text)) {
        if (row->name == imperial_flush_row) {
            if (table.imperial_flush) return std::unexpected(refused(bet_clause, std::string(row->name) + " is given twice"));
            const auto multiplier = multiplier_of(bet_clause, *row);
            if (!multiplier) return std::unexpected(multiplier.error());
            table.imperial_flush = *multiplier;
            continue;
        }
        if (const auto taken = take_row(bet_clause, *row, table.rows); !taken) return std::unexpected(taken.error());
    }
    if (const auto checked = check_table(table); !checked) return std::unexpected(checked.error());
    return table;
}

std::expected<BonusTable, Rejection> parse_bonus_table(std::string_view text) {
    BonusTable table;
    const auto first = next_row(text);
    const auto lowest = first && first->name == "lowest" ? category_named(first->value) : std::nullopt;
    if (!lowest) return std::unexpected(refused(bonus_clause, "the table begins with its lowest row: lowest=THREE"));
    table.lowest = *lowest;
    while (const auto row = next_row(text)) {
        if (const auto taken = take_row(bonus_clause, *row, table.rows); !taken) return std::unexpected(taken.error());
    }
    if (const auto checked = check_table(table); !checked) return std::unexpected(checked.error());
    return table;
}

std::int64_t pays(const BetTable& table, const Combinations& combinations) {
    return table.rows.pays(combinations.primary) + (combinations.second ? table.rows.pays(*combinations.second) : 0);
}

} // namespace engine::poker
