#include "dealer_console/gateway/table_book.h"

#include <algorithm>

namespace dealer_console::gateway {

v1::RoundRecord* TableBook::round(const std::string& round_id) {
    const auto found = std::ranges::find(rounds_.rbegin(), rounds_.rend(), round_id, [](const auto& one) { return one.round_id(); });
    return found == rounds_.rend() ? nullptr : &*found;
}

void TableBook::open(const v1::Envelope& event) {
    v1::RoundRecord record;
    record.set_table_id(event.table_id());
    record.set_round_id(event.round_id());
    record.set_shoe_id(event.round_opened().shoe_id());
    record.set_dealer(dealer_);
    record.set_opened_at_ns(event.at_ns());
    record.set_first_seq(event.seq());
    record.set_end(v1::ROUND_END_RUNNING);
    rounds_.push_back(std::move(record));
    if (rounds_.size() > most_) rounds_.pop_front();
}

void TableBook::watch_faults(const v1::Envelope& event) {
    if (event.has_fault_raised())
        faults_.try_emplace({event.fault_raised().code(), event.fault_raised().slot()}, event.at_ns());
    else if (event.has_fault_cleared())
        faults_.erase({event.fault_cleared().code(), event.fault_cleared().slot()});
    else if (event.has_session_ended())
        faults_.clear();
}

std::optional<v1::RoundRecord> TableBook::take(const v1::Envelope& event) {
    watch_faults(event);
    if (event.has_dealer_changed()) dealer_ = event.dealer_changed().dealer();
    if (event.has_round_opened()) open(event);
    auto* record = event.round_id().empty() ? nullptr : round(event.round_id());
    if (record == nullptr) return std::nullopt;
    record->set_last_seq(event.seq());
    const auto end = [&](v1::RoundEnd how) {
        record->set_end(how);
        record->set_ended_at_ns(event.at_ns());
    };
    if (event.has_fault_raised()) {
        if (std::ranges::find(record->faults(), event.fault_raised().code()) == record->faults().end())
            record->add_faults(event.fault_raised().code());
    } else if (event.has_result_provisional()) {
        *record->mutable_result() = event.result_provisional().positions();
    } else if (event.has_result_confirmed()) {
        *record->mutable_result() = event.result_confirmed().positions();
        end(v1::ROUND_END_CONFIRMED);
    } else if (event.has_result_revised()) {
        *record->mutable_result() = event.result_revised().after();
        record->set_reason(event.result_revised().reason());
        end(v1::ROUND_END_REVISED);
    } else if (event.has_round_voided()) {
        record->set_reason(event.round_voided().reason());
        end(v1::ROUND_END_VOIDED);
    } else if (!event.has_round_opened()) {
        return std::nullopt;
    }
    return *record;
}

std::optional<v1::RoundRecord> TableBook::take_question() {
    if (rounds_.empty() || rounds_.back().end() != v1::ROUND_END_RUNNING) return std::nullopt;
    rounds_.back().set_questions(rounds_.back().questions() + 1);
    return rounds_.back();
}

std::vector<v1::OpenFault> TableBook::open_faults() const {
    std::vector<v1::OpenFault> open;
    for (const auto& [what, at] : faults_) {
        v1::OpenFault fault;
        fault.set_code(static_cast<v1::FaultCode>(what.first));
        fault.set_slot(what.second);
        fault.set_raised_at_ns(at);
        open.push_back(std::move(fault));
    }
    return open;
}

} // namespace dealer_console::gateway
