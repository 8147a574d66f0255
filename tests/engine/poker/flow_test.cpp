// Whole rounds of the three poker games at a live table, by the scripts of their flow/ folders.
#include "tests/engine/poker/flow_script.h"

#include <algorithm>

namespace engine::testing {
namespace {

std::vector<std::filesystem::path> scripts() {
    std::vector<std::filesystem::path> all;
    for (const auto* game : {"russian_poker", "imperial_poker", "poker_switch"})
        for (const auto& entry : std::filesystem::directory_iterator(std::string(STUDIO_SOURCE_DIR) + "/tests/engine/" + game + "/flow"))
            all.push_back(entry.path());
    std::ranges::sort(all);
    return all;
}

class Flow : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(Flow, IsAsTheRulesSay) {
    FlowScript().run(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Scripts, Flow, ::testing::ValuesIn(scripts()), [](const auto& script) {
    return script.param.parent_path().parent_path().filename().string() + "_" + script.param.stem().string();
});

} // namespace
} // namespace engine::testing
