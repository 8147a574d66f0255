#include "studio/app/clip_truth.h"

#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include <fstream>
#include <stdexcept>

namespace studio::app {

namespace {

// Calls `take` for each JSON object of a file; false when there is no such file.
template <typename Take>
bool each_line(const std::filesystem::path& file, Take take) {
    std::ifstream in(file);
    if (!in) return false;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        try {
            take(nlohmann::json::parse(line));
        } catch (const std::exception& error) {
            throw std::runtime_error(file.string() + ":" + std::to_string(number) + ": " + error.what());
        }
    }
    return true;
}

engine::Card card_of(const std::string& text) {
    const auto card = engine::Card::parse(text);
    if (!card) throw std::runtime_error("'" + text + "' is no card");
    return *card;
}

} // namespace

std::optional<ClipTruth> read_clip_truth(const std::filesystem::path& folder) {
    ClipTruth truth;
    const bool rounds = each_line(folder / "rounds.jsonl", [&](const nlohmann::json& line) {
        TrueRound round{.starts = engine::Time(std::chrono::milliseconds(line.at("starts_ms").get<std::int64_t>())), .cards = {}};
        for (const auto& [seat, hand] : line.at("hands").items())
            for (std::size_t index = 0; index < hand.size(); ++index) {
                const auto slot = engine::Slot::parse(seat + "." + std::to_string(index + 1));
                if (!slot) throw std::runtime_error("'" + seat + "' is no seat");
                round.cards[*slot] = card_of(hand[index].get<std::string>());
            }
        truth.rounds.push_back(std::move(round));
    });
    const bool slots = each_line(folder / "truth.jsonl", [&](const nlohmann::json& line) {
        const auto state = line.at("state").get<std::string>();
        if (line.at("slot").get<std::string>() == "BURN" && engine::Card::parse(state)) truth.turned.push_back(card_of(state));
    });
    if (!rounds && !slots) return std::nullopt;
    return truth;
}

int count_wrong(const ClipTruth& truth, const RoundLog& log) {
    int wrong = 0;
    for (std::size_t i = 0; i < log.rounds().size() && i < truth.rounds.size(); ++i)
        for (const auto& [slot, card] : log.rounds()[i].cards) {
            const auto& cards = truth.rounds[i].cards;
            const auto lay = cards.find(slot);
            if (lay != cards.end() && lay->second == card) continue;
            ++wrong;
            spdlog::error("round {} {}: read {} where {} lay", log.rounds()[i].round_id, slot.text(), card.text(),
                          lay == cards.end() ? "nothing" : lay->second.text());
        }
    if (log.turned().size() == truth.turned.size())
        for (std::size_t i = 0; i < truth.turned.size(); ++i)
            if (log.turned()[i] != truth.turned[i]) {
                ++wrong;
                spdlog::error("shoe {}: turned card read {} where {} lay", i + 1, log.turned()[i].text(), truth.turned[i].text());
            }
    return wrong;
}

} // namespace studio::app
