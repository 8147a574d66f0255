// The console gateway: a web server on one side, a distributor on the other.
#include "dealer_console/gateway/desk.h"
#include "dealer_console/gateway/secret.h"
#include "dealer_console/gateway/web_server.h"
#include "proto/wire/keys.h"
#include "proto/wire/parent.h"

#include <CLI/CLI.hpp>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <csignal>
#include <iostream>
#include <optional>

namespace {

using namespace dealer_console::gateway;

struct Arguments {
    std::string connect;
    std::string studio_key;
    WebOptions web;
    DoorOptions door;
    FileOptions files;
    std::string clients;
    std::string site;
    std::string logo;
    int parent = 0;
};

void parse(Arguments& arguments, CLI::App& app) {
    app.add_option("--connect", arguments.connect, "the studio's feed endpoint")->required();
    app.add_option("--studio-key", arguments.studio_key, "a key of a console, where the studio asks for keys");
    app.add_option("--address", arguments.web.address, "where browsers come to; anything but loopback needs TLS");
    app.add_option("--port", arguments.web.port, "0: any");
    app.add_option("--certificate", arguments.web.certificate, "PEM file, with its chain");
    app.add_option("--key", arguments.web.key, "PEM file of the certificate's key");
    app.add_option("--origin", arguments.web.origins, "an origin of pages besides the gateway's own");
    app.add_option("--overlay-key", arguments.web.overlay_key, "what a video mixer says for an overlay")->envname("STUDIO_OVERLAY_KEY");
    app.add_option("--users", arguments.door.users, "who may sign in; `studio users` writes it")->required();
    app.add_option("--audit", arguments.door.audit, "the audit journal, appended to")->required();
    app.add_option("--sessions", arguments.door.sessions, "keeps who is signed in across a restart");
    app.add_option("--site", arguments.site, "folder of the built pages")->required();
    app.add_option("--logo", arguments.logo, "a picture of the house for the overlays");
    app.add_option("--stills", arguments.files.stills, "folder of the stills");
    app.add_option("--pictures", arguments.files.pictures, "folder of the cameras' pictures");
    app.add_option("--clients", arguments.clients, "the studio's list of clients, for managers; where the studio asks for keys");
    app.add_option("--journals", arguments.files.journals, "folder of the journals, for dossiers");
    app.add_option("--studio", arguments.files.studio, "the program that makes dossiers");
    app.add_option("--with-parent", arguments.parent, "the process that started it, with which it ends");
}

std::optional<proto::wire::ClientKey> key_of(const Arguments& arguments) {
    if (arguments.studio_key.empty()) return std::nullopt;
    auto key = proto::wire::read_client_key(arguments.studio_key);
    if (!key) throw std::runtime_error(key.error());
    return std::move(*key);
}

KeyOptions keys_of(const Arguments& arguments, const std::optional<proto::wire::ClientKey>& own) {
    if (!own) return {};
    return {.clients = arguments.clients, .studio_key = own->studio_key, .own_key = own->keys.public_key};
}

int run(const Arguments& arguments) {
    start_sodium();
    const auto endpoints = proto::wire::endpoints_from_feed(arguments.connect);
    if (!endpoints) throw std::runtime_error("--connect " + arguments.connect + ": " + endpoints.error());
    const Site site(arguments.site, arguments.logo);
    WebServer server(arguments.web);
    Doorkeeper doorkeeper(arguments.door, server.loop());
    const auto key = key_of(arguments);
    Desk desk(doorkeeper, server.loop(),
              {.pictures = arguments.files.pictures, .audit = arguments.door.audit, .keys = keys_of(arguments, key)});
    const auto loop = server.loop();
    proto::wire::SocketOptions sockets;
    if (key) sockets.curve_client = key->curve();
    StudioLink link({.endpoints = *endpoints, .sockets = sockets},
                    [&desk, loop](LinkNews news) { loop.post([&desk, news = std::move(news)] { desk.take(news); }); });
    desk.connect(
        {[&link](const std::string& table, v1::CommandRequest request, std::function<void(CommandAnswer)> then) {
             link.ask(table, std::move(request), std::move(then));
         },
         [&link](v1::ReplayRequest request, std::function<void(ReplayAnswer)> then) { link.replay(std::move(request), std::move(then)); }});
    spdlog::info("serving {} for {}", server.address(), arguments.connect);
    server.run(site, doorkeeper, desk, arguments.files);
    return 0;
}

} // namespace

// Exit 0: asked to end. 2: bad use or bad input, one line on standard error.
int main(int count, char** words) {
    Arguments arguments;
    CLI::App app{"Serves the dealer console: pages and WebSocket for browsers, feed and commands to the studio."};
    parse(arguments, app);
    try {
        app.parse(count, words);
    } catch (const CLI::CallForHelp& help) {
        return app.exit(help);
    } catch (const CLI::ParseError& error) {
        std::cerr << "console_gateway: " << error.what() << '\n';
        return 2;
    }
    if (arguments.parent > 0) proto::wire::end_with_parent(arguments.parent, SIGTERM);
    spdlog::set_default_logger(spdlog::stderr_logger_mt("console_gateway"));
    try {
        return run(arguments);
    } catch (const std::exception& error) {
        std::cerr << "console_gateway: " << error.what() << '\n';
        return 2;
    }
}
