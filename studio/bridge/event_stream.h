// What the bridge needs of JetStream: four calls, so that a test holds the other end in its hand.
#pragma once

#include "studio/bridge/event_id.h"

#include <functional>

namespace studio::bridge {

// What the bridge tells the people who run it; one line each, naming table and seq where there is one.
enum class Weight : std::uint8_t { NEWS, WARNING, ERROR };
using Log = std::function<void(Weight, const std::string&)>; // called from any thread

// An event on its way out.
struct OutgoingEvent {
    std::string subject;
    std::string message_id;
    // The stream's number of the last message on this subject, 0 when there is none; nothing when that is not to be checked.
    std::optional<std::uint64_t> after;
    std::string bytes; // of the envelope, as they lie in the journal
};

// A message as the stream has it.
struct StoredMessage {
    std::uint64_t number = 0; // the stream's, counted over all its subjects
    std::string message_id;   // empty when it has none
    std::string written_by;   // host and process of the bridge that sent it; empty when it does not say
    std::string bytes;
    // SEARCHED: the servers have lost track of which one is the last on the subject, so the next one cannot be checked against it.
    enum class Found : std::uint8_t { AS_LAST, SEARCHED } found = Found::AS_LAST;
};

// The stream has an event; REPEATED: it had it already.
struct Receipt {
    enum class Kind : std::uint8_t { STORED, REPEATED };
    std::uint64_t number = 0;
    Kind kind = Kind::STORED;
};

enum class StreamTrouble : std::uint8_t {
    AWAY,       // no connection, no leader, no answer, no room: nobody knows whether anything was stored; it may pass
    WRONG_LAST, // the last message on the subject is another one than OutgoingEvent::after
    REFUSED,    // this event will never be taken
    MISFIT,     // there is a stream, and it is not made as the bridge needs it
};
struct StreamError {
    StreamTrouble trouble = StreamTrouble::AWAY;
    std::string what;
};

// Thread: any, several at a time. A call returns within seconds, also when nobody answers.
class EventStream {
public:
    virtual ~EventStream() = default;
    // Makes the studio's stream, or looks whether the one that is there keeps what the bridge promises.
    [[nodiscard]] virtual std::expected<void, StreamError> prepare(const std::string& studio_id) = 0;
    // The last message on a subject, as the stream's leader has it; nothing when there is none.
    [[nodiscard]] virtual std::expected<std::optional<StoredMessage>, StreamError> last(const std::string& studio_id,
                                                                                        const std::string& subject) = 0;
    // Returns when the stream has the event for good.
    [[nodiscard]] virtual std::expected<Receipt, StreamError> store(const std::string& studio_id, const OutgoingEvent& event) = 0;
};

} // namespace studio::bridge
