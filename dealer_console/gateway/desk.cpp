#include "dealer_console/gateway/desk.h"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace dealer_console::gateway {

namespace {

constexpr std::uint64_t look_every = 4;      // beats between two looks at the users and the pictures
constexpr std::uint64_t ask_every = 2;       // beats after which a table's status is asked for anew, whatever happened
constexpr std::uint64_t clients_every = 3;   // beats between two questions who is connected, while somebody may see it
constexpr std::size_t rounds_a_message = 50; // some 30 kB

Bytes packed(v1::ConsoleUpdate update) {
    update.set_schema(1);
    return std::make_shared<const std::string>(update.SerializeAsString());
}

v1::ConsoleRefusal refusal_of(const std::string& clause, const std::string& reason) {
    v1::ConsoleRefusal refusal;
    refusal.set_clause(clause);
    refusal.set_reason(reason);
    return refusal;
}

std::string word_of(const v1::CommandRequest& request) {
    const auto* field = v1::CommandRequest::descriptor()->FindFieldByNumber(static_cast<int>(request.command_case()));
    return request.table_id() + " " + (field == nullptr ? "nothing" : field->name());
}

std::string names_of(const Authors& authors) {
    return authors.asker.name() + (authors.second ? " and " + authors.second->name() : "");
}

constexpr const char* command_refused = "command refused"; // in the audit journal, with the table first in its detail

// Whose command a line about it speaks of: "anna and boris" is anna's.
std::vector<Refusal> refusals_of(const std::filesystem::path& audit) {
    std::vector<Refusal> refusals;
    for (const auto& [entry, at_ns] : audit_lines(audit, command_refused))
        refusals.push_back({entry.detail.substr(0, entry.detail.find(' ')), entry.who.substr(0, entry.who.find(" and ")), at_ns});
    return refusals;
}

constexpr const char* approval_asked = "approval asked"; // likewise

std::vector<Question> questions_of(const std::filesystem::path& audit) {
    std::vector<Question> questions;
    for (const auto& [entry, at_ns] : audit_lines(audit, approval_asked))
        questions.push_back({entry.detail.substr(0, entry.detail.find(' ')), at_ns});
    return questions;
}

bool same(const std::optional<v1::Person>& now, const v1::Person& then) {
    return now && now->SerializeAsString() == then.SerializeAsString();
}

// What lies in a slot and what was read there: a word about its card is about that.
std::string sight_of(const std::string& slot, const v1::StatusReport& status) {
    std::string sight = " slot";
    for (const auto& one : status.view().slots())
        if (one.slot() == slot) sight += " " + std::to_string(one.sight()) + one.card();
    for (const auto& doubt : status.doubts())
        if (doubt.slot() == slot) sight += " doubt " + doubt.still_sha256();
    return sight;
}

// What a command that waits for a word is about: its round, and the card that it names, the pause that it ends or the faults of the kind
// that it ends. When that has become another, the word would be about something else.
std::string moment_of(const v1::CommandRequest& command, const v1::StatusReport& status) {
    auto moment = "round " + status.round_id();
    if (command.has_resume_table())
        moment += " pause " + std::to_string(status.state()) + " " + std::to_string(status.view().since_ns()) + " " + status.pause_reason();
    if (command.has_manual_card()) moment += sight_of(command.manual_card().slot(), status);
    if (command.has_correct_card()) moment += sight_of(command.correct_card().slot(), status);
    if (command.has_end_fault())
        for (const auto& fault : status.faults())
            if (fault.code() == command.end_fault().code()) moment += " fault " + std::to_string(fault.code()) + fault.slot();
    return moment;
}

std::string table_of(const v1::ReplayRequest& request) {
    if (request.has_snapshot()) return request.snapshot().table_id();
    if (request.has_replay()) return request.replay().table_id();
    if (request.has_rounds()) return request.rounds().table_id();
    return request.since().table_id();
}

} // namespace

Desk::Desk(Doorkeeper& doorkeeper, Loop loop, DeskOptions options)
    : doorkeeper_(doorkeeper), loop_(std::move(loop)), options_(std::move(options)), clients_(loop_, [this] { show_clients(); }),
      keys_(options_.keys, doorkeeper_), questions_(questions_of(options_.audit)) {}

