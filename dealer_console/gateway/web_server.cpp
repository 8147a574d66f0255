#include "dealer_console/gateway/web_server.h"

#include "dealer_console/gateway/http_words.h"
#include "dealer_console/gateway/secret.h"

#ifdef __clang__ // Asio 1.74 does not see for itself that clang with this library has coroutines
#define BOOST_ASIO_HAS_CO_AWAIT 1
#define BOOST_ASIO_HAS_STD_COROUTINE 1
#endif

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <spdlog/spdlog.h>

#include <csignal>
#include <deque>
#include <optional>
#include <stdexcept>

namespace dealer_console::gateway {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::awaitable;
using asio::use_awaitable;
using tcp = asio::ip::tcp;
using boost::system::error_code;

constexpr std::chrono::seconds request_patience{15};
constexpr std::chrono::seconds idle_patience{60};
constexpr std::chrono::milliseconds beat_period{500};
constexpr std::chrono::milliseconds accept_pause{100};
constexpr std::size_t most_dossiers = 4; // at a time: each proves a whole journal
constexpr std::size_t largest_header = 8192;
constexpr const char* cookie_name = "studio_console";

using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;

// What every connection needs; owned by run().
struct House {
    const WebOptions& options;
    const Site& site;
    Doorkeeper& doorkeeper;
    Desk& desk;
    const FileOptions& files;
    Loop loop;
    asio::thread_pool& readers; // of disks: a sign-in does not wait for them
    asio::thread_pool& provers; // makers of dossiers, one after another: a picture does not wait for them
    const std::atomic<bool>& stopping;
    bool secure = false;
    std::size_t dossiers = 0; // being made, or waiting for it
    std::size_t connections = 0;
    std::map<std::string, std::size_t> by_address;
};

// A function that calls back, awaited. Both sides run on the gateway's thread.
template <typename Value>
awaitable<Value> called_back(std::function<void(std::function<void(Value)>)> start) {
    auto executor = co_await asio::this_coro::executor;
    auto done = std::make_shared<std::optional<Value>>();
    auto bell = std::make_shared<asio::steady_timer>(executor, asio::steady_timer::time_point::max());
    start([done, bell](Value value) {
        *done = std::move(value);
        bell->cancel();
    });
    error_code ignored;
    while (!*done)
        co_await bell->async_wait(asio::redirect_error(use_awaitable, ignored));
    co_return std::move(**done);
}

std::string_view view(const boost::beast::string_view& text) {
    return {text.data(), text.size()};
}

void harden(Response& response) {
    response.set(http::field::server, "studio console");
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "no-referrer");
    response.set("Content-Security-Policy",
                 "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss:; "
                 "frame-ancestors 'none'; base-uri 'none'; form-action 'self'");
    response.set("Cross-Origin-Opener-Policy", "same-origin");
}

Response plain(const Request& request, http::status status, const std::string& text) {
    Response response(status, request.version());
    response.set(http::field::content_type, "text/plain; charset=utf-8");
    response.set(http::field::cache_control, "no-store");
    response.body() = text;
    return response;
}

Response binary(const Request& request, http::status status, const google::protobuf::MessageLite& message) {
    Response response(status, request.version());
    response.set(http::field::content_type, "application/x-protobuf");
    response.set(http::field::cache_control, "no-store");
    response.body() = message.SerializeAsString();
    return response;
}

Response file(const Request& request, const std::optional<std::string>& bytes, const std::string& type, const std::string& caching) {
    if (!bytes) return plain(request, http::status::not_found, "there is none\n");
    Response response(http::status::ok, request.version());
    response.set(http::field::content_type, type);
    response.set(http::field::cache_control, caching);
    response.body() = *bytes;
    return response;
}

Response page(const Request& request, const Page& found, const std::string& path) {
    Response response(http::status::ok, request.version());
    response.set(http::field::content_type, found.type);
    response.set(http::field::etag, found.etag);
    // The built names of assets change with their contents.
    response.set(http::field::cache_control, path.starts_with("/assets/") ? "public, max-age=31536000, immutable" : "no-cache");
    if (view(request[http::field::if_none_match]) == found.etag) {
        response.result(http::status::not_modified);
        return response;
    }
    const bool takes_gzip = view(request[http::field::accept_encoding]).find("gzip") != std::string_view::npos;
    if (takes_gzip && !found.gzip.empty()) {
        response.set(http::field::content_encoding, "gzip");
        response.body() = found.gzip;
    } else {
        response.body() = found.plain;
    }
    return response;
}

