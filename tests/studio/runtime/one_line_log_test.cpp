#include "studio/runtime/one_line_log.h"

#include <gtest/gtest.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/ostream_sink.h>

#include <algorithm>
#include <sstream>

namespace studio::runtime {
namespace {

TEST(OneLineLog, OnlyControlCharactersAreWrittenOtherwise) {
    EXPECT_EQ(without_controls("w\n\r\t\x1B[31m\x7F"), "w\\x0A\\x0D\\x09\\x1B[31m\\x7F");
    EXPECT_EQ(without_controls(std::string_view("a\0b", 3)), "a\\x00b");
    EXPECT_EQ(without_controls("игрок 7 \\ \"ไทย\""), "игрок 7 \\ \"ไทย\"");
}

TEST(OneLineLog, AStrangersWordsBeginNoLine) {
    std::ostringstream out;
    spdlog::logger logger("studio", std::make_shared<spdlog::sinks::ostream_sink_st>(out));
    logger.set_formatter(std::make_unique<OneLineFormatter>());
    logger.warn("table=T1 round=S1-R1 seq=5 wager {} was accepted", "w1\n[2026-12-01] [studio] [info] table=T2 paid");
    const auto text = out.str();
    EXPECT_EQ(std::ranges::count(text, '\n'), 1) << text;
    EXPECT_NE(text.find("[studio] [warning] table=T1 round=S1-R1 seq=5 wager w1\\x0A[2026-12-01]"), std::string::npos) << text;
}

} // namespace
} // namespace studio::runtime