void Desk::connect(StudioDoor studio) {
    studio_ = std::move(studio);
    clients_.connect(studio_.replay);
}

Seat overlay_seat(const std::string& table_id, const std::string& from) {
    Seat seat{.person = {}, .from = from, .kind = ScreenKind::OVERLAY};
    seat.person.set_name("overlay " + table_id);
    seat.person.add_tables(table_id);
    return seat;
}

// What the studio tells -----------------------------------------------------------------------------------------------------

void Desk::take(const LinkNews& news) {
    std::visit([this](const auto& one) { on(one); }, news);
}

// A drill is known by its studio's name, before anything has happened in it: its score stands there from the start.
void Desk::learn(const std::string& studio_id) {
    if (studio_id.empty() || studio_id_ == studio_id) return;
    studio_id_ = studio_id;
    if (drills()) begin_drill();
    for (const auto& [screen, present] : screens_)
        welcome(*screen, present);
}

void Desk::on(const TableKnown& known) {
    auto& table = tables_[known.table.table_id()];
    table.news.set_table_id(known.table.table_id());
    table.news.set_game(known.table.game());
    if (table.news.feed() == v1::FEED_HEALTH_UNSPECIFIED) table.news.set_feed(v1::FEED_HEALTH_RECOVERING);
    learn(known.studio_id);
    ask_status(known.table.table_id());
}

void Desk::on(const TableEvent& happened) {
    const auto& event = happened.event;
    const auto found = tables_.find(event.table_id());
    if (found == tables_.end()) return;
    learn(event.studio_id());
    if (drills() && found->second.drill.take(event) && found->second.news.feed() == v1::FEED_HEALTH_LIVE)
        for (const auto& [screen, present] : screens_)
            show_drill(*screen, present, found->second);
    const auto record = found->second.book.take(event);
    if (record && found->second.news.feed() == v1::FEED_HEALTH_LIVE) show(*record);
    ask_status(event.table_id());
}

void Desk::on(const TableHealth& health) {
    for (auto& [id, table] : tables_) {
        if (!health.table_id.empty() && health.table_id != id) continue;
        const bool came_back = health.health == v1::FEED_HEALTH_LIVE && table.news.feed() != v1::FEED_HEALTH_LIVE;
        table.news.set_feed(health.health);
        table.news.set_feed_reason(health.reason);
        show(id);
        if (!came_back) continue;
        ask_status(id);
        for (const auto& [screen, present] : screens_) { // what was told while the feed caught up
            show(*screen, present, table);
            show_drill(*screen, present, table);
        }
    }
}

// One question at a time for each table, and one more when something has happened since it was asked.
void Desk::ask_status(const std::string& table_id) {
    auto& table = tables_.at(table_id);
    table.stale = true;
    if (table.asking || !studio_.ask) return;
    table.asking = true;
    table.stale = false;
    v1::CommandRequest request;
    request.set_table_id(table_id);
    request.set_by("console");
    request.set_role(v1::ROLE_OPERATOR);
    request.mutable_status();
    studio_.ask(table_id, std::move(request), [this, table_id](CommandAnswer answer) {
        loop_.post([this, table_id, answer = std::move(answer)] {
            auto& asked = tables_.at(table_id);
            asked.asking = false;
            if (answer && answer->has_status()) take_status(table_id, answer->status());
            if (asked.stale && answer) ask_status(table_id);
        });
    });
}

void Desk::take_status(const std::string& table_id, const v1::StatusReport& status) {
    auto& table = tables_.at(table_id);
    *table.news.mutable_status() = status;
    table.news.set_answered_at_ns(utc_now_ns());
    show(table_id);
    drop_approvals([&](const Waiting& waiting) {
        return waiting.approval.command().table_id() == table_id && moment_of(waiting.approval.command(), status) != waiting.moment;
    });
}

// What the screens are shown ------------------------------------------------------------------------------------------------

Desk::Drawn Desk::drawn(const std::string& table_id) {
    auto& table = tables_.at(table_id);
    table.news.clear_open_faults();
    for (auto& fault : table.book.open_faults())
        *table.news.add_open_faults() = std::move(fault);
    v1::ConsoleUpdate update;
    *update.mutable_table() = table.news;
    auto all = packed(update);
    update.mutable_table()->mutable_status()->clear_doubts();
    return {std::move(all), packed(std::move(update))};
}

