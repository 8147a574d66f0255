// table_simulator --seed N --rounds N [--game G] [--verbose]: plays whole tables and stops at the first broken promise.
#include "tests/simulator/simulation.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string_view>
#include <unistd.h>

namespace {

// A recovery replays a session from its beginning. Nothing lasts longer than its deck in a game that has one for each round.
std::uint64_t rounds_of_a_session(const std::string& game) {
    const auto* model = simulator::game_model(game);
    return model != nullptr && model->deck == simulator::Deck::FRESH_EACH_ROUND ? 40 : 150;
}

// What replays the session being played; also printed when an assertion of the engine stops the process.
char replay_line[256];

void tell_replay(int) {
    (void)!write(STDOUT_FILENO, replay_line, std::strlen(replay_line));
    std::_Exit(1);
}

void print(const simulator::Report& report) {
    std::printf(
        "%llu rounds confirmed, %llu voided, %llu steps, %llu journalled, %llu refused, %llu recoveries, %llu disk faults, %llu wagers, "
        "%llu faults, %.1f hours simulated\n",
        static_cast<unsigned long long>(report.confirmed), static_cast<unsigned long long>(report.voided),
        static_cast<unsigned long long>(report.steps), static_cast<unsigned long long>(report.entries),
        static_cast<unsigned long long>(report.refusals), static_cast<unsigned long long>(report.crashes),
        static_cast<unsigned long long>(report.disk_faults), static_cast<unsigned long long>(report.tally.wagers),
        static_cast<unsigned long long>(report.tally.faults), static_cast<double>(report.simulated / std::chrono::seconds(1)) / 3600.0);
    for (int code = 0; code < engine::fault_codes; ++code)
        std::printf("  %-20s %llu\n", std::string(engine::name(static_cast<engine::FaultCode>(code))).c_str(),
                    static_cast<unsigned long long>(report.tally.by_code[static_cast<std::size_t>(code)]));
    for (const auto& [choice, count] : report.tally.choices)
        std::printf("  chosen %-13s %llu\n", choice.c_str(), static_cast<unsigned long long>(count));
    if (!report.tally.choices.empty())
        std::printf("%llu times the last card was at stake, %llu decks drained\n", static_cast<unsigned long long>(report.tally.last_cards),
                    static_cast<unsigned long long>(report.tally.decks_drained));
    std::printf("%llu rounds with the shoe or deck counted card by card\n", static_cast<unsigned long long>(report.tally.shoes_counted));
    std::printf("cards published as the camera or a person named them, and wrong: %llu; rounds confirmed with such a card: %llu\n",
                static_cast<unsigned long long>(report.tally.wrong_cards_published),
                static_cast<unsigned long long>(report.tally.rounds_with_wrong_cards));
}

int play(const simulator::Session& whole) {
    simulator::Report total;
    auto session = whole;
    for (std::uint64_t left = whole.rounds; left > 0; left -= session.rounds, ++session.seed) {
        session.rounds = std::min(left, rounds_of_a_session(whole.game));
        std::snprintf(replay_line, sizeof replay_line, "replay: table_simulator --seed %llu --rounds %llu --game %s --verbose\n",
                      static_cast<unsigned long long>(session.seed), static_cast<unsigned long long>(session.rounds), session.game.c_str());
        try {
            total += simulator::Simulation(session).run();
        } catch (const std::exception& failure) {
            std::printf("FAILED %s\n", failure.what());
            std::fflush(stdout);
            tell_replay(0);
        }
        if (session.rounds == 0) break;
    }
    print(total);
    return 0;
}

} // namespace

int main(int count, char** words) {
    simulator::Session session;
    for (int i = 1; i < count; ++i) {
        const std::string_view word = words[i];
        const bool more = i + 1 < count;
        if (word == "--verbose")
            session.verbose = true;
        else if (word == "--seed" && more)
            session.seed = std::stoull(words[++i]);
        else if (word == "--rounds" && more)
            session.rounds = std::stoull(words[++i]);
        else if (word == "--game" && more)
            session.game = words[++i];
        else
            return std::fprintf(stderr, "table_simulator --seed N --rounds N [--game G] [--verbose]\n"), 2;
    }
    std::signal(SIGABRT, tell_replay);
    return play(session);
}
