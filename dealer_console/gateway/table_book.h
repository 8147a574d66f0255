// One table's events folded into what the screens show besides its present state: its rounds, and since when a fault is open. Pure.
#pragma once

#include "studio/v1/console.pb.h"
#include "studio/v1/feed.pb.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dealer_console::gateway {

namespace v1 = ::studio::v1;

// Owned by one thread. Takes each event once, in order.
class TableBook {
public:
    static constexpr std::size_t most_rounds = 600; // a long shift

    explicit TableBook(std::size_t most = most_rounds) : most_(most) {}

    // The round that the event changed, or nothing.
    std::optional<v1::RoundRecord> take(const v1::Envelope& event);

    // The desk was asked something: of the round that runs, or nothing.
    std::optional<v1::RoundRecord> take_question();

    [[nodiscard]] const std::deque<v1::RoundRecord>& rounds() const { return rounds_; }
    [[nodiscard]] std::vector<v1::OpenFault> open_faults() const;

private:
    void watch_faults(const v1::Envelope& event);
    [[nodiscard]] v1::RoundRecord* round(const std::string& round_id);
    void open(const v1::Envelope& event);

    std::size_t most_;
    std::deque<v1::RoundRecord> rounds_;
    std::map<std::pair<int, std::string>, std::int64_t> faults_; // code and slot -> raised at
    std::string dealer_;
};

} // namespace dealer_console::gateway
