// The program `studio`: reads its arguments and wires things together.
#include "engine/core/catalog.h"
#include "studio/app/bench_feed_command.h"
#include "studio/app/bench_hands_command.h"
#include "studio/app/bridge_command.h"
#include "studio/app/clip_command.h"
#include "studio/app/demo_command.h"
#include "studio/app/feed_command.h"
#include "studio/app/interrupt.h"
#include "studio/app/journal_command.h"
#include "studio/app/keys_command.h"
#include "studio/app/odds_command.h"
#include "studio/app/run_command.h"
#include "studio/app/settle_command.h"
#include "studio/app/shipped_files.h"
#include "studio/app/station.h"
#include "studio/app/table_command.h"
#include "studio/app/users_command.h"
#include "studio/app/virtual_dealer.h"

#include "proto/wire/parent.h"
#include "studio/runtime/access.h"
#include "studio/runtime/one_line_log.h"

#include "recognition/app/bench_command.h"
#include "recognition/app/calibrate_command.h"
#include "recognition/app/card_check_command.h"
#include "recognition/app/enrol_command.h"
#include "recognition/app/recognise_command.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <spdlog/cfg/env.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <iostream>

namespace {

using Action = std::function<int()>;

std::vector<std::string> names_of_mistakes() {
    std::vector<std::string> names;
    for (const auto code : studio::app::VirtualDealer::mistakes())
        names.emplace_back(engine::name(code));
    return names;
}

void add_demo(CLI::App& app, Action& action) {
    auto* sub = app.add_subcommand("demo", "a whole studio on loopback, with virtual tables and dealers");
    auto options = std::make_shared<studio::app::DemoOptions>();
    auto rounds = std::make_shared<int>(0);
    auto headless = std::make_shared<bool>(false);
    std::vector<std::string> games;
    for (const auto& game : engine::game_catalog())
        games.emplace_back(game.name);
    sub->add_option("--game", options->game, "pok-deng unless said")->check(CLI::IsMember(games));
    sub->add_option("--tables", options->tables)->check(CLI::Range(1, 64));
    sub->add_option("--rounds", *rounds, "ends after that many rounds of each table")->check(CLI::PositiveNumber);
    sub->add_option("--seed", options->seed);
    sub->add_option("--mistakes", options->mistakes, "share of the dealer's deeds that go wrong, 0 to 1")->check(CLI::Range(0.0, 1.0));
    auto kinds = std::make_shared<std::vector<std::string>>();
    sub->add_option("--mistake", *kinds, "only these, by their codes, e.g. CARD_CHANGED")
        ->delimiter(',')
        ->check(CLI::IsMember(names_of_mistakes()));
    sub->add_flag("--headless", *headless, "as fast as the pixels allow");
    auto by_console = std::make_shared<bool>(false);
    sub->add_flag("--buttons-at-console", *by_console, "the virtual dealer moves cards only; a person at the console presses the buttons");
    auto drill = std::make_shared<bool>(false);
    sub->add_flag("--drill", *drill, "for a trainee: buttons at the console, a mistake in every twentieth deed, and a score there");
    sub->add_option("--console-port", options->console_port, "any other when it is taken")->check(CLI::Range(1, 65535));
    sub->callback([=, &action] {
        if (*rounds > 0) options->rounds = *rounds;
        for (const auto& kind : *kinds)
            options->mistake_kinds.insert(*engine::fault_code(kind));
        if (!kinds->empty() && options->mistakes == 0) throw CLI::ValidationError("--mistake", "says which; how many, --mistakes says");
        const bool needs_time =
            std::ranges::any_of(*kinds, [](const auto& kind) { return kind == "CAMERA_FROZEN" || kind == "CAMERA_LOST"; });
        if (needs_time && *headless) throw CLI::ValidationError("--mistake", "a headless table's camera is never frozen or lost");
        if (*headless) options->pace = studio::app::DemoPace::HEADLESS;
        if (*by_console) options->buttons = studio::app::DemoButtons::CONSOLE;
        if (*drill) {
            constexpr double of_a_drill = 0.05;
            options->drill = studio::app::DemoDrill::TRAINEE;
            options->buttons = studio::app::DemoButtons::CONSOLE;
            if (options->mistakes == 0) options->mistakes = of_a_drill;
        }
        action = [options] { return studio::app::demo_command(*options); };
    });
}

void add_run(CLI::App& app, Action& action) {
    auto* sub = app.add_subcommand("run", "runs the tables of a configuration file");
    auto config = std::make_shared<std::string>();
    auto check = std::make_shared<bool>(false);
    sub->add_option("CONFIG", *config)->required()->check(CLI::ExistingFile);
    sub->add_flag("--check", *check, "only validates the configuration");
    sub->callback([=, &action] {
        action = [=] { return studio::app::run_command(*config, *check ? studio::app::RunMode::CHECK : studio::app::RunMode::RUN); };
    });
}

void add_clip(CLI::App& app, Action& action) {
    auto* sub = app.add_subcommand("clip", "plays a recorded table: clip.mp4, layout.json, commands.jsonl");
    auto options = std::make_shared<studio::app::ClipOptions>();
    sub->add_option("FOLDER", options->folder)->required()->check(CLI::ExistingDirectory);
    sub->add_option("--journals", options->journals, "keeps the journal in this folder");
    sub->callback([=, &action] { action = [options] { return studio::app::clip_command(*options); }; });
}

void add_table(CLI::App& app, Action& action) {
    auto* sub = app.add_subcommand("table", "a command to a running table");
    auto options = std::make_shared<studio::app::TableCommandOptions>();
    sub->add_option("ID", options->table)->required();
    sub->add_option("COMMAND", options->command)
        ->required()
        ->check(CLI::IsMember(
            {"open", "close", "start-shoe", "start-round", "confirm", "pause", "resume", "void", "status", "check-software", "decide"}));
    sub->add_option("BOX", options->box, "of decide: X1");
    sub->add_option("CHOICE", options->choice, "of decide: BET, EXCHANGE ..");
    sub->add_option("--cards", options->cards, "of decide: the places of the cards, e.g. 2,5")->delimiter(',')->check(CLI::Range(1, 9));
    sub->add_option("--amount", options->amount, "of decide: minor units");
    sub->add_option("--as", options->distributor, "of decide: the box's owner; without it a player said it at the table");
    sub->add_option("--reason", options->reason);
    sub->add_option("--by", options->by, "who asks; the key's name unless said");
    sub->add_option("--key", options->key, "a client's key file, where the studio asks for keys");
    sub->add_option("--authorised-by", options->authorised_by, "who authorises a void");
    sub->add_option("--connect", options->connect, "the studio's feed endpoint");
    sub->callback([=, &action] { action = [options] { return studio::app::table_command(*options); }; });
}

void add_recognise(CLI::App& app, Action& action) {
    auto* sub = app.add_subcommand("recognise", "reads the cards of images and videos");
    auto options = std::make_shared<recognition::app::RecogniseOptions>();
    auto files = std::make_shared<std::vector<std::string>>();
    sub->add_option("--layout", options->layout, "reads the slots of this layout");
    sub->add_option("--deck", options->deck, "an enrolled house deck");
    sub->add_option("FILE", *files)->required();
    sub->callback([=, &action] { action = [=] { return recognition::app::recognise_command(*files, *options); }; });
}

void add_feed_bench(CLI::App& bench, Action& action) {
    auto* feed = bench.add_subcommand("feed", "the feed beside plain libzmq and plain SQLite");
    auto options = std::make_shared<studio::app::FeedBenchOptions>();
    feed->add_option("--events", options->events, "of each measure of throughput")->check(CLI::Range(1'000, 10'000'000));
    feed->add_option("--commands", options->commands, "of each measure of latency")->check(CLI::Range(10, 1'000'000));
    feed->add_option("--tables", options->tables, "side by side, e.g. 1,4,16,64")->delimiter(',')->check(CLI::Range(1, 64));
    feed->add_option("--subscribers", options->subscribers, "at the most tables, e.g. 1,50,200")
        ->delimiter(',')
        ->check(CLI::Range(1, 1000));
    feed->add_option("--soak", options->soak_minutes, "minutes over which memory is watched")->check(CLI::Range(0, 1440));
    feed->callback([=, &action] {
        action = [options] {
            const studio::app::RunFolder folder;
            options->folder = folder.path();
            options->studio = studio::app::program_beside("studio");
            return studio::app::bench_feed_command(*options);
        };
    });
}

void add_bench(CLI::App& app, Action& action) {
    auto* sub = app.add_subcommand("bench", "what the studio costs, beside what it is compared with")->require_subcommand(1);
    add_feed_bench(*sub, action);
    auto* recognition = sub->add_subcommand("recognition", "reading cards beside decoding the same pictures");
    auto options = std::make_shared<recognition::app::BenchOptions>();
    options->layout = studio::app::shipped_layout("pok-deng").string();
    options->recogniser = studio::app::program_beside("recogniser").string();
    recognition->add_option("--clip", options->clip, "a recording; without it the virtual table is recorded")->check(CLI::ExistingFile);
    recognition->add_option("--layout", options->layout, "of the recording")->check(CLI::ExistingFile);
    recognition->add_option("--seconds", options->seconds, "length of the recording that is made")->check(CLI::Range(5, 3600));
    recognition->add_option("--tables", options->tables, "recognisers side by side, e.g. 1,4,16")->delimiter(',')->check(CLI::Range(1, 64));
    recognition->add_option("--cards", options->cards, "read on the virtual table")->check(CLI::Range(0, 1000000));
    recognition->add_option("--soak", options->soak_minutes, "minutes over which memory is watched")->check(CLI::Range(0, 1440));
    recognition->add_option("--seed", options->seed);
    recognition->callback([=, &action] {
        action = [options] {
            const studio::app::RunFolder folder;
            options->folder = folder.path().string();
            return recognition::app::bench_command(*options);
        };
    });
    auto* hands = sub->add_subcommand("hands", "ranking poker hands beside two well-known methods, on the same hands");
    hands->callback([&action] { action = [] { return studio::app::bench_hands_command(std::cerr); }; });
}

void add_calibrate(CLI::App& app, Action& action) {
    auto* sub = app.add_subcommand("calibrate", "camera to table geometry: writes the layout of a camera");
    auto options = std::make_shared<recognition::app::CalibrateOptions>();
    auto fps = std::make_shared<double>(0);
    sub->add_option("--table", options->table, "the table's plan in mm")->required();
    sub->add_option("--camera", options->camera, "a camera that sees the marks");
    sub->add_option("--image", options->image, "a picture that shows them");
    sub->add_option("--points", options->points,
                    "in place of marks: the table's corners in px, x,y each, clockwise from the upper left one")
        ->expected(4);
    sub->add_option("--out", options->out, "the layout to write");
    sub->add_option("--draw", options->draw, "the picture with the slots drawn in");
    sub->add_option("--marks", options->marks, "writes the page of marks to print (SVG), nothing else");
    sub->add_option("--seconds", options->seconds, "how long the camera is looked at")->check(CLI::Range(0.1, 600.0));
    sub->add_option("--fps", *fps, "of the camera")->check(CLI::PositiveNumber);
    sub->callback([=, &action] {
        if (*fps > 0) options->fps = *fps;
        action = [options] { return recognition::app::calibrate_command(*options); };
    });
}

void add_enrol(CLI::App& app, Action& action) {
    auto* sub = app.add_subcommand("enrol", "learns a house deck from showing its 52 cards once");
    auto options = std::make_shared<recognition::app::EnrolOptions>();
    sub->add_option("FILE", options->files, "pictures, one card each, in the order of showing");
    sub->add_option("--camera", options->camera, "a camera that sees the cards one by one in a slot");
    sub->add_option("--layout", options->layout, "of that camera");
    sub->add_option("--slot", options->slot, "where the cards are shown; the layout's first unless said");
    sub->add_option("--order", options->order, "'factory', or a file with the 52 cards in the order of showing");
    sub->add_flag("--order-is-right", options->order_is_right, "also where a card is surely read as another one");
    sub->add_option("--out", options->out, "the deck to write")->required();
    sub->callback([=, &action] { action = [options] { return recognition::app::enrol_command(*options); }; });
}

void add_card_check(CLI::App& app, Action& action) {
    auto* sub = app.add_subcommand("cardcheck", "a whole deck dealt to a camera: what is read right, wrong, slowly");
    auto options = std::make_shared<recognition::app::CardCheckOptions>();
    sub->add_option("--camera", options->camera, "sees the cards one by one in a slot")->required();
    sub->add_option("--layout", options->layout, "of that camera")->required();
    sub->add_option("--slot", options->slot, "where the cards are dealt; the layout's first unless said");
    sub->add_option("--order", options->order, "'factory', or a file with the cards in the order of dealing");
    sub->add_option("--deck", options->deck, "the house deck, as enrolled");
    sub->add_option("--cards", options->cards, "that are dealt")->check(CLI::PositiveNumber);
    auto* observe = sub->add_option("--observe", options->observe, "a studio's observe socket: its table's journal keeps the result");
    sub->add_option("--table", options->table, "of that studio")->needs(observe);
    sub->add_option("--camera-id", options->camera_id, "as the studio calls the camera; c1 unless said");
    sub->callback([=, &action] { action = [options] { return recognition::app::card_check_command(*options); }; });
}

void add_feed_bridge(CLI::App& feed, Action& action) {
    auto* sub = feed.add_subcommand("bridge", "publishes what journals hold to NATS JetStream");
    auto command = std::make_shared<studio::app::BridgeCommand>();
    auto parent = std::make_shared<int>(0);
    auto once = std::make_shared<bool>(false);
    sub->add_option("--nats", command->bridge.nats, "servers of one cluster, parted by commas: nats://host:4222")
        ->required()
        ->envname("STUDIO_NATS");
    sub->add_option("--journal", command->journals, "the folder of the journals")->required();
    sub->add_option("--replicas", command->bridge.replicas, "of the stream")->check(CLI::Range(1, 5));
    sub->add_option("--keep-events", command->bridge.keep_events, "newest ones of each table")->check(CLI::Range(1'000L, 1L << 40U));
    sub->add_option("--creds", command->bridge.credentials, "credentials file of a NATS user");
    sub->add_option("--ca", command->bridge.authority, "PEM file of who signs the servers' certificates");
    sub->add_option("--give-up", command->bridge.give_up, "TABLE:EPOCH, whose journal is gone: what was not published of it never will be");
    sub->add_flag("--once", *once, "ends when the stream has what the journals hold");
    sub->add_option("--with-parent", *parent, "the process that started it, with which it ends");
    sub->callback([=, &action] {
        if (*once) command->life = studio::app::BridgeLife::UNTIL_EMPTY;
        action = [=] {
            if (*parent > 0) proto::wire::end_with_parent(*parent, SIGTERM);
            return studio::app::bridge_command(*command);
        };
    });
}

void add_feed(CLI::App& app, Action& action) {
    auto* sub = app.add_subcommand("feed", "follows the feed")->require_subcommand(1);
    add_feed_bridge(*sub, action);
    auto* tail = sub->add_subcommand("tail", "envelopes as JSON lines, gaps filled");
    auto options = std::make_shared<studio::app::FeedTailOptions>();
    auto from = std::make_shared<std::uint64_t>(0);
    tail->add_option("--connect", options->connect, "the studio's feed endpoint")->required();
    tail->add_option("--key", options->key, "a client's key file, where the studio asks for keys");
    tail->add_option("--table", options->table);
    tail->add_option("--from", *from, "first sequence number");
    tail->add_option("--events", options->events, "ends after that many");
    tail->callback([=, &action] {
        if (*from > 0) options->from = *from;
        action = [options] { return studio::app::feed_tail_command(*options); };
    });
}

void add_journal(CLI::App& app, Action& action) {
    using studio::app::JournalAction;
    auto* sub = app.add_subcommand("journal", "looks into a journal")->require_subcommand(1);
    const std::vector<std::pair<std::string, JournalAction>> all{{"verify", JournalAction::VERIFY}, {"replay", JournalAction::REPLAY},
                                                                 {"export", JournalAction::EXPORT}, {"dossier", JournalAction::DOSSIER},
                                                                 {"money", JournalAction::MONEY},   {"archive", JournalAction::ARCHIVE}};
    for (const auto& [name, what] : all) {
        auto* one = sub->add_subcommand(name);
        auto command = std::make_shared<studio::app::JournalCommand>();
        command->action = what;
        one->add_option("FILE", command->file)->required();
        if (what == JournalAction::DOSSIER) {
            one->add_option("--round", command->round_id)->required();
            one->add_option("--stills", command->stills, "the folder of stills; `stills` beside the journals' folder unless said");
        }
        if (what == JournalAction::MONEY) one->add_option("--round", command->round_id, "of this round alone");
        one->callback([=, &action] { action = [command] { return studio::app::journal_command(*command, std::cout, std::cerr); }; });
    }
}

void add_users(CLI::App& app, Action& action) {
    using studio::app::UsersAction;
    auto* sub = app.add_subcommand("users", "who may sign in at the consoles; passwords and badges are read from standard input")
                    ->require_subcommand(1);
    auto options = std::make_shared<studio::app::UsersOptions>();
    sub->add_option("--file", options->file, "the users' file");
    const std::vector<std::tuple<std::string, UsersAction, std::string>> all{
        {"make", UsersAction::MAKE, "a new user; the password on standard input"},
        {"list", UsersAction::LIST, "a JSON line each"},
        {"revoke", UsersAction::REVOKE, "may not sign in any more"},
        {"password", UsersAction::PASSWORD, "another password"},
        {"badge", UsersAction::BADGE, "the number of a badge"}};
    for (const auto& [name, what, help] : all) {
        auto* one = sub->add_subcommand(name, help)->fallthrough(); // --file may stand behind it
        if (what != UsersAction::LIST) one->add_option("NAME", options->name)->required();
        if (what == UsersAction::MAKE) {
            one->add_option("--role", options->role, "dealer, supervisor, manager or auditor");
            one->add_option("--table", options->tables, "this table only; may be said again");
        }
        one->callback([options, what, &action] {
            action = [options, what] {
                options->action = what;
                return studio::app::users_command(*options, std::cin, std::cout, std::cerr);
            };
        });
    }
    auto* audit = sub->add_subcommand("audit", "checks the chain of a console's audit journal");
    auto journal = std::make_shared<std::string>();
    audit->add_option("JOURNAL", *journal)->required();
    audit->callback([journal, &action] { action = [journal] { return studio::app::audit_command(*journal, std::cout, std::cerr); }; });
}

void add_keys(CLI::App& app, Action& action) {
    using studio::app::KeysAction;
    using studio::app::KeysOptions;
    auto* sub = app.add_subcommand("keys", "who may connect: makes, lists and revokes keys")->require_subcommand(1);
    const auto add = [&](const char* name, KeysAction what, const char* does) {
        auto options = std::make_shared<KeysOptions>();
        options->action = what;
        auto* one = sub->add_subcommand(name, does);
        one->add_option("--folder", options->folder, "of studio.key and clients.toml");
        one->add_option("--config", options->config, "in place of the folder: the files that its [access] names");
        if (what != KeysAction::LIST)
            one->add_option("NAME", options->name, "whose key; to revoke one of several, its fingerprint")->required();
        one->callback([=, &action] { action = [options] { return studio::app::keys_command(*options); }; });
        return std::pair(one, options);
    };
    auto [make, options] = add("make", KeysAction::MAKE, "a new key, and the client's file of it");
    make->add_option("--role", options->role)->required()->check(CLI::IsMember(studio::runtime::role_names()));
    make->add_option("--tables", options->tables, "that it may see and act on, T1,T2; all unless said")->delimiter(',');
    make->add_option("--max-stake", options->max_stake, "a distributor's own limits, EUR=50000,THB=900000 in minor units")->delimiter(',');
    make->add_option("--out", options->out, "the client's file; NAME.key beside the list unless said");
    make->add_flag_callback(
        "--for-people", [options = options] { options->speaks = KeysOptions::Speaks::FOR_PEOPLE; },
        "a console's key: its requests name who signed in there");
    add("list", KeysAction::LIST, "every key, a JSON line each");
    add("revoke", KeysAction::REVOKE, "ends a key at once");
}

void add_pure(CLI::App& app, Action& action) {
    auto* settle = app.add_subcommand("settle", "settles the cases on standard input");
    settle->callback([&action] { action = [] { return studio::app::settle_command(std::cin, std::cout, std::cerr); }; });
    auto* odds = app.add_subcommand("odds", "exact odds from a fresh shoe or deck");
    auto options = std::make_shared<studio::app::OddsOptions>();
    odds->add_option("--game", options->game, "pok-deng, russian-poker, imperial-poker or poker-switch");
    odds->add_option("--pay-table", options->pay_table, "a poker game's pay table (TOML) in place of the printed one");
    odds->add_flag_callback(
        "--optimal", [=] { options->strategies = studio::app::Strategies::BESIDE_OPEN_CARD; },
        "a poker game: also the best play with the dealer's open card in sight");
    odds->callback([=, &action] { action = [options] { return studio::app::odds_command(*options, std::cout, std::cerr); }; });
}

// CLI11 says that a command is missing and not what stands in its place.
std::string reason(const CLI::App& app, const CLI::ParseError& error) {
    const auto* group = &app;
    std::string words;
    for (auto named = group->get_subcommands(); !named.empty(); named = group->get_subcommands()) {
        group = named.front();
        words += " " + group->get_name();
    }
    const auto left = app.remaining(true);
    if (error.get_name() != "RequiredError" || group->get_require_subcommand_min() == 0) return error.what();
    std::string commands;
    for (const auto* one : group->get_subcommands([](const CLI::App*) { return true; }))
        commands += (commands.empty() ? "" : ", ") + one->get_name();
    if (left.empty()) return "a command is missing: studio" + words + " " + commands;
    return "there is no command 'studio" + words + " " + left.front() + "': " + commands;
}

} // namespace

int main(int argc, char** argv) {
    spdlog::set_default_logger(spdlog::stderr_color_mt("studio"));
    spdlog::set_formatter(std::make_unique<studio::runtime::OneLineFormatter>());
    spdlog::cfg::load_env_levels(); // SPDLOG_LEVEL=debug shows what a demo's hand and camera do
    studio::app::catch_interrupts();
    Action action;
    CLI::App app("Live-dealer studio control");
    app.require_subcommand(1);
    add_demo(app, action);
    add_run(app, action);
    add_clip(app, action);
    add_table(app, action);
    add_recognise(app, action);
    add_calibrate(app, action);
    add_enrol(app, action);
    add_card_check(app, action);
    add_bench(app, action);
    add_feed(app, action);
    add_journal(app, action);
    add_users(app, action);
    add_keys(app, action);
    add_pure(app, action);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error); // --help
        fmt::print(stderr, "studio: {}\n", reason(app, error));
        return 2;
    }
    try {
        return action();
    } catch (const std::exception& error) {
        fmt::print(stderr, "studio: {}\n", error.what());
        return 2;
    }
}