void Desk::show(const std::string& table_id) {
    const auto picture = drawn(table_id);
    for (const auto& [screen, present] : screens_)
        show(*screen, present, table_id, picture);
}

void Desk::show(Screen& screen, const Present& present, const std::string& table_id, const Drawn& picture) const {
    if (!may_see(present.seat.person, table_id)) return;
    screen.send_newest("table " + table_id, sees_doubts(present.seat.person) ? picture.all : picture.without_doubts);
}

void Desk::show(const v1::RoundRecord& record) const {
    v1::ConsoleUpdate update;
    *update.mutable_rounds()->add_rounds() = record;
    const auto bytes = packed(std::move(update));
    for (const auto& [screen, present] : screens_)
        if (present.seat.kind == ScreenKind::PERSON && may_see(present.seat.person, record.table_id()))
            screen->send_newest("round " + record.table_id() + record.round_id(), bytes);
}

// The rounds of a table, for a screen that has none of them.
void Desk::show(Screen& screen, const Present& present, const Table& table) const {
    if (present.seat.kind == ScreenKind::OVERLAY || !may_see(present.seat.person, table.news.table_id())) return;
    v1::ConsoleUpdate update;
    for (const auto& record : table.book.rounds()) {
        *update.mutable_rounds()->add_rounds() = record;
        if (static_cast<std::size_t>(update.rounds().rounds_size()) < rounds_a_message) continue;
        screen.send(packed(update));
        update.Clear();
    }
    if (update.has_rounds()) screen.send(packed(std::move(update)));
}

void Desk::show_drill(Screen& screen, const Present& present, const Table& table) const {
    if (!drills() || present.seat.kind == ScreenKind::OVERLAY || !may_see(present.seat.person, table.news.table_id())) return;
    v1::ConsoleUpdate update;
    *update.mutable_drill() = table.drill.score(table.news.table_id());
    screen.send_newest("drill " + table.news.table_id(), packed(std::move(update)));
}

void Desk::begin_drill() {
    for (const auto& refusal : refusals_of(options_.audit))
        if (const auto table = tables_.find(refusal.table_id); table != tables_.end()) table->second.drill.take(refusal);
}

void Desk::show_clients() {
    for (const auto& [screen, present] : screens_)
        show_clients(*screen, present);
}

void Desk::show_clients(Screen& screen, const Present& present) const {
    if (present.seat.kind == ScreenKind::OVERLAY || !sees_clients(present.seat.person)) return;
    v1::ConsoleUpdate update;
    *update.mutable_clients() = clients_for(clients_.news(), present.seat.person);
    screen.send_newest("clients", packed(std::move(update)));
}

void Desk::show_approvals() {
    for (const auto& [screen, present] : screens_)
        if (present.seat.kind == ScreenKind::PERSON) show_approvals(*screen, present);
}

// A supervisor sees all of the tables' approvals, a dealer the own ones.
void Desk::show_approvals(Screen& screen, const Present& present) const {
    v1::ConsoleUpdate update;
    update.mutable_approvals();
    for (const auto& [id, waiting] : approvals_) {
        const bool own = waiting.asker.name() == present.seat.person.name();
        if (own || (supervises(present.seat.person) && may_see(present.seat.person, waiting.approval.command().table_id())))
            *update.mutable_approvals()->add_waiting() = waiting.approval;
    }
    screen.send_newest("approvals", packed(std::move(update)));
}

void Desk::welcome(Screen& screen, const Present& present) const {
    v1::ConsoleUpdate update;
    *update.mutable_welcome()->mutable_person() = present.seat.person;
    update.mutable_welcome()->set_now_ns(utc_now_ns());
    update.mutable_welcome()->set_studio_id(studio_id_);
    screen.send(packed(std::move(update)));
}

void Desk::join(Screen* screen, Seat seat) {
    auto& present = screens_[screen] = {std::move(seat), 0, next_sitting_++};
    welcome(*screen, present);
    for (const auto& [id, table] : tables_) {
        show(*screen, present, id, drawn(id));
        show(*screen, present, table);
        show_drill(*screen, present, table);
    }
    if (present.seat.kind == ScreenKind::PERSON) show_approvals(*screen, present);
    if (sees_clients(present.seat.person)) clients_.look();
}