// One request of one browser.
class Visit {
public:
    Visit(House& house, const Request& request, std::string from) : house_(house), request_(request), from_(std::move(from)) {}

    awaitable<Response> answer() {
        auto response = co_await choose();
        harden(response);
        response.keep_alive(request_.keep_alive());
        response.prepare_payload();
        if (request_.method() == http::verb::head) response.body().clear();
        co_return response;
    }

    [[nodiscard]] std::optional<v1::Person> person() const { return house_.doorkeeper.person_of_session(token()); }
    [[nodiscard]] bool origin_is_ours() const {
        return origin_allowed(view(request_[http::field::origin]), house_.secure ? "https" : "http", view(request_[http::field::host]),
                              house_.options.origins);
    }

    // Who would sit at a screen that this request opens; nobody when it may not.
    [[nodiscard]] std::optional<Seat> seat() const {
        const auto parts = path_parts(view(request_.target()));
        const auto who = person();
        if (parts.size() == 1 && parts[0] == "ws" && who) return Seat{.person = *who, .from = from_, .session = token()};
        if (parts.size() != 2 || parts[0] != "overlay-ws") return std::nullopt;
        const auto& key = house_.options.overlay_key;
        const bool mixer = !key.empty() && same_secret(keyed_hash(query_of(view(request_.target()), "key"), ""), keyed_hash(key, ""));
        if (!mixer && !(who && may_see(*who, parts[1]))) return std::nullopt;
        auto overlay = overlay_seat(parts[1], from_);
        if (!mixer) overlay.session = token();
        return overlay;
    }

private:
    [[nodiscard]] std::string token() const { return cookie_of(view(request_[http::field::cookie]), cookie_name); }

    [[nodiscard]] std::string cookie(const std::string& token, std::int64_t seconds) const {
        return std::string(cookie_name) + "=" + token + "; Path=/; HttpOnly; SameSite=Strict; Max-Age=" + std::to_string(seconds) +
               (house_.secure ? "; Secure" : "");
    }

    awaitable<Response> choose() {
        const auto parts = path_parts(view(request_.target()));
        if (request_.method() == http::verb::post) co_return co_await post(parts);
        if (request_.method() != http::verb::get && request_.method() != http::verb::head)
            co_return plain(request_, http::status::method_not_allowed, "GET and POST only\n");
        if (parts.size() == 1 && parts[0] == "me") co_return me();
        if (parts.size() == 2 && parts[0] == "overlay")
            if (const auto* found = house_.site.find("/overlay.html")) co_return page(request_, *found, "/overlay.html");
        if (parts.size() == 3 && (parts[0] == "still" || parts[0] == "picture" || parts[0] == "dossier")) co_return co_await shown(parts);
        const auto target = std::string(view(request_.target()));
        const auto path = target.substr(0, target.find('?'));
        if (const auto* found = house_.site.find(path)) co_return page(request_, *found, path);
        if (path == Site::logo_path) co_return plain(request_, http::status::no_content, ""); // a house without one is in order
        co_return plain(request_, http::status::not_found, "there is no such page\n");
    }

    awaitable<Response> post(const std::vector<std::string>& parts) {
        if (!origin_is_ours()) {
            house_.doorkeeper.note({"request refused", "", from_, "origin " + std::string(view(request_[http::field::origin]))});
            co_return plain(request_, http::status::forbidden, "not from this page\n");
        }
        if (parts.size() == 1 && parts[0] == "sign-in") co_return co_await sign_in();
        if (parts.size() == 1 && parts[0] == "sign-out") {
            house_.doorkeeper.end_session(token(), from_);
            house_.desk.dismiss();
            auto response = plain(request_, http::status::ok, "");
            response.set(http::field::set_cookie, cookie("", 0));
            co_return response;
        }
        co_return plain(request_, http::status::not_found, "there is no such page\n");
    }

