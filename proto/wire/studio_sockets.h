// The three sockets of a studio, bound side by side.
#pragma once

#include "proto/wire/endpoints.h"
#include "proto/wire/feed_publisher.h"
#include "proto/wire/request_server.h"

#include <memory>
#include <optional>
#include <string>

namespace proto::wire {

// Each may be handed to the thread that serves it, once, before its first use there.
struct StudioSockets {
    std::unique_ptr<FeedPublisher> feed;
    std::unique_ptr<ReplayServer> replay;
    std::unique_ptr<CommandServer> command;
    Endpoints endpoints; // the real ones
};

// Binds feed, replay and command by the convention of endpoints_from_feed. `feed` is "tcp://ADDRESS:PORT", "tcp://ADDRESS:*" (three free
// ports in a row are found) or "ipc://FOLDER/feed". Throws std::runtime_error with one sentence that names the endpoint.
[[nodiscard]] StudioSockets bind_studio(zmq::context_t& context, const std::string& feed, const SocketOptions& options = {});
// The same behind a gate, which outlives the sockets. With `rights` each subscriber hears what its key may, without everybody hears all.
[[nodiscard]] StudioSockets bind_studio(zmq::context_t& context, const std::string& feed, const SocketOptions& options, Gate& gate,
                                        const std::optional<FeedRights>& rights);

} // namespace proto::wire
