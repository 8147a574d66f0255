#include "dealer_console/gateway/drill_book.h"

#include <algorithm>

namespace dealer_console::gateway {

namespace {

constexpr std::int64_t full = 100;
constexpr std::int64_t free_ms = 10'000;
constexpr std::int64_t a_second = 2;
constexpr std::int64_t a_refusal = 10;
constexpr std::int64_t ns_a_ms = 1'000'000;
constexpr std::int64_t half_a_second_ms = 500; // rounds to whole points

} // namespace

std::uint32_t drill_points(std::int64_t open_ns, std::uint32_t refusals) {
    const auto late_ms = std::max<std::int64_t>(0, open_ns / ns_a_ms - free_ms);
    const auto lost = (late_ms * a_second + half_a_second_ms) / 1000 + static_cast<std::int64_t>(refusals) * a_refusal;
    return static_cast<std::uint32_t>(std::max<std::int64_t>(0, full - lost));
}

bool DrillBook::take(const v1::Envelope& event) {
    if (event.has_dealer_changed()) {
        dealer_ = event.dealer_changed().dealer();
    } else if (event.has_fault_raised()) {
        // Raised anew while it is open, with another severity: it is open since the first time.
        open_.try_emplace({event.fault_raised().code(), event.fault_raised().slot()}, Open{dealer_, event.at_ns()});
    } else if (event.has_fault_cleared()) {
        return end(event.fault_cleared(), event.at_ns());
    }
    return false;
}

bool DrillBook::end(const v1::FaultCleared& fault, std::int64_t at_ns) {
    const auto found = open_.find({fault.code(), fault.slot()});
    if (found == open_.end()) return false;
    const auto [trainee, raised_at_ns] = found->second;
    open_.erase(found);
    if (trainee.empty()) return false; // nobody sat there
    v1::DrillFault ended;
    ended.set_code(fault.code());
    ended.set_slot(fault.slot());
    ended.set_trainee(trainee);
    ended.set_raised_at_ns(raised_at_ns);
    ended.set_ended_at_ns(at_ns);
    ended.set_refusals(refusals_until(trainee, at_ns));
    ended.set_points(drill_points(at_ns - raised_at_ns, ended.refusals()));
    auto& sum = sums_[trainee];
    sum.points += ended.points();
    ++sum.handled;
    ended_.push_back(std::move(ended));
    if (ended_.size() > most_faults) ended_.pop_front();
    return true;
}

void DrillBook::take(const Refusal& refusal) {
    refusals_[refusal.who].push_back(refusal.at_ns);
}

// They count once, for the fault that ends first after them.
std::uint32_t DrillBook::refusals_until(const std::string& trainee, std::int64_t at_ns) {
    return static_cast<std::uint32_t>(std::erase_if(refusals_[trainee], [at_ns](std::int64_t when) { return when <= at_ns; }));
}

v1::DrillScore DrillBook::score(const std::string& table_id) const {
    v1::DrillScore score;
    score.set_table_id(table_id);
    for (const auto& [name, sum] : sums_) {
        auto& trainee = *score.add_trainees();
        trainee.set_name(name);
        trainee.set_points(static_cast<std::uint32_t>((sum.points + sum.handled / 2) / sum.handled));
        trainee.set_handled(sum.handled);
    }
    for (const auto& one : ended_)
        *score.add_faults() = one;
    return score;
}

} // namespace dealer_console::gateway
