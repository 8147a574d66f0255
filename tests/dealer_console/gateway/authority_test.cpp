// Who may ask what, and who must sign beside them.
#include "dealer_console/gateway/authority.h"
#include "dealer_console/gateway/http_words.h"
#include "dealer_console/gateway/table_book.h"

#include <gtest/gtest.h>

namespace dealer_console::gateway {
namespace {

v1::Person person(const std::string& name, v1::PersonRole role) {
    v1::Person made;
    made.set_name(name);
    made.set_role(role);
    return made;
}
const v1::Person anna = person("anna", v1::PERSON_ROLE_DEALER);
const v1::Person boris = person("boris", v1::PERSON_ROLE_SUPERVISOR);
const v1::Person clara = person("clara", v1::PERSON_ROLE_SUPERVISOR);
const v1::Person mira = person("mira", v1::PERSON_ROLE_MANAGER);
const v1::Person otto = person("otto", v1::PERSON_ROLE_AUDITOR);

v1::CommandRequest wish() {
    v1::CommandRequest request;
    request.set_table_id("T1");
    return request;
}
v1::CommandRequest void_wish() {
    auto request = wish();
    request.mutable_void_round()->set_reason("test");
    return request;
}

TEST(Authority, WhatTheBrowserSaysOfItselfIsGone) {
    auto request = wish();
    request.mutable_start_round();
    request.set_by("the boss");
    request.set_role(v1::ROLE_OPERATOR);
    const auto allowed = authorise(request, {anna, {}}, v1::PHASE_IDLE);
    ASSERT_TRUE(allowed);
    EXPECT_EQ(allowed->by(), "anna");
    EXPECT_EQ(allowed->role(), v1::ROLE_DEALER);
    auto forged = void_wish();
    forged.mutable_void_round()->set_authorised_by("mira");
    EXPECT_FALSE(authorise(forged, {anna, {}}, v1::PHASE_DEALING));
    const auto own = authorise(forged, {boris, {}}, v1::PHASE_DEALING);
    ASSERT_TRUE(own);
    EXPECT_EQ(own->void_round().authorised_by(), "boris");
}

// What a player says at the table is entered by who deals there; whose word it is never comes from the browser.
TEST(Authority, ADecisionSaidAtTheTableIsNobodysButTheTables) {
    auto request = wish();
    request.mutable_make_decision()->set_box("X2");
    request.mutable_make_decision()->set_choice("FOLD");
    request.mutable_make_decision()->set_distributor("north");
    const auto allowed = authorise(request, {anna, {}}, v1::PHASE_DECIDING);
    ASSERT_TRUE(allowed);
    EXPECT_EQ(allowed->role(), v1::ROLE_DEALER);
    EXPECT_EQ(allowed->by(), "anna");
    EXPECT_EQ(allowed->make_decision().distributor(), "");
    EXPECT_EQ(allowed->make_decision().box(), "X2");
    EXPECT_FALSE(authorise(request, {otto, {}}, v1::PHASE_DECIDING));
}

TEST(Authority, ADealerResumesOnlyWithASupervisorsSignature) {
    auto request = wish();
    request.mutable_resume_table();
    EXPECT_FALSE(authorise(request, {anna, {}}, v1::PHASE_BETTING));
    const auto refused = authorise(request, {anna, otto}, v1::PHASE_BETTING);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().second().failure(), v1::SIGN_IN_FAILURE_ROLE);
    const auto allowed = authorise(request, {anna, boris}, v1::PHASE_BETTING);
    ASSERT_TRUE(allowed);
    EXPECT_EQ(allowed->by(), "boris");
    EXPECT_EQ(allowed->role(), v1::ROLE_SUPERVISOR);
    EXPECT_TRUE(authorise(request, {boris, {}}, v1::PHASE_BETTING));
}

TEST(Authority, AfterAConfirmedResultTwoPersonsAndOneOfThemAManager) {
    EXPECT_FALSE(authorise(void_wish(), {boris, {}}, v1::PHASE_CONFIRMED));
    EXPECT_FALSE(authorise(void_wish(), {boris, clara}, v1::PHASE_CONFIRMED));
    EXPECT_FALSE(authorise(void_wish(), {mira, mira}, v1::PHASE_CONFIRMED));
    EXPECT_FALSE(authorise(void_wish(), {anna, mira}, v1::PHASE_CONFIRMED));
    const auto allowed = authorise(void_wish(), {boris, mira}, v1::PHASE_CONFIRMED);
    ASSERT_TRUE(allowed);
    EXPECT_EQ(allowed->by(), "boris");
    EXPECT_EQ(allowed->void_round().authorised_by(), "mira");
    EXPECT_TRUE(authorise(void_wish(), {mira, boris}, v1::PHASE_CONFIRMED));
}

TEST(Authority, AManualCardIsApprovedBySomebodyElse) {
    auto request = wish();
    request.mutable_manual_card()->set_slot("P1.1");
    request.mutable_manual_card()->set_card("Td");
    request.mutable_manual_card()->set_approved_by("boris");
    EXPECT_FALSE(authorise(request, {anna, {}}, v1::PHASE_REVEALING));
    EXPECT_FALSE(authorise(request, {boris, {}}, v1::PHASE_REVEALING));
    EXPECT_FALSE(authorise(request, {boris, boris}, v1::PHASE_REVEALING));
    EXPECT_EQ(authorise(request, {anna, clara}, v1::PHASE_REVEALING)->manual_card().approved_by(), "clara");
}

TEST(Authority, AnAuditorOnlyReadsAndNobodyPlacesAWager) {
    auto status = wish();
    status.mutable_status();
    EXPECT_TRUE(authorise(status, {otto, {}}, v1::PHASE_IDLE));
    auto pause = wish();
    pause.mutable_pause_table();
    EXPECT_FALSE(authorise(pause, {otto, {}}, v1::PHASE_IDLE));
    auto wager = wish();
    wager.mutable_place_wager();
    for (const auto& who : {anna, boris, mira, otto})
        EXPECT_FALSE(authorise(wager, {who, mira}, v1::PHASE_BETTING));
    EXPECT_FALSE(authorise(wish(), {mira, {}}, v1::PHASE_IDLE)) << "no command in it";
}

TEST(Authority, ADealerOfOneTableStaysThere) {
    auto dealer = anna;
    dealer.add_tables("T1");
    auto request = wish();
    request.mutable_start_round();
    EXPECT_TRUE(authorise(request, {dealer, {}}, v1::PHASE_IDLE));
    request.set_table_id("T2");
    EXPECT_FALSE(authorise(request, {dealer, {}}, v1::PHASE_IDLE));
    EXPECT_FALSE(may_see(dealer, "T2"));
}

TEST(Authority, ASignatureCountsAtTheSignersOwnTables) {
    auto elsewhere = boris;
    elsewhere.add_tables("T2");
    auto manual = wish();
    manual.mutable_manual_card()->set_slot("P1.1");
    auto resume = wish();
    resume.mutable_resume_table();
    for (const auto& request : {manual, resume, void_wish()}) {
        const auto refused = authorise(request, {anna, elsewhere}, v1::PHASE_REVEALING);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().second().failure(), v1::SIGN_IN_FAILURE_ROLE);
        elsewhere.add_tables("T1");
        EXPECT_TRUE(authorise(request, {anna, elsewhere}, v1::PHASE_REVEALING));
        elsewhere.mutable_tables()->RemoveLast();
    }
}

