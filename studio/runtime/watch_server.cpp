#include "studio/runtime/watch_server.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <spdlog/spdlog.h>

#include <charconv>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

namespace studio::runtime {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::chrono::seconds patience{5};
constexpr int most_watchers = 32;
constexpr std::uint32_t longest_head = 8 << 10;
constexpr std::uint64_t longest_body = 0; // nothing is sent to us

std::optional<tcp::endpoint> parse(const std::string& text) {
    const auto colon = text.rfind(':');
    if (colon == std::string::npos) return std::nullopt;
    auto host = text.substr(0, colon);
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
    std::uint16_t port = 0;
    const auto* end = text.data() + text.size();
    const auto [rest, bad] = std::from_chars(text.data() + colon + 1, end, port);
    error_code no_address;
    const auto address = asio::ip::make_address(host, no_address);
    if (bad != std::errc() || rest != end || no_address) return std::nullopt;
    return tcp::endpoint(address, port);
}

http::response<http::string_body> answer(const http::request<http::empty_body>& request, const WatchPages& pages) {
    http::response<http::string_body> response{http::status::ok, request.version()};
    response.keep_alive(false);
    response.set(http::field::content_type, "text/plain; charset=utf-8");
    const auto path = request.target().substr(0, request.target().find('?'));
    if (request.method() != http::verb::get && request.method() != http::verb::head) {
        response.result(http::status::method_not_allowed);
        response.set(http::field::allow, "GET, HEAD");
        response.body() = "only GET\n";
    } else if (path == "/metrics") {
        response.set(http::field::content_type, "text/plain; version=0.0.4; charset=utf-8");
        response.body() = pages.metrics();
    } else if (path == "/healthz") {
        const auto health = pages.health();
        response.result(health.well ? http::status::ok : http::status::service_unavailable);
        response.set(http::field::content_type, "application/json");
        response.body() = health.text;
    } else {
        response.result(http::status::not_found);
        response.body() = "there is /metrics and /healthz\n";
    }
    response.prepare_payload();
    if (request.method() == http::verb::head) response.body().clear();
    return response;
}

// One watcher's connection: one request, one answer. Lives as long as something of it is under way.
class Watcher : public std::enable_shared_from_this<Watcher> {
public:
    Watcher(tcp::socket socket, const WatchPages& pages, std::shared_ptr<int> count)
        : stream_(std::move(socket)), pages_(pages), count_(std::move(count)) {
        ++*count_;
        parser_.header_limit(longest_head);
        parser_.body_limit(longest_body);
    }
    ~Watcher() { --*count_; }
    Watcher(const Watcher&) = delete;
    Watcher& operator=(const Watcher&) = delete;

    void serve() {
        stream_.expires_after(patience);
        http::async_read(stream_, buffer_, parser_, [self = shared_from_this()](error_code failed, std::size_t) {
            if (!failed) self->respond();
        });
    }

private:
    void respond() {
        try {
            response_ = answer(parser_.get(), pages_);
        } catch (const std::exception& error) {
            spdlog::error("metrics: {}", error.what());
            return;
        }
        stream_.expires_after(patience);
        http::async_write(stream_, response_, [self = shared_from_this()](error_code, std::size_t) {
            error_code gone; // it may have hung up first
            self->stream_.socket().shutdown(tcp::socket::shutdown_send, gone);
        });
    }

    beast::tcp_stream stream_;
    const WatchPages& pages_;
    std::shared_ptr<int> count_;
    beast::flat_buffer buffer_{longest_head};
    http::request_parser<http::empty_body> parser_;
    http::response<http::string_body> response_;
};

} // namespace

std::string fault_of_watch_endpoint(const std::string& endpoint) {
    const auto parsed = parse(endpoint);
    if (!parsed) return "must be ADDRESS:PORT such as 127.0.0.1:9464, not \"" + endpoint + "\"";
    if (!parsed->address().is_loopback()) return "is for this machine alone: a loopback address, not \"" + endpoint + "\"";
    return "";
}

class WatchServer::Work {
public:
    Work(const std::string& endpoint, WatchPages pages) : pages_(std::move(pages)), acceptor_(io_) {
        if (const auto fault = fault_of_watch_endpoint(endpoint); !fault.empty()) throw std::runtime_error("metrics " + fault);
        const auto at = *parse(endpoint);
        try {
            acceptor_.open(at.protocol());
            acceptor_.set_option(tcp::acceptor::reuse_address(true));
            acceptor_.bind(at);
            acceptor_.listen();
        } catch (const boost::system::system_error& error) {
            throw std::runtime_error("cannot listen on " + endpoint + " for metrics: " + error.what());
        }
        accept();
        thread_ = std::thread([this] { run(); });
    }
    ~Work() {
        io_.stop();
        thread_.join();
    }
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

    [[nodiscard]] std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

private:
    void run() {
        for (;;) {
            try {
                io_.run();
                return;
            } catch (const std::exception& error) {
                spdlog::error("metrics: {}", error.what());
            }
        }
    }
    void accept() {
        acceptor_.async_accept([this](error_code failed, tcp::socket socket) {
            if (failed == asio::error::operation_aborted) return;
            if (!failed && *watchers_ < most_watchers) std::make_shared<Watcher>(std::move(socket), pages_, watchers_)->serve();
            if (failed) { // out of open files: the waiting one stays in the queue, and asking at once again would spin
                retry_.expires_after(std::chrono::milliseconds(100));
                retry_.async_wait([this](error_code) { accept(); });
            } else {
                accept();
            }
        });
    }

    WatchPages pages_;
    std::shared_ptr<int> watchers_ = std::make_shared<int>(0); // touched by the server's thread alone
    asio::io_context io_{1};
    tcp::acceptor acceptor_;
    asio::steady_timer retry_{io_};
    std::thread thread_; // last: it runs on everything above
};

WatchServer::WatchServer(const std::string& endpoint, WatchPages pages) : work_(std::make_unique<Work>(endpoint, std::move(pages))) {}
WatchServer::~WatchServer() = default;

std::uint16_t WatchServer::port() const {
    return work_->port();
}

} // namespace studio::runtime
