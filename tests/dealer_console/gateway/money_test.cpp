// What was wagered, at the desk: who is told, and how an answer is put together from what the studio gives at once.
#include "dealer_console/gateway/desk.h"
#include "dealer_console/gateway/money_search.h"
#include "dealer_console/gateway/secret.h"

#include "tests/dealer_console/gateway/fakes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace dealer_console::gateway {
namespace {

using Case = v1::ConsoleUpdate;

class MoneyTest : public testing::StaffedDesk {
protected:
    MoneyTest() {
        auto book = UserBook::load(folder_ / "users.toml");
        book.make("olga", v1::PERSON_ROLE_AUDITOR, {"T2"});
        book.set_password("olga", "olga-reads");
        book.save(folder_ / "users.toml");
        doorkeeper_.emplace(DoorOptions{folder_ / "users.toml", folder_ / "audit.jsonl", ""}, tasks_.loop());
        desk_.emplace(*doorkeeper_, tasks_.loop(), DeskOptions{.pictures = {}});
        desk_->connect({[](const std::string&, const v1::CommandRequest&, const std::function<void(CommandAnswer)>& then) { then({}); },
                        [this](const v1::ReplayRequest& request, const std::function<void(ReplayAnswer)>& then) {
                            if (request.has_money()) then(std::vector{answer_to(request.money())});
                        }});
        for (const auto* id : {"T1", "T2"}) {
            TableKnown known;
            known.table.set_table_id(id);
            desk_->take(LinkNews(known));
        }
        tasks_.run();
    }
    // Some rounds at once. What was won in one is its number.
    v1::ReplayResponse answer_to(const v1::MoneyRequest& question) {
        ++questions_;
        v1::ReplayResponse response;
        response.mutable_money()->set_table_id(question.table_id());
        for (int i = 0; i < std::min(at_once_, question.rounds_size()); ++i) {
            auto& round = *response.mutable_money()->add_rounds();
            round.set_round_id(question.rounds(i));
            auto& sum = *round.add_sums();
            sum.set_currency("EUR");
            sum.set_house(std::stoll(question.rounds(i).substr(1)));
        }
        return response;
    }
    static v1::ConsoleRequest wish(const std::string& table, int rounds) {
        v1::ConsoleRequest request;
        request.mutable_money()->set_table_id(table);
        for (int round = 1; round <= rounds; ++round)
            request.mutable_money()->add_rounds("R" + std::to_string(round));
        return request;
    }
    std::string refusal_of(const std::string& name, const v1::ConsoleRequest& request) {
        screens_[name].updates.clear();
        ask(name, request);
        return screens_[name].last(Case::kRefusal).refusal().clause();
    }
    [[nodiscard]] std::string audit() const {
        std::ostringstream text;
        text << std::ifstream(folder_ / "audit.jsonl").rdbuf();
        return text.str();
    }

    int at_once_ = 40;
    int questions_ = 0;
};

TEST_F(MoneyTest, ManagersAndAuditorsAreToldAndNobodyElse) {
    for (const auto* name : {"anna", "boris"}) {
        seat(name);
        EXPECT_EQ(refusal_of(name, wish("T1", 1)), "PROC.role") << name;
        v1::ConsoleRequest replay; // the studio's own question, past the desk's
        replay.mutable_replay()->mutable_money()->set_table_id("T1");
        replay.mutable_replay()->mutable_money()->add_rounds("R1");
        EXPECT_EQ(refusal_of(name, replay), "PROC.role") << name;
    }
    EXPECT_EQ(questions_, 0) << "the studio is not even asked";
    EXPECT_NE(audit().find("\"money refused\",\"who\":\"boris\""), std::string::npos) << audit();
    for (const auto* name : {"mira", "otto"}) {
        seat(name);
        EXPECT_EQ(refusal_of(name, wish("T1", 1)), "") << name;
        EXPECT_EQ(screens_[name].last(Case::kMoney).money().rounds(0).sums(0).house(), 1) << name;
    }
}

TEST_F(MoneyTest, NobodyIsToldOfATableThatTheyMayNotSee) {
    seat("olga");
    EXPECT_EQ(refusal_of("olga", wish("T1", 1)), "PROC.role");
    EXPECT_EQ(refusal_of("olga", wish("T9", 1)), "PROC.role");
    EXPECT_EQ(refusal_of("olga", wish("T2", 1)), "");
    seat("mira");
    EXPECT_EQ(refusal_of("mira", wish("T9", 1)), "REQUEST");
}

TEST_F(MoneyTest, AnAnswerHasAllRoundsHoweverManyTheStudioTellsAtOnce) {
    const auto& mira = seat("mira");
    ask("mira", wish("T1", 100));
    const auto money = mira.last(Case::kMoney).money();
    EXPECT_EQ(questions_, 3);
    EXPECT_EQ(money.table_id(), "T1");
    ASSERT_EQ(money.rounds_size(), 100);
    for (int round = 1; round <= 100; ++round)
        EXPECT_EQ(money.rounds(round - 1).sums(0).house(), round);
}

TEST_F(MoneyTest, AWishNamesSomeRounds) {
    seat("mira");
    EXPECT_EQ(refusal_of("mira", wish("T1", 0)), "REQUEST");
    EXPECT_EQ(refusal_of("mira", wish("T1", 101)), "REQUEST");
    EXPECT_EQ(questions_, 0);
}

TEST_F(MoneyTest, AStudioThatDoesNotGetOnIsNotAskedForEver) {
    seat("mira");
    at_once_ = 0;
    EXPECT_EQ(refusal_of("mira", wish("T1", 3)), "STUDIO");
    EXPECT_EQ(questions_, 1);
}

TEST(MoneySearch, AnAnswerThatIsOfOtherRoundsIsNone) {
    v1::MoneyRequest wish;
    wish.add_rounds("R1");
    MoneySearch search(wish);
    std::vector<v1::ReplayResponse> answer(1);
    answer[0].mutable_error()->set_reason("no such table");
    EXPECT_FALSE(search.take(answer));
    answer[0].mutable_money()->add_rounds()->set_round_id("R2");
    EXPECT_FALSE(search.take(answer));
    ASSERT_TRUE(search.next());
    answer[0].mutable_money()->mutable_rounds(0)->set_round_id("R1");
    EXPECT_TRUE(search.take(answer));
    EXPECT_FALSE(search.next());
}

} // namespace
} // namespace dealer_console::gateway
