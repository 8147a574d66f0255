// How many wagers of a distributor are open at a table, read from the journal when somebody asks and only as far as it is new.
#pragma once

#include "studio/runtime/wager_desk.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace studio::runtime {

// One thread. A wager ends with its round, so those of the last round with wagers are all that can be open.
class WagerTally {
public:
    struct Count {
        std::uint64_t last = 0; // of the distributor's private events
        std::size_t open = 0;   // accepted, and neither settled nor refunded
    };
    // New private events of the distributor have been committed.
    void touch(const std::string& table_id, const std::string& distributor);
    // Throws what the source throws.
    [[nodiscard]] Count count(const std::string& table_id, const std::string& distributor, WagerSource& source);

private:
    struct Stream {
        bool stale = true;
        std::uint64_t read_to = 0;
        std::string round_id;
        std::set<std::string> open;
    };
    static void read_on(Stream& stream, const std::string& distributor, WagerSource& source);

    std::map<std::pair<std::string, std::string>, Stream> streams_; // by table and distributor
};

} // namespace studio::runtime
