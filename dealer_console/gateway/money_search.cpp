#include "dealer_console/gateway/money_search.h"

namespace dealer_console::gateway {

std::string fault_of(const v1::MoneyRequest& wish) {
    if (wish.rounds().empty()) return "no round is named";
    if (wish.rounds_size() > MoneySearch::most_rounds) return "at most 100 rounds at once";
    return "";
}

std::optional<v1::ReplayRequest> MoneySearch::next() const {
    if (found_.rounds_size() >= wish_.rounds_size()) return std::nullopt;
    v1::ReplayRequest request;
    request.mutable_money()->set_table_id(wish_.table_id());
    for (int round = found_.rounds_size(); round < wish_.rounds_size(); ++round)
        request.mutable_money()->add_rounds(wish_.rounds(round));
    return request;
}

bool MoneySearch::take(const std::vector<v1::ReplayResponse>& answer) {
    if (answer.empty() || !answer.back().has_money() || answer.back().money().rounds().empty()) return false;
    for (const auto& round : answer.back().money().rounds()) {
        const int place = found_.rounds_size();
        if (place >= wish_.rounds_size() || wish_.rounds(place) != round.round_id()) return false;
        *found_.add_rounds() = round;
    }
    found_.set_table_id(wish_.table_id());
    return true;
}

} // namespace dealer_console::gateway
