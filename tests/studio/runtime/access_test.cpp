// The list of keys, and what a request may be under one of them.
#include "studio/runtime/access.h"

#include "proto/wire/keys.h"
#include "tests/studio/runtime/requests.h"
#include "tests/support/run_folder.h"

#include <gtest/gtest.h>

#include <fstream>

namespace studio::runtime {
namespace {

using testing::pause;

AccessEntry entry(const std::string& name, v1::Role role, std::vector<std::string> tables = {}) {
    AccessEntry entry;
    entry.name = name;
    entry.key = proto::wire::make_key_pair().public_key;
    entry.role = role;
    entry.tables = std::move(tables);
    entry.made = "2026-11-30T12:00:00Z";
    return entry;
}

std::string refusal(const AccessEntry& entry, v1::CommandRequest request) {
    const auto refused = admit(entry, request);
    return refused ? refused->clause + ": " + refused->reason : "";
}

TEST(Admit, RoleAndNameAreTheKeysWhereTheRequestLeavesThemOut) {
    auto request = pause("T1");
    EXPECT_FALSE(admit(entry("anna", v1::ROLE_DEALER), request));
    EXPECT_EQ(request.role(), v1::ROLE_DEALER);
    EXPECT_EQ(request.by(), "anna");
}

TEST(Admit, NoRequestIsMoreThanItsKey) {
    const auto all = {v1::ROLE_DEALER,  v1::ROLE_SUPERVISOR,  v1::ROLE_OPERATOR, v1::ROLE_MANAGER,
                      v1::ROLE_AUDITOR, v1::ROLE_DISTRIBUTOR, v1::ROLE_OBSERVER};
    for (const auto own : all) {
        if (own == v1::ROLE_OPERATOR) continue; // no key has that role
        for (const auto claimed : all) {
            const bool looks = claimed == v1::ROLE_OBSERVER;
            const bool lesser = looks || (own == v1::ROLE_SUPERVISOR && (claimed == v1::ROLE_DEALER || claimed == v1::ROLE_OPERATOR));
            const auto why = refusal(entry("anna", own), pause("T1", "anna", claimed));
            EXPECT_EQ(why.empty(), claimed == own || lesser) << v1::Role_Name(own) << " as " << v1::Role_Name(claimed);
            const auto words = "AUTH.role: the key of anna is a " + role_name(own) + "'s, and the request asks for more";
            EXPECT_TRUE(why.empty() || why == words) << why;
        }
    }
}

TEST(Admit, ASupervisorAtADealersTableIsADealerThere) {
    auto request = pause("T1", "", v1::ROLE_DEALER);
    EXPECT_FALSE(admit(entry("boris", v1::ROLE_SUPERVISOR), request));
    EXPECT_EQ(request.role(), v1::ROLE_DEALER);
}

TEST(Admit, OnlyTheTablesOfTheKey) {
    const auto anna = entry("anna", v1::ROLE_DEALER, {"T1", "T3"});
    EXPECT_EQ(refusal(anna, pause("T3")), "");
    EXPECT_EQ(refusal(anna, pause("T2")), "AUTH.table: the key of anna has no right to table T2");
    EXPECT_EQ(refusal(entry("anna", v1::ROLE_DEALER), pause("T2")), "") << "no list is all tables";
}

TEST(Admit, ADistributorsOwnLimitsAreOfItsKey) {
    auto acme = entry("acme", v1::ROLE_DISTRIBUTOR);
    const auto stake = [](std::int64_t minor, const std::string& currency) {
        v1::CommandRequest request;
        request.set_table_id("T1");
        request.mutable_place_wager()->mutable_stake()->set_minor(minor);
        request.mutable_place_wager()->mutable_stake()->set_currency(currency);
        return request;
    };
    EXPECT_EQ(refusal(acme, stake(1'000'000, "EUR")), "") << "without its own, the table's alone";
    acme.max_stake = {{"EUR", 50'000}};
    EXPECT_EQ(refusal(acme, stake(50'000, "EUR")), "");
    EXPECT_EQ(refusal(acme, stake(50'001, "EUR")), "WAGER.limit: stakes of acme go up to 50000");
    EXPECT_EQ(refusal(acme, stake(1, "THB")), "WAGER.currency: acme does not stake in THB");
    EXPECT_EQ(refusal(acme, pause("T1", "", v1::ROLE_UNSPECIFIED)), "") << "they are of wagers alone";
}

TEST(Admit, OnlyAConsoleSpeaksForPeople) {
    auto console = entry("console", v1::ROLE_SUPERVISOR);
    EXPECT_EQ(refusal(console, pause("T1", "anna", v1::ROLE_DEALER)), "AUTH.name: the key of console does not speak for anna");
    console.speaks = Speaks::FOR_PEOPLE;
    auto request = pause("T1", "anna", v1::ROLE_DEALER);
    EXPECT_FALSE(admit(console, request));
    EXPECT_EQ(request.by(), "anna");
    EXPECT_EQ(refusal(entry("acme", v1::ROLE_DISTRIBUTOR), pause("T1", "other", v1::ROLE_DISTRIBUTOR)),
              "AUTH.name: the key of acme does not speak for other");
}

TEST(AccessList, IsReadBackAsItWasWritten) {
    const testing::RunFolder folder;
    const auto file = folder.path() / "clients.toml";
    AccessList list;
    auto acme = entry("acme", v1::ROLE_DISTRIBUTOR, {"T1", "T2"});
    acme.max_stake = {{"EUR", 50'000}, {"THB", 900'000}};
    list.add(acme);
    auto console = entry("console", v1::ROLE_SUPERVISOR);
    console.speaks = Speaks::FOR_PEOPLE;
    list.add(console);
    ASSERT_EQ(list.fault(), "");
    list.write(file);
    const auto read = AccessList::read(file);
    ASSERT_TRUE(read) << read.error().front().what;
    EXPECT_EQ(read->entries(), list.entries());
    EXPECT_EQ(read->find(console.key)->name, "console");
    EXPECT_EQ(read->find("no key"), nullptr);
}

TEST(AccessList, EveryFaultHasItsLine) {
    const testing::RunFolder folder;
    const auto file = folder.path() / "clients.toml";
    const auto key = proto::wire::make_key_pair().public_key;
    std::ofstream(file) << "colour = \"red\"\n"
                        << "[[client]]\nname = \"\"\nkey = \"short\"\nrole = \"king\"\n"
                        << "[[client]]\nname = \"a\"\nkey = \"" << key << "\"\nrole = \"dealer\"\ntables = \"T1\"\nshoes = 3\n"
                        << "[[client]]\nname = \"b\"\nkey = \"" << key << "\"\nrole = \"dealer\"\ntables = [1]\nspeaks = \"loudly\"\n";
    const auto read = AccessList::read(file);
    ASSERT_FALSE(read);
    std::vector<std::string> faults;
    for (const auto& fault : read.error())
        faults.push_back(std::to_string(fault.line) + ": " + fault.what);
    EXPECT_EQ(faults, (std::vector<std::string>{
                          "1: 'colour' is no setting",
                          "2: a client's name must be 1 to 64 letters, digits, spaces or any of -_.@",
                          "2: client '': key must be a public key of 40 characters",
                          "2: client '': no role is called 'king'",
                          "2: tables must be a list; [] is all tables",
                          "11: client: 'shoes' is no setting",
                          "10: tables must be a list; [] is all tables",
                          "12: client 'b': two clients have this key",
                          "12: client 'b': speaks can only be \"for-people\"",
                          "16: tables must be a list of tables",
                      }));
    std::ofstream(file) << "[[client]]\nname = \"c\"\nkey = \"" << key
                        << "\"\nrole = \"distributor\"\ntables = []\nmax_stake = { EUR = 0 }\n";
    EXPECT_EQ(AccessList::read(file).error().front().what, "max_stake of EUR must be a whole number above 0");
    std::ofstream(file) << "[[client]]\nname = \"c\"\nkey = \"" << key
                        << "\"\nrole = \"distributor\"\ntables = []\nspeaks = \"for-people\"\n";
    EXPECT_EQ(AccessList::read(file).error().front().what, "client 'c': a distributor speaks for itself");
    std::ofstream(file) << "[[client\n";
    EXPECT_EQ(AccessList::read(file).error().front().line, 1);
    EXPECT_FALSE(AccessList::read(folder.path() / "none.toml"));
}

TEST(AccessList, RevokesByNameOrByFingerprint) {
    AccessList list;
    const auto old_key = entry("acme", v1::ROLE_DISTRIBUTOR);
    const auto new_key = entry("acme", v1::ROLE_DISTRIBUTOR);
    const auto other = entry("other", v1::ROLE_DISTRIBUTOR);
    for (const auto& one : {old_key, new_key, other})
        list.add(one);
    EXPECT_EQ(list.revoke(proto::wire::fingerprint(old_key.key), "2026-12-01T00:00:00Z"), std::vector{old_key});
    EXPECT_TRUE(list.find(new_key.key)->revoked.empty()) << "a client's new key is there before the old one goes";
    EXPECT_EQ(list.revoke("acme", "2026-12-02T00:00:00Z"), std::vector{new_key});
    EXPECT_EQ(list.find(old_key.key)->revoked, "2026-12-01T00:00:00Z");
    EXPECT_TRUE(list.revoke("acme", "2026-12-03T00:00:00Z").empty());
    EXPECT_TRUE(list.find(other.key)->revoked.empty());
}

TEST(AccessList, SaysWhoseConnectionsEnd) {
    AccessList before;
    const auto gone = entry("gone", v1::ROLE_OBSERVER);
    const auto revoked = entry("revoked", v1::ROLE_OBSERVER);
    const auto fewer = entry("fewer", v1::ROLE_OBSERVER, {"T1", "T2"});
    const auto same = entry("same", v1::ROLE_OBSERVER, {"T1"});
    for (const auto& one : {gone, revoked, fewer, same})
        before.add(one);
    AccessList after;
    for (const auto& one : {revoked, same})
        after.add(one);
    after.revoke("revoked", "2026-12-01T00:00:00Z");
    auto narrowed = fewer;
    narrowed.tables = {"T1"};
    after.add(narrowed);
    EXPECT_EQ(before.changed_in(after), (std::vector{gone.key, revoked.key, fewer.key}));
    EXPECT_TRUE(after.changed_in(after).size() == 1) << "the revoked one again";
}

} // namespace
} // namespace studio::runtime
