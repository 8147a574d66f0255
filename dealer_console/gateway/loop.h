// The gateway's two kinds of threads, as its parts see them.
#pragma once

#include <functional>

namespace dealer_console::gateway {

// `post` runs a task on the gateway's own thread, soon, from whatever thread it is called; `work` runs it on another, where it may take its
// time. Neither runs it before it returns.
struct Loop {
    std::function<void(std::function<void()>)> post;
    std::function<void(std::function<void()>)> work;
};

} // namespace dealer_console::gateway