    awaitable<Response> sign_in() {
        v1::SignIn wish;
        if (!wish.ParseFromString(request_.body())) co_return plain(request_, http::status::bad_request, "not a SignIn\n");
        std::function<void(std::function<void(Admission)>)> start = [this, wish](std::function<void(Admission)> then) {
            house_.doorkeeper.admit(wish, from_, "sign-in", std::move(then));
        };
        const Admission admission = co_await called_back<Admission>(std::move(start));
        v1::SignInAnswer answer;
        if (!admission) {
            *answer.mutable_refused() = admission.error();
            const bool locked = admission.error().failure() == v1::SIGN_IN_FAILURE_LOCKED;
            co_return binary(request_, locked ? http::status::too_many_requests : http::status::unauthorized, answer);
        }
        *answer.mutable_person() = *admission;
        auto response = binary(request_, http::status::ok, answer);
        constexpr std::int64_t ns_in_s = 1'000'000'000;
        response.set(http::field::set_cookie, cookie(house_.doorkeeper.begin_session(*admission), Sessions::lifetime_ns / ns_in_s));
        co_return response;
    }

    Response me() const {
        v1::SignInAnswer answer; // empty when nobody is signed in
        if (const auto who = person()) *answer.mutable_person() = *who;
        return binary(request_, http::status::ok, answer);
    }

    using Bytes = std::optional<std::string>;

    // Disks and other programs take their time: not on the gateway's thread.
    awaitable<Bytes> brought(asio::thread_pool& by, std::function<Bytes()> bring) {
        std::function<void(std::function<void(Bytes)>)> start = [&by, loop = house_.loop,
                                                                 bring = std::move(bring)](std::function<void(Bytes)> then) {
            asio::post(by, [loop, bring, then = std::move(then)] { loop.post([then, bytes = bring()] { then(bytes); }); });
        };
        co_return co_await called_back<Bytes>(std::move(start));
    }

    awaitable<Response> shown(const std::vector<std::string>& parts) {
        const auto who = person();
        if (!who) co_return plain(request_, http::status::unauthorized, "nobody is signed in\n");
        if (!may_see(*who, parts[1])) co_return plain(request_, http::status::forbidden, "not your table\n");
        if (parts[0] == "dossier") co_return co_await dossier(*who, parts[1], parts[2]);
        const bool still = parts[0] == "still";
        std::function<Bytes()> bring = [&files = house_.files, parts, still] {
            return still ? read_still(files, parts[1], parts[2]) : read_picture(files, parts[1], parts[2]);
        };
        const auto bytes = co_await brought(house_.readers, std::move(bring));
        co_return file(request_, bytes, "image/jpeg", still ? "private, max-age=86400, immutable" : "no-store");
    }

    awaitable<Response> dossier(const v1::Person& who, const std::string& table, const std::string& round) {
        if (who.role() == v1::PERSON_ROLE_DEALER) co_return plain(request_, http::status::forbidden, "not for dealers\n");
        if (house_.dossiers >= most_dossiers)
            co_return plain(request_, http::status::service_unavailable, "dossiers are being made: ask again in a minute\n");
        house_.doorkeeper.note({"dossier", who.name(), from_, table + " " + round});
        ++house_.dossiers;
        std::function<Bytes()> bring = [&house = house_, table, round] { return make_dossier(house.files, table, round, house.stopping); };
        const auto bytes = co_await brought(house_.provers, std::move(bring));
        --house_.dossiers;
        auto response = file(request_, bytes, "application/json", "no-store");
        response.set(http::field::content_disposition, "attachment; filename=\"" + table + "-" + round + ".json\"");
        co_return response;
    }

    House& house_;
    const Request& request_;
    std::string from_;
};

// A browser's WebSocket. One coroutine reads, one writes; what is only of use when it is new is sent in its newest form.
template <typename Stream>
class SocketScreen final : public Screen, public std::enable_shared_from_this<SocketScreen<Stream>> {
public:
    SocketScreen(Stream stream, std::size_t most_unsent)
        : socket_(std::move(stream)), bell_(socket_.get_executor(), asio::steady_timer::time_point::max()), most_unsent_(most_unsent) {}

