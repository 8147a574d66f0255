#include "dealer_console/gateway/http_words.h"

#include <algorithm>

namespace dealer_console::gateway {

std::string cookie_of(std::string_view header, std::string_view name) {
    while (!header.empty()) {
        const auto end = header.find(';');
        auto one = header.substr(0, end);
        while (one.starts_with(' '))
            one.remove_prefix(1);
        if (one.size() > name.size() && one.starts_with(name) && one[name.size()] == '=') return std::string(one.substr(name.size() + 1));
        if (end == std::string_view::npos) break;
        header.remove_prefix(end + 1);
    }
    return "";
}

bool origin_allowed(std::string_view origin, std::string_view scheme, std::string_view host, const std::vector<std::string>& others) {
    if (origin.empty() || host.empty()) return false;
    if (origin == std::string(scheme) + "://" + std::string(host)) return true;
    return std::ranges::find(others, origin) != others.end();
}

std::vector<std::string> path_parts(std::string_view target) {
    target = target.substr(0, target.find('?'));
    std::vector<std::string> parts;
    while (!target.empty()) {
        const auto end = target.find('/');
        if (end != 0) parts.emplace_back(target.substr(0, end));
        if (end == std::string_view::npos) break;
        target.remove_prefix(end + 1);
    }
    return parts;
}

std::string query_of(std::string_view target, std::string_view key) {
    const auto start = target.find('?');
    if (start == std::string_view::npos) return "";
    target.remove_prefix(start + 1);
    while (!target.empty()) {
        const auto pair = target.substr(0, target.find('&'));
        if (pair.starts_with(key) && pair.substr(key.size()).starts_with('=')) return std::string(pair.substr(key.size() + 1));
        target.remove_prefix(std::min(target.size(), pair.size() + 1));
    }
    return "";
}

bool is_loopback(std::string_view address) {
    return address == "::1" || address == "localhost" || address.starts_with("127.");
}

} // namespace dealer_console::gateway
