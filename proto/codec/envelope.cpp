#include "proto/codec/envelope.h"

#include "engine/core/check.h"
#include "proto/codec/reader.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <concepts>
#include <limits>

namespace proto::codec {

namespace {

constexpr std::string_view hash_tag = "\x7A\x20"; // field 15, length-delimited, 32 bytes

template <typename Message>
void fill_head(Message& out, const EnvelopeHead& head) {
    out.set_schema(schema_version);
    out.set_studio_id(head.studio_id);
    out.set_table_id(head.table_id);
    out.set_epoch(head.epoch);
    out.set_seq(head.seq);
    out.set_at_ns(ns_of(head.at));
    out.set_rules_version(head.rules_version);
}

template <typename Results, typename Out>
void fill_results(Out& out, const Results& results) {
    for (const auto& result : results)
        fill(*out.Add(), result);
}

// Writing: one function an event ---------------------------------------------------------------------------------------

void fill(messages::TableStatus& out, const engine::TableStatus& event) {
    out.set_state(to_wire(event.state));
    out.set_reason(event.reason);
    out.set_since_ns(ns_of(event.since));
}
void fill(messages::DealerChanged& out, const engine::DealerChanged& event) {
    out.set_dealer(event.dealer);
}
void fill(messages::ShoeStarted& out, const engine::ShoeStarted& event) {
    out.set_shoe_id(event.shoe_id);
    if (event.burn_card) out.set_burn_card(event.burn_card->text());
    out.set_to_burn(event.to_burn);
}
void fill(messages::CardBurned& out, const engine::CardBurned& event) {
    out.set_number(event.number);
    out.set_of(event.of);
}
void fill(messages::CutCardDrawn& out, const engine::CutCardDrawn& event) {
    out.set_shoe_id(event.shoe_id);
}
void fill(messages::ShoeEnded& out, const engine::ShoeEnded& event) {
    out.set_shoe_id(event.shoe_id);
    out.set_total(event.total);
    out.set_seen(event.seen);
    out.set_burned_unseen(event.burned_unseen);
    out.set_left(event.left);
    out.set_reconciled(event.reconciled);
}
void fill(messages::RoundOpened& out, const engine::RoundOpened& event) {
    out.set_shoe_id(event.shoe_id);
    out.set_betting_closes_at_ns(ns_of(event.betting_closes_at));
    out.set_last_of_shoe(event.last_of_shoe);
}
void fill(messages::BettingClosed& /*out*/, const engine::BettingClosed& /*event*/) {}
void fill(messages::CardDealt& out, const engine::CardDealt& event) {
    out.set_position(event.slot.seat.text());
    out.set_index(event.slot.index);
    out.set_face_down(event.face_down);
}
void fill(messages::CardRevealed& out, const engine::CardRevealed& event) {
    out.set_position(event.slot.seat.text());
    out.set_index(event.slot.index);
    out.set_card(event.card.text());
    out.set_source(to_wire(event.source));
    out.set_confidence(event.confidence);
    out.set_frame(event.frame);
    out.set_captured_at_ns(ns_of(event.captured_at));
    out.set_still_sha256(event.still_sha256);
}
void fill(messages::CardCorrected& out, const engine::CardCorrected& event) {
    out.set_supersedes_seq(event.supersedes_seq);
    out.set_position(event.slot.seat.text());
    out.set_index(event.slot.index);
    out.set_before(event.before.text());
    out.set_after(event.after.text());
    out.set_reason(event.reason);
    out.set_by(event.by);
    out.set_authorised_by(event.authorised_by);
}
void fill(messages::ResultProvisional& out, const engine::ResultProvisional& event) {
    fill_results(*out.mutable_positions(), event.positions);
}
void fill(messages::ResultConfirmed& out, const engine::ResultConfirmed& event) {
    out.set_revision(event.revision);
    fill_results(*out.mutable_positions(), event.positions);
    out.set_last_of_shoe(event.last_of_shoe);
    out.set_by(event.by);
}
void fill(messages::ResultRevised& out, const engine::ResultRevised& event) {
    out.set_revision(event.revision);
    out.set_supersedes_seq(event.supersedes_seq);
    fill_results(*out.mutable_before(), event.before);
    fill_results(*out.mutable_after(), event.after);
    out.set_reason(event.reason);
    out.set_by(event.by);
    out.set_authorised_by(event.authorised_by);
}
void fill(messages::RoundVoided& out, const engine::RoundVoided& event) {
    out.set_reason(event.reason);
    out.set_phase(to_wire(event.phase));
    out.set_by(event.by);
    out.set_authorised_by(event.authorised_by);
}
void fill(messages::FaultCleared& out, const engine::FaultCleared& event) {
    out.set_code(to_wire(event.code));
    if (event.slot) out.set_slot(event.slot->text());
    out.set_ending(to_wire(event.ending));
    out.set_by(event.by);
}
void fill(messages::PlayerNotice& out, const engine::PlayerNotice& event) {
    out.set_text_key(event.text_key);
    out.set_seconds(event.seconds);
}
void fill(messages::SessionEnded& out, const engine::SessionEnded& event) {
    out.set_by(event.by);
}
void fill(messages::SoftwareRecorded& out, const engine::SoftwareRecorded& event) {
    codec::fill(*out.mutable_record(), event.record);
    for (const auto& part : event.changed)
        out.add_changed(part);
    out.set_by(event.by);
}
void fill(messages::CardDiscarded& out, const engine::CardDiscarded& event) {
    out.set_position(event.slot.seat.text());
    out.set_index(event.slot.index);
}
void fill(messages::CardsSwapped& out, const engine::CardsSwapped& event) {
    out.set_first(event.first.text());
    out.set_second(event.second.text());
}
void fill(messages::DecisionOpened& out, const engine::DecisionOpened& event) {
    out.set_box(event.box.text());
    for (const auto& option : event.options)
        codec::fill(*out.add_options(), option);
    out.set_otherwise(event.otherwise);
    out.set_closes_at_ns(ns_of(event.closes_at));
}

void fill(messages::WagerAccepted& out, const engine::WagerAccepted& event) {
    out.set_wager_id(event.wager_id);
    out.set_position(event.position.text());
    out.set_bet(event.bet);
    codec::fill(*out.mutable_stake(), event.stake);
    codec::fill(*out.mutable_held(), event.held);
}
void fill(messages::WagerSettled& out, const engine::WagerSettled& event) {
    out.set_wager_id(event.wager_id);
    out.set_revision(event.revision);
    codec::fill(*out.mutable_deducted(), event.deducted);
    codec::fill(*out.mutable_returned(), event.returned);
}
void fill(messages::WagerRefunded& out, const engine::WagerRefunded& event) {
    out.set_wager_id(event.wager_id);
    codec::fill(*out.mutable_returned(), event.returned);
}
void fill(messages::DecisionAccepted& out, const engine::DecisionAccepted& event) {
    out.set_decision_id(event.decision_id);
    out.set_box(event.box.text());
    out.set_choice(event.choice);
    codec::fill(*out.mutable_charged(), event.charged);
}

// The place of each event in its envelope; an event without one does not compile.
messages::TableStatus* place(messages::Envelope& out, const engine::TableStatus&) {
    return out.mutable_table_status();
}
messages::DealerChanged* place(messages::Envelope& out, const engine::DealerChanged&) {
    return out.mutable_dealer_changed();
}
messages::ShoeStarted* place(messages::Envelope& out, const engine::ShoeStarted&) {
    return out.mutable_shoe_started();
}
messages::CardBurned* place(messages::Envelope& out, const engine::CardBurned&) {
    return out.mutable_card_burned();
}
messages::CutCardDrawn* place(messages::Envelope& out, const engine::CutCardDrawn&) {
    return out.mutable_cut_card_drawn();
}
messages::ShoeEnded* place(messages::Envelope& out, const engine::ShoeEnded&) {
    return out.mutable_shoe_ended();
}
messages::RoundOpened* place(messages::Envelope& out, const engine::RoundOpened&) {
    return out.mutable_round_opened();
}
messages::BettingClosed* place(messages::Envelope& out, const engine::BettingClosed&) {
    return out.mutable_betting_closed();
}
messages::CardDealt* place(messages::Envelope& out, const engine::CardDealt&) {
    return out.mutable_card_dealt();
}
messages::CardRevealed* place(messages::Envelope& out, const engine::CardRevealed&) {
    return out.mutable_card_revealed();
}
messages::CardCorrected* place(messages::Envelope& out, const engine::CardCorrected&) {
    return out.mutable_card_corrected();
}
messages::ResultProvisional* place(messages::Envelope& out, const engine::ResultProvisional&) {
    return out.mutable_result_provisional();
}
messages::ResultConfirmed* place(messages::Envelope& out, const engine::ResultConfirmed&) {
    return out.mutable_result_confirmed();
}
messages::ResultRevised* place(messages::Envelope& out, const engine::ResultRevised&) {
    return out.mutable_result_revised();
}
messages::RoundVoided* place(messages::Envelope& out, const engine::RoundVoided&) {
    return out.mutable_round_voided();
}
messages::FaultRaised* place(messages::Envelope& out, const engine::FaultRaised&) {
    return out.mutable_fault_raised();
}
messages::FaultCleared* place(messages::Envelope& out, const engine::FaultCleared&) {
    return out.mutable_fault_cleared();
}
messages::PlayerNotice* place(messages::Envelope& out, const engine::PlayerNotice&) {
    return out.mutable_player_notice();
}
messages::SessionEnded* place(messages::Envelope& out, const engine::SessionEnded&) {
    return out.mutable_session_ended();
}
messages::SoftwareRecorded* place(messages::Envelope& out, const engine::SoftwareRecorded&) {
    return out.mutable_software_recorded();
}
messages::WagerAccepted* place(messages::PrivateEnvelope& out, const engine::WagerAccepted&) {
    return out.mutable_wager_accepted();
}
messages::WagerSettled* place(messages::PrivateEnvelope& out, const engine::WagerSettled&) {
    return out.mutable_wager_settled();
}
messages::WagerRefunded* place(messages::PrivateEnvelope& out, const engine::WagerRefunded&) {
    return out.mutable_wager_refunded();
}
messages::DecisionAccepted* place(messages::PrivateEnvelope& out, const engine::DecisionAccepted&) {
    return out.mutable_decision_accepted();
}
messages::CardDiscarded* place(messages::Envelope& out, const engine::CardDiscarded&) {
    return out.mutable_card_discarded();
}
messages::CardsSwapped* place(messages::Envelope& out, const engine::CardsSwapped&) {
    return out.mutable_cards_swapped();
}
messages::DecisionOpened* place(messages::Envelope& out, const engine::DecisionOpened&) {
    return out.mutable_decision_opened();
}
messages::DecisionMade* place(messages::Envelope& out, const engine::DecisionMade&) {
    return out.mutable_decision_made();
}

template <typename Body>
concept Private = std::same_as<Body, engine::WagerAccepted> || std::same_as<Body, engine::WagerSettled> ||
                  std::same_as<Body, engine::WagerRefunded> || std::same_as<Body, engine::DecisionAccepted>;

// Reading: one function a message --------------------------------------------------------------------------------------

template <typename Results>
std::vector<engine::PositionResult> read_results(Reader& reader, std::string_view field, const Results& results) {
    std::vector<engine::PositionResult> all;
    for (const auto& result : results)
        all.push_back(read_result(reader, field, result));
    return all;
}

engine::EventBody read(Reader& reader, const messages::TableStatus& m) {
    return engine::TableStatus{reader.value<engine::TableState>("state", m.state()), m.reason(), time_of(m.since_ns())};
}
engine::EventBody read(Reader& reader, const messages::ShoeStarted& m) {
    engine::ShoeStarted event{m.shoe_id(), std::nullopt, m.to_burn()};
    if (m.has_burn_card()) event.burn_card = reader.card("burn_card", m.burn_card());
    return event;
}
engine::EventBody read(const messages::ShoeEnded& m) {
    return engine::ShoeEnded{m.shoe_id(), m.total(), m.seen(), m.burned_unseen(), m.left(), m.reconciled()};
}
engine::EventBody read(Reader& reader, const messages::CardDealt& m) {
    return engine::CardDealt{reader.slot(m.position(), m.index()), m.face_down()};
}
engine::EventBody read(Reader& reader, const messages::CardRevealed& m) {
    return engine::CardRevealed{reader.slot(m.position(), m.index()),
                                reader.card("card", m.card()),
                                reader.value<engine::CardSource>("source", m.source()),
                                m.confidence(),
                                m.frame(),
                                time_of(m.captured_at_ns()),
                                m.still_sha256()};
}
engine::EventBody read(Reader& reader, const messages::CardCorrected& m) {
    return engine::CardCorrected{m.supersedes_seq(),
                                 reader.slot(m.position(), m.index()),
                                 reader.card("before", m.before()),
                                 reader.card("after", m.after()),
                                 m.reason(),
                                 m.by(),
                                 m.authorised_by()};
}
engine::EventBody read(Reader& reader, const messages::ResultConfirmed& m) {
    return engine::ResultConfirmed{m.revision(), read_results(reader, "positions", m.positions()), m.last_of_shoe(), m.by()};
}
engine::EventBody read(Reader& reader, const messages::ResultRevised& m) {
    return engine::ResultRevised{
        m.revision(), m.supersedes_seq(), read_results(reader, "before", m.before()), read_results(reader, "after", m.after()), m.reason(),
        m.by(),       m.authorised_by()};
}
engine::EventBody read(Reader& reader, const messages::RoundVoided& m) {
    return engine::RoundVoided{m.reason(), reader.value<engine::Phase>("phase", m.phase()), m.by(), m.authorised_by()};
}
engine::EventBody read(Reader& reader, const messages::FaultCleared& m) {
    engine::FaultCleared event{reader.value<engine::FaultCode>("code", m.code()), std::nullopt,
                               reader.value<engine::Ending>("ending", m.ending()), m.by()};
    if (m.has_slot()) event.slot = reader.slot("slot", m.slot());
    return event;
}
engine::EventBody read(Reader& reader, const messages::DecisionOpened& m) {
    engine::DecisionOpened event{reader.position("box", m.box()), {}, m.otherwise(), time_of(m.closes_at_ns())};
    for (const auto& option : m.options())
        event.options.push_back(read_option(reader, option));
    return event;
}

using Body = std::optional<std::variant<engine::EventBody, Heartbeat>>;

// The body under its field's name; nothing when this build has no such message.
Body read_body(Reader& reader, const messages::Envelope& m) {
    switch (m.body_case()) {
    case messages::Envelope::kHeartbeat: return Heartbeat{m.heartbeat().next_seq()};
    case messages::Envelope::kTableStatus: return read(reader, m.table_status());
    case messages::Envelope::kDealerChanged: return engine::DealerChanged{m.dealer_changed().dealer()};
    case messages::Envelope::kShoeStarted: return read(reader, m.shoe_started());
    case messages::Envelope::kCardBurned: return engine::CardBurned{m.card_burned().number(), m.card_burned().of()};
    case messages::Envelope::kCutCardDrawn: return engine::CutCardDrawn{m.cut_card_drawn().shoe_id()};
    case messages::Envelope::kShoeEnded: return read(m.shoe_ended());
    case messages::Envelope::kRoundOpened:
        return engine::RoundOpened{m.round_opened().shoe_id(), time_of(m.round_opened().betting_closes_at_ns()),
                                   m.round_opened().last_of_shoe()};
    case messages::Envelope::kBettingClosed: return engine::BettingClosed{};
    case messages::Envelope::kCardDealt: return read(reader, m.card_dealt());
    case messages::Envelope::kCardRevealed: return read(reader, m.card_revealed());
    case messages::Envelope::kCardCorrected: return read(reader, m.card_corrected());
    case messages::Envelope::kResultProvisional:
        return engine::ResultProvisional{read_results(reader, "positions", m.result_provisional().positions())};
    case messages::Envelope::kResultConfirmed: return read(reader, m.result_confirmed());
    case messages::Envelope::kResultRevised: return read(reader, m.result_revised());
    case messages::Envelope::kRoundVoided: return read(reader, m.round_voided());
    case messages::Envelope::kFaultRaised: return read_fault(reader, m.fault_raised());
    case messages::Envelope::kFaultCleared: return read(reader, m.fault_cleared());
    case messages::Envelope::kPlayerNotice: return engine::PlayerNotice{m.player_notice().text_key(), m.player_notice().seconds()};
    case messages::Envelope::kSessionEnded: return engine::SessionEnded{m.session_ended().by()};
    case messages::Envelope::kSoftwareRecorded:
        return engine::SoftwareRecorded{read_software(reader, m.software_recorded().record()),
                                        {m.software_recorded().changed().begin(), m.software_recorded().changed().end()},
                                        m.software_recorded().by()};
    case messages::Envelope::kDecisionOpened: return read(reader, m.decision_opened());
    case messages::Envelope::kDecisionMade: return read_made(reader, m.decision_made());
    case messages::Envelope::kCardDiscarded:
        return engine::CardDiscarded{reader.slot(m.card_discarded().position(), m.card_discarded().index())};
    case messages::Envelope::kCardsSwapped:
        return engine::CardsSwapped{reader.slot("first", m.cards_swapped().first()), reader.slot("second", m.cards_swapped().second())};
    case messages::Envelope::BODY_NOT_SET: break;
    }
    return std::nullopt;
}

Body read_body(Reader& reader, const messages::PrivateEnvelope& m) {
    switch (m.body_case()) {
    case messages::PrivateEnvelope::kWagerAccepted: {
        const auto& wager = m.wager_accepted();
        return engine::WagerAccepted{wager.wager_id(), m.distributor(),           reader.position("position", wager.position()),
                                     wager.bet(),      read_money(wager.stake()), read_money(wager.held())};
    }
    case messages::PrivateEnvelope::kWagerSettled: {
        const auto& wager = m.wager_settled();
        return engine::WagerSettled{wager.wager_id(), m.distributor(), wager.revision(), read_money(wager.deducted()),
                                    read_money(wager.returned())};
    }
    case messages::PrivateEnvelope::kWagerRefunded:
        return engine::WagerRefunded{m.wager_refunded().wager_id(), m.distributor(), read_money(m.wager_refunded().returned())};
    case messages::PrivateEnvelope::kDecisionAccepted: {
        const auto& decision = m.decision_accepted();
        return engine::DecisionAccepted{decision.decision_id(), m.distributor(), reader.position("box", decision.box()), decision.choice(),
                                        read_money(decision.charged())};
    }
    case messages::PrivateEnvelope::BODY_NOT_SET: break;
    }
    return std::nullopt;
}

template <typename Message>
std::string body_name(const Message& message) {
    const auto* oneof = Message::descriptor()->FindOneofByName("body");
    const auto* field = message.GetReflection()->GetOneofFieldDescriptor(message, oneof);
    return field ? field->name() : "";
}

template <typename Message>
std::expected<DecodedEnvelope, std::string> decode(std::string_view bytes) {
    Message message;
    if (!parse(message, bytes))
        return std::unexpected("not Protobuf: " + std::to_string(bytes.size()) + " bytes are no " + Message::descriptor()->name());
    if (message.schema() != schema_version) return std::unexpected("schema: version " + std::to_string(message.schema()) + " is not known");
    DecodedEnvelope decoded;
    decoded.head = {message.studio_id(), message.table_id(),       message.epoch(),
                    message.seq(),       time_of(message.at_ns()), message.rules_version()};
    if (!message.hash().empty()) {
        if (message.hash().size() != hash_size)
            return std::unexpected("hash: " + std::to_string(message.hash().size()) + " bytes instead of 32");
        const auto whole = std::as_bytes(std::span(message.hash()));
        std::ranges::copy(whole, decoded.hash.emplace().begin());
    }
    Reader reader(body_name(message));
    auto body = read_body(reader, message);
    if (!body) return std::unexpected("body: no message that this build knows");
    if (!reader.error().empty()) return std::unexpected(reader.error());
    if (const auto* beat = std::get_if<Heartbeat>(&*body))
        decoded.body = *beat;
    else
        decoded.body = engine::Event{message.round_id(), std::get<engine::EventBody>(std::move(*body))};
    return decoded;
}

std::string json(const google::protobuf::Message& message) {
    google::protobuf::util::JsonPrintOptions options;
    options.preserve_proto_field_names = true;
    options.always_print_primitive_fields = true;
    std::string line;
    const auto status = google::protobuf::util::MessageToJsonString(message, &line, options);
    engine::check(status.ok(), "a message that was parsed or built can be printed as JSON");
    return line;
}

} // namespace

void fill(messages::PositionResult& out, const engine::PositionResult& result) {
    out.set_position(result.position.text());
    for (const auto& card : result.hand)
        out.add_hand(card.text());
    out.set_points(result.points);
    for (const auto& combination : result.combinations)
        out.add_combinations(combination);
    out.set_outcome(to_wire(result.outcome));
    out.set_odds(result.odds);
    for (const auto& bet : result.bets) {
        auto& bet_out = *out.add_bets();
        bet_out.set_bet(bet.bet);
        bet_out.set_outcome(to_wire(bet.outcome));
        bet_out.set_odds(bet.odds);
    }
}

void fill(messages::FaultRaised& out, const engine::FaultRaised& fault) {
    out.set_code(to_wire(fault.code));
    out.set_severity(to_wire(fault.severity));
    if (fault.slot) out.set_slot(fault.slot->text());
    out.set_suggestion(fault.suggestion);
    out.set_expected(fault.expected);
    out.set_seen(fault.seen);
}

engine::PositionResult read_result(Reader& reader, std::string_view field, const messages::PositionResult& m) {
    const auto name = [&field](std::string_view part) { return std::string(field) + "." + std::string(part); };
    engine::PositionResult result{reader.position(name("position"), m.position()),
                                  reader.cards(name("hand"), m.hand()),
                                  m.points(),
                                  {m.combinations().begin(), m.combinations().end()},
                                  reader.value<engine::Outcome>(name("outcome"), m.outcome()),
                                  m.odds(),
                                  {}};
    for (const auto& bet : m.bets())
        result.bets.push_back({bet.bet(), reader.value<engine::Outcome>(name("bets.outcome"), bet.outcome()), bet.odds()});
    return result;
}

engine::FaultRaised read_fault(Reader& reader, const messages::FaultRaised& m) {
    engine::FaultRaised fault{reader.value<engine::FaultCode>("code", m.code()),
                              reader.value<engine::Severity>("severity", m.severity()),
                              std::nullopt,
                              m.suggestion(),
                              m.expected(),
                              m.seen()};
    if (m.has_slot()) fault.slot = reader.slot("slot", m.slot());
    return fault;
}

std::string serialise(const google::protobuf::MessageLite& message) {
    std::string bytes;
    bytes.reserve(message.ByteSizeLong() + hash_tag.size() + hash_size);
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream out(&stream);
    out.SetSerializationDeterministic(true);
    message.SerializeWithCachedSizes(&out);
    out.Trim();
    return bytes;
}

bool parse(google::protobuf::MessageLite& message, std::string_view bytes) {
    const google::protobuf::LogSilencer silence; // hostile bytes are answered by a value and do not fill standard error
    return bytes.size() <= static_cast<std::size_t>(std::numeric_limits<int>::max()) &&
           message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

std::string encode_envelope(const EnvelopeHead& head, const engine::Event& event) {
    messages::Envelope out;
    fill_head(out, head);
    out.set_round_id(event.round_id);
    std::visit(
        [&out]<typename Body>(const Body& body) {
            if constexpr (Private<Body>)
                engine::check(false, "a private event never goes into a public envelope");
            else
                fill(*place(out, body), body);
        },
        event.body);
    return serialise(out);
}

std::string encode_private_envelope(const EnvelopeHead& head, const engine::Event& event) {
    messages::PrivateEnvelope out;
    fill_head(out, head);
    out.set_round_id(event.round_id);
    std::visit(
        [&out]<typename Body>(const Body& body) {
            if constexpr (Private<Body>) {
                out.set_distributor(body.distributor);
                fill(*place(out, body), body);
            } else {
                engine::check(false, "only a distributor's own event goes into a private envelope");
            }
        },
        event.body);
    return serialise(out);
}

void append_hash(std::string& bytes, std::span<const std::byte, hash_size> hash) {
    bytes.append(hash_tag);
    for (const auto byte : hash)
        bytes.push_back(static_cast<char>(byte));
}

std::string_view without_hash(std::string_view bytes) {
    constexpr auto tail = hash_tag.size() + hash_size;
    if (bytes.size() < tail || bytes.substr(bytes.size() - tail, hash_tag.size()) != hash_tag) return bytes;
    return bytes.substr(0, bytes.size() - tail);
}

std::string encode_heartbeat(const EnvelopeHead& head, std::uint64_t next_seq) {
    messages::Envelope out;
    fill_head(out, head);
    out.set_seq(0);
    out.mutable_heartbeat()->set_next_seq(next_seq);
    return serialise(out);
}

std::expected<DecodedEnvelope, std::string> decode_envelope(std::string_view bytes) {
    return decode<messages::Envelope>(bytes);
}
std::expected<DecodedEnvelope, std::string> decode_private_envelope(std::string_view bytes) {
    return decode<messages::PrivateEnvelope>(bytes);
}

std::string envelope_json(const messages::Envelope& envelope) {
    return json(envelope);
}
std::string envelope_json(const messages::PrivateEnvelope& envelope) {
    return json(envelope);
}

} // namespace proto::codec
