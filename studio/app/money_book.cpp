#include "studio/app/money_book.h"

#include <numeric>

namespace studio::app {

namespace {

std::string called(const engine::WagerKey& key) {
    return "wager " + key.wager_id + " of " + key.distributor;
}

} // namespace

std::int64_t MoneyBook::open() const {
    return std::accumulate(accounts_.begin(), accounts_.end(), std::int64_t{0},
                           [](std::int64_t sum, const auto& one) { return sum + (one.second.revision == 0 ? one.second.taken : 0); });
}

void MoneyBook::take(const engine::Event& event) {
    const auto key_of = [&event](const auto& body) { return Key{event.round_id, {body.wager_id, body.distributor}}; };
    if (const auto* accepted = std::get_if<engine::WagerAccepted>(&event.body)) {
        const auto key = key_of(*accepted);
        const auto taken = accepted->stake.minor + accepted->held.minor;
        if (!accounts_.emplace(key, Account{.taken = taken}).second) faults_.push_back(called(key.second) + " is accepted twice");
        ++wagers_;
        taken_ += taken;
    } else if (const auto* settled = std::get_if<engine::WagerSettled>(&event.body)) {
        end(key_of(*settled), settled->revision, settled->deducted, settled->returned);
    } else if (const auto* refunded = std::get_if<engine::WagerRefunded>(&event.body)) {
        end(key_of(*refunded), 0, refunded->returned, refunded->returned);
    }
}

// A later revision replaces the end of an earlier one; so does the refund of a round that is void after all.
void MoneyBook::end(const Key& key, int revision, const engine::Money& deducted, const engine::Money& back) {
    const auto found = accounts_.find(key);
    const auto wager = called(key.second);
    if (found == accounts_.end()) {
        faults_.push_back(wager + " ends and was never accepted");
        return;
    }
    auto& account = found->second;
    if (revision == 0) revision = account.revision + 1;
    if (revision <= account.revision) faults_.push_back(wager + " ends twice");
    if (deducted.minor != account.taken)
        faults_.push_back(wager + " took " + std::to_string(account.taken) + " and ends with " + std::to_string(deducted.minor));
    if (back.minor < 0) faults_.push_back(wager + " returns less than nothing");
    returned_ += back.minor - account.returned;
    account.returned = back.minor;
    account.revision = revision;
}

} // namespace studio::app