    void send(Bytes bytes) override {
        unsent_ += bytes->size();
        if (unsent_ > most_unsent_) return close();
        queue_.push_back(std::move(bytes));
        bell_.cancel();
    }
    void send_newest(const std::string& key, Bytes bytes) override {
        if (newest_.insert_or_assign(key, std::move(bytes)).second) order_.push_back(key);
        bell_.cancel();
    }
    void close() override {
        closed_ = true;
        bell_.cancel();
        beast::get_lowest_layer(socket_).cancel();
    }

    awaitable<void> serve(const Request& upgrade, House& house, Seat seat) {
        websocket::stream_base::timeout timeouts = websocket::stream_base::timeout::suggested(beast::role_type::server);
        timeouts.idle_timeout = std::chrono::seconds(20);
        timeouts.keep_alive_pings = true;
        beast::get_lowest_layer(socket_).expires_never();
        socket_.set_option(timeouts);
        socket_.read_message_max(house.options.largest_message);
        socket_.binary(true);
        co_await socket_.async_accept(upgrade, use_awaitable);
        house.desk.join(this, std::move(seat));
        auto self = this->shared_from_this();
        asio::co_spawn(socket_.get_executor(), [self] { return self->write(); }, asio::detached);
        std::exception_ptr failed;
        try {
            beast::flat_buffer buffer;
            while (!closed_) {
                co_await socket_.async_read(buffer, use_awaitable);
                if (closed_) break; // dismissed: what was read is nobody's
                house.desk.take(this, beast::buffers_to_string(buffer.data()));
                buffer.clear();
            }
        } catch (const boost::system::system_error& error) { // it has gone, or was too long
            spdlog::debug("a screen's line ends: {}", error.what());
        } catch (...) { // whatever it is, the desk must not keep a screen that is gone
            failed = std::current_exception();
        }
        house.desk.leave(this);
        close();
        if (failed) std::rethrow_exception(failed);
    }

private:
    [[nodiscard]] Bytes next() {
        if (!queue_.empty()) {
            auto bytes = std::move(queue_.front());
            queue_.pop_front();
            unsent_ -= bytes->size();
            return bytes;
        }
        if (order_.empty()) return nullptr;
        const auto key = std::move(order_.front());
        order_.pop_front();
        auto found = newest_.extract(key);
        return std::move(found.mapped());
    }
    awaitable<void> write() {
        auto self = this->shared_from_this();
        try {
            while (!closed_) {
                if (const auto bytes = next()) {
                    co_await socket_.async_write(asio::buffer(*bytes), use_awaitable);
                    continue;
                }
                error_code woken;
                co_await bell_.async_wait(asio::redirect_error(use_awaitable, woken));
            }
        } catch (const boost::system::system_error& error) { // the reader sees it too
            spdlog::debug("a screen takes nothing more: {}", error.what());
        }
        closed_ = true;
        beast::get_lowest_layer(socket_).cancel();
    }

    websocket::stream<Stream> socket_;
    asio::steady_timer bell_;
    std::size_t most_unsent_;
    std::deque<Bytes> queue_;
    std::map<std::string, Bytes> newest_;
    std::deque<std::string> order_;
    std::size_t unsent_ = 0;
    bool closed_ = false;
};

template <typename Stream>
awaitable<void> upgrade(Stream stream, House& house, const Request& request, const std::string& from) {
    const Visit visit(house, request, from);
    const bool ours = visit.origin_is_ours();
    auto seat = visit.seat();
    if (!ours || !seat) {
        if (!ours) house.doorkeeper.note({"request refused", "", from, "origin " + std::string(view(request[http::field::origin]))});
        auto response = plain(request, ours ? http::status::unauthorized : http::status::forbidden, "");
        response.keep_alive(false);
        response.prepare_payload();
        co_await http::async_write(stream, response, use_awaitable);
        co_return;
    }
    const auto screen = std::make_shared<SocketScreen<Stream>>(std::move(stream), house.options.most_unsent);
    Seat taken = std::move(*seat); // named: g++ 12 destroys an aggregate twice that is made within a co_await
    co_await screen->serve(request, house, std::move(taken));
}