TEST(Authority, ADealerDealsUnderTheOwnName) {
    auto open = wish();
    open.mutable_open_table()->set_dealer("dora");
    auto change = wish();
    change.mutable_change_dealer()->set_dealer("dora");
    EXPECT_EQ(authorise(open, {anna, {}}, v1::PHASE_IDLE)->open_table().dealer(), "anna");
    EXPECT_EQ(authorise(change, {anna, {}}, v1::PHASE_IDLE)->change_dealer().dealer(), "anna");
    EXPECT_EQ(authorise(open, {boris, {}}, v1::PHASE_IDLE)->open_table().dealer(), "dora") << "a supervisor says who deals";
    EXPECT_EQ(authorise(change, {boris, {}}, v1::PHASE_IDLE)->change_dealer().dealer(), "dora");
}

TEST(HttpWords, AnOriginMustBeThePagesOwnOrNamed) {
    EXPECT_TRUE(origin_allowed("http://127.0.0.1:8480", "http", "127.0.0.1:8480", {}));
    EXPECT_FALSE(origin_allowed("https://127.0.0.1:8480", "http", "127.0.0.1:8480", {}));
    EXPECT_FALSE(origin_allowed("http://evil.example", "http", "127.0.0.1:8480", {}));
    EXPECT_FALSE(origin_allowed("", "http", "127.0.0.1:8480", {}));
    EXPECT_TRUE(origin_allowed("https://console.example", "http", "127.0.0.1:8480", {"https://console.example"}));
}

