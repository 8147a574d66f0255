#include "dealer_console/gateway/authority.h"

#include <algorithm>

namespace dealer_console::gateway {

namespace {

using Case = v1::CommandRequest::CommandCase;

// What a command asks of the one who gives it.
enum class Needs : std::uint8_t { DEALER, SUPERVISOR, OVERRIDE, APPROVAL, NOBODY };

Needs needs(Case command) {
    switch (command) {
    case Case::kOpenTable:
    case Case::kCloseTable:
    case Case::kStartShoe:
    case Case::kStartRound:
    case Case::kConfirmResult:
    case Case::kPauseTable:
    case Case::kRescanSlot:
    case Case::kRaiseMistake:
    case Case::kChangeDealer:
    case Case::kMakeDecision: // what a player said at the table
    case Case::kStatus: return Needs::DEALER;
    case Case::kResumeTable:
    case Case::kCheckSoftware:
    case Case::kEndFault: return Needs::SUPERVISOR;
    case Case::kVoidRound:
    case Case::kCorrectCard: return Needs::OVERRIDE; // leaves who asked and who authorised
    case Case::kManualCard: return Needs::APPROVAL;  // by somebody else
    default: return Needs::NOBODY;                   // a distributor's, or none that this gateway knows
    }
}

v1::ConsoleRefusal refusal(const std::string& reason, std::optional<v1::SignInFailure> failure = {}) {
    v1::ConsoleRefusal refused;
    refused.set_clause("PROC.role");
    refused.set_reason(reason);
    if (failure) refused.mutable_second()->set_failure(*failure);
    return refused;
}

v1::Role role_of(const v1::Person& person) {
    switch (person.role()) {
    case v1::PERSON_ROLE_DEALER: return v1::ROLE_DEALER;
    case v1::PERSON_ROLE_SUPERVISOR:
    case v1::PERSON_ROLE_MANAGER: return v1::ROLE_SUPERVISOR;
    default: return v1::ROLE_OBSERVER;
    }
}

bool works_at_a_table(const v1::Person& person) {
    return person.role() == v1::PERSON_ROLE_DEALER || supervises(person);
}

// The supervisor among them: the asker before the second.
const v1::Person* supervisor_of(const Authors& authors) {
    if (supervises(authors.asker)) return &authors.asker;
    if (authors.second && supervises(*authors.second)) return &*authors.second;
    return nullptr;
}

// A dealer deals under the own name; a supervisor may say who does.
void put_dealer(v1::CommandRequest& command, const v1::Person& asker) {
    const bool own = asker.role() == v1::PERSON_ROLE_DEALER;
    if (command.has_open_table() && (own || command.open_table().dealer().empty())) command.mutable_open_table()->set_dealer(asker.name());
    if (command.has_change_dealer() && own) command.mutable_change_dealer()->set_dealer(asker.name());
}

std::optional<v1::ConsoleRefusal> fault_of_second(const Authors& authors) {
    if (!authors.second) return refusal("a second person must sign");
    if (authors.second->name() == authors.asker.name()) return refusal("the second person is the first one", v1::SIGN_IN_FAILURE_SAME);
    if (!supervises(*authors.second)) return refusal("a supervisor or manager must sign", v1::SIGN_IN_FAILURE_ROLE);
    return std::nullopt;
}

void put_authoriser(v1::CommandRequest& command, const std::string& name) {
    if (command.has_void_round()) command.mutable_void_round()->set_authorised_by(name);
    if (command.has_correct_card()) command.mutable_correct_card()->set_authorised_by(name);
    if (command.has_manual_card()) command.mutable_manual_card()->set_approved_by(name);
}

void put_asker(v1::CommandRequest& command, const v1::Person& person) {
    command.set_by(person.name());
    command.set_role(role_of(person));
}

} // namespace

bool supervises(const v1::Person& person) {
    return person.role() == v1::PERSON_ROLE_SUPERVISOR || person.role() == v1::PERSON_ROLE_MANAGER;
}

bool sees_money(const v1::Person& person) {
    return person.role() == v1::PERSON_ROLE_MANAGER || person.role() == v1::PERSON_ROLE_AUDITOR;
}

bool sees_doubts(const v1::Person& person) {
    return works_at_a_table(person);
}

bool may_see(const v1::Person& person, const std::string& table_id) {
    return person.tables().empty() || std::ranges::find(person.tables(), table_id) != person.tables().end();
}

std::expected<v1::CommandRequest, v1::ConsoleRefusal> authorise(const v1::CommandRequest& wish, const Authors& authors, v1::Phase phase) {
    const auto need = needs(wish.command_case());
    if (need == Needs::NOBODY) return std::unexpected(refusal("a console does not ask for that"));
    const bool only_asks = wish.has_status();
    if (!may_see(authors.asker, wish.table_id()) || (!only_asks && !works_at_a_table(authors.asker)))
        return std::unexpected(refusal("your role may not ask for that"));
    if (authors.second && !may_see(*authors.second, wish.table_id()))
        return std::unexpected(refusal("the second person has no right to this table", v1::SIGN_IN_FAILURE_ROLE));
    v1::CommandRequest command = wish;
    command.set_schema(1);
    put_asker(command, authors.asker);
    put_authoriser(command, "");
    if (command.has_make_decision()) command.mutable_make_decision()->clear_distributor();
    put_dealer(command, authors.asker);
    if (need == Needs::DEALER) return command;

    if (need == Needs::APPROVAL || (need == Needs::OVERRIDE && phase == v1::PHASE_CONFIRMED)) {
        if (auto fault = fault_of_second(authors)) return std::unexpected(std::move(*fault));
        if (need == Needs::APPROVAL) {
            put_authoriser(command, authors.second->name());
            return command;
        }
        if (!supervises(authors.asker)) return std::unexpected(refusal("after a confirmed result a supervisor and a manager must sign"));
        const bool manager = authors.asker.role() == v1::PERSON_ROLE_MANAGER || authors.second->role() == v1::PERSON_ROLE_MANAGER;
        if (!manager)
            return std::unexpected(refusal("after a confirmed result one of the two must be a manager", v1::SIGN_IN_FAILURE_ROLE));
        put_authoriser(command, authors.second->name());
        return command;
    }

    const auto* supervisor = supervisor_of(authors);
    if (supervisor == nullptr)
        return std::unexpected(authors.second ? refusal("a supervisor or manager must sign", v1::SIGN_IN_FAILURE_ROLE)
                                              : refusal("a supervisor must sign"));
    // On a dealer's screen the supervisor signs; the dealer stays the one who asked where the event has a place for both.
    command.set_role(role_of(*supervisor));
    if (need == Needs::SUPERVISOR) put_asker(command, *supervisor);
    put_authoriser(command, supervisor->name());
    return command;
}

} // namespace dealer_console::gateway
