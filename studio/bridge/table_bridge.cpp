#include "studio/bridge/table_bridge.h"

#include <algorithm>
#include <utility>

namespace studio::bridge {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

std::string_view name(Bridging state) {
    switch (state) {
    case Bridging::FINDING: return "finding";
    case Bridging::LIVE: return "live";
    case Bridging::AWAY: return "away";
    case Bridging::STOPPED: return "stopped";
    }
    std::unreachable();
}

TableBridge::TableBridge(JournalTail tail, std::string table_id, EventStream& stream, TableBridgeOptions options, Log log)
    : tail_(std::move(tail)), stream_(stream), options_(options), log_(std::move(log)), table_id_(std::move(table_id)),
      back_off_(options.first_back_off) {
    report_.table_id = table_id_;
}

TableReport TableBridge::report() const {
    const std::scoped_lock lock(mutex_);
    return report_;
}

bool TableBridge::misfit() const {
    const std::scoped_lock lock(mutex_);
    return fit_ == Fit::MISFIT;
}

milliseconds TableBridge::step(steady_clock::time_point now) {
    try {
        if (!cursor_) return find_cursor(now);
        if (next_ == batch_.size()) {
            next_ = 0;
            batch_ = tail_.after(cursor_->position, options_.batch);
            if (!batch_.empty()) count_waiting();
        }
        if (next_ == batch_.size()) return rest(now);
        last_new_ = now;
        return send_next();
    } catch (const JournalError& error) {
        return stop(error.what(), error.trouble == JournalTrouble::UNREADABLE ? options_.longest_back_off : options_.stopped_for);
    } catch (const SqliteError& error) { // a disk that fails, a writer that is busy for seconds: it may pass
        return stop(error.what(), options_.longest_back_off);
    }
}

milliseconds TableBridge::find_cursor(steady_clock::time_point now) {
    last_ask_ = now;
    const auto& identity = tail_.identity();
    const auto subject = subject_of(identity.studio_id, table_id_);
    if (!subject) return stop(subject.error(), options_.stopped_for);
    studio_id_ = identity.studio_id;
    subject_ = *subject;
    change_report([this](TableReport& report) {
        report.subject = subject_;
        ++report.finds;
    });
    if (const auto prepared = stream_.prepare(studio_id_); !prepared) return trouble(prepared.error());
    const auto last = stream_.last(studio_id_, subject_);
    if (!last) return trouble(last.error());
    if (!*last) {
        const auto newest = tail_.newest();
        resume({{newest.epoch, newest.seq - std::min(newest.seq, options_.keep_events)}, 0});
        return milliseconds(0);
    }
    std::optional<MessageId> id;
    if (const auto fault = fault_of(**last, id); !fault.empty()) return stop(fault, options_.stopped_for);
    const bool searched = (*last)->found == StoredMessage::Found::SEARCHED;
    resume({id->position, searched ? std::nullopt : std::optional((*last)->number)});
    return milliseconds(0);
}

// Why the last message on the subject is none that this journal can have sent; empty when it is one.
std::string TableBridge::fault_of(const StoredMessage& last, std::optional<MessageId>& id) {
    id = parse_message_id(last.message_id);
    const auto message = "message " + std::to_string(last.number) + " on " + subject_ + " (id '" + last.message_id + "', written by " +
                         (last.written_by.empty() ? "somebody who does not say" : last.written_by) + ") ";
    if (!id || id->table_id != table_id_ || id->position.seq == 0) return message + "is no event of this table: somebody else writes there";
    const auto newest = tail_.newest();
    if (id->position.epoch > newest.epoch)
        return message + "is of a later epoch than the journal, which is of " + std::to_string(newest.epoch) +
               ": another studio writes there, or an old journal was put in place";
    if (id->position.epoch == newest.epoch && id->position.seq > newest.seq)
        return message + "is ahead of the journal, which ends at " + text(newest) +
               ": another studio writes there, or the journal has lost its end";
    const auto bytes = tail_.bytes_at(id->position);
    if (!bytes && !tail_.given_up(id->position.epoch)) return message + "is beyond the end of the journal of that epoch";
    if (bytes && *bytes != last.bytes)
        return message + "has other bytes than the journal: another studio writes there under this table's name";
    return {};
}

// The stream has come to a position. It may be behind what it has acknowledged: a leader that lost its disk, or one that is not yet through
// its log. What is missing is sent again; what it has after all it recognises by its id.
void TableBridge::resume(Cursor cursor) {
    const auto before = report().stored;
    cursor_ = cursor;
    batch_.clear();
    next_ = 0;
    const auto waiting = tail_.waiting_after(cursor.position);
    change_report([&](TableReport& report) {
        report.stored = cursor.position;
        report.waiting = waiting;
        if (cursor.position.epoch == before.epoch && cursor.position < before) report.taken_back += before.seq - cursor.position.seq;
    });
    if (cursor.position < before)
        say(Weight::WARNING, "seq=" + text(cursor.position) + " the stream had acknowledged " + text(before) + "; the rest is sent again");
    if (report().state != Bridging::LIVE)
        say(Weight::NEWS, "seq=" + text(cursor.position) + " waiting=" + std::to_string(waiting) + " goes on");
    set_state(Bridging::LIVE, "");
}

milliseconds TableBridge::send_next() {
    auto& event = batch_[next_];
    const auto receipt = stream_.store(studio_id_, {subject_, text(MessageId{table_id_, event.position}), cursor_->number, event.bytes});
    if (!receipt) return trouble(receipt.error());
    cursor_ = Cursor{event.position, receipt->number};
    back_off_ = options_.first_back_off;
    ++next_;
    change_report([&](TableReport& report) {
        report.stored = event.position;
        ++report.published;
        if (receipt->kind == Receipt::Kind::REPEATED) ++report.repeated;
        if (report.waiting.value_or(0) > 0) --*report.waiting;
        report.oldest_waiting = next_ < batch_.size() ? std::optional(batch_[next_].at) : std::nullopt;
    });
    return milliseconds(0);
}

milliseconds TableBridge::rest(steady_clock::time_point now) {
    if (now - last_new_ > options_.quiet) tail_.let_go();
    // Servers that all lost power at once may have lost what they acknowledged last; without a next event nothing would show it.
    if (now - std::max(last_new_, last_ask_) > options_.ask_every) lose_cursor();
    return options_.look_every;
}

milliseconds TableBridge::trouble(const StreamError& error) {
    const auto at = "seq=" + text(report().stored) + " ";
    switch (error.trouble) {
    case StreamTrouble::AWAY:
        change_report([](TableReport& report) { ++report.away; });
        if (report().state != Bridging::AWAY) say(Weight::WARNING, at + "waits: " + error.what);
        set_state(Bridging::AWAY, error.what);
        break;
    case StreamTrouble::WRONG_LAST: // whose message it is shows when the stream is asked for it
        change_report([](TableReport& report) { ++report.contested; });
        say(Weight::NEWS, at + "asks again how far the stream has come: " + error.what);
        break;
    case StreamTrouble::REFUSED: return stop(error.what, options_.stopped_for);
    case StreamTrouble::MISFIT: change_report([this](TableReport&) { fit_ = Fit::MISFIT; }); return stop(error.what, options_.stopped_for);
    }
    lose_cursor();
    try {
        count_waiting();
    } catch (const std::runtime_error&) { // told when the cursor is looked for
    }
    return back_off();
}

milliseconds TableBridge::stop(const std::string& reason, milliseconds pause) {
    const auto before = report();
    if (before.state != Bridging::STOPPED || before.reason != reason)
        say(Weight::ERROR, "seq=" + text(before.stored) + " stopped: " + reason);
    set_state(Bridging::STOPPED, reason);
    lose_cursor();
    tail_.let_go();
    return pause;
}

milliseconds TableBridge::back_off() {
    const auto pause = back_off_;
    back_off_ = std::min(back_off_ * 2, options_.longest_back_off);
    return pause;
}

void TableBridge::lose_cursor() {
    cursor_.reset();
    batch_.clear();
    next_ = 0;
}

void TableBridge::set_state(Bridging state, const std::string& reason) {
    change_report([&](TableReport& report) {
        report.state = state;
        report.reason = reason;
    });
}

// Once a batch, and while the stream is away, so that the lag can be seen to grow.
void TableBridge::count_waiting() {
    const auto stored = report().stored;
    if (stored.epoch == 0) return; // nothing is known yet of what the stream has
    const auto waiting = tail_.waiting_after(stored);
    const auto first = batch_.empty() && waiting > 0 ? tail_.after(stored, 1) : std::vector<TailEvent>{};
    change_report([&](TableReport& report) {
        report.waiting = waiting;
        report.oldest_waiting.reset();
        if (!batch_.empty())
            report.oldest_waiting = batch_.front().at;
        else if (!first.empty())
            report.oldest_waiting = first.front().at;
    });
}

void TableBridge::say(Weight weight, const std::string& words) const {
    log_(weight, "bridge table=" + table_id_ + " " + words);
}

} // namespace studio::bridge