void Desk::leave(Screen* screen) {
    screens_.erase(screen);
}

void Desk::beat() {
    v1::ConsoleUpdate update;
    update.mutable_beat()->set_now_ns(utc_now_ns());
    const auto bytes = packed(std::move(update));
    for (const auto& [screen, present] : screens_)
        screen->send_newest("beat", bytes);
    if (++beats_ % look_every == 0) {
        look_for_pictures();
        dismiss();
    }
    const auto watches = [](const auto& one) { return sees_clients(one.second.seat.person); };
    if (beats_ % clients_every == 0 && std::ranges::any_of(screens_, watches)) clients_.look();
    if (beats_ % ask_every == 0)
        for (auto& [id, table] : tables_)
            if (!table.asking) ask_status(id);
}

// Pictures are files "picture-TABLE-CAMERA.jpg" that recognisers write anew twice a second.
void Desk::look_for_pictures() {
    if (options_.pictures.empty()) return;
    std::map<std::string, std::set<std::string>> found;
    std::error_code error;
    // By hand: a range-for throws when a file goes away in between.
    std::filesystem::directory_iterator entry(options_.pictures, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        const auto file = entry->path().filename().string();
        for (const auto& [id, table] : tables_) {
            const auto start = "picture-" + id + "-";
            if (file.starts_with(start) && file.ends_with(".jpg"))
                found[id].insert(file.substr(start.size(), file.size() - start.size() - 4));
        }
    }
    for (auto& [id, table] : tables_) {
        const auto& cameras = found[id];
        if (std::ranges::equal(cameras, table.news.cameras())) continue;
        table.news.clear_cameras();
        for (const auto& camera : cameras)
            table.news.add_cameras(camera);
        show(id);
    }
}

// Who has signed out, was revoked or has another role, password or badge now, signs in anew; what such a person asked is asked no more.
void Desk::dismiss() {
    for (auto& [screen, present] : screens_)
        if (!may_stay(present.seat)) screen->close();
    drop_approvals([this](const Waiting& waiting) { return is_over(waiting); });
}

// A mixer's overlay has no session that could end; a person's is theirs as long as they may see the table.
bool Desk::may_stay(const Seat& seat) const {
    if (seat.kind == ScreenKind::OVERLAY && seat.session.empty()) return true;
    const auto person = doorkeeper_.person_of_session(seat.session);
    if (seat.kind == ScreenKind::PERSON) return same(person, seat.person);
    return person && may_see(*person, seat.person.tables(0));
}

// Who asked may not ask any more, or has asked so long ago that it is not what the supervisor sees now.
bool Desk::is_over(const Waiting& waiting) const {
    const std::chrono::nanoseconds age(utc_now_ns() - waiting.approval.asked_at_ns());
    return age >= options_.approval_lifetime || !same(doorkeeper_.person_of_session(waiting.session), waiting.asker);
}

void Desk::drop_approvals(const std::function<bool(const Waiting&)>& over) {
    if (std::erase_if(approvals_, [&over](const auto& one) { return over(one.second); }) > 0) show_approvals();
}

// What the screens ask ------------------------------------------------------------------------------------------------------

