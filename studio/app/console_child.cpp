#include "studio/app/console_child.h"

#include "studio/app/station.h"

#include "dealer_console/gateway/web_server.h"

#include <cstdlib>

#include <unistd.h>

namespace studio::app {

std::vector<std::string> console_command(const ConsoleSetup& setup) {
    const auto& config = setup.config;
    const auto gateway = program_beside("console_gateway");
    std::vector<std::string> command{gateway.string(),
                                     "--with-parent",
                                     std::to_string(getpid()),
                                     "--connect",
                                     setup.feed,
                                     "--address",
                                     config.address,
                                     "--port",
                                     std::to_string(config.port),
                                     "--users",
                                     config.users.string(),
                                     "--audit",
                                     config.audit.string(),
                                     "--studio",
                                     program_beside("studio").string(),
                                     "--site",
                                     (gateway.parent_path().parent_path() / "console_web").string()};
    const auto add = [&](const std::string& name, const std::string& value) {
        if (!value.empty()) command.insert(command.end(), {name, value});
    };
    add("--certificate", config.certificate.string());
    add("--key", config.key.string());
    add("--logo", config.logo.string());
    add("--studio-key", config.studio_key.string());
    add("--sessions", setup.sessions.string());
    add("--stills", setup.stills.string());
    add("--pictures", setup.pictures.string());
    add("--journals", setup.journals.string());
    add("--clients", setup.clients.string());
    for (const auto& origin : config.origins)
        add("--origin", origin);
    return command;
}

std::string console_fault(const runtime::ConsoleConfig& config) {
    dealer_console::gateway::WebOptions web;
    web.address = config.address;
    web.certificate = config.certificate;
    web.key = config.key;
    return fault_of(web);
}

void hand_over(const runtime::ConsoleConfig& config) {
    if (config.overlay_key.empty())
        ::unsetenv("STUDIO_OVERLAY_KEY");
    else
        ::setenv("STUDIO_OVERLAY_KEY", config.overlay_key.c_str(), 1);
}

} // namespace studio::app
