// The settings of a game's rules: one list gives their canonical text for the rules hash, their check, and their reading from a
// configuration, so that none can be left out of one of them.
#pragma once

#include "engine/core/table.h"
#include "engine/core/time.h"
#include "engine/poker/pay_table.h"

#include <cstdint>
#include <expected>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine::poker {

// A list over the fields of one rules struct, which must outlive it. Each setting has a name and the clause that a value out of bounds
// breaks.
class Settings {
public:
    void add(std::string_view name, std::string_view clause, int& value, int least, int most);
    void add(std::string_view name, std::string_view clause, std::int64_t& value, std::int64_t least, std::int64_t most);
    void add(std::string_view name, std::string_view clause, Duration& value, Duration least, Duration most); // in whole milliseconds
    void add(std::string_view name, BetTable& value);
    void add(std::string_view name, BonusTable& value);
    template <typename Choice>
    void add(std::string_view name, std::string_view clause, Choice& value,
             std::initializer_list<std::pair<std::string_view, Choice>> choices);

    // "name=value" and a line end for each setting, in the order of the list.
    [[nodiscard]] std::string text() const;
    // The first setting out of bounds; the reason begins with its name.
    [[nodiscard]] std::expected<void, Rejection> check() const;
    // Sets one from its text, or refuses and changes nothing. A name that is not in the list is clause RULES.
    [[nodiscard]] std::expected<void, Rejection> set(std::string_view name, std::string_view value) const;
    [[nodiscard]] std::vector<std::string_view> names() const;

private:
    struct Setting {
        std::string_view name;
        std::function<std::string()> text;
        std::function<std::expected<void, Rejection>()> check;
        std::function<std::expected<void, Rejection>(std::string_view)> set;
    };
    struct ChoiceText {
        std::string_view text;
        int value;
    };
    void add_choice(std::string_view name, std::string_view clause, const std::vector<ChoiceText>& choices, const std::function<int()>& get,
                    const std::function<void(int)>& put);

    std::vector<Setting> all_;
};

template <typename Choice>
void Settings::add(std::string_view name, std::string_view clause, Choice& value,
                   std::initializer_list<std::pair<std::string_view, Choice>> choices) {
    std::vector<ChoiceText> texts;
    for (const auto& [text, choice] : choices)
        texts.push_back({text, static_cast<int>(choice)});
    add_choice(
        name, clause, texts, [&value] { return static_cast<int>(value); }, [&value](int chosen) { value = static_cast<Choice>(chosen); });
}

} // namespace engine::poker
