// A drill at one table: how quickly each trainee ended each fault, and how often the studio had to refuse. Follows from the feed's events
// and the audit's refusals alone, so that a gateway that was started again counts the same. Pure.
#pragma once

#include "studio/v1/console.pb.h"
#include "studio/v1/feed.pb.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace dealer_console::gateway {

namespace v1 = ::studio::v1;

// The studio's name when it drills trainees.
inline constexpr const char* drill_studio = "drill";

// A trainee's command that was refused.
struct Refusal {
    std::string table_id;
    std::string who;
    std::int64_t at_ns = 0; // UTC
};

// 100 within ten seconds; each second more costs 2, each refusal 10; never less than nothing.
[[nodiscard]] std::uint32_t drill_points(std::int64_t open_ns, std::uint32_t refusals);

// Owned by one thread. Takes each event once, in order; refusals may come before the events of their time.
class DrillBook {
public:
    static constexpr std::size_t most_faults = 100; // that are told one by one

    // Whether the score is another one now.
    bool take(const v1::Envelope& event);
    void take(const Refusal& refusal);
    [[nodiscard]] v1::DrillScore score(const std::string& table_id) const;

private:
    struct Open {
        std::string trainee;
        std::int64_t at_ns = 0;
    };
    struct Sum {
        std::uint64_t points = 0;
        std::uint32_t handled = 0;
    };
    bool end(const v1::FaultCleared& fault, std::int64_t at_ns);
    [[nodiscard]] std::uint32_t refusals_until(const std::string& trainee, std::int64_t at_ns);

    std::string dealer_;
    std::map<std::pair<int, std::string>, Open> open_;          // code and slot
    std::map<std::string, std::vector<std::int64_t>> refusals_; // not counted yet, of each trainee
    std::map<std::string, Sum> sums_;
    std::deque<v1::DrillFault> ended_;
};

} // namespace dealer_console::gateway
