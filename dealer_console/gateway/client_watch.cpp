#include "dealer_console/gateway/client_watch.h"

#include "dealer_console/gateway/authority.h"

#include <algorithm>
#include <utility>

namespace dealer_console::gateway {

bool sees_clients(const v1::Person& person) {
    return supervises(person) || person.role() == v1::PERSON_ROLE_AUDITOR;
}

v1::ClientNews clients_for(const v1::ClientNews& news, const v1::Person& person) {
    if (person.tables().empty()) return news;
    const auto sees = [&person](const std::string& table_id) { return may_see(person, table_id); };
    v1::ClientNews part = news;
    part.mutable_clients()->clear_clients();
    for (auto client : news.clients().clients()) {
        if (!client.tables().empty() && std::ranges::none_of(client.tables(), sees)) continue;
        auto* at = client.mutable_at();
        at->erase(std::remove_if(at->begin(), at->end(), [&](const auto& one) { return !sees(one.table_id()); }), at->end());
        *part.mutable_clients()->add_clients() = std::move(client);
    }
    return part;
}

void ClientWatch::look() {
    if (asking_ || !ask_) return;
    asking_ = true;
    v1::ReplayRequest request;
    request.mutable_clients();
    ask_(std::move(request), [this](ReplayAnswer answer) {
        loop_.post([this, answer = std::move(answer)] {
            asking_ = false;
            take(answer);
            told_();
        });
    });
}

void ClientWatch::take(const ReplayAnswer& answer) {
    if (!answer || answer->empty())
        news_.set_trouble(answer ? "the studio does not answer" : answer.error());
    else if (!answer->back().has_clients())
        news_.set_trouble(answer->back().error().reason());
    else {
        *news_.mutable_clients() = answer->back().clients();
        news_.clear_trouble();
    }
}

} // namespace dealer_console::gateway