void Desk::take(Screen* screen, const std::string& bytes) {
    const auto found = screens_.find(screen);
    if (found == screens_.end()) return;
    auto& present = found->second;
    if (present.seat.kind == ScreenKind::OVERLAY) return screen->close();
    v1::ConsoleRequest request;
    if (!request.ParseFromString(bytes) || request.schema() != 1) {
        doorkeeper_.note({"request refused", present.seat.person.name(), present.seat.from, "not a ConsoleRequest of schema 1"});
        screen->close();
        return;
    }
    const Ask ask{present.number, request.request_id()};
    ++present.waiting;
    if (present.waiting > most_waiting) return refuse(ask, "REQUEST", "too many requests at once");
    if (request.has_command() && request.has_second()) {
        const auto from = present.seat.from;
        doorkeeper_.admit(request.second(), from, "second person",
                          [this, ask, from, wish = request.command(), asker = present.seat.person,
                           session = present.seat.session](const Admission& second) {
                              if (!same(doorkeeper_.person_of_session(session), asker))
                                  return refuse(ask, "PROC.role", "you are signed out");
                              if (second) return command(ask, wish, {asker, *second}, from);
                              auto refusal = refusal_of("PROC.role", "the second person is not known");
                              *refusal.mutable_second() = second.error();
                              refuse(ask, refusal);
                          });
    } else if (request.has_command()) {
        command(ask, request.command(), {present.seat.person, {}}, present.seat.from);
    } else if (request.has_replay()) {
        replay(ask, present, request.replay());
    } else if (request.has_past_rounds()) {
        past_rounds(ask, present, request.past_rounds());
    } else if (request.has_money()) {
        money(ask, present, request.money());
    } else if (request.has_ask_approval()) {
        ask_approval(ask, present, request.ask_approval().command());
    } else if (request.has_answer_approval()) {
        answer_approval(ask, present, request.answer_approval());
    } else if (request.has_manage_people()) {
        manage_people(ask, present, request.manage_people());
    } else if (request.has_manage_keys()) {
        manage_keys(ask, present, request.manage_keys());
    } else {
        refuse(ask, "REQUEST", "no request that this gateway knows");
    }
}

void Desk::command(const Ask& ask, const v1::CommandRequest& wish, const Authors& authors, const std::string& from) {
    const auto who = names_of(authors);
    auto allowed = authorise(wish, authors, phase_of(wish.table_id()));
    if (!allowed) {
        note_refused(wish, allowed.error().reason(), authors, from);
        return refuse(ask, allowed.error());
    }
    if (!tables_.contains(wish.table_id())) return refuse_table(ask, wish.table_id());
    allowed->set_request_id(""); // the line makes its own
    if (!wish.has_status()) doorkeeper_.note({"command", who, from, word_of(wish)});
    studio_.ask(wish.table_id(), std::move(*allowed), [this, ask, authors, from, wish](CommandAnswer answered) {
        loop_.post([this, ask, authors, from, wish, answered = std::move(answered)] {
            if (!answered) return refuse(ask, "STUDIO", answered.error());
            if (answered->has_rejection())
                note_refused(wish, answered->rejection().clause() + " " + answered->rejection().reason(), authors, from);
            if (answered->has_status()) ask_status(wish.table_id());
            v1::ConsoleUpdate update;
            *update.mutable_response() = *answered;
            update.mutable_response()->clear_private_envelopes();
            update.mutable_response()->clear_status(); // it comes as the table's news, to everybody
            answer(ask, std::move(update));
        });
    });
}

void Desk::note_refused(const v1::CommandRequest& wish, const std::string& why, const Authors& authors, const std::string& from) {
    doorkeeper_.note({command_refused, names_of(authors), from, word_of(wish) + ": " + why});
    const auto table = tables_.find(wish.table_id());
    if (drills() && table != tables_.end()) table->second.drill.take(Refusal{wish.table_id(), authors.asker.name(), utc_now_ns()});
}

void Desk::replay(const Ask& ask, const Present& present, const v1::ReplayRequest& request) {
    if (request.has_clients()) return refuse(ask, "PROC.role", "clients are told to those who may see them");
    if (request.has_money()) return refuse(ask, "PROC.role", "money is told to those who may see it, when they ask for it");
    if (!request.has_tables() && !may_see(present.seat.person, table_of(request)))
        return refuse(ask, "PROC.role", "your role may not see that table");
    studio_.replay(request, [this, ask](ReplayAnswer answered) {
        loop_.post([this, ask, answered = std::move(answered)] {
            if (!answered) return refuse(ask, "STUDIO", answered.error());
            // Pages first, the end last; only the end counts as the answer.
            for (const auto& [screen, sitting] : screens_) {
                if (sitting.number != ask.sitting) continue;
                for (std::size_t i = 0; i + 1 < answered->size(); ++i) {
                    v1::ConsoleUpdate page;
                    page.set_request_id(ask.request_id);
                    *page.mutable_replay() = (*answered)[i];
                    screen->send(packed(std::move(page)));
                }
            }
            v1::ConsoleUpdate update;
            *update.mutable_replay() = answered->back();
            answer(ask, std::move(update));
        });
    });
}

