#include "tests/proto/codec/samples.h"

#include <limits>

namespace proto::codec::samples {

namespace {

using namespace engine;

const Card king{Rank::KING, Suit::DIAMONDS};
const Card two{Rank::TWO, Suit::CLUBS};
const Slot p3{{SeatKind::PLAYER, 3}, 2};
const Slot banker{banker_seat, 1};
const Time some_time{Duration(1'790'000'000'123'456'789)};
const std::string sha(64, 'a');

template <typename Enum>
std::vector<Enum> values(int count) {
    std::vector<Enum> all;
    for (int i = 0; i < count; ++i)
        all.push_back(static_cast<Enum>(i));
    return all;
}

std::vector<PositionResult> results() {
    return {
        {{SeatKind::PLAYER, 1}, {king, two, king}, "7.4", {}, Outcome::WIN, 2, {{"PLAYER", Outcome::WIN, 2}, {"PAIR", Outcome::LOSE, 0}}},
        {{SeatKind::BOX, 4}, {two}, "", {"PAIR", "FLUSH"}, Outcome::TIE, -1, {}},
        {banker_seat, {}, "", {}, Outcome::NONE, 0, {}}};
}

std::vector<DecisionOption> options() {
    return {{.choice = "FOLD", .price = {0, "EUR"}},
            {.choice = "EXCHANGE", .price = {500, "EUR"}, .least_cards = 1, .most_cards = 5},
            {.choice = "INSURE", .price = {0, "EUR"}, .least = Money{500, "EUR"}, .most = Money{9'000, "EUR"}}};
}

} // namespace

SoftwareRecord software() {
    return {.when = RecordedWhen::ASKED,
            .version = "1.2.3",
            .parts = {{"layout", std::string(64, 'a')}, {"settings", sha}},
            .clock = {true, -1'500'000, 20'000}};
}

std::vector<Event> public_events() {
    std::vector<EventBody> bodies{
        DealerChanged{"Anna Ünal"},
        DealerChanged{},
        ShoeStarted{"s-1", king, 13},
        ShoeStarted{"s-1", std::nullopt, 0},
        CardBurned{1, 13},
        CutCardDrawn{"s-1"},
        ShoeEnded{"s-1", 416, 300, 20, 96, true},
        ShoeEnded{"s-1", 416, 300, 20, 95, false},
        RoundOpened{"s-1", some_time, true},
        RoundOpened{"s-1", Time{}, false},
        BettingClosed{},
        CardDealt{p3, true},
        CardDealt{banker, false},
        CardDealt{burn_slot, true},
        CardCorrected{17, p3, king, two, "misread", "anna", "boss"},
        ResultProvisional{results()},
        ResultProvisional{},
        ResultConfirmed{1, results(), true, "anna"},
        ResultConfirmed{3, {}, false, ""},
        ResultRevised{2, std::numeric_limits<std::uint64_t>::max(), results(), {}, "card corrected", "anna", "boss"},
        FaultRaised{FaultCode::UNREADABLE, Severity::ERROR, p3, "Turn it again", "a card at P3.2", "a blur"},
        FaultRaised{FaultCode::NO_DEAL, Severity::WARN, std::nullopt, "", "", ""},
        FaultCleared{FaultCode::UNREADABLE, p3, Ending::RESCAN, "anna"},
        PlayerNotice{"notice.pause", 30},
        SessionEnded{"anna"},
        CardDiscarded{{{SeatKind::BOX, 2}, 3}},
        CardsSwapped{{{SeatKind::BOX, 1}, 5}, {{SeatKind::BOX, 2}, 5}},
        DecisionOpened{{SeatKind::BOX, 2}, options(), "FOLD", some_time},
        DecisionOpened{{SeatKind::DEALER, 0}, {}, "", Time{}},
        DecisionMade{{SeatKind::BOX, 2}, "FOLD", {}, DecidedBy::PLAYER},
        SoftwareRecorded{software(), {"layout", "settings"}, "vera"},
        SoftwareRecorded{},
    };
    for (const auto when : values<RecordedWhen>(3))
        bodies.emplace_back(SoftwareRecorded{{.when = when, .version = "1", .parts = {}, .clock = {}}, {}, ""});
    for (const auto by : values<DecidedBy>(3))
        bodies.emplace_back(DecisionMade{{SeatKind::BOX, 2}, "EXCHANGE", {1, 3, 5}, by});
    for (const auto state : values<TableState>(3))
        bodies.emplace_back(TableStatus{state, "tea", some_time});
    for (const auto source : values<CardSource>(3))
        bodies.emplace_back(CardRevealed{p3, king, source, 0.1 + 0.2, 1234, some_time, sha});
    bodies.emplace_back(CardRevealed{banker, two, CardSource::MANUAL, -0.0, 0, Time{Duration(-1)}, ""});
    for (const auto phase : values<Phase>(8))
        bodies.emplace_back(RoundVoided{"wrong shoe", phase, "anna", "boss"});
    for (const auto code : values<FaultCode>(fault_codes))
        bodies.emplace_back(FaultRaised{code, Severity::WARN, std::nullopt, "", "", ""});
    for (const auto ending : values<Ending>(13))
        bodies.emplace_back(FaultCleared{FaultCode::EXTRA_CARD, std::nullopt, ending, ""});
    for (const auto& card : full_deck())
        bodies.emplace_back(CardRevealed{p3, card, CardSource::CAMERA, 1, 1, some_time, ""});
    std::vector<Event> events;
    for (auto& body : bodies)
        events.push_back({events.size() % 2 == 0 ? "r-7" : "", std::move(body)});
    return events;
}

std::vector<Event> private_events() {
    return {{"r-7", WagerAccepted{"w-1", "d-1", {SeatKind::PLAYER, 1}, "PLAYER", {100, "EUR"}, {300, "EUR"}}},
            {"r-7", WagerSettled{"w-1", "d-1", 2, {400, "EUR"}, {std::numeric_limits<std::int64_t>::max(), "EUR"}}},
            {"r-7", WagerRefunded{"w-1", "d-1", {-1, ""}}},
            {"r-7", DecisionAccepted{"x-1", "d-1", {SeatKind::BOX, 1}, "BET", {1000, "EUR"}}}};
}

std::vector<Input> inputs() {
    std::vector<Input> all{
        OpenTable{"anna", "Anna"},
        OpenTable{},
        CloseTable{"anna"},
        ChangeDealer{"Björn"},
        StartShoe{"anna"},
        StartRound{"anna"},
        ConfirmResult{"anna"},
        PauseTable{"tea", "anna"},
        ResumeTable{"anna"},
        VoidRound{"wrong shoe", "anna", "boss"},
        SlotObserved{p3, Sight::FACE_UP, king, 0.1 + 0.2, 99, some_time, sha, "c1", "", {}},
        SlotObserved{p3, Sight::DOUBTFUL, std::nullopt, 0.5, 99, some_time, "", "c1", "blurred", {king, two}},
        ManualCard{p3, king, "anna", "boss"},
        RescanSlot{banker, "anna"},
        CorrectCard{p3, two, "misread", "anna", "boss"},
        RaiseMistake{FaultCode::CARD_ON_FLOOR, p3, "anna"},
        PlaceWager{"w-1", "d-1", "r-7", {SeatKind::PLAYER, 5}, "PAIR", {2500, "EUR"}},
        PlaceWager{"", "", "", {SeatKind::BOX, 9}, "", {}},
        ShoeCardRead{"shoe-1", 416, king},
        CardCheckDone{"c1", 52, 50, 1, 1, 2, 640, 167, {{king, two, 1}}},
        CardCheckDone{},
        RecordSoftware{software(), "vera"},
        RecordSoftware{},
        MakeDecision{"x-1", "d-1", "d-1", "r-7", {SeatKind::BOX, 3}, "EXCHANGE", {2, 5}, {}},
        MakeDecision{"x-2", "", "anna", "r-7", {SeatKind::BOX, 3}, "INSURE", {}, Money{700, "EUR"}},
        MakeDecision{"", "", "", "", {SeatKind::BOX, 1}, "", {}, {}},
    };
    for (const auto code : values<FaultCode>(fault_codes))
        all.emplace_back(RaiseMistake{code, std::nullopt, ""});
    for (const auto ending : values<Ending>(13))
        all.emplace_back(EndFault{FaultCode::EXTRA_CARD, ending, "anna"});
    all.emplace_back(EndFault{FaultCode::EXTRA_CARD, Ending::OUT_OF_GAME, "anna", burn_slot});
    for (const auto sight : values<Sight>(5))
        all.emplace_back(SlotObserved{cut_slot, sight, std::nullopt, 0, 0, Time{}, "", "", "", {}});
    for (const auto sight : values<CameraSight>(5))
        all.emplace_back(CameraChanged{"c1", sight, "no frame"});
    for (const auto timer : values<TimerId>(8))
        all.emplace_back(TimerFired{timer});
    return all;
}

} // namespace proto::codec::samples
