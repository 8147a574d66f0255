#include "studio/app/feed_command.h"

#include "studio/app/interrupt.h"

#include "proto/client/feed_client.h"
#include "proto/codec/envelope.h"
#include "proto/wire/keys.h"

#include <fmt/core.h>

#include <iostream>
#include <stdexcept>

namespace studio::app {

int feed_tail_command(const FeedTailOptions& options) {
    zmq::context_t context;
    proto::client::FeedOptions feed;
    feed.feed = options.connect;
    if (!options.key.empty()) {
        const auto key = proto::wire::read_client_key(options.key);
        if (!key) throw std::invalid_argument(key.error());
        feed.sockets.curve_client = key->curve();
    }
    if (!options.table.empty()) feed.tables = {options.table};
    if (options.from) feed.from = proto::client::FeedPosition{.epoch = {}, .next_seq = std::max<std::uint64_t>(*options.from, 1)};
    proto::client::FeedClient client(context, feed);
    std::uint64_t events = 0;
    while (!interrupted() && (options.events == 0 || events < options.events)) {
        const auto item = client.poll(std::chrono::milliseconds(200));
        if (!item) continue;
        if (const auto* event = item->event()) {
            std::cout << proto::codec::envelope_json(event->envelope) << std::endl;
            ++events;
        } else if (const auto* state = item->state()) {
            fmt::print(stderr, "{} {} {}\n", item->table_id.empty() ? "studio" : item->table_id, proto::client::name(state->state),
                       state->reason);
        } else if (const auto* snapshot = item->snapshot()) {
            fmt::print(stderr, "{} snapshot at seq {}\n", item->table_id, snapshot->seq());
        }
    }
    return 0;
}

} // namespace studio::app
