#include "studio/runtime/round_money.h"

namespace studio::runtime {

namespace {

constexpr std::size_t page = 512;

// Returns how many events were read.
std::size_t read(WagerBook& book, const std::string& distributor, const std::string& round_id, WagerSource& source) {
    std::size_t read = 0;
    for (std::uint64_t next = 1;;) {
        const auto events = source.wagers(distributor, round_id, next, page);
        read += events.size();
        v1::PrivateEnvelope envelope;
        for (const auto& event : events)
            if (envelope.ParseFromString(event.bytes)) book.take(envelope);
        if (events.size() < page) return read;
        next = events.back().seq + 1;
    }
}

} // namespace

void WagerBook::take(const v1::PrivateEnvelope& envelope) {
    if (envelope.has_wager_accepted()) {
        const auto& wager = envelope.wager_accepted();
        accounts_[wager.wager_id()] = {wager.stake().currency(), wager.stake().minor() + wager.held().minor()};
    } else if (envelope.has_wager_settled()) {
        auto& account = accounts_[envelope.wager_settled().wager_id()];
        account.returned = envelope.wager_settled().returned().minor();
        account.end = End::SETTLED;
    } else if (envelope.has_wager_refunded()) {
        auto& account = accounts_[envelope.wager_refunded().wager_id()];
        account.returned = envelope.wager_refunded().returned().minor();
        account.end = End::REFUNDED;
    }
}

void WagerBook::add_to(std::map<std::string, v1::WagerSums>& sums) const {
    for (const auto& [id, account] : accounts_) {
        auto& sum = sums[account.currency];
        sum.set_currency(account.currency);
        if (account.end == End::OPEN) {
            sum.set_open(sum.open() + 1);
            sum.set_open_taken(sum.open_taken() + account.taken);
            continue;
        }
        sum.set_wagers(sum.wagers() + 1);
        sum.set_taken(sum.taken() + account.taken);
        if (account.end == End::SETTLED)
            sum.set_paid_back(sum.paid_back() + account.returned);
        else
            sum.set_refunded(sum.refunded() + account.returned);
        sum.set_house(sum.taken() - sum.paid_back() - sum.refunded());
    }
}

v1::MoneyOfRounds money_of(const v1::MoneyRequest& question, WagerSource& source, const MoneyLimits& limits) {
    v1::MoneyOfRounds money;
    money.set_table_id(question.table_id());
    const auto distributors = source.distributors();
    std::size_t cost = 0;
    for (const auto& round_id : question.rounds()) {
        if (money.rounds_size() > 0 && cost >= limits.events) break;
        std::map<std::string, v1::WagerSums> sums;
        for (const auto& distributor : distributors) {
            WagerBook book;
            cost += 1 + read(book, distributor, round_id, source); // looking for nothing costs too
            book.add_to(sums);
        }
        auto& round = *money.add_rounds();
        round.set_round_id(round_id);
        for (auto& [currency, sum] : sums)
            *round.add_sums() = std::move(sum);
    }
    return money;
}

} // namespace studio::runtime
