// The web server on a port of its own: what becomes of it when the audit journal cannot be written.
#include "dealer_console/gateway/web_server.h"

#include "dealer_console/gateway/desk.h"
#include "dealer_console/gateway/secret.h"
#include "dealer_console/gateway/site.h"

#include "tests/dealer_console/gateway/fakes.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <future>

#include <sys/resource.h>

namespace dealer_console::gateway {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
using tcp = boost::asio::ip::tcp;

// No file of this process grows while it lives: a full disk.
class FullDisk {
public:
    FullDisk() : before_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &usual_);
        const rlimit none{1, usual_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &none);
    }
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &usual_);
        std::signal(SIGXFSZ, before_);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit usual_{};
    void (*before_)(int);
};

class WebServerTest : public ::testing::Test {
protected:
    WebServerTest() {
        start_sodium();
        testing::make_people(folder_ / "users.toml");
        std::filesystem::create_directory(folder_ / "site");
        std::ofstream(folder_ / "site" / "index.html") << "page";
        std::ofstream(folder_ / "picture-T1-c1.jpg") << "picture";
        std::ofstream(folder_ / "maker") << "#!/bin/sh\nexec sleep 600\n"; // of dossiers
        std::filesystem::permissions(folder_ / "maker", std::filesystem::perms::owner_all);
        files_.pictures = files_.journals = folder_.path();
        files_.studio = folder_ / "maker";
        site_.emplace(folder_ / "site");
        server_.emplace(WebOptions{});
        doorkeeper_.emplace(DoorOptions{folder_ / "users.toml", folder_ / "audit.jsonl", ""}, server_->loop());
        desk_.emplace(*doorkeeper_, server_->loop(), DeskOptions{});
        desk_->connect({});
        const auto address = server_->address();
        port_ = address.substr(address.rfind(':') + 1);
        ended_ = std::async(std::launch::async, [this] { server_->run(*site_, *doorkeeper_, *desk_, files_); });
    }
    ~WebServerTest() override {
        server_->stop();
        if (ended_.valid()) ended_.wait();
    }
    tcp::socket connected() {
        tcp::socket socket(io_);
        boost::asio::connect(socket, tcp::resolver(io_).resolve("127.0.0.1", port_));
        return socket;
    }
    [[nodiscard]] std::string host() const { return "127.0.0.1:" + port_; }
    tcp::socket begin_sign_in(const std::string& badge) {
        v1::SignIn wish;
        wish.set_badge(badge);
        http::request<http::string_body> request(http::verb::post, "/sign-in", 11);
        request.set(http::field::host, host());
        request.set(http::field::origin, "http://" + host());
        request.body() = wish.SerializeAsString();
        request.prepare_payload();
        auto socket = connected();
        http::write(socket, request);
        return socket;
    }
    http::response<http::string_body> sign_in(const std::string& badge) {
        auto socket = begin_sign_in(badge);
        beast::flat_buffer buffer;
        http::response<http::string_body> response;
        http::read(socket, buffer, response);
        return response;
    }

    testing::Folder folder_;
    std::optional<Site> site_;
    std::optional<WebServer> server_;
    std::optional<Doorkeeper> doorkeeper_;
    std::optional<Desk> desk_;
    FileOptions files_;
    boost::asio::io_context io_;
    std::string port_;
    std::future<void> ended_;
};

TEST_F(WebServerTest, ASignInThatCannotBeNotedEndsTheGateway) {
    EXPECT_EQ(sign_in("100001").result(), http::status::ok);
    {
        const FullDisk disk;
        const auto socket = begin_sign_in("100001");
        EXPECT_THROW(ended_.get(), AuditFailed);
        EXPECT_EQ(socket.available(), 0U) << "nobody is let in";
    }
    EXPECT_EQ(check_audit(folder_ / "audit.jsonl").fault, "");
}

TEST_F(WebServerTest, AScreenIsOffTheDeskWhateverEndsIt) {
    const auto admitted = sign_in("100001");
    const std::string cookie(admitted[http::field::set_cookie]);
    beast::websocket::stream<tcp::socket> screen(connected());
    screen.set_option(beast::websocket::stream_base::decorator([&](beast::websocket::request_type& request) {
        request.set(http::field::origin, "http://" + host());
        request.set(http::field::cookie, cookie.substr(0, cookie.find(';')));
    }));
    screen.handshake(host(), "/ws");
    screen.binary(true);
    {
        const FullDisk disk;
        screen.write(boost::asio::buffer(std::string("no request"))); // which is to be noted
        EXPECT_THROW(ended_.get(), AuditFailed);
    }
    desk_->beat(); // to whoever sits there: nobody, whose memory this would otherwise be
}

TEST_F(WebServerTest, ASocketEndsWithItsSession) {
    const auto admitted = sign_in("100001");
    const std::string set_cookie(admitted[http::field::set_cookie]);
    const auto cookie = set_cookie.substr(0, set_cookie.find(';'));
    beast::websocket::stream<tcp::socket> screen(connected());
    screen.set_option(beast::websocket::stream_base::decorator([&](beast::websocket::request_type& request) {
        request.set(http::field::origin, "http://" + host());
        request.set(http::field::cookie, cookie);
    }));
    screen.handshake(host(), "/ws");
    http::request<http::string_body> sign_out(http::verb::post, "/sign-out", 11);
    sign_out.set(http::field::host, host());
    sign_out.set(http::field::origin, "http://" + host());
    sign_out.set(http::field::cookie, cookie);
    sign_out.prepare_payload();
    auto socket = connected();
    http::write(socket, sign_out);
    beast::flat_buffer buffer;
    const auto read_on = [&] {
        for (;;)
            screen.read(buffer);
    };
    EXPECT_THROW(read_on(), boost::system::system_error);
}

// What a large journal asks: minutes for each dossier. Who wants a picture meanwhile has it, and who stops the gateway does not wait.
TEST_F(WebServerTest, DossiersThatTakeTheirTimeHoldUpNobody) {
    const auto admitted = sign_in("200001");
    const std::string set_cookie(admitted[http::field::set_cookie]);
    const auto asked = [&](const std::string& target) {
        http::request<http::empty_body> request(http::verb::get, target, 11);
        request.set(http::field::host, host());
        request.set(http::field::cookie, set_cookie.substr(0, set_cookie.find(';')));
        auto socket = connected();
        http::write(socket, request);
        return socket;
    };
    const auto answer = [](tcp::socket& socket) {
        beast::flat_buffer buffer;
        http::response<http::string_body> response;
        http::read(socket, buffer, response);
        return response;
    };
    std::vector<tcp::socket> dossiers;
    for (int i = 0; i < 4; ++i)
        dossiers.push_back(asked("/dossier/T1/R" + std::to_string(i)));
    for (int i = 0; i < 20; ++i) { // each of them is at its work, or waits for it
        auto one_more = asked("/picture/T1/c1");
        const auto picture = answer(one_more);
        ASSERT_EQ(picture.result(), http::status::ok);
        EXPECT_EQ(picture.body(), "picture");
    }
    auto fifth = asked("/dossier/T1/R5");
    EXPECT_EQ(answer(fifth).result(), http::status::service_unavailable);
    const auto from = std::chrono::steady_clock::now();
    server_->stop();
    ended_.get();
    EXPECT_LT(std::chrono::steady_clock::now() - from, std::chrono::seconds(60));
}

} // namespace
} // namespace dealer_console::gateway
