// The desk without sockets: a studio that answers as the test says, screens that keep what they are sent.
#include "dealer_console/gateway/desk.h"
#include "dealer_console/gateway/secret.h"
#include "dealer_console/gateway/web_server.h"

#include "tests/dealer_console/gateway/fakes.h"

#include <gtest/gtest.h>

namespace dealer_console::gateway {
namespace {

using testing::KeptScreen;

class DeskTest : public testing::StaffedDesk {
protected:
    DeskTest() {
        doorkeeper_.emplace(DoorOptions{folder_ / "users.toml", folder_ / "audit.jsonl", ""}, tasks_.loop());
        open({.pictures = folder_.path()});
        status_.set_phase(v1::PHASE_REVEALING);
        status_.add_doubts()->set_slot("P1.1");
        show_table();
    }

    void open(DeskOptions options) {
        desk_.emplace(*doorkeeper_, tasks_.loop(), std::move(options));
        desk_->connect({[this](const std::string&, v1::CommandRequest request, std::function<void(CommandAnswer)> then) {
                            v1::CommandResponse response;
                            *response.mutable_status() = status_;
                            if (!request.has_status()) commands_.push_back(request);
                            if (refusal_.empty())
                                response.mutable_accepted();
                            else
                                response.mutable_rejection()->set_reason(refusal_);
                            if (silent_)
                                then(std::unexpected("the studio is not reached"));
                            else
                                then(response);
                        },
                        [](const v1::ReplayRequest&, const std::function<void(ReplayAnswer)>& then) {
                            std::vector<v1::ReplayResponse> parts(2);
                            parts[0].mutable_page()->add_envelopes("e");
                            parts[1].mutable_end()->set_last_seq(7);
                            then(parts);
                        }});
    }
    void show_table() {
        TableKnown known;
        known.table.set_table_id("T1");
        known.table.set_game("pok-deng");
        desk_->take(LinkNews(known));
        desk_->take(LinkNews(TableHealth{"T1", v1::FEED_HEALTH_LIVE, ""}));
        tasks_.run();
    }

    // Long enough for every table to have been asked anew.
    void look() {
        desk_->beat();
        desk_->beat();
        tasks_.run();
    }
    static google::protobuf::RepeatedPtrField<v1::Approval> waiting_for(const KeptScreen& screen) {
        return screen.last(v1::ConsoleUpdate::kApprovals).approvals().waiting();
    }
    static v1::ConsoleRequest manual_card() {
        v1::ConsoleRequest request;
        auto& command = *request.mutable_command();
        command.set_table_id("T1");
        command.mutable_manual_card()->set_slot("P1.1");
        command.mutable_manual_card()->set_card("Td");
        return request;
    }
    // Whether that card may be named.
    static v1::ConsoleRequest question() {
        v1::ConsoleRequest request;
        *request.mutable_ask_approval()->mutable_command() = manual_card().command();
        return request;
    }
    static v1::ConsoleRequest approval_of(std::uint64_t id) {
        v1::ConsoleRequest request;
        request.mutable_answer_approval()->set_id(id);
        request.mutable_answer_approval()->set_verdict(v1::VERDICT_APPROVE);
        return request;
    }

