#include "studio/app/console_child.h"

#include "studio/app/station.h"
#include "studio/runtime/child_process.h"

#include <spdlog/spdlog.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace studio::app {

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

std::vector<std::string> console_command(const ConsoleSetup& setup) {
    const auto& config = setup.config;
    const auto gateway = program_beside("console_gateway");
    std::vector<std::string> command{gateway.string(), "--with-parent",
                                     "--connect",      setup.feed,
                                     "--address",      config.address,
                                     "--port",         std::to_string(config.port),
                                     "--users",        config.users.string(),
                                     "--audit",        config.audit.string(),
                                     "--studio",       program_beside("studio").string(),
                                     "--site",         (gateway.parent_path().parent_path() / "console_web").string()};
    const auto add = [&](const std::string& name, const std::string& value) {
        if (!value.empty()) command.insert(command.end(), {name, value});
    };
    add("--certificate", config.certificate.string());
    add("--key", config.key.string());
    add("--studio-key", config.studio_key.string());
    add("--overlay-key", config.overlay_key);
    add("--sessions", setup.sessions.string());
    add("--stills", setup.stills.string());
    add("--pictures", setup.pictures.string());
    add("--journals", setup.journals.string());
    for (const auto& origin : config.origins)
        add("--origin", origin);
    return command;
}

ConsoleChild::ConsoleChild(const ConsoleSetup& setup)
    : thread_([this, command = console_command(setup)] {
          runtime::SupervisedProcess gateway(command);
          while (!stop_) {
              if (const auto status = gateway.tend(std::chrono::steady_clock::now()))
                  spdlog::error("the console gateway ended with status {}, it is started again", *status);
              std::this_thread::sleep_for(std::chrono::milliseconds(50));
          }
      }) {}

ConsoleChild::~ConsoleChild() {
    stop_ = true;
    thread_.join();
}

} // namespace studio::app
