// A client that means harm, in a process of its own: many connections that behave badly towards one TCP port of this machine.
//   hostile_client MODE PORT CONNECTIONS SECONDS
// idle: says nothing. half: half a greeting. drip: a greeting, a byte at a time. garbage: no greeting at all. giant: a greeting, then a
// frame that claims 1 GiB. hello: a handshake whose secret part is noise, which costs the server a cryptographic operation each. A
// connection that is ended is opened again. The last line on standard output: {"opened": N, "ended": N}.
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace {

using std::chrono::steady_clock;

// ZMTP 3.0, mechanism CURVE, as a client (RFC 23).
std::string greeting() {
    std::string text("\xFF\x00\x00\x00\x00\x00\x00\x00\x01\x7F\x03\x00", 12);
    text += std::string("CURVE") + std::string(15, '\0');
    text.resize(64, '\0');
    return text;
}

class Attack {
public:
    Attack(std::string mode, std::uint16_t port) : mode_(std::move(mode)), epoll_(::epoll_create1(0)) {
        address_.sin_family = AF_INET;
        address_.sin_port = htons(port);
        address_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    }

    void run(int connections, std::chrono::seconds length) {
        const auto end = steady_clock::now() + length;
        auto drip_at = steady_clock::now();
        while (steady_clock::now() < end) {
            for (int i = 0; i < 200 && open_.size() < static_cast<std::size_t>(connections); ++i)
                connect();
            wait();
            if (mode_ != "drip" || steady_clock::now() < drip_at) continue;
            drip_at = steady_clock::now() + std::chrono::milliseconds(100);
            for (auto& [fd, sent] : open_)
                if (sent < greeting().size()) sent += ::send(fd, greeting().data() + sent, 1, MSG_NOSIGNAL) == 1 ? 1U : 0U;
        }
        std::printf("{\"opened\": %llu, \"ended\": %llu}\n", opened_, ended_); // NOLINT
    }

private:
    void connect() {
        const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (fd < 0) return;
        const linger hard{1, 0}; // no port is left waiting
        ::setsockopt(fd, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
        if (::connect(fd, reinterpret_cast<const sockaddr*>(&address_), sizeof address_) != 0 && errno != EINPROGRESS) { // NOLINT
            ::close(fd);
            return;
        }
        epoll_event event{};
        event.events = EPOLLOUT;
        event.data.fd = fd;
        ::epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event);
        open_[fd] = 0;
    }
    void wait() {
        std::array<epoll_event, 512> events{};
        const int count = ::epoll_wait(epoll_, events.data(), events.size(), 10);
        for (int i = 0; i < count; ++i) {
            const auto& event = events.at(static_cast<std::size_t>(i));
            if ((event.events & EPOLLOUT) != 0 && (event.events & (EPOLLERR | EPOLLHUP)) == 0)
                connected(event.data.fd);
            else
                take(event.data.fd, event.events);
        }
    }
    void connected(int fd) {
        ++opened_;
        epoll_event event{};
        event.events = EPOLLIN | EPOLLRDHUP;
        event.data.fd = fd;
        ::epoll_ctl(epoll_, EPOLL_CTL_MOD, fd, &event);
        const auto text = words();
        if (!text.empty()) (void)::send(fd, text.data(), text.size(), MSG_NOSIGNAL);
    }
    void take(int fd, std::uint32_t what) {
        std::array<char, 4096> bytes{};
        const auto got = (what & (EPOLLERR | EPOLLHUP)) != 0 ? 0 : ::recv(fd, bytes.data(), bytes.size(), 0);
        if (got > 0 || (got < 0 && errno == EAGAIN)) return;
        ++ended_;
        ::close(fd);
        open_.erase(fd);
    }
    std::string words() {
        if (mode_ == "half") return greeting().substr(0, 10);
        if (mode_ == "giant") return greeting() + std::string("\x06\x00\x00\x00\x00\x40\x00\x00\x00", 9) + noise(1000);
        if (mode_ == "hello") return greeting() + std::string("\x04\xC8\x05HELLO\x01\x00", 10) + noise(192);
        if (mode_ == "garbage") return noise(512);
        return "";
    }
    std::string noise(std::size_t size) {
        std::string bytes(size, '\0');
        std::ranges::generate(bytes, [this] { return static_cast<char>(random_()); });
        return bytes;
    }

    std::string mode_;
    int epoll_;
    sockaddr_in address_{};
    std::map<int, std::size_t> open_; // bytes of the greeting sent
    std::mt19937 random_{7};
    unsigned long long opened_ = 0;
    unsigned long long ended_ = 0;
};

} // namespace

int main(int argc, char** argv) {
    if (argc != 5) {
        std::fputs("hostile_client idle|half|drip|garbage|giant|hello PORT CONNECTIONS SECONDS\n", stderr);
        return 2;
    }
    std::signal(SIGPIPE, SIG_IGN);
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        (void)::setrlimit(RLIMIT_NOFILE, &files);
    }
    Attack(argv[1], static_cast<std::uint16_t>(std::atoi(argv[2])))
        .run(std::atoi(argv[3]), std::chrono::seconds(std::atoi(argv[4]))); // NOLINT
    return 0;
}
