#include "studio/runtime/client_report.h"

#include "proto/wire/keys.h"

#include <algorithm>
#include <map>

namespace studio::runtime {

namespace {

using SystemTime = std::chrono::system_clock::time_point;

std::int64_t ns(SystemTime at) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(at.time_since_epoch()).count();
}

void add(v1::AuthFailures& to, const proto::wire::Refused& refused) {
    to.set_count(to.count() + refused.count);
    if (ns(refused.last) < to.last_at_ns()) return;
    to.set_last_at_ns(ns(refused.last));
    to.set_address(refused.address);
}

v1::ClientAtTable& place(v1::ClientInfo& client, const std::string& table_id) {
    for (auto& at : *client.mutable_at())
        if (at.table_id() == table_id) return at;
    auto& at = *client.add_at();
    at.set_table_id(table_id);
    return at;
}

class Report {
public:
    Report(const ClientFacts& facts, const ReportTimes& times) : facts_(facts), times_(times) {}

    v1::Clients put_together() {
        clients_.set_keys_asked(facts_.list != nullptr);
        clients_.set_at_ns(ns(times_.now));
        clients_.set_started_at_ns(ns(times_.started));
        if (facts_.list != nullptr)
            for (const auto& entry : facts_.list->entries())
                take(entry);
        for (const auto& standing : facts_.wagers)
            take(standing);
        for (const auto& progress : facts_.progress)
            take(progress);
        strangers();
        return std::move(clients_);
    }

private:
    // A name that no key of the list has is somebody's only where no keys are asked for.
    v1::ClientInfo* client_of(const std::string& name) {
        const auto found = std::ranges::find(*clients_.mutable_clients(), name, &v1::ClientInfo::name);
        if (found != clients_.mutable_clients()->end()) return &*found;
        if (facts_.list != nullptr) return nullptr;
        auto& client = *clients_.add_clients();
        client.set_name(name);
        client.set_role(v1::ROLE_DISTRIBUTOR);
        return &client;
    }

    void take(const AccessEntry& entry) {
        auto* client = client_of(entry.name);
        if (client == nullptr) {
            client = clients_.add_clients();
            client->set_name(entry.name);
        }
        take_rights(*client, entry);
        take_connections(*client, entry.key);
        for (const auto& [clause, count] : facts_.ledger.refused(entry.key))
            add_refused(*client, clause, count);
        for (const auto& [table_id, asked] : facts_.ledger.asked(entry.key))
            take_asked(place(*client, table_id), asked);
        if (const auto refused = facts_.refused.find(entry.key); refused != facts_.refused.end()) {
            add(*client->mutable_failures(), refused->second);
            known_failures_ += refused->second.count;
        }
    }

    // Of the newest key that is let in; of the newest when none is.
    static void take_rights(v1::ClientInfo& client, const AccessEntry& entry) {
        const bool first = client.role() == v1::ROLE_UNSPECIFIED;
        if (!first && !entry.revoked.empty() && client.revoked().empty()) return;
        client.set_role(entry.role);
        client.mutable_tables()->Assign(entry.tables.begin(), entry.tables.end());
        client.set_made(entry.made);
        client.set_revoked(entry.revoked);
    }

    // Connected since the first of the keys came; gone since the last of them went.
    void take_connections(v1::ClientInfo& client, const std::string& key) const {
        const auto found = facts_.standings.find(key);
        if (found == facts_.standings.end()) return;
        const auto& standing = found->second;
        const auto since = ns(standing.since);
        const auto before = client.since_ns();
        const bool was_here = client.connections() > 0;
        const bool is_here = standing.connections > 0;
        const bool tells_more = is_here == was_here ? (is_here ? since < before : since > before) : is_here;
        if (before == 0 || tells_more) {
            client.set_since_ns(since);
            client.set_address(standing.address);
        }
        client.set_connections(client.connections() + static_cast<std::uint32_t>(standing.connections));
    }

    static void add_refused(v1::ClientInfo& client, const std::string& clause, std::uint64_t count) {
        for (auto& one : *client.mutable_refused())
            if (one.clause() == clause) return one.set_count(one.count() + count);
        auto& one = *client.add_refused();
        one.set_clause(clause);
        one.set_count(count);
    }

    static void take_asked(v1::ClientAtTable& at, const AskedPosition& asked) {
        if (ns(asked.at) < at.asked_at_ns()) return;
        at.set_asked_seq(asked.seq);
        at.set_asked_at_ns(ns(asked.at));
    }

    void take(const WagerStanding& standing) {
        auto* client = standing.last > 0 ? client_of(standing.distributor) : nullptr;
        if (client == nullptr) return;
        auto& at = place(*client, standing.table_id);
        at.set_last_seq(standing.last);
        at.set_wagers_open(static_cast<std::uint32_t>(standing.open));
    }

    void take(const WagerProgress& progress) {
        auto* client = client_of(progress.distributor);
        if (client == nullptr) return;
        auto& at = place(*client, progress.table_id);
        at.set_last_seq(std::max(at.last_seq(), progress.last));
        at.set_follows(true);
        at.set_acknowledged(progress.acknowledged);
        if (progress.behind_since)
            at.set_behind_since_ns(
                ns(times_.now - std::chrono::duration_cast<SystemTime::duration>(times_.steady_now - *progress.behind_since)));
    }

    // All that are nobody's of the list. Of some the address is not known: only the number counts them.
    void strangers() {
        v1::AuthFailures strangers;
        for (const auto& [key, refused] : facts_.refused)
            if (facts_.list == nullptr || facts_.list->find(key) == nullptr) add(strangers, refused);
        strangers.set_count(facts_.auth_failed - std::min(facts_.auth_failed, known_failures_));
        if (strangers.count() > 0) *clients_.mutable_strangers() = strangers;
    }

    const ClientFacts& facts_;
    const ReportTimes& times_;
    v1::Clients clients_;
    std::uint64_t known_failures_ = 0;
};

} // namespace

v1::Clients client_report(const ClientFacts& facts, const ReportTimes& times) {
    return Report(facts, times).put_together();
}

} // namespace studio::runtime
