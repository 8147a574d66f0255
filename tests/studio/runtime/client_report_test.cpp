// Who is connected, how far each has got, what was refused: put together from what a studio knows.
#include "studio/runtime/client_report.h"

#include "proto/wire/keys.h"

#include <gtest/gtest.h>

namespace studio::runtime {
namespace {

using namespace std::chrono_literals;
using proto::wire::ClientStanding;
using proto::wire::Refused;
using SystemTime = std::chrono::system_clock::time_point;

constexpr SystemTime noon{std::chrono::hours(500'000)};

std::int64_t ns(SystemTime at) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(at.time_since_epoch()).count();
}

class ClientReport : public ::testing::Test {
protected:
    std::string add(const std::string& name, v1::Role role = v1::ROLE_DISTRIBUTOR, const std::string& revoked = "",
                    std::vector<std::string> tables = {}) {
        const auto key = proto::wire::make_key_pair().public_key;
        list_.add({.name = name,
                   .key = key,
                   .role = role,
                   .tables = std::move(tables),
                   .speaks = Speaks::FOR_ITSELF,
                   .max_stake = {},
                   .made = "2026-11-30T12:00:00Z",
                   .revoked = revoked});
        return key;
    }
    v1::Clients report(const AccessList* list) {
        const ClientFacts facts{.list = list,
                                .standings = standings_,
                                .refused = refused_,
                                .auth_failed = auth_failed_,
                                .ledger = ledger_,
                                .wagers = wagers_,
                                .progress = progress_};
        return client_report(facts, {.started = noon, .now = noon + 60s, .steady_now = steady_});
    }
    v1::Clients report() { return report(&list_); }

    AccessList list_;
    std::unordered_map<std::string, ClientStanding> standings_;
    std::unordered_map<std::string, Refused> refused_;
    std::uint64_t auth_failed_ = 0;
    ClientLedger ledger_;
    std::vector<WagerStanding> wagers_;
    std::vector<WagerProgress> progress_;
    std::chrono::steady_clock::time_point steady_{100s};
};

TEST_F(ClientReport, ListsEveryClientOfTheListInItsOrder) {
    add("console", v1::ROLE_SUPERVISOR);
    add("acme", v1::ROLE_DISTRIBUTOR, "", {"T1"});
    const auto clients = report();
    EXPECT_TRUE(clients.keys_asked());
    EXPECT_EQ(clients.at_ns(), ns(noon + 60s));
    EXPECT_EQ(clients.started_at_ns(), ns(noon));
    ASSERT_EQ(clients.clients_size(), 2);
    EXPECT_EQ(clients.clients(0).name(), "console");
    EXPECT_EQ(clients.clients(1).role(), v1::ROLE_DISTRIBUTOR);
    EXPECT_EQ(clients.clients(1).tables(0), "T1");
    EXPECT_EQ(clients.clients(1).connections(), 0U);
    EXPECT_EQ(clients.clients(1).since_ns(), 0); // it has not been here
    EXPECT_FALSE(clients.has_strangers());
}

TEST_F(ClientReport, TellsWhoIsConnectedAndSinceWhenWhoIsNot) {
    standings_[add("acme")] = {3, noon + 5s, "10.0.0.7"};
    standings_[add("north")] = {0, noon + 9s, "10.0.0.8"};
    const auto clients = report();
    EXPECT_EQ(clients.clients(0).connections(), 3U);
    EXPECT_EQ(clients.clients(0).since_ns(), ns(noon + 5s));
    EXPECT_EQ(clients.clients(0).address(), "10.0.0.7");
    EXPECT_EQ(clients.clients(1).connections(), 0U);
    EXPECT_EQ(clients.clients(1).since_ns(), ns(noon + 9s));
}

TEST_F(ClientReport, SeveralKeysOfOneNameAreOneClient) {
    standings_[add("acme", v1::ROLE_DISTRIBUTOR, "2026-11-30T12:00:09Z", {"T1"})] = {0, noon + 9s, "10.0.0.7"};
    standings_[add("acme", v1::ROLE_DISTRIBUTOR, "", {"T1", "T2"})] = {2, noon + 3s, "10.0.0.8"};
    const auto clients = report();
    ASSERT_EQ(clients.clients_size(), 1);
    EXPECT_EQ(clients.clients(0).revoked(), ""); // one of its keys is let in
    EXPECT_EQ(clients.clients(0).tables_size(), 2);
    EXPECT_EQ(clients.clients(0).connections(), 2U);
    EXPECT_EQ(clients.clients(0).since_ns(), ns(noon + 3s)); // it is here, whatever came after
    EXPECT_EQ(clients.clients(0).address(), "10.0.0.8");
}

TEST_F(ClientReport, AClientIsRevokedWhenNoneOfItsKeysIsLetIn) {
    standings_[add("acme", v1::ROLE_DISTRIBUTOR, "2026-11-30T12:00:01Z")] = {0, noon + 1s, "10.0.0.7"};
    standings_[add("acme", v1::ROLE_DISTRIBUTOR, "2026-11-30T12:00:09Z")] = {0, noon + 9s, "10.0.0.8"};
    const auto clients = report();
    EXPECT_EQ(clients.clients(0).revoked(), "2026-11-30T12:00:09Z");
    EXPECT_EQ(clients.clients(0).since_ns(), ns(noon + 9s)); // the last of them went then
}

TEST_F(ClientReport, TellsHowFarADistributorIsBehindAndSinceWhen) {
    add("acme");
    wagers_ = {{"T1", "acme", 12, 4}, {"T2", "acme", 0, 0}, {"T3", "acme", 5, 0}};
    progress_ = {{.table_id = "T1", .distributor = "acme", .last = 10, .acknowledged = 7, .behind_since = steady_ - 8s, .lacked = 9}};
    const auto clients = report();
    const auto& at = clients.clients(0).at();
    ASSERT_EQ(at.size(), 2); // none of T2: it has had no wager there
    EXPECT_EQ(at[0].table_id(), "T1");
    EXPECT_EQ(at[0].last_seq(), 12U); // the journal is ahead of what was sent
    EXPECT_TRUE(at[0].follows());
    EXPECT_EQ(at[0].acknowledged(), 7U);
    EXPECT_EQ(at[0].wagers_open(), 4U);
    EXPECT_EQ(at[0].behind_since_ns(), ns(noon + 52s));
    EXPECT_FALSE(at[1].follows()); // nobody knows what it has of T3
    EXPECT_EQ(at[1].behind_since_ns(), 0);
}

TEST_F(ClientReport, CountsWhatWasRefusedByItsReason) {
    const auto first = add("acme", v1::ROLE_DISTRIBUTOR, "2026-11-30T12:00:01Z");
    const auto second = add("acme");
    ledger_.refuse(first, "WAGER.late");
    ledger_.refuse(second, "WAGER.late");
    ledger_.refuse(second, "AUTH.table");
    ledger_.refuse("", "AUTH.table"); // of no key
    ledger_.ask(first, "T1", {7, noon + 1s});
    ledger_.ask(second, "T1", {90, noon + 5s});
    const auto clients = report();
    const auto& client = clients.clients(0);
    ASSERT_EQ(client.refused_size(), 2);
    EXPECT_EQ(client.refused(0).clause(), "WAGER.late");
    EXPECT_EQ(client.refused(0).count(), 2U);
    EXPECT_EQ(client.refused(1).clause(), "AUTH.table");
    EXPECT_EQ(client.refused(1).count(), 1U);
    EXPECT_EQ(client.at(0).asked_seq(), 90U);
    EXPECT_EQ(client.at(0).asked_at_ns(), ns(noon + 5s));
    EXPECT_EQ(ledger_.refusals().by_right, 2U) << "of those without a key too";
    EXPECT_EQ(ledger_.told(), (ClientLedger::Clauses{{"AUTH.table", 2}, {"WAGER.late", 2}}));
    EXPECT_EQ(ledger_.refusals().by_rate, 0U);
}

TEST_F(ClientReport, FailuresOfKnownKeysAreTheirsAndTheRestIsOfStrangers) {
    const auto revoked = add("acme", v1::ROLE_DISTRIBUTOR, "2026-11-30T12:00:01Z");
    refused_[revoked] = {5, noon + 2s, "10.0.0.7"};
    refused_["a key that nobody has"] = {2, noon + 4s, "10.0.0.66"};
    refused_[""] = {1, noon + 3s, "10.0.0.67"};
    auth_failed_ = 9; // one of them without an address
    const auto clients = report();
    EXPECT_EQ(clients.clients(0).failures().count(), 5U);
    EXPECT_EQ(clients.clients(0).failures().address(), "10.0.0.7");
    EXPECT_EQ(clients.strangers().count(), 4U);
    EXPECT_EQ(clients.strangers().last_at_ns(), ns(noon + 4s));
    EXPECT_EQ(clients.strangers().address(), "10.0.0.66");
}

TEST_F(ClientReport, WithoutKeysThoseAreKnownThatFollowTheirWagers) {
    wagers_ = {{"T1", "north", 3, 1}};
    progress_ = {{.table_id = "T1", .distributor = "north", .last = 3, .acknowledged = 3, .behind_since = {}, .lacked = 0}};
    const auto clients = report(nullptr);
    EXPECT_FALSE(clients.keys_asked());
    ASSERT_EQ(clients.clients_size(), 1);
    EXPECT_EQ(clients.clients(0).name(), "north");
    EXPECT_EQ(clients.clients(0).role(), v1::ROLE_DISTRIBUTOR);
    EXPECT_EQ(clients.clients(0).at(0).wagers_open(), 1U);
    EXPECT_EQ(report().clients_size(), 0) << "with keys, a name that no key of the list has is nobody's";
}

} // namespace
} // namespace studio::runtime
