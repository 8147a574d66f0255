// What all consoles see and ask: the tables' present state, past rounds, approvals that wait, commands on their way.
#pragma once

#include "dealer_console/gateway/authority.h"
#include "dealer_console/gateway/client_watch.h"
#include "dealer_console/gateway/doorkeeper.h"
#include "dealer_console/gateway/drill_book.h"
#include "dealer_console/gateway/key_desk.h"
#include "dealer_console/gateway/money_search.h"
#include "dealer_console/gateway/round_search.h"
#include "dealer_console/gateway/studio_link.h"
#include "dealer_console/gateway/table_book.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace dealer_console::gateway {

using Bytes = std::shared_ptr<const std::string>;

// One browser's socket. Its functions return at once and are called on the gateway's thread.
class Screen {
public:
    virtual ~Screen() = default;
    // Sent in order.
    virtual void send(Bytes bytes) = 0;
    // Only the newest of each key has to arrive.
    virtual void send_newest(const std::string& key, Bytes bytes) = 0;
    virtual void close() = 0;
};

// A person's screen, or an overlay: a picture of one table for a video mixer, which asks for nothing.
enum class ScreenKind : std::uint8_t { PERSON, OVERLAY };

// Who sits at a screen.
struct Seat {
    v1::Person person;
    std::string from; // address
    ScreenKind kind = ScreenKind::PERSON;
    std::string session = ""; // a person's token: the sitting ends with it; empty at a mixer's overlay
};
// What an overlay may see: that table, as everybody sees it.
[[nodiscard]] Seat overlay_seat(const std::string& table_id, const std::string& from);

// The studio as the desk asks it; a test answers itself.
struct StudioDoor {
    std::function<void(const std::string& table_id, v1::CommandRequest, std::function<void(CommandAnswer)>)> ask;
    std::function<void(v1::ReplayRequest, std::function<void(ReplayAnswer)>)> replay;
};

struct DeskOptions {
    std::filesystem::path pictures;   // folder of the cameras' pictures; empty: none
    std::filesystem::path audit = {}; // the journal that the doorkeeper writes: what was asked and refused is counted from it
    std::chrono::milliseconds approval_lifetime = std::chrono::minutes(5); // a question that nobody has answered by then is dropped
    KeyOptions keys = {};
};

// Owned by the gateway's thread; everything is called there, answers of the studio included (they are posted).
class Desk {
public:
    static constexpr std::size_t most_waiting = 16;   // requests of one screen
    static constexpr std::size_t most_approvals = 64; // of all

    Desk(Doorkeeper& doorkeeper, Loop loop, DeskOptions options);
    // Once, before anything else: the studio's line tells this desk, so it is made after it.
    void connect(StudioDoor studio);

    void take(const LinkNews& news);
    void join(Screen* screen, Seat seat);
    void leave(Screen* screen);
    void take(Screen* screen, const std::string& bytes);
    // Twice a second.
    void beat();
    // Closes the screens of those who may no longer sit there. Done every two seconds, and to be called when a session was ended.
    void dismiss();

private:
    struct Table {
        v1::TableNews news;
        TableBook book;
        DrillBook drill;
        bool asking = false;
        bool stale = false; // something happened after the last question
    };
    struct Present {
        Seat seat;
        std::size_t waiting = 0;
        std::uint64_t number = 0; // of this sitting: an answer finds its own screen, not one at the same place in memory
    };
    struct Waiting {
        v1::Approval approval;
        v1::Person asker;
        std::string session; // of the asker, who may sign out
        std::string moment;  // what it is about; see moment_of()
    };
    // A table's news, ready to be sent.
    struct Drawn {
        Bytes all;
        Bytes without_doubts;
    };
    struct Ask {
        std::uint64_t sitting = 0;
        std::uint64_t request_id = 0;
    };

    void learn(const std::string& studio_id);
    void on(const TableKnown& known);
    void on(const TableEvent& happened);
    void on(const TableHealth& health);
    void ask_status(const std::string& table_id);
    void take_status(const std::string& table_id, const v1::StatusReport& status);
    [[nodiscard]] Drawn drawn(const std::string& table_id);
    void show(const std::string& table_id);
    void show(Screen& screen, const Present& present, const std::string& table_id, const Drawn& picture) const;
    void show(Screen& screen, const Present& present, const Table& table) const;
    void show(const v1::RoundRecord& record) const;
    void show_drill(Screen& screen, const Present& present, const Table& table) const;
    void begin_drill();
    void note_refused(const v1::CommandRequest& wish, const std::string& why, const Authors& authors, const std::string& from);
    void welcome(Screen& screen, const Present& present) const;
    void show_clients();
    void show_clients(Screen& screen, const Present& present) const;
    void show_approvals();
    void show_approvals(Screen& screen, const Present& present) const;

    void command(const Ask& ask, const v1::CommandRequest& wish, const Authors& authors, const std::string& from);
    void replay(const Ask& ask, const Present& present, const v1::ReplayRequest& request);
    void past_rounds(const Ask& ask, const Present& present, const v1::PastRounds& wish);
    void search(const Ask& ask, const std::shared_ptr<RoundSearch>& search);
    void money(const Ask& ask, const Present& present, const v1::MoneyRequest& wish);
    void search(const Ask& ask, const std::shared_ptr<MoneySearch>& search);
    void ask_approval(const Ask& ask, const Present& present, const v1::CommandRequest& wish);
    void answer_approval(const Ask& ask, const Present& present, const v1::AnswerApproval& answer);
    void manage_people(const Ask& ask, const Present& present, const v1::ManagePeople& wish);
    void manage_keys(const Ask& ask, const Present& present, const v1::ManageKeys& wish);
    void answer(const Ask& ask, v1::ConsoleUpdate update);
    void refuse(const Ask& ask, const v1::ConsoleRefusal& refusal);
    void refuse(const Ask& ask, const std::string& clause, const std::string& reason);
    void refuse_table(const Ask& ask, const std::string& table_id);
    [[nodiscard]] bool drills() const { return studio_id_ == drill_studio; }
    [[nodiscard]] v1::Phase phase_of(const std::string& table_id) const;
    void look_for_pictures();
    [[nodiscard]] bool may_stay(const Seat& seat) const;
    [[nodiscard]] bool is_over(const Waiting& waiting) const;
    // Those that wait for a word about something that is over.
    void drop_approvals(const std::function<bool(const Waiting&)>& over);

    Doorkeeper& doorkeeper_;
    Loop loop_;
    DeskOptions options_;
    StudioDoor studio_;
    ClientWatch clients_;
    KeyDesk keys_;
    std::vector<Question> questions_; // all that the audit journal has: read once, because it is long and every screen would wait
    std::string studio_id_;
    std::map<std::string, Table> tables_;
    std::map<Screen*, Present> screens_;
    std::map<std::uint64_t, Waiting> approvals_;
    std::uint64_t next_sitting_ = 1;
    std::uint64_t next_approval_ = 1;
    std::uint64_t beats_ = 0;
};

} // namespace dealer_console::gateway
