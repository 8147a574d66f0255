// `studio feed tail`: envelopes as JSON lines, through the client library.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace studio::app {

struct FeedTailOptions {
    std::string connect;
    std::string key;                   // a client's key file, where the studio asks for keys
    std::string table;                 // empty = all
    std::optional<std::uint64_t> from; // nothing = a snapshot and what follows it
    std::uint64_t events = 0;          // ends after that many; 0 = goes on until interrupted
};

// Envelopes on standard output, one a line; states of the stream on standard error. Returns 0, or 2 when the endpoint or the key
// file is none. A key that is not let in is a state (AUTH_FAILED), and tried again.
int feed_tail_command(const FeedTailOptions& options);

} // namespace studio::app