void Desk::past_rounds(const Ask& ask, const Present& present, const v1::PastRounds& wish) {
    if (!may_see(present.seat.person, wish.table_id())) return refuse(ask, "PROC.role", "your role may not see that table");
    if (!tables_.contains(wish.table_id())) return refuse_table(ask, wish.table_id());
    if (const auto fault = fault_of(wish); !fault.empty()) return refuse(ask, "REQUEST", fault);
    search(ask, std::make_shared<RoundSearch>(wish));
}

// One page of the history after the other; other screens are served in between.
void Desk::search(const Ask& ask, const std::shared_ptr<RoundSearch>& search) {
    auto request = search->next();
    if (!request) {
        v1::ConsoleUpdate update;
        *update.mutable_rounds() = search->found(questions_);
        return answer(ask, std::move(update));
    }
    studio_.replay(std::move(*request), [this, ask, search](ReplayAnswer answered) {
        loop_.post([this, ask, search, answered = std::move(answered)] {
            if (!answered) return refuse(ask, "STUDIO", answered.error());
            if (!search->take(*answered)) return refuse(ask, "STUDIO", "the studio's history cannot be read");
            this->search(ask, search);
        });
    });
}

void Desk::money(const Ask& ask, const Present& present, const v1::MoneyRequest& wish) {
    if (!sees_money(present.seat.person)) {
        doorkeeper_.note({"money refused", present.seat.person.name(), present.seat.from, "a manager's or auditor's affair"});
        return refuse(ask, "PROC.role", "a manager's or auditor's affair");
    }
    if (!may_see(present.seat.person, wish.table_id())) return refuse(ask, "PROC.role", "your role may not see that table");
    if (!tables_.contains(wish.table_id())) return refuse_table(ask, wish.table_id());
    if (const auto fault = fault_of(wish); !fault.empty()) return refuse(ask, "REQUEST", fault);
    search(ask, std::make_shared<MoneySearch>(wish));
}

void Desk::search(const Ask& ask, const std::shared_ptr<MoneySearch>& search) {
    auto request = search->next();
    if (!request) {
        v1::ConsoleUpdate update;
        *update.mutable_money() = search->found();
        return answer(ask, std::move(update));
    }
    studio_.replay(std::move(*request), [this, ask, search](ReplayAnswer answered) {
        loop_.post([this, ask, search, answered = std::move(answered)] {
            if (!answered) return refuse(ask, "STUDIO", answered.error());
            if (!search->take(*answered)) return refuse(ask, "STUDIO", "the studio's journal cannot be summed");
            this->search(ask, search);
        });
    });
}

void Desk::ask_approval(const Ask& ask, const Present& present, const v1::CommandRequest& wish) {
    const auto& asker = present.seat.person;
    // With a second person who may do anything it must be allowed: what fails even so need not wait for anybody.
    v1::Person manager;
    manager.set_role(v1::PERSON_ROLE_MANAGER);
    if (const auto allowed = authorise(wish, {asker, manager}, phase_of(wish.table_id())); !allowed) return refuse(ask, allowed.error());
    if (!tables_.contains(wish.table_id())) return refuse_table(ask, wish.table_id());
    std::erase_if(approvals_, [&](const auto& one) { // the same dialogue again
        return one.second.asker.name() == asker.name() && one.second.approval.command().table_id() == wish.table_id();
    });
    if (approvals_.size() >= most_approvals) return refuse(ask, "REQUEST", "too many questions wait already");
    const auto id = next_approval_++;
    auto& waiting = approvals_[id];
    waiting.asker = asker;
    waiting.session = present.seat.session;
    waiting.moment = moment_of(wish, tables_.at(wish.table_id()).news.status());
    waiting.approval.set_id(id);
    waiting.approval.set_asked_by(asker.name());
    waiting.approval.set_asked_at_ns(utc_now_ns());
    *waiting.approval.mutable_command() = wish;
    doorkeeper_.note({approval_asked, asker.name(), present.seat.from, word_of(wish)});
    questions_.push_back({wish.table_id(), waiting.approval.asked_at_ns()});
    if (const auto record = tables_.at(wish.table_id()).book.take_question()) show(*record);
    show_approvals();
    v1::ConsoleUpdate update;
    *update.mutable_approvals()->add_waiting() = waiting.approval;
    answer(ask, std::move(update));
}

