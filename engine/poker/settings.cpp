#include "engine/poker/settings.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace engine::poker {

namespace {

using Checked = std::expected<void, Rejection>;

std::unexpected<Rejection> refused(std::string_view clause, std::string_view name, const std::string& what) {
    return std::unexpected(Rejection{std::string(clause), std::string(name) + " " + what});
}

Checked within(std::string_view name, std::string_view clause, std::int64_t value, std::int64_t least, std::int64_t most) {
    if (value >= least && value <= most) return {};
    return refused(clause, name, std::to_string(value) + " is not from " + std::to_string(least) + " to " + std::to_string(most));
}

std::expected<std::int64_t, Rejection> whole_number(std::string_view name, std::string_view clause, std::string_view text) {
    std::int64_t value = 0;
    const std::string digits(text);
    const auto* const end = digits.c_str() + digits.size();
    const auto [stopped, error] = std::from_chars(digits.c_str(), end, value);
    if (error != std::errc() || stopped != end) return refused(clause, name, "is no whole number: '" + digits + "'");
    return value;
}

std::int64_t milliseconds(Duration duration) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
}

Checked named(std::string_view name, const Checked& checked) {
    if (checked) return {};
    return std::unexpected(Rejection{checked.error().clause, std::string(name) + ": " + checked.error().reason});
}

} // namespace

void Settings::add(std::string_view name, std::string_view clause, std::int64_t& value, std::int64_t least, std::int64_t most) {
    all_.push_back({name, [&value] { return std::to_string(value); }, [=, &value] { return within(name, clause, value, least, most); },
                    [=, &value](std::string_view text) -> Checked {
                        const auto number = whole_number(name, clause, text);
                        if (!number) return std::unexpected(number.error());
                        if (auto checked = within(name, clause, *number, least, most); !checked) return checked;
                        value = *number;
                        return {};
                    }});
}

void Settings::add(std::string_view name, std::string_view clause, int& value, int least, int most) {
    all_.push_back({name, [&value] { return std::to_string(value); }, [=, &value] { return within(name, clause, value, least, most); },
                    [=, &value](std::string_view text) -> Checked {
                        const auto number = whole_number(name, clause, text);
                        if (!number) return std::unexpected(number.error());
                        if (auto checked = within(name, clause, *number, least, most); !checked) return checked;
                        value = static_cast<int>(*number);
                        return {};
                    }});
}

void Settings::add(std::string_view name, std::string_view clause, Duration& value, Duration least, Duration most) {
    const auto check = [=](std::int64_t ms) { return within(name, clause, ms, milliseconds(least), milliseconds(most)); };
    all_.push_back({name, [&value] { return std::to_string(milliseconds(value)); }, [=, &value] { return check(milliseconds(value)); },
                    [=, &value](std::string_view text) -> Checked {
                        const auto number = whole_number(name, clause, text);
                        if (!number) return std::unexpected(number.error());
                        if (auto checked = check(*number); !checked) return checked;
                        value = std::chrono::milliseconds(*number);
                        return {};
                    }});
}

void Settings::add(std::string_view name, BetTable& value) {
    all_.push_back({name, [&value] { return canonical_text(value); }, [=, &value] { return named(name, check_table(value)); },
                    [=, &value](std::string_view text) -> Checked {
                        auto table = parse_bet_table(text);
                        if (!table) return named(name, std::unexpected(table.error()));
                        value = *table;
                        return {};
                    }});
}

void Settings::add(std::string_view name, BonusTable& value) {
    all_.push_back({name, [&value] { return canonical_text(value); }, [=, &value] { return named(name, check_table(value)); },
                    [=, &value](std::string_view text) -> Checked {
                        auto table = parse_bonus_table(text);
                        if (!table) return named(name, std::unexpected(table.error()));
                        value = *table;
                        return {};
                    }});
}

void Settings::add_choice(std::string_view name, std::string_view clause, const std::vector<ChoiceText>& choices,
                          const std::function<int()>& get, const std::function<void(int)>& put) {
    const auto text_of = [choices, get] {
        const auto found = std::ranges::find(choices, get(), &ChoiceText::value);
        return found == choices.end() ? std::string() : std::string(found->text);
    };
    const auto refuse = [=](std::string_view text) {
        std::string known;
        for (const auto& choice : choices)
            known += (known.empty() ? "" : ", ") + std::string(choice.text);
        return refused(clause, name, "is none of " + known + ": '" + std::string(text) + "'");
    };
    all_.push_back({name, text_of, [=]() -> Checked { return text_of().empty() ? Checked(refuse("")) : Checked(); },
                    [=](std::string_view text) -> Checked {
                        const auto found = std::ranges::find(choices, text, &ChoiceText::text);
                        if (found == choices.end()) return refuse(text);
                        put(found->value);
                        return {};
                    }});
}

std::string Settings::text() const {
    std::string text;
    for (const auto& setting : all_)
        text += std::string(setting.name) + "=" + setting.text() + "\n";
    return text;
}

std::expected<void, Rejection> Settings::check() const {
    for (const auto& setting : all_) {
        if (auto checked = setting.check(); !checked) return checked;
    }
    return {};
}

std::expected<void, Rejection> Settings::set(std::string_view name, std::string_view value) const {
    const auto found = std::ranges::find(all_, name, &Setting::name);
    if (found == all_.end()) return std::unexpected(Rejection{"RULES", std::string(name) + " is no setting of this game"});
    return found->set(value);
}

std::vector<std::string_view> Settings::names() const {
    std::vector<std::string_view> names;
    names.reserve(all_.size());
    for (const auto& setting : all_)
        names.push_back(setting.name);
    return names;
}

} // namespace engine::poker
