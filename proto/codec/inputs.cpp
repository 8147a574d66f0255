#include "proto/codec/inputs.h"

#include "proto/codec/envelope.h"
#include "proto/codec/reader.h"

#include <algorithm>
#include <stdexcept>

namespace proto::codec {

namespace {

// Length of the well-formed UTF-8 character that starts here, 0 when it is none (Unicode 15, table 3-7).
std::size_t character(std::string_view text) {
    const auto byte = [&text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const auto follows = [&byte](std::size_t i) { return byte(i) >= 0x80 && byte(i) <= 0xBF; };
    const auto first = byte(0);
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const bool in_range = (first != 0xE0 || byte(1) >= 0xA0) && (first != 0xED || byte(1) <= 0x9F);
        return in_range && follows(1) && follows(2) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool in_range = (first != 0xF0 || byte(1) >= 0x90) && (first != 0xF4 || byte(1) <= 0x8F);
        return in_range && follows(1) && follows(2) && follows(3) ? 4 : 0;
    }
    return 0;
}

std::string utf8(const std::string& text) {
    for (std::string_view rest = text; !rest.empty();) {
        const auto length = character(rest);
        if (length == 0) throw std::invalid_argument("an input carries a text that is not UTF-8");
        rest.remove_prefix(length);
    }
    return text;
}

using Out = messages::JournalInput;

void fill(Out& out, const engine::OpenTable& input) {
    out.set_by(utf8(input.by));
    out.mutable_open_table()->set_dealer(utf8(input.dealer));
}
void fill(Out& out, const engine::CloseTable& input) {
    out.set_by(utf8(input.by));
    out.mutable_close_table();
}
void fill(Out& out, const engine::ChangeDealer& input) {
    out.mutable_change_dealer()->set_dealer(utf8(input.dealer));
}
void fill(Out& out, const engine::StartShoe& input) {
    out.set_by(utf8(input.by));
    out.mutable_start_shoe();
}
void fill(Out& out, const engine::StartRound& input) {
    out.set_by(utf8(input.by));
    out.mutable_start_round();
}
void fill(Out& out, const engine::ConfirmResult& input) {
    out.set_by(utf8(input.by));
    out.mutable_confirm_result();
}
void fill(Out& out, const engine::PauseTable& input) {
    out.set_by(utf8(input.by));
    out.mutable_pause_table()->set_reason(utf8(input.reason));
}
void fill(Out& out, const engine::ResumeTable& input) {
    out.set_by(utf8(input.by));
    out.mutable_resume_table();
}
void fill(Out& out, const engine::VoidRound& input) {
    out.set_by(utf8(input.by));
    out.mutable_void_round()->set_reason(utf8(input.reason));
    out.mutable_void_round()->set_authorised_by(utf8(input.authorised_by));
}
void fill(Out& out, const engine::SlotObserved& input) {
    auto& m = *out.mutable_slot_observed();
    m.set_slot(input.slot.text());
    m.set_sight(to_wire(input.sight));
    if (input.card) m.set_card(input.card->text());
    m.set_confidence(input.confidence);
    m.set_frame(input.frame);
    m.set_captured_at_ns(ns_of(input.captured_at));
    m.set_still_sha256(utf8(input.still_sha256));
    m.set_camera(utf8(input.camera));
    m.set_reason(utf8(input.reason));
    for (const auto& guess : input.guesses)
        m.add_guesses(guess.text());
}
void fill(Out& out, const engine::ManualCard& input) {
    out.set_by(utf8(input.by));
    auto& m = *out.mutable_manual_card();
    m.set_slot(input.slot.text());
    m.set_card(input.card.text());
    m.set_approved_by(utf8(input.approved_by));
}
void fill(Out& out, const engine::RescanSlot& input) {
    out.set_by(utf8(input.by));
    out.mutable_rescan_slot()->set_slot(input.slot.text());
}
void fill(Out& out, const engine::CorrectCard& input) {
    out.set_by(utf8(input.by));
    auto& m = *out.mutable_correct_card();
    m.set_slot(input.slot.text());
    m.set_after(input.after.text());
    m.set_reason(utf8(input.reason));
    m.set_authorised_by(utf8(input.authorised_by));
}
void fill(Out& out, const engine::RaiseMistake& input) {
    out.set_by(utf8(input.by));
    out.mutable_raise_mistake()->set_code(to_wire(input.code));
    if (input.slot) out.mutable_raise_mistake()->set_slot(input.slot->text());
}
void fill(Out& out, const engine::EndFault& input) {
    out.set_by(utf8(input.by));
    out.mutable_end_fault()->set_code(to_wire(input.code));
    out.mutable_end_fault()->set_ending(to_wire(input.ending));
    if (input.slot) out.mutable_end_fault()->set_slot(input.slot->text());
}
void fill(Out& out, const engine::CameraChanged& input) {
    auto& m = *out.mutable_camera_changed();
    m.set_camera(utf8(input.camera));
    m.set_sight(to_wire(input.sight));
    m.set_detail(utf8(input.detail));
}
void fill(Out& out, const engine::TimerFired& input) {
    out.mutable_timer_fired()->set_timer(to_wire(input.timer));
}
void fill(Out& out, const engine::ShoeCardRead& input) {
    auto& m = *out.mutable_shoe_card_read();
    m.set_reader(utf8(input.reader));
    m.set_number(input.number);
    m.set_card(input.card.text());
}
void fill(Out& out, const engine::CardCheckDone& input) {
    static_cast<void>(utf8(input.camera));
    codec::fill(*out.mutable_card_check_done(), input);
}
void fill(Out& out, const engine::RecordSoftware& input) {
    out.set_by(utf8(input.by));
    static_cast<void>(utf8(input.record.version));
    for (const auto& part : input.record.parts)
        static_cast<void>(utf8(part.name + part.sha256));
    codec::fill(*out.mutable_record_software()->mutable_record(), input.record);
}
void fill(Out& out, const engine::PlaceWager& input) {
    out.set_by(utf8(input.distributor));
    auto& m = *out.mutable_place_wager();
    m.set_wager_id(utf8(input.wager_id));
    m.set_round_id(utf8(input.round_id));
    m.set_position(input.position.text());
    m.set_bet(utf8(input.bet));
    codec::fill(*m.mutable_stake(), {input.stake.minor, utf8(input.stake.currency)});
}

void fill(Out& out, const engine::MakeDecision& input) {
    out.set_by(utf8(input.by));
    auto& m = *out.mutable_make_decision();
    m.set_decision_id(utf8(input.decision_id));
    m.set_round_id(utf8(input.round_id));
    m.set_box(input.box.text());
    m.set_choice(utf8(input.choice));
    for (const int card : input.cards)
        m.add_cards(static_cast<std::uint32_t>(card));
    if (input.amount) codec::fill(*m.mutable_amount(), {input.amount->minor, utf8(input.amount->currency)});
    m.set_distributor(utf8(input.distributor));
}

engine::MakeDecision read_decision(Reader& reader, const messages::MakeDecision& m, const std::string& by) {
    engine::MakeDecision input{.decision_id = m.decision_id(),
                               .distributor = m.distributor(),
                               .by = by,
                               .round_id = m.round_id(),
                               .box = reader.position("box", m.box()),
                               .choice = m.choice(),
                               .cards = {},
                               .amount = {}};
    for (const auto card : m.cards())
        input.cards.push_back(reader.place("cards", card));
    if (m.has_amount()) input.amount = read_money(m.amount());
    return input;
}

// What a journal row and a command have in common: the same messages under the same names, and `by`.
template <typename Message>
std::optional<engine::Input> read_command(Reader& reader, const Message& m) {
    if (m.has_open_table()) return engine::OpenTable{m.by(), m.open_table().dealer()};
    if (m.has_close_table()) return engine::CloseTable{m.by()};
    if (m.has_start_shoe()) return engine::StartShoe{m.by()};
    if (m.has_start_round()) return engine::StartRound{m.by()};
    if (m.has_confirm_result()) return engine::ConfirmResult{m.by()};
    if (m.has_pause_table()) return engine::PauseTable{m.pause_table().reason(), m.by()};
    if (m.has_resume_table()) return engine::ResumeTable{m.by()};
    if (m.has_void_round()) return engine::VoidRound{m.void_round().reason(), m.by(), m.void_round().authorised_by()};
    if (m.has_manual_card()) {
        const auto& c = m.manual_card();
        return engine::ManualCard{reader.slot("slot", c.slot()), reader.card("card", c.card()), m.by(), c.approved_by()};
    }
    if (m.has_rescan_slot()) return engine::RescanSlot{reader.slot("slot", m.rescan_slot().slot()), m.by()};
    if (m.has_correct_card()) {
        const auto& c = m.correct_card();
        return engine::CorrectCard{reader.slot("slot", c.slot()), reader.card("after", c.after()), c.reason(), m.by(), c.authorised_by()};
    }
    if (m.has_raise_mistake()) {
        const auto& c = m.raise_mistake();
        engine::RaiseMistake input{reader.value<engine::FaultCode>("code", c.code()), std::nullopt, m.by()};
        if (c.has_slot()) input.slot = reader.slot("slot", c.slot());
        return input;
    }
    if (m.has_end_fault()) {
        const auto& c = m.end_fault();
        engine::EndFault input{reader.value<engine::FaultCode>("code", c.code()), reader.value<engine::Ending>("ending", c.ending()), m.by()};
        if (c.has_slot()) input.slot = reader.slot("slot", c.slot());
        return input;
    }
    if (m.has_change_dealer()) return engine::ChangeDealer{m.change_dealer().dealer()};
    if (m.has_place_wager()) {
        const auto& c = m.place_wager();
        return engine::PlaceWager{c.wager_id(),         m.by(), c.round_id(), reader.position("position", c.position()), c.bet(),
                                  read_money(c.stake())};
    }
    if (m.has_make_decision()) return read_decision(reader, m.make_decision(), m.by());
    return std::nullopt;
}

engine::CardCheckDone read_card_check(Reader& reader, const messages::CardCheckDone& m) {
    const auto number = [&](std::string_view field, std::uint32_t value) {
        constexpr std::uint32_t most = 10'000'000;
        if (value > most) reader.refuse(field, std::to_string(value) + " is too many");
        return static_cast<int>(std::min(value, most));
    };
    engine::CardCheckDone check{.camera = m.camera(),
                                .cards = number("cards", m.cards()),
                                .right = number("right", m.right()),
                                .wrong = number("wrong", m.wrong()),
                                .doubtful = number("doubtful", m.doubtful()),
                                .missing = number("missing", m.missing()),
                                .slowest_ms = number("slowest_ms", m.slowest_ms()),
                                .median_ms = number("median_ms", m.median_ms()),
                                .confusion = {}};
    for (const auto& one : m.confusion())
        check.confusion.push_back({reader.card("dealt", one.dealt()), reader.card("read", one.read()), number("times", one.times())});
    return check;
}

engine::Input read_observed(Reader& reader, const messages::SlotObserved& m) {
    engine::SlotObserved input;
    input.slot = reader.slot("slot", m.slot());
    input.sight = reader.value<engine::Sight>("sight", m.sight());
    if (m.has_card()) input.card = reader.card("card", m.card());
    input.confidence = m.confidence();
    input.frame = m.frame();
    input.captured_at = time_of(m.captured_at_ns());
    input.still_sha256 = m.still_sha256();
    input.camera = m.camera();
    input.reason = m.reason();
    input.guesses = reader.cards("guesses", m.guesses());
    return input;
}

template <typename Message>
std::string alternative(const Message& message, const char* oneof) {
    const auto* field = message.GetReflection()->GetOneofFieldDescriptor(message, Message::descriptor()->FindOneofByName(oneof));
    return field ? field->name() : "";
}

} // namespace

void fill(messages::CardCheckDone& out, const engine::CardCheckDone& check) {
    const auto count = [](int value) { return static_cast<std::uint32_t>(value); };
    out.set_camera(check.camera);
    out.set_cards(count(check.cards));
    out.set_right(count(check.right));
    out.set_wrong(count(check.wrong));
    out.set_doubtful(count(check.doubtful));
    out.set_missing(count(check.missing));
    out.set_slowest_ms(count(check.slowest_ms));
    out.set_median_ms(count(check.median_ms));
    for (const auto& one : check.confusion) {
        auto& added = *out.add_confusion();
        added.set_dealt(one.dealt.text());
        added.set_read(one.read.text());
        added.set_times(count(one.times));
    }
}

std::expected<engine::CardCheckDone, std::string> read_card_check(const messages::CardCheckDone& message) {
    Reader reader("card_check");
    auto check = read_card_check(reader, message);
    if (!reader.error().empty()) return std::unexpected(reader.error());
    return check;
}

std::string encode_input(const engine::Input& input, const engine::InputMeta& meta) {
    messages::JournalInput out;
    out.set_schema(schema_version);
    out.set_at_ns(ns_of(meta.at));
    out.set_next_seq(meta.next_seq);
    out.set_source(utf8(meta.source));
    std::visit([&out](const auto& alternative) { fill(out, alternative); }, input);
    return serialise(out);
}

std::expected<DecodedInput, std::string> decode_input(std::string_view bytes) {
    messages::JournalInput m;
    if (!parse(m, bytes)) return std::unexpected("not Protobuf: " + std::to_string(bytes.size()) + " bytes are no JournalInput");
    if (m.schema() != schema_version) return std::unexpected("schema: version " + std::to_string(m.schema()) + " is not known");
    Reader reader(alternative(m, "input"));
    auto input = read_command(reader, m);
    if (m.has_slot_observed()) input = read_observed(reader, m.slot_observed());
    if (m.has_camera_changed()) {
        const auto& camera = m.camera_changed();
        input = engine::CameraChanged{camera.camera(), reader.value<engine::CameraSight>("sight", camera.sight()), camera.detail()};
    }
    if (m.has_shoe_card_read()) {
        const auto& shoe = m.shoe_card_read();
        input = engine::ShoeCardRead{shoe.reader(), shoe.number(), reader.card("card", shoe.card())};
    }
    if (m.has_card_check_done()) input = read_card_check(reader, m.card_check_done());
    if (m.has_record_software()) input = engine::RecordSoftware{read_software(reader, m.record_software().record()), m.by()};
    if (m.has_timer_fired()) input = engine::TimerFired{reader.value<engine::TimerId>("timer", m.timer_fired().timer())};
    if (!input) return std::unexpected("input: no message that this build knows");
    if (!reader.error().empty()) return std::unexpected(reader.error());
    return DecodedInput{std::move(*input), {time_of(m.at_ns()), m.next_seq(), m.source()}};
}

namespace {

// An id is kept with each thing that is told of it, and shown to people. Checked of what is asked, not of what a journal holds.
void refuse_id(Reader& reader, std::string_view field, const std::string& id) {
    constexpr std::size_t longest = 128;
    constexpr unsigned char first_printable = 0x20;
    constexpr unsigned char del = 0x7F;
    if (id.size() > longest) reader.refuse(field, "an id has at most 128 bytes, this one has " + std::to_string(id.size()));
    if (std::ranges::any_of(id,
                            [](char c) { return static_cast<unsigned char>(c) < first_printable || static_cast<unsigned char>(c) == del; }))
        reader.refuse(field, "an id has no control characters");
}

} // namespace

std::expected<engine::Input, std::string> input_from_command(const messages::CommandRequest& request) {
    if (request.schema() != schema_version) return std::unexpected("schema: version " + std::to_string(request.schema()) + " is not known");
    Reader reader(alternative(request, "command"));
    auto input = read_command(reader, request);
    if (request.has_status()) return std::unexpected("status: asks for nothing that changes a table");
    if (!input) return std::unexpected("command: no message that this build knows");
    if (const auto* wager = std::get_if<engine::PlaceWager>(&*input)) refuse_id(reader, "wager_id", wager->wager_id);
    if (auto* decision = std::get_if<engine::MakeDecision>(&*input)) { // whose word it is follows from who asks, and from nothing else
        refuse_id(reader, "decision_id", decision->decision_id);
        if (!decision->distributor.empty()) reader.refuse("distributor", "a command leaves it empty");
        if (request.role() == messages::ROLE_DISTRIBUTOR) decision->distributor = request.by();
    }
    if (!reader.error().empty()) return std::unexpected(reader.error());
    return std::move(*input);
}

} // namespace proto::codec
