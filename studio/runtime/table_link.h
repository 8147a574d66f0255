// The wire inside the studio between one table's thread and the feed's: one ordered channel, so that an event, the snapshot it is part of
// and the answer to the command that made it arrive in that order.
#pragma once

#include "studio/table/ports.h"

#include <zmq.hpp>

#include <optional>
#include <string>

namespace studio::runtime {

inline constexpr const char* tables_endpoint = "inproc://tables"; // the feed binds a ROUTER, each table connects a DEALER named by its id

// First frame of a message from a table: what follows.
inline constexpr char link_event = 'E';    // envelope bytes
inline constexpr char link_beat = 'H';     // heartbeat envelope bytes
inline constexpr char link_snapshot = 'S'; // Snapshot bytes
inline constexpr char link_private = 'P';  // a distributor that has new private events in the journal
inline constexpr char link_answer = 'R';   // identity of the asker, CommandResponse bytes
// To a table: identity of the asker, CommandRequest bytes.

struct LinkCommand {
    std::string identity;
    std::string request;
};

// Thread: the table's. Never blocks: the queue has no limit, and the feed's thread does nothing but empty it.
class TableLink {
public:
    TableLink(zmq::context_t& context, const std::string& table_id);
    void send(char kind, const std::string& bytes);
    void answer(const std::string& identity, const std::string& response);
    // The next command, if one is there.
    [[nodiscard]] std::optional<LinkCommand> take();
    [[nodiscard]] zmq::socket_ref socket() { return socket_; }

private:
    zmq::socket_t socket_;
};

} // namespace studio::runtime
