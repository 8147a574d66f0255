#include "studio/app/demo_console.h"

#include "studio/app/console_child.h"

#include "dealer_console/gateway/secret.h"
#include "dealer_console/gateway/users.h"
#include "proto/wire/free_port.h"

#include <fmt/core.h>

#include <array>
#include <iterator>

namespace studio::app {

namespace {

namespace gateway = dealer_console::gateway;

struct Person {
    const char* name;
    gateway::v1::PersonRole role;
    const char* password;
    const char* badge;
};
// Of a demo on loopback, whose tables are not real either.
constexpr std::array<Person, 4> people{{{"anna", gateway::v1::PERSON_ROLE_DEALER, "anna-deals", "100001"},
                                        {"boris", gateway::v1::PERSON_ROLE_SUPERVISOR, "boris-watches", "200001"},
                                        {"mira", gateway::v1::PERSON_ROLE_MANAGER, "mira-manages", "300001"},
                                        {"otto", gateway::v1::PERSON_ROLE_AUDITOR, "otto-reads", "400001"}}};

constexpr const char* overlay_key = "demo";

} // namespace

void DemoConsole::hand_over() {
    runtime::ConsoleConfig config;
    config.overlay_key = overlay_key;
    app::hand_over(config);
}

DemoConsole::DemoConsole(const std::filesystem::path& run, const std::string& feed, std::uint16_t port) {
    gateway::start_sodium();
    auto book = gateway::UserBook::load(run / "users.toml");
    std::string said;
    for (const auto& person : people) {
        book.make(person.name, person.role, {});
        book.set_password(person.name, person.password);
        book.set_badge(person.name, person.badge);
        fmt::format_to(std::back_inserter(said), "  {:<10}  {} / {}  or badge {}\n", gateway::name(person.role), person.name,
                       person.password, person.badge);
    }
    book.save(run / "users.toml");
    ConsoleSetup setup{.config = {.port = proto::wire::free_port(port),
                                  .users = run / "users.toml",
                                  .audit = run / "console-audit.jsonl",
                                  .overlay_key = overlay_key},
                       .feed = feed,
                       .sessions = run / "sessions",
                       .stills = run / "stills",
                       .pictures = run,
                       .journals = run / "journals"};
    fmt::print(stderr, "console http://127.0.0.1:{0} for\n{1}overlay http://127.0.0.1:{0}/overlay/T1?key={2}\n", setup.config.port, said,
               setup.config.overlay_key);
    child_.emplace("the console gateway", console_command(setup));
}

} // namespace studio::app
