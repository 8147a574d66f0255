#include "dealer_console/gateway/try_guard.h"

#include <algorithm>

namespace dealer_console::gateway {

std::chrono::milliseconds TryGuard::wait(const std::string& key, Instant now) const {
    const auto found = tries_.find(key);
    if (found == tries_.end() || found->second.locked_until <= now) return std::chrono::milliseconds(0);
    return std::chrono::ceil<std::chrono::milliseconds>(found->second.locked_until - now);
}

void TryGuard::wrong(const std::string& key, Instant now) {
    forget(now);
    auto& tried = tries_[key];
    if (now - tried.last > lock_time) tried.wrong = 0;
    tried.last = now;
    if (++tried.wrong < tries) return;
    tried.wrong = 0;
    tried.locked_until = now + lock_time;
}

void TryGuard::forget(Instant now) {
    std::erase_if(tries_, [now](const auto& one) { return now - one.second.last > lock_time && one.second.locked_until <= now; });
    if (tries_.size() < most_keys) return;
    tries_.erase(std::ranges::min_element(tries_, {}, [](const auto& one) { return one.second.last; }));
}

} // namespace dealer_console::gateway