TEST(HttpWords, CookiesAndPaths) {
    EXPECT_EQ(cookie_of("a=1; studio_console=abc; b=2", "studio_console"), "abc");
    EXPECT_EQ(cookie_of("not_studio_console=abc", "studio_console"), "");
    EXPECT_EQ(path_parts("/still/T1/ab?x=/y"), (std::vector<std::string>{"still", "T1", "ab"}));
    EXPECT_TRUE(path_parts("/").empty());
    EXPECT_EQ(query_of("/overlay-ws/T1?lang=th&key=abc", "key"), "abc");
    EXPECT_EQ(query_of("/overlay-ws/T1?monkey=abc&keys=x", "key"), "");
    EXPECT_EQ(query_of("/overlay-ws/T1", "key"), "");
}

v1::Envelope event(std::uint64_t seq, const std::string& round) {
    v1::Envelope made;
    made.set_table_id("T1");
    made.set_seq(seq);
    made.set_at_ns(static_cast<std::int64_t>(seq) * 1000);
    made.set_round_id(round);
    return made;
}

TEST(TableBook, ARoundFromItsOpeningToItsEnd) {
    TableBook book;
    auto dealer = event(1, "");
    dealer.mutable_dealer_changed()->set_dealer("anna");
    EXPECT_FALSE(book.take(dealer));
    auto opened = event(2, "R1");
    opened.mutable_round_opened()->set_shoe_id("S1");
    ASSERT_TRUE(book.take(opened));
    auto fault = event(3, "R1");
    fault.mutable_fault_raised()->set_code(v1::FAULT_CODE_UNREADABLE);
    fault.mutable_fault_raised()->set_slot("P1.1");
    book.take(fault);
    ASSERT_EQ(book.open_faults().size(), 1U);
    EXPECT_EQ(book.open_faults().front().raised_at_ns(), 3000);
    auto cleared = event(4, "R1");
    cleared.mutable_fault_cleared()->set_code(v1::FAULT_CODE_UNREADABLE);
    cleared.mutable_fault_cleared()->set_slot("P1.1");
    book.take(cleared);
    EXPECT_TRUE(book.open_faults().empty());
    auto confirmed = event(5, "R1");
    confirmed.mutable_result_confirmed()->add_positions()->set_position("P1");
    const auto ended = book.take(confirmed);
    ASSERT_TRUE(ended);
    EXPECT_EQ(ended->dealer(), "anna");
    EXPECT_EQ(ended->first_seq(), 2U);
    EXPECT_EQ(ended->last_seq(), 5U);
    EXPECT_EQ(ended->end(), v1::ROUND_END_CONFIRMED);
    EXPECT_EQ(ended->faults_size(), 1);
    auto voided = event(6, "R1");
    voided.mutable_round_voided()->set_reason("found on the recording");
    EXPECT_EQ(book.take(voided)->end(), v1::ROUND_END_VOIDED) << "a void may follow a result";
}

} // namespace
} // namespace dealer_console::gateway
