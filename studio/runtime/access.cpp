#include "studio/runtime/access.h"

namespace studio::runtime {

namespace {

// The roles whose buttons a role has besides its own (procedures, "Roles"): the supervisor has all of the dealer's.
bool covers(v1::Role own, v1::Role claimed) {
    if (claimed == own || claimed == v1::ROLE_UNSPECIFIED || claimed == v1::ROLE_OBSERVER) return true; // everybody may look
    return own == v1::ROLE_SUPERVISOR && (claimed == v1::ROLE_DEALER || claimed == v1::ROLE_OPERATOR);
}

// A distributor's own limits; the table's are judged by the table.
std::optional<AccessRefusal> refuse_stake(const AccessEntry& entry, const v1::CommandRequest& request) {
    if (!request.has_place_wager() || entry.max_stake.empty()) return std::nullopt;
    const auto& stake = request.place_wager().stake();
    const auto most = entry.max_stake.find(stake.currency());
    if (most == entry.max_stake.end())
        return AccessRefusal{"WAGER.currency", entry.name + " does not stake in " + stake.currency().substr(0, 16)};
    if (stake.minor() > most->second)
        return AccessRefusal{"WAGER.limit", "stakes of " + entry.name + " go up to " + std::to_string(most->second)};
    return std::nullopt;
}

} // namespace

std::optional<AccessRefusal> admit(const AccessEntry& entry, v1::CommandRequest& request) {
    const auto of_key = "the key of " + entry.name;
    if (!entry.may_see(request.table_id())) return AccessRefusal{"AUTH.table", of_key + " has no right to table " + request.table_id()};
    if (!covers(entry.role, request.role()))
        return AccessRefusal{"AUTH.role", of_key + " is a " + role_name(entry.role) + "'s, and the request asks for more"};
    if (request.by().empty()) request.set_by(entry.name);
    if (entry.speaks == Speaks::FOR_ITSELF && request.by() != entry.name)
        return AccessRefusal{"AUTH.name", of_key + " does not speak for " + request.by().substr(0, 64)};
    if (request.role() == v1::ROLE_UNSPECIFIED) request.set_role(entry.role);
    return refuse_stake(entry, request);
}

} // namespace studio::runtime
