#include "tests/fuzz/doors.h"

#include "proto/client/feed_sequence.h"
#include "proto/codec/inputs.h"
#include "proto/wire/request_reader.h"
#include "studio/runtime/access.h"
#include "studio/runtime/messages.h"
#include "studio/v1/feed.pb.h"

#include <google/protobuf/stubs/logging.h>

#include <chrono>
#include <exception>

namespace studio::fuzz {

namespace {

runtime::AccessEntry distributor() {
    runtime::AccessEntry entry;
    entry.name = "acme";
    entry.role = v1::ROLE_DISTRIBUTOR;
    entry.tables = {"T1"};
    return entry;
}

// A command's way from the socket to the journal.
Outcome take_command(std::string_view bytes) {
    v1::CommandRequest request;
    if (!proto::wire::read_request(bytes, request).empty()) return {};
    const bool admitted = !runtime::admit(distributor(), request);
    if (admitted) {
        if (request.role() != v1::ROLE_DISTRIBUTOR) return {Reading::READ, "a distributor's key was let in as another role"};
        if (request.by() != "acme") return {Reading::READ, "a key was let in under another name"};
        if (request.table_id() != "T1") return {Reading::READ, "a key was let in at another table"};
    }
    const auto input = proto::codec::input_from_command(request);
    if (!input) return {Reading::READ, input.error().empty() ? "a refusal without a reason" : ""};
    const auto* wager = std::get_if<engine::PlaceWager>(&*input);
    const auto* decision = std::get_if<engine::MakeDecision>(&*input);
    const auto whose = wager != nullptr ? wager->distributor : decision != nullptr ? decision->distributor : "acme";
    if (admitted && whose != "acme") return {Reading::READ, "a wager or decision of another distributor"};
    const engine::InputMeta meta{.at = {}, .next_seq = 1, .source = "command:" + request.by()};
    const auto stored = proto::codec::encode_input(*input, meta); // a text that it does not take would stop the table
    const auto again = proto::codec::decode_input(stored);
    if (!again || again->input != *input) return {Reading::READ, "what is journalled is not read back"};
    return {Reading::READ, ""};
}

Outcome take_replay_request(std::string_view bytes) {
    v1::ReplayRequest request;
    if (!proto::wire::read_request(bytes, request).empty()) return {};
    return {Reading::READ, request.request_case() == v1::ReplayRequest::REQUEST_NOT_SET ? "a request for nothing was let in" : ""};
}

Outcome take_observation(std::string_view bytes) {
    const google::protobuf::LogSilencer silence;
    const auto observation = runtime::read_observation(bytes);
    if (!observation) return {Reading::UNREADABLE, observation.error().empty() ? "a refusal without a reason" : ""};
    if (observation->input && observation->frame) return {Reading::READ, "an observation is two things at once"};
    return {Reading::READ, ""};
}

proto::client::FeedSequence sequence() {
    proto::client::FeedSequence sequence("T1", proto::client::FeedPosition{.epoch = {}, .next_seq = 5}, 100);
    (void)sequence.join({});
    return sequence;
}

// The events that are delivered are 5, 6, 7 ... of one epoch after the other, whatever else comes.
std::string unordered(const proto::client::FeedActions& actions, std::uint64_t next) {
    std::uint64_t epoch = 0;
    for (const auto& action : actions) {
        const auto* event = std::get_if<proto::client::FeedEvent>(&action);
        if (event == nullptr) continue;
        if (event->envelope.epoch() > epoch && epoch != 0) next = 1;
        epoch = event->envelope.epoch();
        if (event->envelope.seq() != next++) return "events are delivered out of order";
    }
    return "";
}

Outcome take_envelope(std::string_view bytes) {
    auto client = sequence();
    const auto actions = client.on_feed(bytes, {});
    return {client.malformed() == 0 ? Reading::READ : Reading::UNREADABLE, unordered(actions, 5)};
}

Outcome take_replay_answer(std::string_view bytes) {
    const google::protobuf::LogSilencer silence;
    v1::ReplayResponse response;
    if (!response.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return {};
    auto client = sequence();
    return {Reading::READ, unordered(client.on_replay(response, {}), 5)};
}

// Seeds --------------------------------------------------------------------------------------------------------------------------

template <typename Fill>
std::string command(const Fill& fill) {
    v1::CommandRequest request;
    request.set_schema(1);
    request.set_request_id("17-1");
    request.set_table_id("T1");
    fill(request);
    return request.SerializeAsString();
}

std::vector<std::string> commands() {
    using Request = v1::CommandRequest;
    return {command([](Request& request) {
                request.set_by("acme");
                request.set_role(v1::ROLE_DISTRIBUTOR);
                auto& wager = *request.mutable_place_wager();
                wager.set_wager_id("w1");
                wager.set_round_id("S1-R1");
                wager.set_position("P1");
                wager.set_bet("PLAYER");
                wager.mutable_stake()->set_minor(1000);
                wager.mutable_stake()->set_currency("EUR");
            }),
            command([](Request& request) {
                auto& decision = *request.mutable_make_decision();
                decision.set_decision_id("d1");
                decision.set_round_id("S1-R1");
                decision.set_box("X2");
                decision.set_choice("EXCHANGE");
                decision.add_cards(3);
                decision.mutable_amount()->set_minor(1000);
                decision.mutable_amount()->set_currency("EUR");
            }),
            command([](Request& request) { request.mutable_pause_table()->set_reason("чай"); }),
            command([](Request& request) { request.mutable_open_table()->set_dealer("anna"); }),
            command([](Request& request) {
                request.mutable_manual_card()->set_slot("P1.1");
                request.mutable_manual_card()->set_card("Td");
                request.mutable_manual_card()->set_approved_by("boris");
            }),
            command([](Request& request) {
                request.mutable_end_fault()->set_code(v1::FAULT_CODE_UNREADABLE);
                request.mutable_end_fault()->set_ending(v1::ENDING_RESCAN);
            }),
            command([](Request& request) {
                request.mutable_void_round()->set_reason("a card on the floor");
                request.mutable_void_round()->set_authorised_by("boris");
            }),
            command([](Request& request) { request.mutable_status(); })};
}

std::vector<std::string> replay_requests() {
    std::vector<v1::ReplayRequest> requests(4);
    requests[0].mutable_snapshot()->set_table_id("T1");
    requests[1].mutable_replay()->set_table_id("T1");
    requests[1].mutable_replay()->set_from_seq(5);
    requests[2].mutable_since()->set_table_id("T1");
    requests[2].mutable_since()->set_at_ns(1'800'000'000'000'000'000);
    requests[3].mutable_tables();
    std::vector<std::string> seeds;
    for (auto& request : requests) {
        request.set_schema(1);
        request.set_request_id(1ULL << 32U);
        seeds.push_back(request.SerializeAsString());
    }
    return seeds;
}

std::vector<std::string> observations() {
    std::vector<v1::ObserveMessage> messages(4);
    auto& card = *messages[0].mutable_card();
    card.set_slot("P1.1");
    card.set_state(v1::SLOT_STATE_FACE_UP);
    card.set_card("Td");
    card.set_confidence(0.99);
    card.set_still_sha256(std::string(32, 'h'));
    card.add_guesses()->set_card("9d");
    messages[1].mutable_frame()->set_frame(17);
    messages[2].mutable_camera()->set_state(v1::CAMERA_STATE_GOOD);
    messages[3].mutable_shoe()->set_card("2c");
    std::vector<std::string> seeds;
    for (auto& message : messages) {
        message.set_schema(1);
        message.set_table_id("T1");
        message.set_camera_id("c1");
        seeds.push_back(message.SerializeAsString());
    }
    return seeds;
}

std::vector<std::string> envelopes() {
    v1::Envelope envelope;
    envelope.set_schema(1);
    envelope.set_table_id("T1");
    envelope.set_epoch(1);
    std::vector<std::string> seeds;
    envelope.mutable_heartbeat()->set_next_seq(9);
    seeds.push_back(envelope.SerializeAsString());
    for (const std::uint64_t seq : {5U, 6U, 9U}) {
        envelope.set_seq(seq);
        envelope.mutable_card_revealed()->set_position("P1");
        envelope.mutable_card_revealed()->set_card("Td");
        seeds.push_back(envelope.SerializeAsString() + "\x7A\x20" + std::string(32, 'h'));
    }
    return seeds;
}

std::vector<std::string> replay_answers() {
    std::vector<v1::ReplayResponse> answers(4);
    for (const auto& envelope : envelopes())
        answers[0].mutable_page()->add_envelopes(envelope);
    answers[1].mutable_end()->set_epoch(1);
    answers[1].mutable_end()->set_next_seq(9);
    answers[2].mutable_snapshot()->set_epoch(2);
    answers[2].mutable_snapshot()->set_seq(77);
    answers[3].mutable_error()->set_reason("AUTH.table: no");
    std::vector<std::string> seeds;
    for (auto& answer : answers) {
        answer.set_schema(1);
        answer.set_request_id(100);
        seeds.push_back(answer.SerializeAsString());
    }
    return seeds;
}

} // namespace

const std::vector<Door>& doors() {
    static const std::vector<Door> all{{"command", take_command, commands},
                                       {"replay request", take_replay_request, replay_requests},
                                       {"observation", take_observation, observations},
                                       {"envelope", take_envelope, envelopes},
                                       {"replay answer", take_replay_answer, replay_answers}};
    return all;
}

} // namespace studio::fuzz
