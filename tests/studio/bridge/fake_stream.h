// JetStream in a test's hand: keeps its promises (one message of an id, the expected last message), and is away, slow of memory or
// forgetful when told to.
#pragma once

#include "studio/bridge/event_stream.h"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

namespace studio::bridge::testing {

class FakeStream : public EventStream {
public:
    // What becomes of a call.
    enum class Fate : std::uint8_t {
        ANSWERED,
        LOST,        // it never arrives
        ANSWER_LOST, // it arrives, and the answer does not
        STALE,       // a leader that is not yet through its log: it does not see the last message, but the log does
    };
    struct Kept {
        std::string subject;
        StoredMessage message;
    };

    [[nodiscard]] std::expected<void, StreamError> prepare(const std::string&) override {
        ++calls;
        if (next_fate() == Fate::LOST) return std::unexpected(StreamError{StreamTrouble::AWAY, "nobody answers"});
        if (!misfit.empty()) return std::unexpected(StreamError{StreamTrouble::MISFIT, misfit});
        return {};
    }
    [[nodiscard]] std::expected<std::optional<StoredMessage>, StreamError> last(const std::string&, const std::string& subject) override {
        ++calls;
        const auto end = next_fate();
        if (end == Fate::LOST || end == Fate::ANSWER_LOST) return std::unexpected(StreamError{StreamTrouble::AWAY, "nobody answers"});
        auto last = seen(subject, end);
        if (last && lost_track) last->found = StoredMessage::Found::SEARCHED;
        return last;
    }
    [[nodiscard]] std::expected<Receipt, StreamError> store(const std::string&, const OutgoingEvent& event) override {
        ++calls;
        const auto end = next_fate();
        if (end == Fate::LOST) return std::unexpected(StreamError{StreamTrouble::AWAY, "nobody answers"});
        if (refuse && refuse(event)) return std::unexpected(StreamError{StreamTrouble::REFUSED, "too large"});
        const auto before = lost_track ? std::nullopt : seen(event.subject, end); // checked by the leader, before the log
        if (event.after && (before ? before->number : 0) != *event.after)
            return std::unexpected(StreamError{StreamTrouble::WRONG_LAST, "wrong last sequence"});
        const auto same = std::ranges::find(kept, event.message_id, [](const Kept& one) { return one.message.message_id; });
        Receipt receipt{++last_number, Receipt::Kind::STORED};
        if (same != kept.end()) {
            receipt = {same->message.number, Receipt::Kind::REPEATED};
            --last_number;
        } else {
            lost_track = false;
            kept.push_back({event.subject, {last_number, event.message_id, "test/1", event.bytes, StoredMessage::Found::AS_LAST}});
        }
        if (end == Fate::ANSWER_LOST) return std::unexpected(StreamError{StreamTrouble::AWAY, "nobody answers"});
        return receipt;
    }

    // Somebody else.
    void intrude(const std::string& subject, const std::string& id, const std::string& bytes) {
        kept.push_back({subject, {++last_number, id, "", bytes, StoredMessage::Found::AS_LAST}});
    }
    [[nodiscard]] std::vector<std::string> bytes_of(const std::string& subject) const {
        std::vector<std::string> bytes;
        for (const auto& one : kept)
            if (one.subject == subject) bytes.push_back(one.message.bytes);
        return bytes;
    }

    std::vector<Kept> kept;
    std::uint64_t last_number = 0;
    int calls = 0;
    std::string misfit;
    bool lost_track = false;    // of which message is the last, until the next one comes
    std::function<Fate()> fate; // of the next call; ANSWERED when there is none
    std::function<bool(const OutgoingEvent&)> refuse;

private:
    Fate next_fate() { return fate ? fate() : Fate::ANSWERED; }
    [[nodiscard]] std::optional<StoredMessage> seen(const std::string& subject, Fate how) const {
        std::optional<StoredMessage> last;
        std::optional<StoredMessage> before;
        for (const auto& one : kept) {
            if (one.subject != subject) continue;
            before = last;
            last = one.message;
        }
        return how == Fate::STALE ? before : last;
    }
};

} // namespace studio::bridge::testing
