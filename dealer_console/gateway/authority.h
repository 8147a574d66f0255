// Who may ask what of a table, and who must stand beside them (procedures: Roles). Pure.
#pragma once

#include "studio/v1/command.pb.h"
#include "studio/v1/console.pb.h"

#include <expected>
#include <optional>
#include <string>

namespace dealer_console::gateway {

namespace v1 = ::studio::v1;

// Who is behind a command. `second` has proven who they are on the same dialogue, or by their own session.
struct Authors {
    v1::Person asker;
    std::optional<v1::Person> second;
};

// The command as the studio gets it: who asks, in what role and who authorises comes from `authors` alone; what the browser wrote there is
// gone, and a dealer deals under the own name. The error says who is missing. `phase` is the table's phase as last told: what follows a
// confirmed result takes two persons, one of them a manager.
[[nodiscard]] std::expected<v1::CommandRequest, v1::ConsoleRefusal> authorise(const v1::CommandRequest& wish, const Authors& authors,
                                                                              v1::Phase phase);

[[nodiscard]] bool may_see(const v1::Person& person, const std::string& table_id);
// Supervisors and managers: those whose word a second person's is.
[[nodiscard]] bool supervises(const v1::Person& person);
// What was wagered and who has won it: managers and auditors.
[[nodiscard]] bool sees_money(const v1::Person& person);
// Everybody whose work needs the doubtful cards; an auditor reads what was decided.
[[nodiscard]] bool sees_doubts(const v1::Person& person);

} // namespace dealer_console::gateway