template <typename Stream>
awaitable<void> converse(Stream stream, House& house, const std::string& from) {
    beast::flat_buffer buffer;
    for (;;) {
        http::request_parser<http::string_body> parser;
        parser.body_limit(house.options.largest_request);
        parser.header_limit(largest_header);
        beast::get_lowest_layer(stream).expires_after(idle_patience);
        error_code failed;
        co_await http::async_read(stream, buffer, parser, asio::redirect_error(use_awaitable, failed));
        if (failed == http::error::body_limit || failed == http::error::header_limit) {
            Response response = plain(parser.get(), http::status::payload_too_large, "too large\n");
            response.keep_alive(false);
            response.prepare_payload();
            beast::get_lowest_layer(stream).expires_after(request_patience);
            co_await http::async_write(stream, response, use_awaitable);
            co_return;
        }
        if (failed) co_return;
        const Request request = parser.release();
        beast::get_lowest_layer(stream).expires_after(request_patience);
        if (websocket::is_upgrade(request)) {
            co_await upgrade(std::move(stream), house, request, from);
            co_return;
        }
        Visit visit(house, request, from);
        Response response = co_await visit.answer();
        beast::get_lowest_layer(stream).expires_after(request_patience); // anew: a dossier takes its time
        co_await http::async_write(stream, response, use_awaitable);
        if (!response.keep_alive()) co_return;
    }
}

// Counts itself among the connections for as long as it lives.
class Counted {
public:
    Counted(House& house, std::string from) : house_(house), from_(std::move(from)) {
        ++house_.connections;
        ++house_.by_address[from_];
    }
    ~Counted() {
        --house_.connections;
        if (--house_.by_address[from_] == 0) house_.by_address.erase(from_);
    }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

private:
    House& house_;
    std::string from_;
};

awaitable<void> serve(tcp::socket socket, House& house, asio::ssl::context* tls, std::string from) {
    const Counted counted(house, from);
    try {
        socket.set_option(tcp::no_delay(true));
        if (tls == nullptr) {
            beast::tcp_stream stream(std::move(socket));
            co_await converse(std::move(stream), house, from);
        } else {
            beast::ssl_stream<beast::tcp_stream> stream(beast::tcp_stream(std::move(socket)), *tls);
            beast::get_lowest_layer(stream).expires_after(request_patience);
            co_await stream.async_handshake(asio::ssl::stream_base::server, use_awaitable);
            co_await converse(std::move(stream), house, from);
        }
    } catch (const boost::system::system_error& error) {
        spdlog::debug("{}: {}", from, error.what());
    } catch (const AuditFailed&) {
        throw;
    } catch (const std::exception& error) { // one connection's trouble is not another's
        spdlog::error("{}: {}", from, error.what());
    }
}

// What gets so far (the audit journal cannot be written) ends the gateway; its parent starts it again.
void end_with(const std::exception_ptr& failed) {
    if (failed) std::rethrow_exception(failed);
}

awaitable<void> accept(tcp::acceptor& acceptor, House& house, asio::ssl::context* tls) {
    asio::steady_timer pause(acceptor.get_executor());
    for (;;) {
        error_code failed;
        tcp::socket socket = co_await acceptor.async_accept(asio::redirect_error(use_awaitable, failed));
        if (failed == asio::error::operation_aborted) co_return;
        if (failed) { // no descriptor is left: asking again at once would keep everybody else from being served
            pause.expires_after(accept_pause);
            co_await pause.async_wait(use_awaitable);
            continue;
        }
        error_code unknown;
        const auto peer = socket.remote_endpoint(unknown);
        if (unknown) continue;
        const auto from = peer.address().to_string();
        const auto found = house.by_address.find(from);
        const auto of_this = found == house.by_address.end() ? 0 : found->second;
        if (house.connections >= house.options.most_connections || of_this >= house.options.most_of_one_address) continue; // closed here
        asio::co_spawn(acceptor.get_executor(), serve(std::move(socket), house, tls, from), end_with);
    }
}

awaitable<void> beat(Desk& desk) {
    asio::steady_timer timer(co_await asio::this_coro::executor);
    for (;;) {
        timer.expires_after(beat_period);
        co_await timer.async_wait(use_awaitable);
        desk.beat();
    }
}

} // namespace

