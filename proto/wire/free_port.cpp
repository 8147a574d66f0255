#include "proto/wire/free_port.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace proto::wire {

namespace {

// The port that a socket gets, 0 when it gets none.
std::uint16_t bound_port(std::uint16_t wanted) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket < 0) return 0;
    const int on = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(wanted);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    const bool bound = ::bind(socket, any, size) == 0 && ::getsockname(socket, any, &size) == 0;
    ::close(socket);
    return bound ? ntohs(address.sin_port) : std::uint16_t{0};
}

} // namespace

std::uint16_t free_port(std::uint16_t wanted) {
    const auto port = bound_port(wanted);
    return port != 0 ? port : bound_port(0);
}

} // namespace proto::wire
