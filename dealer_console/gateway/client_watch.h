// What the studio tells of its clients, asked for once for all screens while somebody may see it.
#pragma once

#include "dealer_console/gateway/loop.h"
#include "dealer_console/gateway/studio_link.h"
#include "studio/v1/console.pb.h"

#include <functional>

namespace dealer_console::gateway {

// Supervisors, managers and auditors.
[[nodiscard]] bool sees_clients(const v1::Person& person);
// What this person may see of it: nothing of other tables, and nobody who has no right to any of theirs.
[[nodiscard]] v1::ClientNews clients_for(const v1::ClientNews& news, const v1::Person& person);

// Owned by the gateway's thread.
class ClientWatch {
public:
    using Ask = std::function<void(v1::ReplayRequest, std::function<void(ReplayAnswer)>)>;
    // `told` is called on the gateway's thread with each answer.
    ClientWatch(Loop loop, std::function<void()> told) : loop_(std::move(loop)), told_(std::move(told)) {}
    void connect(Ask ask) { ask_ = std::move(ask); }

    // Asks, unless a question is on its way.
    void look();
    // The last answer, and why the newest question has none.
    [[nodiscard]] const v1::ClientNews& news() const { return news_; }

private:
    void take(const ReplayAnswer& answer);

    Loop loop_;
    std::function<void()> told_;
    Ask ask_;
    v1::ClientNews news_;
    bool asking_ = false;
};

} // namespace dealer_console::gateway
