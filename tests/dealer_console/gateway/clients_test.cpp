// Clients and their keys at the desk: who sees them, who changes them, what the audit journal says and what nobody is told twice.
#include "dealer_console/gateway/desk.h"
#include "dealer_console/gateway/secret.h"

#include "proto/wire/client_list.h"
#include "tests/dealer_console/gateway/fakes.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace dealer_console::gateway {
namespace {

using proto::wire::AccessList;
using testing::KeptScreen;
using Case = v1::ConsoleUpdate;

class ClientsTest : public testing::StaffedDesk {
protected:
    ClientsTest() {
        auto book = UserBook::load(folder_ / "users.toml");
        book.make("nina", v1::PERSON_ROLE_SUPERVISOR, {"T1"});
        book.set_password("nina", "nina-watches");
        book.save(folder_ / "users.toml");
        doorkeeper_.emplace(DoorOptions{folder_ / "users.toml", folder_ / "audit.jsonl", ""}, tasks_.loop());
        {
            proto::wire::ClientBook list(folder_ / "clients.toml");
            own_ = list.add(
                {.name = "console", .role = v1::ROLE_SUPERVISOR, .tables = {}, .speaks = proto::wire::Speaks::FOR_PEOPLE, .max_stake = {}},
                studio_key_);
            list.save();
        }
        open({.clients = folder_ / "clients.toml", .studio_key = studio_key_, .own_key = own_.keys.public_key});
    }

    void open(const KeyOptions& keys) {
        desk_.emplace(*doorkeeper_, tasks_.loop(), DeskOptions{.pictures = {}, .keys = keys});
        desk_->connect({[](const std::string&, const v1::CommandRequest&, const std::function<void(CommandAnswer)>& then) { then({}); },
                        [this](const v1::ReplayRequest& request, const std::function<void(ReplayAnswer)>& then) {
                            EXPECT_TRUE(request.has_clients());
                            ++questions_;
                            if (answers_) then(std::vector{answer_});
                        }});
        for (const auto* id : {"T1", "T2"}) {
            TableKnown known;
            known.table.set_table_id(id);
            desk_->take(LinkNews(known));
        }
        tasks_.run();
    }
    void beat(int times) {
        for (int i = 0; i < times; ++i) {
            desk_->beat();
            tasks_.run();
        }
    }
    static v1::ConsoleRequest make(const std::string& name, v1::Role role = v1::ROLE_DISTRIBUTOR) {
        v1::ConsoleRequest request;
        auto& wish = *request.mutable_manage_keys()->mutable_make();
        wish.set_name(name);
        wish.set_role(role);
        return request;
    }
    static v1::ConsoleRequest with_limit(v1::ConsoleRequest request, const std::string& currency, std::int64_t minor) {
        auto& most = *request.mutable_manage_keys()->mutable_make()->add_max_stake();
        most.set_currency(currency);
        most.set_minor(minor);
        return request;
    }
    static v1::ConsoleRequest at_table(v1::ConsoleRequest request, const std::string& table) {
        request.mutable_manage_keys()->mutable_make()->add_tables(table);
        return request;
    }
    static v1::ConsoleRequest revoke(const std::string& fingerprint) {
        v1::ConsoleRequest request;
        request.mutable_manage_keys()->set_revoke(fingerprint);
        return request;
    }
    static v1::ConsoleRequest only_ask() {
        v1::ConsoleRequest request;
        request.mutable_manage_keys();
        return request;
    }
    std::string refusal_of(const std::string& name, const v1::ConsoleRequest& request) {
        screens_[name].updates.clear();
        ask(name, request);
        return screens_[name].last(Case::kRefusal).refusal().clause();
    }
    [[nodiscard]] std::string audit() const {
        std::ostringstream text;
        text << std::ifstream(folder_ / "audit.jsonl").rdbuf();
        return text.str();
    }
    [[nodiscard]] AccessList list() const { return *AccessList::read(folder_ / "clients.toml"); }
    v1::ClientInfo& client(const std::string& name, const std::vector<std::string>& tables = {}) {
        auto& one = *answer_.mutable_clients()->add_clients();
        one.set_name(name);
        for (const auto& table : tables)
            one.add_tables(table);
        for (const auto* table : {"T1", "T2"})
            one.add_at()->set_table_id(table);
        return one;
    }