struct WebServer::Inside {
    explicit Inside(WebOptions given) : options(std::move(given)), acceptor(io) {}
    WebOptions options;
    std::optional<House> house; // before io: connections that still hang in it at the end count themselves out
    asio::io_context io{1};
    asio::thread_pool workers{2};
    asio::thread_pool readers{2};
    asio::thread_pool provers{1};
    std::atomic<bool> stopping = false;
    tcp::acceptor acceptor;
    std::optional<asio::ssl::context> tls;
};

std::string fault_of(const WebOptions& options) {
    const bool keys = !options.certificate.empty() && !options.key.empty();
    if (options.certificate.empty() != options.key.empty()) return "a certificate needs its key, and a key its certificate";
    if (!keys && !is_loopback(options.address))
        return options.address + " is not loopback: passwords would travel in the clear; give a certificate and a key";
    return "";
}

WebServer::WebServer(WebOptions options) : inside_(std::make_unique<Inside>(std::move(options))) {
    const auto& given = inside_->options;
    if (const auto fault = fault_of(given); !fault.empty()) throw std::runtime_error(fault);
    try {
        if (!given.certificate.empty()) {
            auto& tls = inside_->tls.emplace(asio::ssl::context::tls_server);
            tls.set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1);
            tls.use_certificate_chain_file(given.certificate.string());
            tls.use_private_key_file(given.key.string(), asio::ssl::context::pem);
        }
        const auto address = asio::ip::make_address(given.address == "localhost" ? "127.0.0.1" : given.address);
        const tcp::endpoint endpoint(address, given.port);
        inside_->acceptor.open(endpoint.protocol());
        inside_->acceptor.set_option(tcp::acceptor::reuse_address(true));
        inside_->acceptor.bind(endpoint);
        inside_->acceptor.listen();
    } catch (const boost::system::system_error& error) {
        throw std::runtime_error("console at " + given.address + ":" + std::to_string(given.port) + ": " + error.what());
    }
}

WebServer::~WebServer() = default;

Loop WebServer::loop() {
    return {[inside = inside_.get()](std::function<void()> task) { asio::post(inside->io, std::move(task)); },
            [inside = inside_.get()](std::function<void()> task) { asio::post(inside->workers, std::move(task)); }};
}

std::string WebServer::address() const {
    const auto endpoint = inside_->acceptor.local_endpoint();
    const auto host = endpoint.address().is_v6() ? "[" + endpoint.address().to_string() + "]" : endpoint.address().to_string();
    return (inside_->tls ? "https://" : "http://") + host + ":" + std::to_string(endpoint.port());
}

void WebServer::run(const Site& site, Doorkeeper& doorkeeper, Desk& desk, const FileOptions& files) {
    auto& inside = *inside_;
    auto& house = inside.house.emplace(House{inside.options,
                                             site,
                                             doorkeeper,
                                             desk,
                                             files,
                                             loop(),
                                             inside.readers,
                                             inside.provers,
                                             inside.stopping,
                                             inside.tls.has_value(),
                                             0,
                                             0,
                                             {}});
    asio::signal_set signals(inside.io, SIGINT, SIGTERM);
    signals.async_wait([&inside](const error_code& failed, int) {
        if (!failed) inside.io.stop();
    });
    asio::co_spawn(inside.io, accept(inside.acceptor, house, inside.tls ? &*inside.tls : nullptr), end_with);
    asio::co_spawn(inside.io, beat(desk), end_with);
    // What the workers still have in hand belongs to parts that may end after this, however this ends.
    struct Joined {
        Inside& inside;
        explicit Joined(Inside& given) : inside(given) {}
        ~Joined() {
            inside.stopping = true;
            for (auto* pool : {&inside.workers, &inside.readers, &inside.provers})
                pool->join();
        }
        Joined(const Joined&) = delete;
        Joined& operator=(const Joined&) = delete;
    };
    const Joined joined(inside);
    inside.io.run();
}

void WebServer::stop() {
    asio::post(inside_->io, [inside = inside_.get()] { inside->io.stop(); });
}

} // namespace dealer_console::gateway
