#include "studio/app/pay_table_file.h"

#include "engine/poker/odds.h"

#include <toml++/toml.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace studio::app {

namespace {

namespace poker = engine::poker;

struct Fault {
    std::string text;
};

std::string row_name(std::string_view key) {
    std::string name(key);
    std::ranges::transform(name, name.begin(), [](unsigned char letter) {
        return letter == ' ' || letter == '-' ? '_' : static_cast<char>(std::toupper(letter));
    });
    return name;
}

// Reads the tables of one file; a Fault names the place.
class Reader {
public:
    Reader(std::string file, ImperialRow imperial) : file_(std::move(file)), imperial_(imperial) {}

    [[nodiscard]] PayTables read(const toml::table& document) const {
        for (const auto& [key, node] : document) {
            if (key != "bet" && key != "bonus") throw fault(node, "'" + std::string(key.str()) + "' is neither [bet] nor [bonus]");
        }
        PayTables tables{read_bet(section(document, "bet")), std::nullopt};
        if (document.contains("bonus")) tables.bonus = read_bonus(section(document, "bonus"));
        return tables;
    }

private:
    [[nodiscard]] Fault fault(const toml::node& node, const std::string& what) const {
        return {file_ + ":" + std::to_string(node.source().begin.line) + ": " + what};
    }
    [[nodiscard]] const toml::table& section(const toml::table& document, std::string_view name) const {
        const auto* node = document.get(name);
        if (node == nullptr) throw Fault{file_ + ": [" + std::string(name) + "] is missing"};
        if (!node->is_table()) throw fault(*node, std::string(name) + " is not a table of rows");
        return *node->as_table();
    }
    [[nodiscard]] std::int64_t multiplier(const toml::node& node, const std::string& row) const {
        const auto value = node.value_exact<std::int64_t>();
        if (!value) throw fault(node, row + " is no whole number");
        if (*value < 0) throw fault(node, row + " is negative: " + std::to_string(*value));
        if (*value > poker::largest_odds_multiplier) {
            throw fault(node, row + " is above " + std::to_string(poker::largest_odds_multiplier) + ": " + std::to_string(*value));
        }
        return *value;
    }
    void set_row(poker::PayTable& rows, const toml::node& node, const std::string& name) const {
        const auto category = poker::category_named(name);
        if (!category) throw fault(node, "no such row: " + name);
        if (rows.row(*category)) throw fault(node, name + " is given twice");
        rows.set(*category, multiplier(node, name));
    }
    void need(const std::expected<void, engine::Rejection>& checked, std::string_view section) const {
        if (!checked) throw Fault{file_ + ": [" + std::string(section) + "] " + checked.error().reason};
    }

    [[nodiscard]] poker::BetTable read_bet(const toml::table& section) const {
        poker::BetTable table;
        for (const auto& [key, node] : section) {
            const auto name = row_name(key.str());
            if (name != poker::imperial_flush_row) {
                set_row(table.rows, node, name);
                continue;
            }
            if (imperial_ == ImperialRow::REFUSED) throw fault(node, name + " is a row of Imperial Poker only");
            table.imperial_flush = multiplier(node, name);
        }
        need(poker::check_table(table), "bet");
        if (imperial_ == ImperialRow::NEEDED && !table.imperial_flush)
            throw Fault{file_ + ": [bet] " + std::string(poker::imperial_flush_row) + " is missing"};
        return table;
    }
    [[nodiscard]] poker::BonusTable read_bonus(const toml::table& section) const {
        poker::BonusTable table;
        const auto* lowest = section.get("lowest");
        if (lowest == nullptr) throw Fault{file_ + ": [bonus] lowest is missing"};
        const auto named = poker::category_named(row_name(lowest->value_exact<std::string>().value_or("")));
        if (!named) throw fault(*lowest, "lowest is no combination");
        table.lowest = *named;
        for (const auto& [key, node] : section) {
            if (key != "lowest") set_row(table.rows, node, row_name(key.str()));
        }
        need(poker::check_table(table), "bonus");
        return table;
    }

    std::string file_;
    ImperialRow imperial_;
};

} // namespace

std::expected<PayTables, std::string> read_pay_tables(const std::filesystem::path& file, ImperialRow imperial) {
    if (!std::filesystem::is_regular_file(file)) return std::unexpected(file.string() + ": no such file");
    try {
        return Reader(file.string(), imperial).read(toml::parse_file(file.string()));
    } catch (const Fault& fault) {
        return std::unexpected(fault.text);
    } catch (const toml::parse_error& error) {
        return std::unexpected(file.string() + ":" + std::to_string(error.source().begin.line) + ": " + std::string(error.description()));
    }
}

} // namespace studio::app
