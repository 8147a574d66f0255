// A house deck enrolled from one photograph of each card, and read on the other photographs of it. The folder is not part of the
// repository.
#include "recognition/app/card_showing.h"
#include "recognition/app/model_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>

#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

namespace recognition::app {
namespace {

const std::filesystem::path folder = std::filesystem::path(STUDIO_SHARED_DIR) / "cards" / "photos";

struct Labelled {
    engine::Card card;
    std::string file;
    Quad quad;
};

std::vector<std::string> fields(const std::string& line) {
    std::vector<std::string> out(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            out.emplace_back();
        else
            out.back() += c;
    }
    return out;
}

// The cards of one source whose place is given.
std::vector<Labelled> labelled(const std::string& source) {
    std::vector<Labelled> out;
    std::ifstream in(folder / "labels.csv");
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        const auto columns = fields(line);
        if (columns.size() < 5 || !columns[4].starts_with(source) || columns[3].empty()) continue;
        std::istringstream cards(columns[1]);
        for (const auto& place : nlohmann::json::parse(columns[3])) {
            std::string name;
            cards >> name;
            if (place.is_null()) continue;
            Quad quad;
            for (std::size_t i = 0; i < 4; ++i)
                quad[i] = {place[i][0].get<float>(), place[i][1].get<float>()};
            out.push_back({*engine::Card::parse(name), columns[0], quad});
        }
    }
    return out;
}

struct Score {
    int right = 0, wrong = 0, doubtful = 0;
};

// Enrols each card from its photograph number `chosen` and reads the rest.
Score enrolled_and_read(const std::string& source, std::size_t chosen) {
    const auto all = labelled(source);
    std::map<engine::Card, std::vector<std::size_t>> of_card;
    for (std::size_t i = 0; i < all.size(); ++i)
        of_card[all[i].card].push_back(i);
    auto deck = std::make_shared<HouseDeck>();
    std::set<std::size_t> shown;
    for (const auto& [card, places] : of_card) {
        const auto place = places[std::min(chosen, places.size() - 1)];
        shown.insert(place);
        deck->cards.push_back({card, upright(cv::imread((folder / all[place].file).string()), all[place].quad)});
    }
    auto models = models_in("");
    models.deck = deck;
    const CardClassifier classifier(models);
    Score score;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (shown.contains(i)) continue;
        const auto reading = classifier.read(cv::imread((folder / all[i].file).string()), std::span(&all[i].quad, 1)).front();
        ++(!reading.card ? score.doubtful : *reading.card == all[i].card ? score.right : score.wrong);
    }
    return score;
}

class enrol_photographs : public testing::TestWithParam<std::pair<const char*, std::size_t>> {};

TEST_P(enrol_photographs, an_enrolled_deck_is_read_without_a_mistake) {
    if (!std::filesystem::exists(folder / "labels.csv")) GTEST_SKIP() << "skipped: no photographs at ../shared/cards";
    const auto score = enrolled_and_read(GetParam().first, GetParam().second);
    const int reads = score.right + score.wrong + score.doubtful;
    std::cout << GetParam().first << ": " << score.right << " of " << reads << " right, " << score.doubtful << " doubtful\n";
    EXPECT_EQ(score.wrong, 0);
    EXPECT_GE(score.right, 0.995 * reads);
    EXPECT_GT(reads, 100);
}

INSTANTIATE_TEST_SUITE_P(sources, enrol_photographs,
                         testing::Values(std::pair{"sergiodomgui", std::size_t{0}}, std::pair{"EdjeElectronics", std::size_t{0}}));

} // namespace
} // namespace recognition::app