void Desk::answer_approval(const Ask& ask, const Present& present, const v1::AnswerApproval& verdict) {
    const auto found = approvals_.find(verdict.id());
    if (found == approvals_.end()) return refuse(ask, "REQUEST", "that question has been answered already");
    const auto waiting = found->second;
    const bool own = waiting.asker.name() == present.seat.person.name();
    if (!own && !(supervises(present.seat.person) && may_see(present.seat.person, waiting.approval.command().table_id())))
        return refuse(ask, "PROC.role", "a supervisor of that table must answer");
    if (is_over(waiting)) { // since the last look
        approvals_.erase(found);
        show_approvals();
        return refuse(ask, "REQUEST", "that question is over");
    }
    if (verdict.verdict() == v1::VERDICT_APPROVE) {
        const Authors authors{waiting.asker, present.seat.person};
        if (const auto allowed = authorise(waiting.approval.command(), authors, phase_of(waiting.approval.command().table_id())); !allowed)
            return refuse(ask, allowed.error());
        approvals_.erase(found);
        show_approvals();
        return command(ask, waiting.approval.command(), authors, present.seat.from);
    }
    doorkeeper_.note({"approval refused", present.seat.person.name(), present.seat.from, word_of(waiting.approval.command())});
    approvals_.erase(found);
    show_approvals();
    v1::ConsoleUpdate update;
    update.mutable_approvals();
    answer(ask, std::move(update));
}

void Desk::manage_people(const Ask& ask, const Present& present, const v1::ManagePeople& wish) {
    if (present.seat.person.role() != v1::PERSON_ROLE_MANAGER) return refuse(ask, "PROC.role", "a manager's affair");
    const auto people = doorkeeper_.manage(wish, present.seat.person, present.seat.from);
    if (!people) return refuse(ask, "USERS", people.error());
    v1::ConsoleUpdate update;
    *update.mutable_people() = *people;
    answer(ask, std::move(update));
}

// Auditors read what managers did.
void Desk::manage_keys(const Ask& ask, const Present& present, const v1::ManageKeys& wish) {
    const auto role = present.seat.person.role();
    const bool only_asks = wish.change_case() == v1::ManageKeys::CHANGE_NOT_SET;
    if (role != v1::PERSON_ROLE_MANAGER && !(only_asks && role == v1::PERSON_ROLE_AUDITOR)) {
        doorkeeper_.note({"keys refused", present.seat.person.name(), present.seat.from, "a manager's affair"});
        return refuse(ask, "PROC.role", "a manager's affair");
    }
    std::set<std::string> tables;
    for (const auto& [id, table] : tables_)
        tables.insert(id);
    const auto keys = keys_.manage(wish, present.seat.person, present.seat.from, tables);
    if (!keys) return refuse(ask, keys.error());
    v1::ConsoleUpdate update;
    *update.mutable_keys() = *keys;
    answer(ask, std::move(update));
}

void Desk::answer(const Ask& ask, v1::ConsoleUpdate update) {
    for (auto& [screen, present] : screens_) {
        if (present.number != ask.sitting) continue;
        update.set_request_id(ask.request_id);
        --present.waiting;
        screen->send(packed(std::move(update)));
        return;
    }
}

void Desk::refuse(const Ask& ask, const v1::ConsoleRefusal& refusal) {
    v1::ConsoleUpdate update;
    *update.mutable_refusal() = refusal;
    answer(ask, std::move(update));
}

void Desk::refuse(const Ask& ask, const std::string& clause, const std::string& reason) {
    refuse(ask, refusal_of(clause, reason));
}

void Desk::refuse_table(const Ask& ask, const std::string& table_id) {
    refuse(ask, "REQUEST", "no table is called '" + table_id.substr(0, 64) + "'");
}

v1::Phase Desk::phase_of(const std::string& table_id) const {
    const auto found = tables_.find(table_id);
    return found == tables_.end() ? v1::PHASE_UNSPECIFIED : found->second.news.status().phase();
}

} // namespace dealer_console::gateway
