#include "proto/codec/views.h"

#include "proto/codec/reader.h"

namespace proto::codec {

namespace {

void fill(messages::TableView& out, const engine::TableView& view) {
    out.set_state(to_wire(view.state));
    out.set_pause_reason(view.pause_reason);
    out.set_since_ns(ns_of(view.since));
    out.set_game(view.game);
    out.set_dealer(view.dealer);
    out.set_shoe_id(view.shoe_id);
    out.set_round_id(view.round_id);
    out.set_phase(to_wire(view.phase));
    if (view.betting_closes_at) out.set_betting_closes_at_ns(ns_of(*view.betting_closes_at));
    if (view.betting_rest) out.set_betting_rest_ns(view.betting_rest->count());
    out.set_last_of_shoe(view.last_of_shoe);
    out.set_cards_left(view.cards_left);
    out.set_cards_total(view.cards_total);
    for (const auto& [slot, seen] : view.slots) {
        auto& slot_out = *out.add_slots();
        slot_out.set_slot(slot.text());
        slot_out.set_sight(to_wire(seen.sight));
        if (seen.card) slot_out.set_card(seen.card->text());
    }
    for (const auto& result : view.result)
        codec::fill(*out.add_result(), result);
    out.set_result_revision(view.result_revision);
    for (const auto& worth : view.open_hands)
        codec::fill(*out.add_open_hands(), worth);
    for (const auto& fault : view.faults)
        codec::fill(*out.add_faults(), fault);
    for (const auto& one : view.decisions) {
        auto& decision = *out.add_decisions();
        decision.set_box(one.box.text());
        for (const auto& option : one.options)
            codec::fill(*decision.add_options(), option);
        decision.set_otherwise(one.otherwise);
        if (one.closes_at) decision.set_closes_at_ns(ns_of(*one.closes_at));
        if (one.rest) decision.set_rest_ns(one.rest->count());
    }
    for (const auto& made : view.decided)
        codec::fill(*out.add_decided(), made);
}

engine::TableView read(Reader& reader, const messages::TableView& m) {
    engine::TableView view;
    view.state = reader.value<engine::TableState>("state", m.state());
    view.pause_reason = m.pause_reason();
    view.since = time_of(m.since_ns());
    view.game = m.game();
    view.dealer = m.dealer();
    view.shoe_id = m.shoe_id();
    view.round_id = m.round_id();
    view.phase = reader.value<engine::Phase>("phase", m.phase());
    if (m.has_betting_closes_at_ns()) view.betting_closes_at = time_of(m.betting_closes_at_ns());
    if (m.has_betting_rest_ns()) view.betting_rest = engine::Duration(m.betting_rest_ns());
    view.last_of_shoe = m.last_of_shoe();
    view.cards_left = m.cards_left();
    view.cards_total = m.cards_total();
    for (const auto& slot : m.slots()) {
        auto& seen = view.slots[reader.slot("slots.slot", slot.slot())];
        seen.sight = reader.value<engine::Sight>("slots.sight", slot.sight());
        if (slot.has_card()) seen.card = reader.card("slots.card", slot.card());
    }
    for (const auto& result : m.result())
        view.result.push_back(read_result(reader, "result", result));
    view.result_revision = m.result_revision();
    for (const auto& worth : m.open_hands())
        view.open_hands.push_back(read_result(reader, "open_hands", worth));
    for (const auto& fault : m.faults())
        view.faults.push_back(read_fault(reader, fault));
    for (const auto& m_decision : m.decisions()) {
        auto& decision = view.decisions.emplace_back(reader.position("decisions.box", m_decision.box()));
        for (const auto& option : m_decision.options())
            decision.options.push_back(read_option(reader, option));
        decision.otherwise = m_decision.otherwise();
        if (m_decision.has_closes_at_ns()) decision.closes_at = time_of(m_decision.closes_at_ns());
        if (m_decision.has_rest_ns()) decision.rest = engine::Duration(m_decision.rest_ns());
    }
    for (const auto& made : m.decided())
        view.decided.push_back(read_made(reader, made));
    return view;
}

void fill(messages::ExpectedAct& out, const engine::ExpectedAct& act) {
    out.set_act(to_wire(act.act));
    if (act.slot) out.set_slot(act.slot->text());
    if (act.until) out.set_until_ns(ns_of(*act.until));
    if (act.fault) out.set_fault(to_wire(*act.fault));
    for (const auto ending : act.endings)
        out.add_endings(to_wire(ending));
    for (const auto& [ending, why] : act.barred) {
        auto& barred = *out.add_barred();
        barred.set_ending(to_wire(ending));
        barred.set_clause(why.clause);
        barred.set_reason(why.reason);
    }
    out.set_prompt(engine::prompt(act));
    if (act.other) out.set_other(act.other->text());
    if (act.box) out.set_box(act.box->text());
    for (const auto& option : act.options)
        codec::fill(*out.add_options(), option);
    out.set_otherwise(act.otherwise);
}

} // namespace

messages::Snapshot snapshot_message(const EnvelopeHead& head, const engine::TableView& view) {
    messages::Snapshot out;
    out.set_studio_id(head.studio_id);
    out.set_table_id(head.table_id);
    out.set_epoch(head.epoch);
    out.set_seq(head.seq);
    out.set_at_ns(ns_of(head.at));
    out.set_rules_version(head.rules_version);
    fill(*out.mutable_view(), view);
    return out;
}

std::string encode_snapshot(const EnvelopeHead& head, const engine::TableView& view) {
    return serialise(snapshot_message(head, view));
}

std::expected<DecodedSnapshot, std::string> decode_snapshot(const messages::Snapshot& m) {
    DecodedSnapshot decoded;
    decoded.head = {m.studio_id(), m.table_id(), m.epoch(), m.seq(), time_of(m.at_ns()), m.rules_version()};
    Reader reader("view");
    decoded.view = read(reader, m.view());
    if (!reader.error().empty()) return std::unexpected(reader.error());
    return decoded;
}

std::expected<DecodedSnapshot, std::string> decode_snapshot(std::string_view bytes) {
    messages::Snapshot m;
    if (!parse(m, bytes)) return std::unexpected("not Protobuf: " + std::to_string(bytes.size()) + " bytes are no Snapshot");
    return decode_snapshot(m);
}

messages::StatusReport status_report(std::string_view table_id, const engine::TableView& view, const engine::Expected& expected) {
    messages::StatusReport out;
    out.set_table_id(std::string(table_id));
    out.set_state(to_wire(view.state));
    out.set_pause_reason(view.pause_reason);
    out.set_round_id(view.round_id);
    out.set_phase(to_wire(view.phase));
    for (const auto& act : expected.acts) {
        fill(*out.add_acts(), act);
        out.add_prompts(out.acts().rbegin()->prompt());
    }
    for (const auto& fault : view.faults)
        codec::fill(*out.add_faults(), fault);
    fill(*out.mutable_view(), view);
    return out;
}

void add_doubts(messages::StatusReport& report, const std::vector<engine::SlotObserved>& doubts) {
    for (const auto& doubt : doubts) {
        auto& out = *report.add_doubts();
        out.set_slot(doubt.slot.text());
        out.set_reason(doubt.reason);
        for (const auto& guess : doubt.guesses)
            out.add_guesses(guess.text());
        out.set_still_sha256(doubt.still_sha256);
    }
}

} // namespace proto::codec
