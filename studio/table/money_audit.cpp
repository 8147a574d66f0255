#include "studio/table/money_audit.h"

#include <algorithm>
#include <utility>

namespace studio {

namespace {

std::string amount(std::int64_t minor) {
    return std::to_string(minor);
}

// A maximum of the house leaves less of what is won, never of the stake.
enum class Maximum : std::uint8_t { NOT_REACHED, REACHED };

// What is wrong with one bet's ends, against what was published of it. A bet with a hold wins and loses its odds times the stake, exactly;
// of another the odds are whole numbers, and what a pay table adds lies below one more.
std::string against(const engine::BetResult& result, std::int64_t stake, std::int64_t taken, std::int64_t returned, Maximum maximum) {
    const auto won = returned - taken;
    const bool exact = taken > stake;
    switch (result.outcome) {
    case engine::Outcome::WIN:
        if (exact && won == stake * result.odds) return "";
        if (!exact && won >= (maximum == Maximum::REACHED ? 0 : stake * result.odds) && won < stake * (result.odds + 1)) return "";
        return "won at " + std::to_string(result.odds) + ":1 and is paid " + amount(won) + " on " + amount(stake);
    case engine::Outcome::TIE:
        if (won == 0) return "";
        return "tied and returns " + amount(returned) + " of " + amount(taken);
    case engine::Outcome::LOSE:
        if (exact ? won == -stake * result.odds : won < 0) return "";
        return "lost and returns " + amount(returned) + " of " + amount(taken);
    case engine::Outcome::NONE: return "";
    }
    return "";
}

// Two distributors may call a wager alike.
std::string called(const engine::WagerKey& key) {
    return "wager " + key.wager_id + " of " + key.distributor;
}

// Of a wager's event: whose money it moves.
template <typename Body>
engine::WagerKey key_of(const Body& body) {
    return {body.wager_id, body.distributor};
}

bool of_money(const engine::Event& event) {
    using namespace engine;
    return std::visit(
        []<typename Body>(const Body&) {
            return std::is_same_v<Body, RoundOpened> || std::is_same_v<Body, WagerAccepted> || std::is_same_v<Body, WagerSettled> ||
                   std::is_same_v<Body, WagerRefunded> || std::is_same_v<Body, ResultConfirmed> || std::is_same_v<Body, ResultRevised> ||
                   std::is_same_v<Body, RoundVoided>;
        },
        event.body);
}

} // namespace

std::optional<std::string> MoneyAudit::take(std::span<const engine::Event> events) {
    const auto count = std::ranges::count_if(events, of_money);
    if (count == 0) return {};
    if (count == 1 && events.size() == 1) { // the usual wager: either taken or not, so nothing needs to be kept for undoing
        auto wrong = take_one(books_, events.front());
        if (wrong.empty()) wrong = close(books_, events);
        return wrong.empty() ? std::nullopt : std::optional(std::move(wrong));
    }
    auto books = books_;
    for (const auto& event : events)
        if (auto wrong = take_one(books, event); !wrong.empty()) return wrong;
    if (auto wrong = close(books, events); !wrong.empty()) return wrong;
    books_ = std::move(books);
    return {};
}

std::string MoneyAudit::take_one(Books& books, const engine::Event& event) {
    if (std::holds_alternative<engine::RoundOpened>(event.body)) return open_round(books, event.round_id);
    if (const auto* wager = std::get_if<engine::WagerAccepted>(&event.body)) return accept(books, event.round_id, *wager);
    if (const auto* end = std::get_if<engine::WagerSettled>(&event.body)) return settle(books, *end);
    if (const auto* end = std::get_if<engine::WagerRefunded>(&event.body)) return refund(books, *end);
    return "";
}

std::string MoneyAudit::open_round(Books& books, const std::string& round_id) {
    for (const auto& [key, account] : books.accounts)
        if (account.revision == 0 && !account.refunded) return called(key) + " of round " + books.round_id + " has no end";
    books = Books{.round_id = round_id, .accounts = {}, .house = 0};
    return "";
}

std::string MoneyAudit::accept(Books& books, const std::string& round_id, const engine::WagerAccepted& wager) {
    const auto key = key_of(wager);
    const auto taken = wager.stake.minor + wager.held.minor;
    if (wager.stake.minor < 0 || wager.held.minor < 0) return called(key) + " takes " + amount(taken);
    if (books.round_id != round_id)
        if (auto wrong = open_round(books, round_id); !wrong.empty()) return wrong;
    Account account{.position = wager.position, .bet = wager.bet, .stake = wager.stake, .taken = taken};
    if (!books.accounts.emplace(key, std::move(account)).second) return called(key) + " is accepted twice";
    return "";
}

std::string MoneyAudit::settle(Books& books, const engine::WagerSettled& end) {
    const auto key = key_of(end);
    const auto found = books.accounts.find(key);
    if (found == books.accounts.end()) return called(key) + " is settled and was never accepted";
    auto& account = found->second;
    if (account.refunded) return called(key) + " is settled after it was refunded";
    if (end.revision <= account.revision) return called(key) + " is settled twice";
    if (end.deducted.minor != account.taken || end.deducted.currency != account.stake.currency)
        return called(key) + " took " + amount(account.taken) + " and is settled for " + amount(end.deducted.minor);
    if (end.returned.minor < 0 || end.returned.currency != account.stake.currency)
        return called(key) + " returns " + amount(end.returned.minor) + " " + end.returned.currency;
    if (account.revision > 0) books.house -= account.taken - account.returned;
    books.house += end.deducted.minor - end.returned.minor;
    account.returned = end.returned.minor;
    account.revision = end.revision;
    return "";
}

std::string MoneyAudit::refund(Books& books, const engine::WagerRefunded& end) {
    const auto key = key_of(end);
    const auto found = books.accounts.find(key);
    if (found == books.accounts.end()) return called(key) + " is refunded and was never accepted";
    auto& account = found->second;
    if (account.refunded) return called(key) + " is refunded twice";
    if (end.returned.minor != account.taken || end.returned.currency != account.stake.currency)
        return called(key) + " took " + amount(account.taken) + " and " + amount(end.returned.minor) + " goes back";
    if (account.revision > 0) books.house -= account.taken - account.returned;
    account.returned = end.returned.minor;
    account.refunded = true;
    return "";
}

// What must be true once all events of an input are in.
std::string MoneyAudit::close(const Books& books, std::span<const engine::Event> events) const {
    for (const auto& event : events) {
        if (event.round_id != books.round_id) continue; // nobody staked on it
        std::string wrong;
        if (const auto* result = std::get_if<engine::ResultConfirmed>(&event.body)) {
            wrong = all_ended(books, result->revision);
            if (wrong.empty()) wrong = as_published(books, result->positions);
        } else if (const auto* revised = std::get_if<engine::ResultRevised>(&event.body)) {
            wrong = all_ended(books, revised->revision);
            if (wrong.empty()) wrong = as_published(books, revised->after);
        } else if (std::holds_alternative<engine::RoundVoided>(event.body)) {
            for (const auto& [key, account] : books.accounts)
                if (!account.refunded) return called(key) + " is not refunded, and its round is void";
        } else {
            continue;
        }
        if (wrong.empty()) wrong = balance(books);
        if (!wrong.empty()) return wrong;
    }
    return "";
}

std::string MoneyAudit::all_ended(const Books& books, int revision) {
    for (const auto& [key, account] : books.accounts)
        if (!account.refunded && account.revision != revision)
            return called(key) + " is not settled by revision " + std::to_string(revision) + " of the result";
    return "";
}

std::string MoneyAudit::balance(const Books& books) {
    std::int64_t in = 0;
    std::int64_t out = 0;
    for (const auto& [key, account] : books.accounts) {
        in += account.taken;
        out += account.returned;
    }
    if (in == out + books.house) return "";
    return "round " + books.round_id + " took " + amount(in) + ", returned " + amount(out) + " and the house has " + amount(books.house);
}

// Whether the house has paid all that a maximum (R-17, I-13) allows on this bet and those that it is counted with.
bool MoneyAudit::maximum_reached(const Books& books, const engine::Seat& position, const std::string& bet) const {
    return std::ranges::any_of(maxima_, [&](const engine::PayoutMaximum& maximum) {
        const auto counts = [&](const std::string& one) { return std::ranges::find(maximum.bets, one) != maximum.bets.end(); };
        if (!counts(bet)) return false;
        std::int64_t won = 0;
        for (const auto& [key, account] : books.accounts) {
            const bool in_span = maximum.span == engine::PayoutMaximum::Span::TABLE || account.position == position;
            if (in_span && !account.refunded && counts(account.bet)) won += std::max<std::int64_t>(account.returned - account.taken, 0);
        }
        return won == maximum.most;
    });
}

// All wagers on one bet at one position together, as far as the result names the bet.
std::string MoneyAudit::as_published(const Books& books, std::span<const engine::PositionResult> results) const {
    for (const auto& position : results)
        for (const auto& bet : position.bets) {
            std::int64_t stake = 0;
            std::int64_t taken = 0;
            std::int64_t returned = 0;
            for (const auto& [key, account] : books.accounts) {
                if (account.refunded || account.position != position.position || account.bet != bet.bet) continue;
                stake += account.stake.minor;
                taken += account.taken;
                returned += account.returned;
            }
            if (stake == 0) continue;
            const auto maximum = maximum_reached(books, position.position, bet.bet) ? Maximum::REACHED : Maximum::NOT_REACHED;
            if (auto wrong = against(bet, stake, taken, returned, maximum); !wrong.empty())
                return bet.bet + " at " + position.position.text() + " " + wrong;
        }
    return "";
}

RoundMoney MoneyAudit::round() const {
    RoundMoney money{.round_id = books_.round_id, .house = books_.house, .wagers = books_.accounts.size()};
    for (const auto& [key, account] : books_.accounts) {
        money.in += account.taken;
        money.out += account.returned;
        if (account.revision == 0 && !account.refunded) ++money.open;
    }
    return money;
}

} // namespace studio
