// What each client was refused, and from where it last asked for the public events. Kept since the studio's start, by public key.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace studio::runtime {

// Requests that were refused before they reached a table.
struct FeedRefusals {
    std::uint64_t by_right = 0; // AUTH.*
    std::uint64_t by_rate = 0;  // RATE.limit
};

// From where a client asked for a replay.
struct AskedPosition {
    std::uint64_t seq = 0;
    std::chrono::system_clock::time_point at;
};

// Thread: the feed's; refusals() and told() any. Grows with the keys that were let in and the clauses there are, not with requests.
class ClientLedger {
public:
    using Clauses = std::map<std::string, std::uint64_t>;
    using Positions = std::map<std::string, AskedPosition>; // by table

    // A request was refused, by that key's client or by one without a key.
    void refuse(const std::string& key, const std::string& clause);
    void ask(const std::string& key, const std::string& table_id, AskedPosition position);

    [[nodiscard]] const Clauses& refused(const std::string& key) const;
    [[nodiscard]] const Positions& asked(const std::string& key) const;
    [[nodiscard]] FeedRefusals refusals() const;
    // Of all clients together, those without a key too.
    [[nodiscard]] Clauses told() const;

private:
    mutable std::mutex mutex_; // guards told_
    Clauses told_;
    std::map<std::string, Clauses> refused_;
    std::map<std::string, Positions> asked_;
};

} // namespace studio::runtime
