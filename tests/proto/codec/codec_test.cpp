#include "proto/codec/enums.h"
#include "proto/codec/envelope.h"
#include "proto/codec/inputs.h"
#include "proto/codec/reader.h"
#include "proto/codec/views.h"
#include "tests/proto/codec/samples.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <set>

namespace proto::codec {
namespace {

const EnvelopeHead head{"studio-1", "t1", 3, 42, engine::Time(engine::Duration(1'790'000'000'123'456'789)), "ab12"};

Hash some_hash() {
    Hash hash;
    for (std::size_t i = 0; i < hash.size(); ++i)
        hash[i] = static_cast<std::byte>(255 - i);
    return hash;
}

TEST(Codec, EveryPublicEventSurvivesTheWire) {
    for (const auto& event : samples::public_events()) {
        auto bytes = encode_envelope(head, event);
        EXPECT_EQ(bytes, encode_envelope(head, event)) << "the same event gives the same bytes";
        append_hash(bytes, some_hash());
        const auto decoded = decode_envelope(bytes);
        ASSERT_TRUE(decoded) << decoded.error();
        EXPECT_EQ(decoded->head, head);
        EXPECT_EQ(std::get<engine::Event>(decoded->body), event) << envelope_json([&] {
            messages::Envelope message;
            EXPECT_TRUE(parse(message, bytes));
            return message;
        }());
        EXPECT_EQ(decoded->hash, some_hash());
    }
}

TEST(Codec, EveryPrivateEventSurvivesTheWire) {
    for (const auto& event : samples::private_events()) {
        auto bytes = encode_private_envelope(head, event);
        append_hash(bytes, some_hash());
        const auto decoded = decode_private_envelope(bytes);
        ASSERT_TRUE(decoded) << decoded.error();
        EXPECT_EQ(std::get<engine::Event>(decoded->body), event);
        EXPECT_EQ(decoded->head, head);
    }
}

TEST(Codec, EveryInputSurvivesTheJournal) {
    const engine::InputMeta meta{head.at, 77, "console:anna"};
    for (const auto& input : samples::inputs()) {
        const auto decoded = decode_input(encode_input(input, meta));
        ASSERT_TRUE(decoded) << decoded.error();
        EXPECT_EQ(decoded->input, input) << "alternative " << input.index();
        EXPECT_EQ(decoded->meta, meta);
        EXPECT_EQ(encode_input(decoded->input, decoded->meta), encode_input(input, meta));
    }
}

// Negative zero and the smallest numbers are carried bit by bit, because a replayed engine must be given exactly what it was given.
TEST(Codec, NumbersAreCarriedBitByBit) {
    for (const double confidence : {-0.0, 5e-324, 0.1, 1.0 / 3}) {
        engine::SlotObserved seen;
        seen.confidence = confidence;
        seen.slot = engine::burn_slot;
        const auto decoded = decode_input(encode_input(seen, {engine::Time::min(), 0, ""}));
        ASSERT_TRUE(decoded) << decoded.error();
        EXPECT_EQ(std::bit_cast<std::uint64_t>(std::get<engine::SlotObserved>(decoded->input).confidence),
                  std::bit_cast<std::uint64_t>(confidence));
        EXPECT_EQ(decoded->meta.at, engine::Time::min());
    }
}

TEST(Codec, SamplesHoldEveryAlternative) {
    std::set<std::size_t> events;
    for (const auto& event : samples::public_events())
        events.insert(event.body.index());
    for (const auto& event : samples::private_events())
        events.insert(event.body.index());
    EXPECT_EQ(events.size(), std::variant_size_v<engine::EventBody>);
    std::set<std::size_t> inputs;
    for (const auto& input : samples::inputs())
        inputs.insert(input.index());
    EXPECT_EQ(inputs.size(), std::variant_size_v<engine::Input>);
}

// By reflection: each alternative of each oneof is made by some event or input, so nothing in the schema is without a codec.
template <typename Message>
std::set<std::string> all_of(const char* oneof) {
    std::set<std::string> names;
    const auto* descriptor = Message::descriptor()->FindOneofByName(oneof);
    for (int i = 0; i < descriptor->field_count(); ++i)
        names.insert(descriptor->field(i)->name());
    return names;
}
template <typename Message>
std::string used(std::string_view bytes, const char* oneof) {
    Message message;
    EXPECT_TRUE(parse(message, bytes));
    return message.GetReflection()->GetOneofFieldDescriptor(message, Message::descriptor()->FindOneofByName(oneof))->name();
}

TEST(Codec, EveryAlternativeOfTheSchemaIsCovered) {
    std::set<std::string> made{used<messages::Envelope>(encode_heartbeat(head, 1), "body")};
    for (const auto& event : samples::public_events())
        made.insert(used<messages::Envelope>(encode_envelope(head, event), "body"));
    EXPECT_EQ(made, all_of<messages::Envelope>("body"));

    made.clear();
    for (const auto& event : samples::private_events())
        made.insert(used<messages::PrivateEnvelope>(encode_private_envelope(head, event), "body"));
    EXPECT_EQ(made, all_of<messages::PrivateEnvelope>("body"));

    made.clear();
    for (const auto& input : samples::inputs())
        made.insert(used<messages::JournalInput>(encode_input(input, {}), "input"));
    EXPECT_EQ(made, all_of<messages::JournalInput>("input"));

    auto commands = all_of<messages::CommandRequest>("command");
    for (const char* asks : {"status", "follow_wagers", "wager_history", "check_software"}) // nothing for the engine
        EXPECT_EQ(commands.erase(asks), 1U) << asks;
    for (const char* not_a_command : {"slot_observed", "camera_changed", "timer_fired", "shoe_card_read", "card_check_done", "record_software"})
        made.erase(not_a_command);
    EXPECT_EQ(made, commands);
}

// The engine's words and the schema's are the same: FaultCode::NO_DEAL is FAULT_CODE_NO_DEAL.
template <typename Enum, typename Wire>
void expect_same_words(const google::protobuf::EnumDescriptor& descriptor, const std::string& prefix) {
    EXPECT_EQ(descriptor.value(0)->name(), prefix + "UNSPECIFIED");
    EXPECT_EQ(descriptor.value(0)->number(), 0);
    EXPECT_FALSE((from_wire<Enum>(static_cast<Wire>(0))));
    for (int i = 1; i < descriptor.value_count(); ++i) {
        const auto value = from_wire<Enum>(static_cast<Wire>(descriptor.value(i)->number()));
        ASSERT_TRUE(value) << descriptor.value(i)->name() << " has no value in the engine";
        EXPECT_EQ(descriptor.value(i)->name(), prefix + std::string(name(*value)));
    }
    EXPECT_FALSE((from_wire<Enum>(static_cast<Wire>(descriptor.value_count()))));
}

TEST(Codec, WordsOfTheEngineAreWordsOfTheSchema) {
    expect_same_words<engine::TableState, messages::TableState>(*messages::TableState_descriptor(), "TABLE_STATE_");
    expect_same_words<engine::CardSource, messages::CardSource>(*messages::CardSource_descriptor(), "CARD_SOURCE_");
    expect_same_words<engine::Phase, messages::Phase>(*messages::Phase_descriptor(), "PHASE_");
    expect_same_words<engine::Outcome, messages::Outcome>(*messages::Outcome_descriptor(), "OUTCOME_");
    expect_same_words<engine::Severity, messages::Severity>(*messages::Severity_descriptor(), "SEVERITY_");
    expect_same_words<engine::FaultCode, messages::FaultCode>(*messages::FaultCode_descriptor(), "FAULT_CODE_");
    expect_same_words<engine::Ending, messages::Ending>(*messages::Ending_descriptor(), "ENDING_");
    expect_same_words<engine::Act, messages::Act>(*messages::Act_descriptor(), "ACT_");
    expect_same_words<engine::Sight, messages::SlotState>(*messages::SlotState_descriptor(), "SLOT_STATE_");
    expect_same_words<engine::CameraSight, messages::CameraState>(*messages::CameraState_descriptor(), "CAMERA_STATE_");
    expect_same_words<engine::TimerId, messages::TimerId>(*messages::TimerId_descriptor(), "TIMER_ID_");
    for (const auto& event : samples::public_events()) {
        messages::Envelope message;
        ASSERT_TRUE(parse(message, encode_envelope(head, event)));
        const auto* field =
            message.GetReflection()->GetOneofFieldDescriptor(message, messages::Envelope::descriptor()->FindOneofByName("body"));
        EXPECT_EQ(field->message_type()->name(), engine::name(event));
    }
}

TEST(Codec, HashIsAppendedToBytesThatStandAlone) {
    const auto event = samples::public_events().front();
    const auto bare = encode_envelope(head, event);
    ASSERT_TRUE(decode_envelope(bare)) << decode_envelope(bare).error();
    EXPECT_EQ(decode_envelope(bare)->hash, std::nullopt);
    auto whole = bare;
    append_hash(whole, some_hash());
    EXPECT_EQ(whole.size(), bare.size() + 34);
    EXPECT_EQ(without_hash(whole), bare);
    EXPECT_EQ(without_hash(bare), bare);
    // No other field is number 15, and no field of the body is below 16.
    for (const auto* descriptor : {messages::Envelope::descriptor(), messages::PrivateEnvelope::descriptor()}) {
        EXPECT_EQ(descriptor->FindFieldByNumber(15)->name(), "hash");
        const auto* body = descriptor->FindOneofByName("body");
        for (int i = 0; i < body->field_count(); ++i)
            EXPECT_GE(body->field(i)->number(), 16);
    }
}

TEST(Codec, HeartbeatIsNoEvent) {
    const auto decoded = decode_envelope(encode_heartbeat(head, 43));
    ASSERT_TRUE(decoded) << decoded.error();
    EXPECT_EQ(std::get<Heartbeat>(decoded->body).next_seq, 43U);
    EXPECT_EQ(decoded->head.seq, 0U);
    EXPECT_EQ(decoded->hash, std::nullopt);
}

TEST(CodecDeath, PrivateEventsNeverBecomePublic) {
    EXPECT_DEATH((void)encode_envelope(head, samples::private_events().front()), "private event");
    EXPECT_DEATH((void)encode_private_envelope(head, samples::public_events().front()), "only a distributor's own");
}

// What a refusal says ---------------------------------------------------------------------------------------------------

messages::Envelope revealed() {
    messages::Envelope message;
    message.set_schema(1);
    auto& card = *message.mutable_card_revealed();
    card.set_position("P1");
    card.set_index(2);
    card.set_card("Td");
    card.set_source(messages::CARD_SOURCE_CAMERA);
    return message;
}
std::string error_of(const messages::Envelope& message) {
    const auto decoded = decode_envelope(serialise(message));
    return decoded ? "" : decoded.error();
}

TEST(Codec, ErrorsNameTheField) {
    auto message = revealed();
    EXPECT_EQ(error_of(message), "");
    message.set_schema(2);
    EXPECT_EQ(error_of(message), "schema: version 2 is not known");
    message = revealed();
    message.mutable_card_revealed()->set_card("1x");
    EXPECT_EQ(error_of(message), "card_revealed.card: \"1x\" is not a card");
    message = revealed();
    message.mutable_card_revealed()->set_position("Q7");
    EXPECT_EQ(error_of(message), "card_revealed.position: \"Q7\" is not a position");
    message = revealed();
    message.mutable_card_revealed()->set_index(257);
    EXPECT_EQ(error_of(message), "card_revealed.index: 257 is no place at \"P1\"");
    message = revealed();
    message.mutable_card_revealed()->set_source(static_cast<messages::CardSource>(9));
    EXPECT_EQ(error_of(message), "card_revealed.source: value 9 is not known");
    message.mutable_card_revealed()->set_source(messages::CARD_SOURCE_UNSPECIFIED);
    EXPECT_EQ(error_of(message), "card_revealed.source: value 0 is not given");
    message = revealed();
    message.set_hash("short");
    EXPECT_EQ(error_of(message), "hash: 5 bytes instead of 32");
    message = revealed();
    message.clear_body();
    EXPECT_EQ(error_of(message), "body: no message that this build knows");
    message.mutable_result_confirmed()->add_positions()->set_position("P1");
    EXPECT_EQ(error_of(message), "result_confirmed.positions.outcome: value 0 is not given");
    EXPECT_EQ(decode_envelope("\xFF\xFF").error(), "not Protobuf: 2 bytes are no Envelope");
    EXPECT_EQ(decode_envelope("").error(), "schema: version 0 is not known");
    EXPECT_EQ(decode_input("").error(), "schema: version 0 is not known");
}

TEST(Codec, TextThatIsNotUtf8NeverReachesTheJournal) {
    for (const char* bad : {"\xFF", "a\xC3", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE0\x9F\xBF", "\x80"})
        EXPECT_THROW((void)encode_input(engine::StartShoe{bad}, {}), std::invalid_argument);
    for (const char* good : {"", "plain", "Ünal", "日本", "😀", "\xF4\x8F\xBF\xBF", "\xED\x9F\xBF"})
        EXPECT_TRUE(decode_input(encode_input(engine::StartShoe{good}, {})));
}

// Hostile bytes: an answer, never a crash ----------------------------------------------------------------------------------

void decode_all(std::string_view bytes) {
    (void)decode_envelope(bytes);
    (void)decode_private_envelope(bytes);
    (void)decode_input(bytes);
    (void)decode_snapshot(bytes);
    (void)without_hash(bytes);
}

TEST(Codec, TruncatedBytesAreAnswered) {
    for (const auto& event : samples::public_events()) {
        auto bytes = encode_envelope(head, event);
        append_hash(bytes, some_hash());
        for (std::size_t length = 0; length < bytes.size(); ++length)
            decode_all(std::string_view(bytes).substr(0, length));
    }
    for (const auto& input : samples::inputs()) {
        const auto bytes = encode_input(input, {head.at, 1, "clock"});
        for (std::size_t length = 0; length < bytes.size(); ++length)
            decode_all(std::string_view(bytes).substr(0, length));
    }
}

TEST(Codec, RandomBytesAreAnswered) {
    std::mt19937 random(20261130);
    const auto events = samples::public_events();
    for (int round = 0; round < 20'000; ++round) {
        std::string bytes(random() % 120, '\0');
        for (auto& byte : bytes)
            byte = static_cast<char>(random());
        decode_all(bytes);
        // A real message with a few bytes changed gets further into the decoder.
        auto changed = encode_envelope(head, events[random() % events.size()]);
        for (int i = 0; i < 3; ++i)
            changed[random() % changed.size()] = static_cast<char>(random());
        decode_all(changed);
    }
}

// Views ------------------------------------------------------------------------------------------------------------------

engine::TableView full_view() {
    engine::TableView view;
    view.state = engine::TableState::PAUSED;
    view.pause_reason = "tea";
    view.since = head.at;
    view.cards_total = 416;
    view.game = "pok-deng";
    view.dealer = "Anna";
    view.shoe_id = "s-1";
    view.round_id = "r-7";
    view.phase = engine::Phase::REVEALING;
    view.betting_closes_at = head.at;
    view.betting_rest = engine::Duration(7);
    view.last_of_shoe = true;
    view.cards_left = 99;
    view.slots[engine::burn_slot] = {engine::Sight::FACE_DOWN, std::nullopt};
    view.slots[*engine::Slot::parse("P1.2")] = {engine::Sight::FACE_UP, engine::Card::parse("Td")};
    view.result_revision = 2;
    for (const auto& event : samples::public_events()) {
        if (const auto* result = std::get_if<engine::ResultProvisional>(&event.body); result && view.result.empty())
            view.result = view.open_hands = result->positions;
        if (const auto* fault = std::get_if<engine::FaultRaised>(&event.body)) view.faults.push_back(*fault);
        if (const auto* opened = std::get_if<engine::DecisionOpened>(&event.body))
            view.decisions.push_back({opened->box, opened->options, opened->otherwise, {}, engine::Duration(17)});
        if (const auto* made = std::get_if<engine::DecisionMade>(&event.body)) view.decided.push_back(*made);
    }
    view.decisions.back().rest.reset();
    view.decisions.back().closes_at = head.at;
    return view;
}

TEST(Codec, SnapshotSurvivesTheWire) {
    for (const auto& view : {full_view(), engine::TableView{}}) {
        const auto decoded = decode_snapshot(encode_snapshot(head, view));
        ASSERT_TRUE(decoded) << decoded.error();
        EXPECT_EQ(decoded->head, head);
        EXPECT_EQ(encode_snapshot(decoded->head, decoded->view), encode_snapshot(head, view));
        EXPECT_EQ(decoded->view.result, view.result);
        EXPECT_EQ(decoded->view.open_hands, view.open_hands);
        EXPECT_EQ(decoded->view.faults, view.faults);
        EXPECT_EQ(decoded->view.decided, view.decided);
        ASSERT_EQ(decoded->view.decisions.size(), view.decisions.size());
        for (std::size_t i = 0; i < view.decisions.size(); ++i) {
            EXPECT_EQ(decoded->view.decisions[i].box, view.decisions[i].box);
            EXPECT_EQ(decoded->view.decisions[i].options, view.decisions[i].options);
            EXPECT_EQ(decoded->view.decisions[i].otherwise, view.decisions[i].otherwise);
            EXPECT_EQ(decoded->view.decisions[i].closes_at, view.decisions[i].closes_at);
            EXPECT_EQ(decoded->view.decisions[i].rest, view.decisions[i].rest);
        }
        EXPECT_EQ(decoded->view.betting_closes_at, view.betting_closes_at);
        EXPECT_EQ(decoded->view.betting_rest, view.betting_rest);
        EXPECT_EQ(decoded->view.since, view.since);
        EXPECT_EQ(decoded->view.cards_total, view.cards_total);
        ASSERT_EQ(decoded->view.slots.size(), view.slots.size());
        for (const auto& [slot, seen] : view.slots) {
            EXPECT_EQ(decoded->view.slots.at(slot).sight, seen.sight);
            EXPECT_EQ(decoded->view.slots.at(slot).card, seen.card);
        }
    }
    auto message = snapshot_message(head, full_view());
    message.mutable_view()->mutable_slots(0)->set_slot("nowhere");
    EXPECT_EQ(decode_snapshot(message).error(), "view.slots.slot: \"nowhere\" is not a slot");
}

TEST(Codec, StatusTellsPeopleAndPrograms) {
    engine::ExpectedAct turn;
    turn.act = engine::Act::TURN_CARD;
    turn.slot = engine::Slot::parse("P3.1");
    engine::ExpectedAct resolve;
    resolve.act = engine::Act::RESOLVE_FAULT;
    resolve.fault = engine::FaultCode::UNREADABLE;
    resolve.endings = {engine::Ending::RESCAN, engine::Ending::VOID_ROUND};
    resolve.barred = {{engine::Ending::OUT_OF_GAME, {"PROC.fault", "a card of a hand"}}};
    engine::ExpectedAct decide;
    decide.act = engine::Act::DECIDE;
    decide.box = engine::Seat{engine::SeatKind::BOX, 2};
    decide.until = head.at;
    decide.otherwise = "FOLD";
    decide.options = {{.choice = "EXCHANGE", .price = {500, "EUR"}, .least_cards = 1, .most_cards = 5}};
    const auto report = status_report("t1", full_view(), {{turn, resolve, decide}});
    ASSERT_EQ(report.acts_size(), 3);
    EXPECT_EQ(report.acts(2).box(), "X2");
    EXPECT_EQ(report.acts(2).otherwise(), "FOLD");
    EXPECT_EQ(report.acts(2).options(0).price().minor(), 500);
    EXPECT_EQ(report.acts(2).options(0).most_cards(), 5U);
    EXPECT_FALSE(report.acts(2).options(0).has_most());
    EXPECT_EQ(report.prompts(0), engine::prompt(turn));
    EXPECT_EQ(report.acts(0).slot(), "P3.1");
    EXPECT_FALSE(report.acts(0).has_fault());
    EXPECT_EQ(report.acts(1).endings(1), messages::ENDING_VOID_ROUND);
    EXPECT_EQ(report.acts(1).barred(0).ending(), messages::ENDING_OUT_OF_GAME);
    EXPECT_EQ(report.acts(1).barred(0).clause(), "PROC.fault");
    EXPECT_EQ(report.acts(1).barred(0).reason(), "a card of a hand");
    EXPECT_EQ(report.state(), messages::TABLE_STATE_PAUSED);
    EXPECT_EQ(report.view().cards_left(), 99);
}

TEST(Codec, DoubtsGoIntoAStatusOnlyWhenTheyAreAdded) {
    auto report = status_report("t1", full_view(), {});
    EXPECT_EQ(report.doubts_size(), 0);
    engine::SlotObserved seen;
    seen.slot = *engine::Slot::parse("P1.1");
    seen.reason = "BLURRED";
    seen.guesses = {*engine::Card::parse("Td"), *engine::Card::parse("Th")};
    seen.still_sha256 = "ab";
    add_doubts(report, {seen});
    ASSERT_EQ(report.doubts_size(), 1);
    EXPECT_EQ(report.doubts(0).slot(), "P1.1");
    EXPECT_EQ(report.doubts(0).reason(), "BLURRED");
    EXPECT_EQ(report.doubts(0).guesses(1), "Th");
    EXPECT_EQ(report.doubts(0).still_sha256(), "ab");
}

TEST(Codec, CommandsBecomeInputs) {
    messages::CommandRequest request;
    request.set_schema(1);
    request.set_by("d-1");
    auto& wager = *request.mutable_place_wager();
    wager.set_wager_id("w-1");
    wager.set_round_id("r-7");
    wager.set_position("P2");
    wager.set_bet("PLAYER");
    wager.mutable_stake()->set_minor(500);
    wager.mutable_stake()->set_currency("EUR");
    const engine::PlaceWager expected{"w-1", "d-1", "r-7", {engine::SeatKind::PLAYER, 2}, "PLAYER", {500, "EUR"}};
    ASSERT_TRUE(input_from_command(request)) << input_from_command(request).error();
    EXPECT_EQ(*input_from_command(request), engine::Input(expected));
    wager.set_position("P0");
    EXPECT_EQ(input_from_command(request).error(), "place_wager.position: \"P0\" is not a position");
    wager.set_position("P2");
    wager.set_wager_id(std::string(128, 'w'));
    EXPECT_TRUE(input_from_command(request));
    wager.set_wager_id(std::string(129, 'w'));
    EXPECT_EQ(input_from_command(request).error(), "place_wager.wager_id: an id has at most 128 bytes, this one has 129");
    wager.set_wager_id("w\n[studio] paid");
    EXPECT_EQ(input_from_command(request).error(), "place_wager.wager_id: an id has no control characters");
    request.mutable_status();
    EXPECT_FALSE(input_from_command(request));
    request.clear_command();
    EXPECT_EQ(input_from_command(request).error(), "command: no message that this build knows");
}

// Whose word a decision is follows from who asks, and from nothing that he says.
TEST(Codec, ADecisionIsItsAskersOwn) {
    messages::CommandRequest request;
    request.set_schema(1);
    request.set_by("d-1");
    request.set_role(messages::ROLE_DISTRIBUTOR);
    auto& decision = *request.mutable_make_decision();
    decision.set_decision_id("k-1");
    decision.set_round_id("r-7");
    decision.set_box("X2");
    decision.set_choice("EXCHANGE");
    decision.add_cards(2);
    decision.add_cards(5);
    engine::MakeDecision expected{"k-1", "d-1", "d-1", "r-7", {engine::SeatKind::BOX, 2}, "EXCHANGE", {2, 5}, {}};
    ASSERT_TRUE(input_from_command(request)) << input_from_command(request).error();
    EXPECT_EQ(*input_from_command(request), engine::Input(expected));
    request.set_role(messages::ROLE_DEALER);
    expected.distributor = "";
    EXPECT_EQ(*input_from_command(request), engine::Input(expected));
    decision.set_distributor("d-2");
    EXPECT_EQ(input_from_command(request).error(), "make_decision.distributor: a command leaves it empty");
    decision.clear_distributor();
    decision.add_cards(10);
    EXPECT_EQ(input_from_command(request).error(), "make_decision.cards: 10 is no place in a hand");
    decision.set_decision_id(std::string(129, 'k'));
    decision.clear_cards();
    EXPECT_EQ(input_from_command(request).error(), "make_decision.decision_id: an id has at most 128 bytes, this one has 129");
}

TEST(Codec, JsonIsOneLineInTheSchemasWords) {
    auto message = revealed();
    message.set_seq(7);
    const auto line = envelope_json(message);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    EXPECT_NE(line.find(R"("seq":"7")"), std::string::npos) << line;
    EXPECT_NE(line.find(R"("card_revealed":{"position":"P1","index":2,"card":"Td","source":"CARD_SOURCE_CAMERA")"), std::string::npos)
        << line;
}

} // namespace
} // namespace proto::codec
