// A network between a client and a studio on this machine: it delays what passes, holds everything up for a while, and drops connections.
#pragma once

#include "proto/wire/endpoints.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <deque>
#include <list>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace studio::testing {

// Owned by the test; its thread moves the bytes. One line leads from a port of its own to one of the studio's.
class BadNetwork {
public:
    explicit BadNetwork(std::uint64_t seed) : random_(seed), thread_([this](const std::stop_token& stop) { run(stop); }) {}
    ~BadNetwork() {
        thread_ = {};
        for (auto& link : links_)
            close(link);
        for (const auto& line : lines_)
            ::close(line.listener);
    }
    BadNetwork(const BadNetwork&) = delete;
    BadNetwork& operator=(const BadNetwork&) = delete;

    // The endpoint that leads to `endpoint`. Before anybody connects.
    std::string line_to(const std::string& endpoint) {
        const auto port = proto::wire::port_of(endpoint);
        if (!port) throw std::invalid_argument(endpoint);
        Line line{.listener = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), .to = static_cast<std::uint16_t>(*port)};
        auto address = loopback(0);
        socklen_t size = sizeof address;
        if (::bind(line.listener, any(address), sizeof address) != 0 || ::listen(line.listener, 64) != 0 ||
            ::getsockname(line.listener, any(address), &size) != 0)
            throw std::runtime_error("the network has no port");
        lines_[used_] = line;
        ++used_;
        return "tcp://127.0.0.1:" + std::to_string(ntohs(address.sin_port));
    }
    void delay(std::chrono::milliseconds most) { delay_ms_ = static_cast<int>(most.count()); } // of each piece, at random, order kept
    void hold(bool held) { held_ = held; }                                                     // nothing passes, nobody is told
    void drop_all() { drop_ = true; }                                                          // every connection, at once
    [[nodiscard]] int dropped() const { return dropped_; }

private:
    using Clock = std::chrono::steady_clock;
    struct Line {
        int listener = -1;
        std::uint16_t to = 0;
    };
    struct Piece {
        Clock::time_point due;
        std::string bytes;
    };
    struct Link {
        std::array<int, 2> ends{-1, -1};
        std::array<std::deque<Piece>, 2> on_the_way; // to that end
        bool over = false;
    };

    static sockaddr_in loopback(std::uint16_t port) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(port);
        return address;
    }
    static sockaddr* any(sockaddr_in& address) { return reinterpret_cast<sockaddr*>(&address); }

    void run(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            std::vector<pollfd> wanted;
            const auto lines = used_.load();
            for (std::size_t i = 0; i < lines; ++i)
                wanted.push_back({lines_[i].listener, POLLIN, 0});
            if (!held_)
                for (const auto& link : links_)
                    for (const int end : link.ends)
                        wanted.push_back({end, POLLIN, 0});
            ::poll(wanted.data(), wanted.size(), 2);
            for (std::size_t i = 0; i < lines; ++i)
                accept(lines_[i]);
            const bool drop = drop_.exchange(false);
            for (auto& link : links_) {
                if (!held_) carry(link);
                if (drop) link.over = true;
            }
            links_.remove_if([this](Link& link) { return link.over && close(link); });
        }
    }
    void accept(const Line& line) {
        const int from = ::accept4(line.listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (from < 0) return;
        const int to = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        auto address = loopback(line.to);
        if (::connect(to, any(address), sizeof address) != 0) { // the studio is away
            ::close(from);
            ::close(to);
            return;
        }
        ::fcntl(to, F_SETFL, O_NONBLOCK);
        links_.push_back(Link{.ends = {from, to}, .on_the_way = {}, .over = false});
    }
    void carry(Link& link) {
        for (std::size_t end = 0; end < 2 && !link.over; ++end) {
            take(link, end);
            give(link, 1 - end);
        }
    }
    void take(Link& link, std::size_t end) {
        auto& queue = link.on_the_way.at(1 - end);
        if (queue.size() > 64) return; // back pressure, as a network has it
        std::string bytes(16'384, '\0');
        const auto got = ::recv(link.ends.at(end), bytes.data(), bytes.size(), 0);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) link.over = true;
        if (got <= 0) return;
        bytes.resize(static_cast<std::size_t>(got));
        const int most = delay_ms_;
        auto due = Clock::now() + std::chrono::milliseconds(most > 0 ? random_() % static_cast<unsigned>(most) : 0);
        if (!queue.empty()) due = std::max(due, queue.back().due);
        queue.push_back({due, std::move(bytes)});
    }
    static void give(Link& link, std::size_t end) {
        auto& queue = link.on_the_way.at(end);
        while (!queue.empty() && queue.front().due <= Clock::now()) {
            auto& bytes = queue.front().bytes;
            const auto sent = ::send(link.ends.at(end), bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent < 0 && errno != EAGAIN) link.over = true;
            if (sent <= 0) return;
            bytes.erase(0, static_cast<std::size_t>(sent));
            if (!bytes.empty()) return;
            queue.pop_front();
        }
    }
    bool close(Link& link) {
        ++dropped_;
        for (const int end : link.ends) {
            const linger hard{1, 0}; // what is under way is lost
            ::setsockopt(end, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
            ::close(end);
        }
        return true;
    }

    std::array<Line, 8> lines_{};
    std::atomic<std::size_t> used_ = 0;
    std::list<Link> links_;
    std::atomic<int> delay_ms_ = 0;
    std::atomic<bool> held_ = false;
    std::atomic<bool> drop_ = false;
    std::atomic<int> dropped_ = 0;
    std::mt19937_64 random_;
    std::jthread thread_; // last
};

} // namespace studio::testing
