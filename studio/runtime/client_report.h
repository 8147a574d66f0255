// All of a studio's clients as its console shows them: who is connected, how far each has got, what was refused. Pure.
#pragma once

#include "proto/wire/gate.h"
#include "studio/runtime/access.h"
#include "studio/runtime/client_ledger.h"
#include "studio/runtime/wager_desk.h"
#include "studio/v1/replay.pb.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace studio::runtime {

// A distributor's own stream at one table.
struct WagerStanding {
    std::string table_id;
    std::string distributor;
    std::uint64_t last = 0; // of its events in the journal
    std::size_t open = 0;   // wagers
};

// What the report is put together from; all of it outlives the call.
struct ClientFacts {
    const AccessList* list; // null: no keys are asked for
    const std::unordered_map<std::string, proto::wire::ClientStanding>& standings;
    const std::unordered_map<std::string, proto::wire::Refused>& refused; // connections
    std::uint64_t auth_failed;                                            // of all together
    const ClientLedger& ledger;
    std::vector<WagerStanding> wagers;
    std::vector<WagerProgress> progress;
};

struct ReportTimes {
    std::chrono::system_clock::time_point started; // of the studio
    std::chrono::system_clock::time_point now;
    std::chrono::steady_clock::time_point steady_now;
};

// Clients in the order of the list, several keys of one name together. Without keys those that have followed their wagers.
[[nodiscard]] v1::Clients client_report(const ClientFacts& facts, const ReportTimes& times);

} // namespace studio::runtime