    std::vector<v1::CommandRequest> commands_;
    v1::StatusReport status_;
    std::string refusal_;
    bool silent_ = false;
};

TEST_F(DeskTest, AScreenIsWelcomedAndShownEveryTable) {
    auto& anna = seat("anna");
    ASSERT_EQ(anna.last(v1::ConsoleUpdate::kWelcome).update_case(), v1::ConsoleUpdate::kWelcome);
    EXPECT_EQ(anna.last(v1::ConsoleUpdate::kWelcome).welcome().person().name(), "anna");
    ASSERT_EQ(anna.last(v1::ConsoleUpdate::kTable).update_case(), v1::ConsoleUpdate::kTable);
    EXPECT_EQ(anna.last(v1::ConsoleUpdate::kTable).table().status().doubts_size(), 1);
    EXPECT_EQ(seat("otto").last(v1::ConsoleUpdate::kTable).table().status().doubts_size(), 0) << "an auditor sees what was decided";
}

TEST_F(DeskTest, ACommandCarriesTheNameOfItsSessionAndItsAnswerNamesTheRequest) {
    auto& anna = seat("anna");
    v1::ConsoleRequest request;
    request.mutable_command()->set_table_id("T1");
    request.mutable_command()->set_by("somebody else");
    request.mutable_command()->mutable_confirm_result();
    ask("anna", request);
    ASSERT_EQ(commands_.size(), 1U);
    EXPECT_EQ(commands_[0].by(), "anna");
    ASSERT_EQ(anna.last(v1::ConsoleUpdate::kResponse).update_case(), v1::ConsoleUpdate::kResponse);
    EXPECT_EQ(anna.last(v1::ConsoleUpdate::kResponse).request_id(), 1U);
}

TEST_F(DeskTest, ASecondPersonSignsOnTheSameDialogue) {
    auto& anna = seat("anna");
    auto request = manual_card();
    ask("anna", request);
    EXPECT_TRUE(commands_.empty());
    request.mutable_second()->set_badge("999999");
    ask("anna", request);
    EXPECT_EQ(anna.last(v1::ConsoleUpdate::kRefusal).refusal().second().failure(), v1::SIGN_IN_FAILURE_WRONG);
    request.mutable_second()->set_badge("200001");
    ask("anna", request);
    ASSERT_EQ(commands_.size(), 1U);
    EXPECT_EQ(commands_[0].by(), "anna");
    EXPECT_EQ(commands_[0].manual_card().approved_by(), "boris");
}

TEST_F(DeskTest, ASupervisorsDeskApprovesWhatADealerAsks) {
    auto& anna = seat("anna");
    auto& boris = seat("boris");
    seat("otto");
    const auto request = question();
    ask("anna", request);
    ASSERT_EQ(boris.last(v1::ConsoleUpdate::kApprovals).approvals().waiting_size(), 1);
    EXPECT_EQ(screens_["otto"].last(v1::ConsoleUpdate::kApprovals).approvals().waiting_size(), 0);
    const auto verdict = approval_of(waiting_for(boris).at(0).id());
    ask("anna", verdict);
    EXPECT_TRUE(commands_.empty()) << "nobody approves the own question";
    ask("boris", verdict);
    ASSERT_EQ(commands_.size(), 1U);
    EXPECT_EQ(commands_[0].manual_card().approved_by(), "boris");
    EXPECT_EQ(commands_[0].by(), "anna");
    EXPECT_EQ(anna.last(v1::ConsoleUpdate::kApprovals).approvals().waiting_size(), 0);
    ask("boris", verdict);
    EXPECT_EQ(commands_.size(), 1U) << "once";
}

TEST_F(DeskTest, RefusalsReachTheScreenAndTheAuditJournal) {
    auto& anna = seat("anna");
    refusal_ = "a round is running";
    v1::ConsoleRequest request;
    request.mutable_command()->set_table_id("T1");
    request.mutable_command()->mutable_close_table();
    ask("anna", request);
    EXPECT_EQ(anna.last(v1::ConsoleUpdate::kResponse).response().rejection().reason(), "a round is running");
    request.mutable_command()->mutable_resume_table();
    ask("anna", request);
    EXPECT_EQ(anna.last(v1::ConsoleUpdate::kRefusal).refusal().clause(), "PROC.role");
    request.mutable_command()->mutable_start_round();
    request.mutable_command()->set_table_id("T9");
    ask("anna", request);
    EXPECT_EQ(anna.last(v1::ConsoleUpdate::kRefusal).refusal().clause(), "REQUEST");
    silent_ = true;
    request.mutable_command()->set_table_id("T1");
    ask("anna", request);
    EXPECT_EQ(anna.last(v1::ConsoleUpdate::kRefusal).refusal().clause(), "STUDIO") << "nobody knows: the screen says so";
    EXPECT_EQ(check_audit(folder_ / "audit.jsonl").fault, "");
    EXPECT_GE(check_audit(folder_ / "audit.jsonl").entries, 4U);
}

TEST_F(DeskTest, BytesThatAreNoRequestEndTheSitting) {
    auto& anna = seat("anna");
    desk_->take(&anna, "\x0a\xff\xff\xff");
    EXPECT_TRUE(anna.closed);
}

TEST_F(DeskTest, APageOfThePastComesWholeAndInOrder) {
    auto& otto = seat("otto");
    v1::ConsoleRequest request;
    request.mutable_replay()->mutable_replay()->set_table_id("T1");
    ask("otto", request);
    ASSERT_GE(otto.updates.size(), 2U);
    EXPECT_TRUE(otto.updates[otto.updates.size() - 2].replay().has_page());
    EXPECT_TRUE(otto.updates.back().replay().has_end());
}

TEST_F(DeskTest, ARevokedPersonIsDismissedFromTheScreen) {
    auto& anna = seat("anna");
    auto book = UserBook::load(folder_ / "users.toml");
    book.revoke("anna");
    book.save(folder_ / "users.toml");
    std::filesystem::last_write_time(folder_ / "users.toml", std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
    for (int beats = 0; beats < 4; ++beats)
        desk_->beat();
    EXPECT_TRUE(anna.closed);
}

TEST_F(DeskTest, WhoSignsOutLeavesEveryScreenOfTheSession) {
    auto& anna = seat("anna");
    const auto& boris = seat("boris");
    doorkeeper_->end_session(sessions_.at("anna"), "127.0.0.1");
    desk_->dismiss();
    EXPECT_TRUE(anna.closed);
    EXPECT_FALSE(boris.closed);
}

TEST_F(DeskTest, APersonsOverlayEndsWithTheSessionAndAMixersDoesNot) {
    seat("anna");
    KeptScreen own;
    KeptScreen mixers;
    auto of_anna = overlay_seat("T1", "127.0.0.1");
    of_anna.session = sessions_.at("anna");
    desk_->join(&own, of_anna);
    desk_->join(&mixers, overlay_seat("T1", "127.0.0.1"));
    desk_->dismiss();
    EXPECT_FALSE(own.closed);
    doorkeeper_->end_session(sessions_.at("anna"), "127.0.0.1");
    desk_->dismiss();
    EXPECT_TRUE(own.closed);
    EXPECT_FALSE(mixers.closed);
    desk_->leave(&own);
    desk_->leave(&mixers);
}

TEST_F(DeskTest, ANewBadgeDismissesFromTheScreen) {
    seat("mira");
    const auto& anna = seat("anna");
    v1::ConsoleRequest request;
    request.mutable_manage_people()->mutable_secret()->set_name("anna");
    request.mutable_manage_people()->mutable_secret()->set_badge("100009");
    ask("mira", request);
    desk_->dismiss();
    EXPECT_TRUE(anna.closed);
}

TEST_F(DeskTest, AQuestionIsGoneWithItsRound) {
    const auto& boris = seat("boris");
    seat("anna");
    const auto request = question();
    status_.set_round_id("R1");
    look();
    ask("anna", request);
    const auto id = waiting_for(boris).at(0).id();
    look();
    EXPECT_EQ(waiting_for(boris).size(), 1) << "the same round";
    status_.set_round_id("R2");
    look();
    EXPECT_EQ(waiting_for(boris).size(), 0);
    const auto verdict = approval_of(id);
    ask("boris", verdict);
    EXPECT_TRUE(commands_.empty());
}

TEST_F(DeskTest, AQuestionAboutACardIsGoneWithThatCard) {
    const auto& boris = seat("boris");
    seat("anna");
    const auto request = question();
    status_.mutable_doubts(0)->set_still_sha256("a");
    look();
    ask("anna", request);
    look();
    EXPECT_EQ(waiting_for(boris).size(), 1);
    status_.mutable_doubts(0)->set_still_sha256("b");
    look();
    EXPECT_EQ(waiting_for(boris).size(), 0) << "another card lies there";
    ask("anna", request);
    ASSERT_EQ(waiting_for(boris).size(), 1);
    auto* slot = status_.mutable_view()->add_slots();
    slot->set_slot("P1.1");
    slot->set_card("Td");
    look();
    EXPECT_EQ(waiting_for(boris).size(), 0) << "it has been read";
}

TEST_F(DeskTest, AQuestionThatNobodyAnswersIsDropped) {
    open({.pictures = {}, .approval_lifetime = std::chrono::milliseconds(0)});
    show_table();
    const auto& boris = seat("boris");
    seat("anna");
    const auto request = question();
    ask("anna", request);
    ASSERT_EQ(waiting_for(boris).size(), 1);
    const auto verdict = approval_of(waiting_for(boris).at(0).id());
    ask("boris", verdict);
    EXPECT_EQ(boris.last(v1::ConsoleUpdate::kRefusal).refusal().reason(), "that question is over");
    EXPECT_EQ(waiting_for(boris).size(), 0);
    ask("anna", request);
    ASSERT_EQ(waiting_for(boris).size(), 1);
    desk_->dismiss();
    EXPECT_EQ(waiting_for(boris).size(), 0);
    EXPECT_TRUE(commands_.empty());
}

TEST_F(DeskTest, WhoSignsOutWhileASecondPersonSignsHasAskedForNothing) {
    const auto& anna = seat("anna");
    auto request = manual_card();
    request.mutable_second()->set_badge("200001");
    request.set_schema(1);
    request.set_request_id(1);
    desk_->take(&screens_.at("anna"), request.SerializeAsString()); // the badge is still being looked at
    doorkeeper_->end_session(sessions_.at("anna"), "127.0.0.1");
    tasks_.run();
    EXPECT_TRUE(commands_.empty());
    EXPECT_EQ(anna.last(v1::ConsoleUpdate::kRefusal).refusal().clause(), "PROC.role");
}

TEST_F(DeskTest, AQuestionAboutAPauseIsGoneWithThatPause) {
    const auto& boris = seat("boris");
    seat("anna");
    v1::ConsoleRequest request;
    request.mutable_ask_approval()->mutable_command()->set_table_id("T1");
    request.mutable_ask_approval()->mutable_command()->mutable_resume_table();
    status_.set_state(v1::TABLE_STATE_PAUSED);
    status_.mutable_view()->set_since_ns(1);
    look();
    ask("anna", request);
    look();
    EXPECT_EQ(waiting_for(boris).size(), 1);
    status_.mutable_view()->set_since_ns(2);
    look();
    EXPECT_EQ(waiting_for(boris).size(), 0) << "another pause, of which nobody has asked anything";
}

TEST_F(DeskTest, AQuestionAboutAFaultIsGoneWithThatFault) {
    const auto& boris = seat("boris");
    seat("anna");
    v1::ConsoleRequest request;
    request.mutable_ask_approval()->mutable_command()->set_table_id("T1");
    request.mutable_ask_approval()->mutable_command()->mutable_end_fault()->set_code(v1::FAULT_CODE_UNREADABLE);
    auto* fault = status_.add_faults();
    fault->set_code(v1::FAULT_CODE_UNREADABLE);
    fault->set_slot("P1.1");
    look();
    ask("anna", request);
    look();
    EXPECT_EQ(waiting_for(boris).size(), 1);
    fault->set_slot("P2.1");
    look();
    EXPECT_EQ(waiting_for(boris).size(), 0);
}

TEST_F(DeskTest, AQuestionIsGoneWithWhoAskedIt) {
    const auto& boris = seat("boris");
    seat("anna");
    const auto request = question();
    ask("anna", request);
    ASSERT_EQ(waiting_for(boris).size(), 1);
    const auto verdict = approval_of(waiting_for(boris).at(0).id());
    v1::ManagePeople wish;
    wish.set_revoke("anna");
    ASSERT_TRUE(doorkeeper_->manage(wish, *doorkeeper_->person_named("mira"), "127.0.0.1"));
    ask("boris", verdict);
    EXPECT_TRUE(commands_.empty());
    EXPECT_EQ(waiting_for(boris).size(), 0);
}

TEST_F(DeskTest, AQuestionIsGoneWhenWhoAskedItSignsOut) {
    const auto& boris = seat("boris");
    seat("anna");
    const auto request = question();
    ask("anna", request);
    ASSERT_EQ(waiting_for(boris).size(), 1);
    const auto verdict = approval_of(waiting_for(boris).at(0).id());
    doorkeeper_->end_session(sessions_.at("anna"), "127.0.0.1");
    ask("boris", verdict);
    EXPECT_TRUE(commands_.empty()) << "nothing is done in the name of somebody who has left";
}

TEST_F(DeskTest, OnlyASupervisorOfThatTableAnswersAQuestion) {
    seat("mira");
    v1::ConsoleRequest request;
    auto& made = *request.mutable_manage_people()->mutable_make();
    made.mutable_person()->set_name("clara");
    made.mutable_person()->set_role(v1::PERSON_ROLE_SUPERVISOR);
    made.mutable_person()->add_tables("T2");
    made.set_password("clara-watches");
    ask("mira", request);
    const auto& clara = seat("clara");
    const auto& boris = seat("boris");
    seat("anna");
    v1::ConsoleRequest question;
    *question.mutable_ask_approval()->mutable_command() = manual_card().command();
    ask("anna", question);
    for (const auto verdict : {v1::VERDICT_REFUSE, v1::VERDICT_APPROVE}) {
        v1::ConsoleRequest word;
        word.mutable_answer_approval()->set_id(waiting_for(boris).at(0).id());
        word.mutable_answer_approval()->set_verdict(verdict);
        ask("clara", word);
        EXPECT_EQ(clara.last(v1::ConsoleUpdate::kRefusal).refusal().clause(), "PROC.role");
        EXPECT_EQ(waiting_for(boris).size(), 1);
    }
    EXPECT_TRUE(commands_.empty());
}

TEST_F(DeskTest, ATableWhoseJournalIsBegunAnewIsShownAsItIs) {
    const auto& anna = seat("anna");
    status_.set_seq(900);
    look();
    status_.set_seq(3);
    status_.set_round_id("R1");
    look();
    EXPECT_EQ(anna.last(v1::ConsoleUpdate::kTable).table().status().round_id(), "R1");
}

TEST_F(DeskTest, WhoJoinsIsShownTheTablesAndNobodyElseIs) {
    const auto& anna = seat("anna");
    const auto before = anna.updates.size();
    seat("boris");
    EXPECT_EQ(anna.updates.size(), before);
}

TEST_F(DeskTest, AManagerMakesAndRevokesPeopleAndNobodyElseDoes) {
    const auto& mira = seat("mira");
    const auto& boris = seat("boris");
    v1::ConsoleRequest request;
    auto& made = *request.mutable_manage_people()->mutable_make();
    made.mutable_person()->set_name("dora");
    made.mutable_person()->set_role(v1::PERSON_ROLE_DEALER);
    made.set_password("dora-deals-too");
    ask("boris", request);
    EXPECT_EQ(boris.last(v1::ConsoleUpdate::kRefusal).refusal().clause(), "PROC.role");
    ask("mira", request);
    const auto people = mira.last(v1::ConsoleUpdate::kPeople).people();
    ASSERT_EQ(people.people_size(), 5);
    EXPECT_EQ(people.people(4).person().name(), "dora");
    EXPECT_TRUE(people.people(4).has_password());
    EXPECT_FALSE(people.people(4).has_badge());
    EXPECT_TRUE(UserBook::load(folder_ / "users.toml").verify("dora", "dora-deals-too"));

    made.mutable_person()->set_name("emil");
    made.set_password("short");
    ask("mira", request);
    EXPECT_EQ(mira.last(v1::ConsoleUpdate::kRefusal).refusal().clause(), "USERS");
    EXPECT_FALSE(doorkeeper_->person_named("emil")) << "all of a change or nothing";

    request.mutable_manage_people()->set_revoke("mira");
    ask("mira", request);
    EXPECT_EQ(mira.last(v1::ConsoleUpdate::kRefusal).refusal().reason(), "nobody revokes themselves");
    request.mutable_manage_people()->set_revoke("dora");
    ask("mira", request);
    EXPECT_TRUE(mira.last(v1::ConsoleUpdate::kPeople).people().people(4).revoked());
    EXPECT_FALSE(doorkeeper_->person_named("dora"));
}

// A drill is known by its studio's name, and a studio that has never opened a table has not said it yet.
TEST_F(DeskTest, AScreenLearnsTheStudiosNameWithItsFirstEvent) {
    const auto& anna = seat("anna");
    EXPECT_EQ(anna.last(v1::ConsoleUpdate::kWelcome).welcome().studio_id(), "");
    TableEvent first;
    first.event.set_table_id("T1");
    first.event.set_studio_id("drill");
    first.event.set_seq(1);
    desk_->take(LinkNews(first));
    tasks_.run();
    EXPECT_EQ(anna.last(v1::ConsoleUpdate::kWelcome).welcome().studio_id(), "drill");
    EXPECT_EQ(anna.last(v1::ConsoleUpdate::kWelcome).welcome().person().name(), "anna");
}

// The score of a drill is the gateway's: a page that is loaded anew, a supervisor and a gateway that was started again see the same.
TEST_F(DeskTest, ADrillsScoreOutlivesPageAndGateway) {
    const auto tell = [this](std::uint64_t seq, const std::function<void(v1::Envelope&)>& what) {
        TableEvent happened;
        happened.event.set_table_id("T1");
        happened.event.set_studio_id("drill");
        happened.event.set_seq(seq);
        happened.event.set_at_ns(utc_now_ns());
        what(happened.event);
        desk_->take(LinkNews(happened));
        tasks_.run();
    };
    const auto sits = [](v1::Envelope& event) { event.mutable_dealer_changed()->set_dealer("anna"); };
    const auto raised = [](v1::Envelope& event) { event.mutable_fault_raised()->set_code(v1::FAULT_CODE_NO_DEAL); };
    const auto cleared = [](v1::Envelope& event) { event.mutable_fault_cleared()->set_code(v1::FAULT_CODE_NO_DEAL); };
    const auto& anna = seat("anna");
    tell(1, sits);
    tell(2, raised);
    refusal_ = "not now";
    v1::ConsoleRequest wrong;
    wrong.mutable_command()->set_table_id("T1");
    wrong.mutable_command()->mutable_start_round();
    ask("anna", wrong);
    refusal_.clear();
    wrong.mutable_command()->mutable_resume_table();
    ask("anna", wrong); // the gateway refuses as well: a supervisor signs
    tell(3, cleared);
    EXPECT_EQ(anna.last(v1::ConsoleUpdate::kDrill).drill().trainees(0).points(), 80U);
    EXPECT_EQ(seat("boris").last(v1::ConsoleUpdate::kDrill).drill().faults(0).refusals(), 2U) << "who comes later is told";

    open({.pictures = {}, .audit = folder_ / "audit.jsonl"});
    screens_.clear();
    TableKnown known;
    known.table.set_table_id("T1");
    desk_->take(LinkNews(known));
    tell(1, sits);
    tell(2, raised);
    tell(3, cleared);
    desk_->take(LinkNews(TableHealth{"T1", v1::FEED_HEALTH_LIVE, ""}));
    EXPECT_EQ(seat("anna").last(v1::ConsoleUpdate::kDrill).drill().trainees(0).points(), 80U) << "after a restart, too";
    desk_->join(&screens_["overlay"], overlay_seat("T1", "127.0.0.1"));
    EXPECT_FALSE(screens_["overlay"].last(v1::ConsoleUpdate::kDrill).has_drill()) << "no player's affair";
}

TEST_F(DeskTest, AnOverlaySeesItsTableAndNothingElseAndAsksForNothing) {
    auto& overlay = screens_["overlay"];
    desk_->join(&overlay, overlay_seat("T1", "127.0.0.1"));
    seat("anna");
    ask("anna", [] {
        v1::ConsoleRequest request;
        *request.mutable_ask_approval()->mutable_command() = manual_card().command();
        return request;
    }());
    EXPECT_EQ(overlay.last(v1::ConsoleUpdate::kTable).table().table_id(), "T1");
    EXPECT_EQ(overlay.last(v1::ConsoleUpdate::kTable).table().status().doubts_size(), 0) << "a card in doubt is for the table";
    for (const auto& update : overlay.updates)
        EXPECT_FALSE(update.has_approvals() || update.has_rounds());
    TableKnown other;
    other.table.set_table_id("T2");
    desk_->take(LinkNews(other));
    tasks_.run();
    for (const auto& update : overlay.updates)
        EXPECT_TRUE(!update.has_table() || update.table().table_id() == "T1");
    for (int beats = 0; beats < 4; ++beats)
        desk_->beat();
    EXPECT_FALSE(overlay.closed) << "nobody has revoked it";
    v1::ConsoleRequest request;
    request.mutable_command()->set_table_id("T1");
    request.mutable_command()->mutable_pause_table();
    ask("overlay", request);
    EXPECT_TRUE(overlay.closed);
    EXPECT_TRUE(commands_.empty());
}

TEST(WebServer, NoPasswordTravelsInTheClear) {
    WebOptions options;
    EXPECT_EQ(fault_of(options), "");
    options.address = "192.168.1.5";
    EXPECT_NE(fault_of(options).find("192.168.1.5 is not loopback"), std::string::npos);
    options.certificate = "cert.pem";
    EXPECT_NE(fault_of(options), "") << "half a pair";
    options.key = "key.pem";
    EXPECT_EQ(fault_of(options), "");
}

} // namespace
} // namespace dealer_console::gateway
