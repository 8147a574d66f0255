#include "proto/wire/endpoints.h"

#include <charconv>
#include <string_view>

namespace proto::wire {

namespace {

constexpr std::string_view tcp = "tcp://";
constexpr std::string_view ipc = "ipc://";
constexpr std::string_view feed_file = "/feed";

} // namespace

std::optional<std::uint16_t> port_of(const std::string& endpoint) {
    if (!endpoint.starts_with(tcp)) return std::nullopt;
    const auto colon = endpoint.rfind(':');
    if (colon < tcp.size()) return std::nullopt;
    std::uint16_t port = 0;
    const auto* end = endpoint.data() + endpoint.size();
    const auto [rest, error] = std::from_chars(endpoint.data() + colon + 1, end, port);
    if (error != std::errc() || rest != end || port == 0) return std::nullopt;
    return port;
}

bool is_local(const std::string& endpoint) {
    if (endpoint.starts_with(ipc)) return true;
    if (!endpoint.starts_with(tcp)) return false;
    const auto host = endpoint.substr(tcp.size(), endpoint.rfind(':') - tcp.size());
    return host == "localhost" || host == "lo" || host == "[::1]" ||
           (host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string::npos);
}

std::expected<Endpoints, std::string> endpoints_from_feed(const std::string& feed) {
    if (feed.starts_with(ipc)) {
        if (!feed.ends_with(feed_file) || feed.size() <= ipc.size() + feed_file.size())
            return std::unexpected("an ipc feed is ipc://FOLDER/feed, not \"" + feed + "\"");
        const auto folder = feed.substr(0, feed.size() - feed_file.size());
        return Endpoints{feed, folder + "/replay", folder + "/command"};
    }
    const auto port = port_of(feed);
    if (!port) return std::unexpected("a feed endpoint is tcp://HOST:PORT or ipc://FOLDER/feed, not \"" + feed + "\"");
    if (*port > 65533)
        return std::unexpected("the ports of replay and command follow the feed's: " + std::to_string(*port) + " leaves no room");
    const auto host = feed.substr(0, feed.rfind(':') + 1);
    if (host.size() <= tcp.size() + 1) return std::unexpected("a feed endpoint names a host: \"" + feed + "\"");
    return Endpoints{feed, host + std::to_string(*port + 1), host + std::to_string(*port + 2)};
}

} // namespace proto::wire
