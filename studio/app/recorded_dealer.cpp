#include "studio/app/recorded_dealer.h"

#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>

namespace studio::app {

namespace {

constexpr std::array known{"open_table", "start_shoe", "start_round", "confirm_result", "pause", "resume", "close_table"};
constexpr auto patience = std::chrono::seconds(3); // a camera may still be settling when the button comes

RecordedCommand read_command(const std::string& line, int number, const std::filesystem::path& file) {
    const auto where = file.string() + ":" + std::to_string(number) + ": ";
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_object()) throw std::runtime_error(where + "not a JSON object");
    if (!json.contains("at_ms") || !json["at_ms"].is_number_integer() || json["at_ms"].get<std::int64_t>() < 0)
        throw std::runtime_error(where + "at_ms must be a whole number of milliseconds");
    if (!json.contains("command") || !json["command"].is_string()) throw std::runtime_error(where + "command is missing");
    const auto command = json["command"].get<std::string>();
    if (std::ranges::find(known, command) == known.end()) throw std::runtime_error(where + "no command is called '" + command + "'");
    return {engine::Time(std::chrono::milliseconds(json["at_ms"].get<std::int64_t>())), command, number};
}

} // namespace

std::deque<RecordedCommand> read_commands(const std::filesystem::path& file) {
    std::ifstream in(file);
    if (!in) throw std::runtime_error(file.string() + ": cannot be read");
    std::deque<RecordedCommand> commands;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        commands.push_back(read_command(line, number, file));
        if (commands.size() > 1 && commands.back().at < commands[commands.size() - 2].at)
            throw std::runtime_error(file.string() + ":" + std::to_string(number) + ": at_ms goes back");
    }
    return commands;
}

std::optional<engine::Time> RecordedDealer::next_at() const {
    if (commands_.empty()) return std::nullopt;
    return commands_.front().at;
}

void RecordedDealer::press_due(engine::Time now) {
    supervise();
    while (!commands_.empty() && commands_.front().at <= now) {
        const auto command = commands_.front();
        const bool next_is_due = commands_.size() > 1 && commands_[1].at <= now;
        if (!press(command.command)) {
            if (now - command.at < patience && !next_is_due) return;
            spdlog::warn("recorded command of line {} ({}) needs a supervisor", command.line, command.command);
            force(command.command);
        }
        commands_.pop_front();
    }
}

bool RecordedDealer::press(const std::string& command) {
    const std::string by = "dealer";
    const auto pressed = [&](engine::Input input) { return host_.submit(std::move(input), "recording").has_value(); };
    if (command == "open_table") return pressed(engine::OpenTable{by, by});
    if (command == "start_shoe") return pressed(engine::StartShoe{by});
    if (command == "start_round") return pressed(engine::StartRound{by});
    if (command == "confirm_result") return pressed(engine::ConfirmResult{by});
    if (command == "pause") return pressed(engine::PauseTable{"recorded", by});
    if (command == "resume") return pressed(engine::ResumeTable{by});
    return pressed(engine::CloseTable{by});
}

// A mistake that is in order again is ended; nothing is ended that still lies wrong, because the table refuses that.
void RecordedDealer::supervise() {
    if (!host_.table() || host_.table()->view().state != engine::TableState::PAUSED) return;
    const auto faults = host_.table()->view().faults;
    bool all_ended = true;
    for (const auto& fault : faults) {
        const auto& rule = engine::rule_of(fault.code);
        if (!rule.pauses) continue;
        const bool may = std::ranges::find(rule.endings, engine::Ending::BACK_IN_ORDER) != rule.endings.end();
        if (!may || !host_.submit(engine::EndFault{fault.code, engine::Ending::BACK_IN_ORDER, "supervisor"}, "recording"))
            all_ended = false;
    }
    if (!all_ended || faults.empty()) return;
    const auto answer = host_.submit(engine::ResumeTable{"supervisor"}, "recording");
    if (!answer) spdlog::debug("resume refused: {} {}", answer.error().clause, answer.error().reason);
}

// The recording goes on whatever was read: a round that is not complete is voided, a shoe whose burn cards were not all seen is taken as
// burned.
void RecordedDealer::force(const std::string& command) {
    const auto ask = [&](engine::Input input) { return host_.submit(std::move(input), "recording").has_value(); };
    const auto view = host_.table()->view();
    using engine::Phase;
    const bool in_round = view.phase != Phase::IDLE && view.phase != Phase::SHOE && view.phase != Phase::CONFIRMED;
    if (in_round) static_cast<void>(ask(engine::VoidRound{"a card stayed unread", "dealer", "supervisor"}));
    if (view.phase == Phase::SHOE) {
        if (!ask(engine::EndFault{engine::FaultCode::UNREADABLE, engine::Ending::OUT_OF_GAME, "supervisor"})) {
            static_cast<void>(ask(engine::RaiseMistake{engine::FaultCode::BURN_MISSING, engine::burn_slot, "dealer"}));
            static_cast<void>(ask(engine::EndFault{engine::FaultCode::BURN_MISSING, engine::Ending::CONFIRM_STILLS, "supervisor"}));
        }
    }
    for (const auto& fault : host_.table()->view().faults)
        for (const auto ending : {engine::Ending::BACK_IN_ORDER, engine::Ending::OUT_OF_GAME, engine::Ending::ACKNOWLEDGED})
            if (host_.submit(engine::EndFault{fault.code, ending, "supervisor"}, "recording")) break;
    if (host_.table()->view().state == engine::TableState::PAUSED) static_cast<void>(ask(engine::ResumeTable{"supervisor"}));
    if (command != "confirm_result" && !press(command)) spdlog::error("the recorded command {} cannot be carried out", command);
}

} // namespace studio::app
