// `studio table ID decide`: against a running table behind the studio's own sockets.
#include "studio/app/table_command.h"

#include "studio/runtime/feed_host.h"
#include "studio/runtime/table_host.h"
#include "tests/studio/table/fakes.h"

#include <future>

namespace studio::app {
namespace {

using namespace std::chrono_literals;
using engine::Act;
using engine::Seat;
using engine::Sight;

// A table of Russian Poker with one open box of acme, as far as its first question; the clock stands still but where it is told.
class DecidingTable {
public:
    DecidingTable() : feed_(context_, "tcp://127.0.0.1:*", {{"T1", {rules_.game, {}}}}) {
        submit(engine::OpenTable{"anna", "anna"});
        submit(engine::StartRound{"anna"});
        const auto round = host_.table()->view().round_id;
        submit(engine::PlaceWager{"w1", "acme", round, *Seat::parse("X1"), "ANTE", {500, "EUR"}});
        clock_.time = *host_.table()->view().betting_closes_at;
        host_.on_time();
        play();
    }
    // The command as a shell gives it, while the table serves.
    int command(TableCommandOptions options) {
        options.table = "T1";
        options.connect = feed_.endpoints().feed;
        ::testing::internal::CaptureStdout();
        ::testing::internal::CaptureStderr();
        auto done = std::async(std::launch::async, [&] { return table_command(options); });
        while (done.wait_for(1ms) != std::future_status::ready)
            host_.serve_commands();
        out = ::testing::internal::GetCapturedStdout();
        err = ::testing::internal::GetCapturedStderr();
        return done.get();
    }
    int decide(const std::string& box, const std::string& choice, TableCommandOptions options = {}) {
        options.command = "decide";
        options.box = box;
        options.choice = choice;
        return command(options);
    }
    // Card by card what is due, up to a question.
    void play() {
        for (auto act = due();
             act.act == Act::DEAL_CARD || act.act == Act::DEAL_OPEN || act.act == Act::TURN_CARD || act.act == Act::CLEAR_SLOT;
             act = due()) {
            const bool open = act.act == Act::TURN_CARD || act.act == Act::DEAL_OPEN;
            if (act.act == Act::CLEAR_SLOT)
                see(*act.slot, Sight::EMPTY);
            else
                see(*act.slot, open ? Sight::FACE_UP : Sight::FACE_DOWN);
        }
    }
    [[nodiscard]] engine::ExpectedAct due() const { return host_.table()->expected().acts.front(); }
    [[nodiscard]] engine::TableView view() const { return host_.table()->view(); }

    std::string out;
    std::string err;

private:
    static engine::TableRules russian() {
        engine::TableRules rules;
        rules.game = "russian-poker";
        return rules;
    }
    void submit(const engine::Input& input) { ASSERT_TRUE(host_.submit(input, "test")); }
    void see(const engine::Slot& slot, Sight sight) {
        clock_.time += 100ms;
        std::optional<engine::Card> card;
        if (sight == Sight::FACE_UP) card = engine::full_deck()[next_card_++];
        submit(engine::SlotObserved{slot, sight, card, 0.99, ++frame_, clock_.time, "", "c1", "", {}});
    }

    engine::TableRules rules_ = russian();
    zmq::context_t context_;
    runtime::FeedHost feed_;
    testing::FakeClock clock_;
    testing::MemoryJournal journal_;
    testing::MemoryRecording recording_{{}};
    runtime::TableLink link_{context_, "T1"};
    runtime::TableHost host_{{"s", "T1", 1, "rules"}, engine::make_table(rules_), clock_, journal_, recording_, link_};
    std::size_t next_card_ = 0;
    std::uint64_t frame_ = 0;
};

TEST(TableCommand, ADecisionIsMadeAndChargedForTheRoundThatRuns) {
    DecidingTable table;
    TableCommandOptions options;
    options.cards = {5, 2};
    ASSERT_EQ(table.decide("X1", "EXCHANGE", options), 0) << table.err;
    EXPECT_NE(table.out.find("\"accepted\""), std::string::npos) << table.out;
    const auto decided = table.view().decided;
    ASSERT_EQ(decided.size(), 1U);
    EXPECT_EQ(decided[0].choice, "EXCHANGE");
    EXPECT_EQ(decided[0].cards, (std::vector{2, 5}));
    EXPECT_EQ(decided[0].by, engine::DecidedBy::DEALER); // said at the table
}

TEST(TableCommand, AStrangerDoesNotDecideForABox) {
    DecidingTable table;
    TableCommandOptions options;
    options.distributor = "boris";
    EXPECT_EQ(table.decide("X1", "BET", options), 1);
    EXPECT_NE(table.err.find("DECISION.owner: box X1 is another's"), std::string::npos) << table.err;
    EXPECT_TRUE(table.view().decided.empty());
}

TEST(TableCommand, ARefusalNamesItsClauseAndWhatMayBeChosen) {
    DecidingTable table;
    const auto refused = [&](const std::string& choice, const TableCommandOptions& options, const std::string& reason) {
        EXPECT_EQ(table.decide("X1", choice, options), 1) << choice;
        EXPECT_NE(table.err.find(reason), std::string::npos) << table.err;
        EXPECT_TRUE(table.view().decided.empty());
    };
    refused("SWITCH", {}, "DECISION.option: box X1 cannot choose SWITCH now; it may FOLD, BET, EXCHANGE, BUY_CARD");
    refused("EXCHANGE", {}, "DECISION.cards: EXCHANGE names 1 to 5 cards, not 0");
    TableCommandOptions options;
    options.amount = 900;
    refused("BET", options, "DECISION.amount: BET costs 1000");
    refused("INSURE", options, "R-4: ");
    EXPECT_EQ(table.decide("X3", "BET"), 1);
    EXPECT_NE(table.err.find("DECISION.turn: box X3 has nothing to decide now"), std::string::npos) << table.err;
}

TEST(TableCommand, WordsThatAreMissingOrTooManyAreNamed) {
    TableCommandOptions options;
    options.table = "T1";
    options.command = "decide";
    options.box = "X1";
    EXPECT_THROW((void)table_command(options), std::invalid_argument);
    options.command = "void";
    EXPECT_THROW((void)table_command(options), std::invalid_argument);
}

} // namespace
} // namespace studio::app