    std::string studio_key_ = proto::wire::make_key_pair().public_key;
    proto::wire::ClientKey own_;
    v1::ReplayResponse answer_;
    bool answers_ = true;
    int questions_ = 0;
};

TEST_F(ClientsTest, SupervisorsManagersAndAuditorsSeeWhoIsConnectedAndADealerDoesNot) {
    client("acme");
    for (const auto* name : {"boris", "mira", "otto"})
        EXPECT_EQ(seat(name).last(Case::kClients).clients().clients().clients(0).name(), "acme") << name;
    const auto& anna = seat("anna");
    beat(12);
    EXPECT_EQ(anna.last(Case::kClients).update_case(), Case::UPDATE_NOT_SET);
}

TEST_F(ClientsTest, NobodyAsksTheStudioPastTheDesk) {
    for (const auto* name : {"anna", "mira"}) {
        seat(name);
        questions_ = 0;
        v1::ConsoleRequest request;
        request.mutable_replay()->mutable_clients();
        EXPECT_EQ(refusal_of(name, request), "PROC.role") << name;
        EXPECT_EQ(questions_, 0);
    }
}

TEST_F(ClientsTest, TheStudioIsAskedOnceForAllScreensAndOnlyWhileSomebodyMaySee) {
    seat("anna");
    beat(12);
    EXPECT_EQ(questions_, 0);
    answers_ = false; // a studio that is busy
    seat("boris");
    seat("mira");
    beat(12);
    EXPECT_EQ(questions_, 1) << "one question at a time";
}

TEST_F(ClientsTest, ItIsAskedAnewEveryOtherSecond) {
    seat("boris");
    seat("otto");
    questions_ = 0;
    beat(12); // six seconds
    EXPECT_EQ(questions_, 4);
}

TEST_F(ClientsTest, WhoHasARightToSomeTablesSeesNothingOfOthers) {
    client("acme");
    client("north", {"T2"});
    client("south", {"T1", "T3"});
    const auto clients = seat("nina").last(Case::kClients).clients().clients();
    ASSERT_EQ(clients.clients_size(), 2);
    EXPECT_EQ(clients.clients(0).name(), "acme");
    ASSERT_EQ(clients.clients(0).at_size(), 1);
    EXPECT_EQ(clients.clients(0).at(0).table_id(), "T1");
    EXPECT_EQ(clients.clients(1).name(), "south");
}

TEST_F(ClientsTest, AStudioThatRefusesIsQuoted) {
    client("acme");
    auto& boris = seat("boris");
    answer_.mutable_error()->set_reason("AUTH.role: the key of console is no console's");
    beat(3);
    EXPECT_EQ(boris.last(Case::kClients).clients().trouble(), "AUTH.role: the key of console is no console's");
    EXPECT_EQ(boris.last(Case::kClients).clients().clients().clients_size(), 1) << "what was told last";
}

TEST_F(ClientsTest, AManagerMakesAKeyWhoseSecretIsToldOnceAndWrittenNowhere) {
    auto& mira = seat("mira");
    ask("mira", with_limit(at_table(make("acme"), "T1"), "EUR", 50'000));
    const auto keys = mira.last(Case::kKeys).keys();
    ASSERT_EQ(keys.keys_size(), 2);
    EXPECT_EQ(keys.keys(1).name(), "acme");
    EXPECT_EQ(keys.keys(1).tables(0), "T1");
    EXPECT_EQ(keys.keys(1).max_stake(0).minor(), 50'000);
    EXPECT_TRUE(keys.keys(0).own());
    EXPECT_EQ(keys.made().file(), "acme.key");
    std::ofstream(folder_ / "acme.key") << keys.made().text();
    std::filesystem::permissions(folder_ / "acme.key", std::filesystem::perms::owner_read);
    const auto key = proto::wire::read_client_key(folder_ / "acme.key");
    ASSERT_TRUE(key) << key.error();
    EXPECT_EQ(key->studio_key, studio_key_);
    const auto stored = list();
    const auto* entry = stored.find(key->keys.public_key);
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->max_stake.at("EUR"), 50'000);
    EXPECT_EQ(entry->speaks, proto::wire::Speaks::FOR_ITSELF);
    EXPECT_NE(audit().find("make acme distributor " + proto::wire::fingerprint(entry->key)), std::string::npos);
    EXPECT_EQ(audit().find(key->keys.secret_key), std::string::npos);
    ask("mira", only_ask());
    EXPECT_FALSE(mira.last(Case::kKeys).keys().has_made());
}

TEST_F(ClientsTest, ARevokedKeyStaysOnTheListAndInTheAuditJournal) {
    auto& mira = seat("mira");
    ask("mira", make("acme"));
    const auto fingerprint = mira.last(Case::kKeys).keys().keys(1).fingerprint();
    ask("mira", revoke(fingerprint));
    EXPECT_FALSE(mira.last(Case::kKeys).keys().keys(1).revoked().empty());
    EXPECT_FALSE(list().entries().at(1).revoked.empty());
    EXPECT_NE(audit().find("revoke acme distributor " + fingerprint), std::string::npos);
    EXPECT_EQ(refusal_of("mira", revoke(fingerprint)), "KEYS.revoke");
    EXPECT_EQ(refusal_of("mira", make("acme")), "") << "the name is free again";
}

TEST_F(ClientsTest, TheConsolesOwnKeyIsNotRevokedAtTheConsole) {
    seat("mira");
    EXPECT_EQ(refusal_of("mira", revoke(proto::wire::fingerprint(own_.keys.public_key))), "KEYS.revoke");
    EXPECT_TRUE(list().entries().at(0).revoked.empty());
}

TEST_F(ClientsTest, WhatIsWrongIsToldOfItsField) {
    seat("mira");
    ask("mira", make("acme"));
    EXPECT_EQ(refusal_of("mira", make("")), "KEYS.name");
    EXPECT_EQ(refusal_of("mira", make("acme")), "KEYS.name");
    EXPECT_EQ(refusal_of("mira", make("a\"b")), "KEYS.name");
    EXPECT_EQ(refusal_of("mira", make(std::string(65, 'a'))), "KEYS.name");
    EXPECT_EQ(refusal_of("mira", at_table(make("north"), "T9")), "KEYS.tables");
    EXPECT_EQ(refusal_of("mira", with_limit(make("north"), "EUR", 0)), "KEYS.max_stake");
    EXPECT_EQ(refusal_of("mira", with_limit(make("north"), "euro", 100)), "KEYS.max_stake");
    EXPECT_EQ(refusal_of("mira", with_limit(with_limit(make("north"), "EUR", 1), "EUR", 2)), "KEYS.max_stake");
    EXPECT_EQ(refusal_of("mira", with_limit(make("north", v1::ROLE_OBSERVER), "EUR", 100)), "KEYS.max_stake");
    EXPECT_EQ(list().entries().size(), 2U) << "nothing of it was done";
    EXPECT_NE(audit().find("'acme' has a key already"), std::string::npos);
}

TEST_F(ClientsTest, AKeyThatPressesButtonsIsNotMadeAtTheConsole) {
    seat("mira");
    for (const auto role : {v1::ROLE_DEALER, v1::ROLE_SUPERVISOR, v1::ROLE_OPERATOR, v1::ROLE_UNSPECIFIED})
        EXPECT_EQ(refusal_of("mira", make("north", role)), "KEYS.role") << v1::Role_Name(role);
    for (const auto role : {v1::ROLE_DISTRIBUTOR, v1::ROLE_OBSERVER, v1::ROLE_AUDITOR, v1::ROLE_MANAGER})
        EXPECT_EQ(refusal_of("mira", make(v1::Role_Name(role), role)), "") << v1::Role_Name(role);
}

TEST_F(ClientsTest, OnlyAManagerChangesKeysAndAnAuditorReadsThem) {
    for (const auto* name : {"anna", "boris", "otto"}) {
        seat(name);
        EXPECT_EQ(refusal_of(name, make("acme")), "PROC.role") << name;
        EXPECT_EQ(refusal_of(name, revoke(proto::wire::fingerprint(own_.keys.public_key))), "PROC.role") << name;
    }
    EXPECT_EQ(refusal_of("anna", only_ask()), "PROC.role");
    EXPECT_EQ(refusal_of("boris", only_ask()), "PROC.role");
    EXPECT_EQ(refusal_of("otto", only_ask()), "");
    EXPECT_EQ(screens_["otto"].last(Case::kKeys).keys().keys_size(), 1);
    EXPECT_EQ(list().entries().size(), 1U);
    EXPECT_NE(audit().find("keys refused"), std::string::npos);
}

TEST_F(ClientsTest, AStudioWithoutKeysHasNoneToMake) {
    open({});
    seat("mira");
    EXPECT_EQ(refusal_of("mira", make("acme")), "KEYS.none");
    EXPECT_EQ(refusal_of("mira", only_ask()), "KEYS.none");
}

TEST_F(ClientsTest, AListThatCannotBeReadIsLeftAlone) {
    seat("mira");
    std::ofstream(folder_ / "clients.toml") << "[[client]]\n";
    EXPECT_EQ(refusal_of("mira", make("acme")), "KEYS.file");
    EXPECT_EQ(refusal_of("mira", only_ask()), "KEYS.file");
    EXPECT_EQ(std::filesystem::file_size(folder_ / "clients.toml"), std::string("[[client]]\n").size());
}

} // namespace
} // namespace dealer_console::gateway
