// Small things of HTTP, without a socket. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dealer_console::gateway {

// The value of a cookie in a Cookie header; empty when it is not there.
[[nodiscard]] std::string cookie_of(std::string_view header, std::string_view name);
// Whether a request that says it comes from a page of `origin` may act for the person whose cookie it carries: the page's own scheme and
// host, or one of the list. Browsers always send it with a WebSocket and a POST; what has none is no browser of ours.
[[nodiscard]] bool origin_allowed(std::string_view origin, std::string_view scheme, std::string_view host,
                                  const std::vector<std::string>& others);
// "/still/T1/abc" -> {"still", "T1", "abc"}; a query is cut off.
[[nodiscard]] std::vector<std::string> path_parts(std::string_view target);
// The value of one key of a target's query, as it stands there; empty when it is not there.
[[nodiscard]] std::string query_of(std::string_view target, std::string_view key);
[[nodiscard]] bool is_loopback(std::string_view address);

} // namespace dealer_console::gateway
