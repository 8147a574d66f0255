#include "studio/app/journal_money.h"

#include "studio/app/journal_replay.h"
#include "studio/journal/entry_codec.h"
#include "studio/runtime/round_money.h"

#include <algorithm>
#include <limits>
#include <map>
#include <vector>

namespace studio::app {

namespace {

// The oldest first.
std::vector<std::string> rounds_of(const std::filesystem::path& file, const std::string& round_id) {
    JournalReader reader(file);
    if (!round_id.empty()) return reader.find_round(round_id) ? std::vector{round_id} : std::vector<std::string>{};
    std::vector<std::string> rounds;
    auto spans = reader.rounds(0, std::numeric_limits<std::size_t>::max()).spans;
    std::ranges::sort(spans, {}, &RoundSpan::first_seq);
    for (auto& span : spans)
        rounds.push_back(std::move(span.round_id));
    return rounds;
}

void add(v1::WagerSums& all, const v1::WagerSums& part) {
    all.set_currency(part.currency());
    all.set_wagers(all.wagers() + part.wagers());
    all.set_taken(all.taken() + part.taken());
    all.set_paid_back(all.paid_back() + part.paid_back());
    all.set_refunded(all.refunded() + part.refunded());
    all.set_house(all.house() + part.house());
    all.set_open(all.open() + part.open());
    all.set_open_taken(all.open_taken() + part.open_taken());
}

std::string line_of(const std::string& what, const v1::WagerSums& sum) {
    return "{" + what + ",\"currency\":" + json_text(sum.currency()) + ",\"wagers\":" + std::to_string(sum.wagers()) +
           ",\"taken\":" + std::to_string(sum.taken()) + ",\"paid_back\":" + std::to_string(sum.paid_back()) +
           ",\"refunded\":" + std::to_string(sum.refunded()) + ",\"house\":" + std::to_string(sum.house()) +
           ",\"open\":" + std::to_string(sum.open()) + ",\"open_taken\":" + std::to_string(sum.open_taken()) + "}\n";
}

} // namespace

MoneyReport write_money(const std::filesystem::path& file, const std::string& round_id, std::ostream& out) {
    const auto rounds = rounds_of(file, round_id);
    if (!round_id.empty() && rounds.empty()) return MoneyReport::NO_SUCH_ROUND;
    JournalReplay source(file);
    std::map<std::string, v1::WagerSums> all;
    for (const auto& round : rounds) {
        v1::MoneyRequest question;
        question.add_rounds(round);
        const auto money = runtime::money_of(question, source);
        for (const auto& sum : money.rounds(0).sums()) {
            out << line_of("\"round_id\":" + json_text(round), sum);
            add(all[sum.currency()], sum);
        }
    }
    for (const auto& [currency, sum] : all)
        out << line_of("\"rounds\":" + std::to_string(rounds.size()), sum);
    return MoneyReport::WRITTEN;
}

} // namespace studio::app
