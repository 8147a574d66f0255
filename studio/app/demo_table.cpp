#include "studio/app/demo_table.h"

#include <fmt/core.h>
#include <spdlog/spdlog.h>

#include <stdexcept>

namespace studio::app {

namespace {

using nlohmann::json;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr auto frame_period = milliseconds(100); // of a headless table: what a 10 fps camera gives
constexpr auto idle_period = milliseconds(400);  // while nothing is to be done but wait
constexpr auto camera_patience = std::chrono::seconds(60);

template <typename... Ts>
struct Overload : Ts... {
    using Ts::operator()...;
};

// One line a round on standard error: the hands as they were read and how they ended.
std::string round_line(const std::string& table, const std::string& round_id, const engine::ResultConfirmed& result) {
    std::string line = fmt::format("{} {:<8}", table, round_id);
    for (const auto& position : result.positions) {
        line += fmt::format("  {} {}{} {}", position.position.text(), position.hand[0].text(), position.hand[1].text(), position.points);
        if (position.outcome == engine::Outcome::WIN) line += fmt::format(" wins {}:1", position.odds);
        if (position.outcome == engine::Outcome::LOSE) line += fmt::format(" loses {}:1", position.odds);
        if (position.outcome == engine::Outcome::TIE) line += " tie";
    }
    return line + (result.last_of_shoe ? "  (last of the shoe)" : "");
}

} // namespace

VirtualCamera::VirtualCamera(zmq::context_t& context, const std::string& endpoint) : socket_(context, zmq::socket_type::dealer) {
    socket_.set(zmq::sockopt::linger, 0);
    socket_.bind(endpoint);
}

void VirtualCamera::send(const json& request) {
    socket_.send(zmq::buffer(request.dump()), zmq::send_flags::none);
}

std::optional<json> VirtualCamera::receive(milliseconds patience) {
    zmq::pollitem_t item{socket_.handle(), 0, ZMQ_POLLIN, 0};
    if (zmq::poll(&item, 1, patience) == 0) return std::nullopt;
    zmq::message_t message;
    if (!socket_.recv(message, zmq::recv_flags::dontwait)) return std::nullopt;
    return json::parse(message.to_string());
}

DemoTable::DemoTable(zmq::context_t& context, const DemoOptions& options, const StationSetup& setup, const std::string& camera_endpoint,
                     std::uint64_t seed)
    : options_(options), camera_(context, camera_endpoint), dealer_(seed, "virtual dealer") {
    media_.advance(wall_.now());
    dealer_.make_mistakes(static_cast<int>(options.mistakes * 1000));
    Clock& clock = options.pace == DemoPace::HEADLESS ? static_cast<Clock&>(media_) : wall_;
    station_ = std::make_unique<Station>(context, setup, clock);
    station_->host().on_event([this](const SequencedEvent& event) { take(event); });
}

void DemoTable::watch(const engine::Slot& slot, const engine::Card& read, const std::optional<engine::Card>& lay) {
    if (lay == read) return;
    ++wrong_;
    spdlog::error("table={} {}: read {} where {} lies", station_->host().identity().table_id, slot.text(), read.text(),
                  lay ? lay->text() : "nothing");
}

void DemoTable::take(const SequencedEvent& event) {
    log_.take(event);
    const auto& body = event.event.body;
    if (const auto* card = std::get_if<engine::CardRevealed>(&body)) {
        const auto lies = dealer_.lying().find(card->slot);
        watch(card->slot, card->card, lies == dealer_.lying().end() ? std::nullopt : std::optional(lies->second));
    } else if (const auto* shoe = std::get_if<engine::ShoeStarted>(&body)) {
        if (shoe->burn_card)
            watch(engine::burn_slot, *shoe->burn_card, dealer_.turned().empty() ? std::nullopt : std::optional(dealer_.turned().back()));
        fmt::print(stderr, "{} shoe {} turned {}, {} to burn\n", station_->host().identity().table_id, shoe->shoe_id,
                   shoe->burn_card ? shoe->burn_card->text() : "-", shoe->to_burn);
    } else if (const auto* result = std::get_if<engine::ResultConfirmed>(&body)) {
        fmt::print(stderr, "{}\n", round_line(station_->host().identity().table_id, event.event.round_id, *result));
    } else if (const auto* fault = std::get_if<engine::FaultRaised>(&body)) {
        fmt::print(stderr, "{} {} {} {}: {}\n", station_->host().identity().table_id, engine::name(fault->severity),
                   engine::name(fault->code), fault->slot ? fault->slot->text() : "", fault->suggestion);
    } else if (const auto* voided = std::get_if<engine::RoundVoided>(&body)) {
        fmt::print(stderr, "{} {} void: {}\n", station_->host().identity().table_id, event.event.round_id, voided->reason);
    }
}

void DemoTable::run(const std::atomic<bool>& stop) {
    await_camera(stop);
    if (options_.pace == DemoPace::HEADLESS)
        run_headless(stop);
    else
        run_real(stop);
}

void DemoTable::await_camera(const std::atomic<bool>& stop) {
    const auto deadline = steady_clock::now() + camera_patience;
    while (hellos_ == 0 && !stop) {
        station_->tend_cameras();
        if (station_->cameras_ended())
            throw std::runtime_error("the recogniser of table " + station_->host().identity().table_id + " does not start");
        if (const auto said = camera_.receive(milliseconds(100))) camera_said(*said);
        station_->beat_when_due();
        if (steady_clock::now() > deadline)
            throw std::runtime_error("the virtual camera of table " + station_->host().identity().table_id + " says nothing");
    }
}

bool DemoTable::finished() const {
    const auto* table = station_->host().table();
    if (!table) throw std::runtime_error("table stopped: " + station_->host().sequencer().stop_reason());
    return options_.rounds && log_.ended() >= *options_.rounds && table->view().phase != engine::Phase::BETTING;
}

bool DemoTable::only_waiting() const {
    const auto acts = station_->host().table()->expected().acts;
    return acts.size() == 1 && acts.front().act == engine::Act::WAIT_BETTING;
}

void DemoTable::run_headless(const std::atomic<bool>& stop) {
    while (!stop && !finished()) {
        one_frame(media_.now() + (only_waiting() && !busy_ ? idle_period : frame_period));
        station_->host().on_time();
        station_->host().serve_commands();
        station_->beat_when_due();
        if (!busy_) deal();
    }
}

// Asks for one frame and waits until it has been read.
void DemoTable::one_frame(engine::Time at) {
    const auto asked_of = hellos_;
    camera_.send({{"do", "frame"}, {"at_ns", at.time_since_epoch().count()}});
    const auto deadline = steady_clock::now() + camera_patience;
    while (frame_done_ != at) {
        station_->wait(milliseconds(20));
        take_observations();
        while (const auto said = camera_.receive(milliseconds(0)))
            camera_said(*said);
        if (hellos_ != asked_of) return; // the recogniser was started again: that frame will never come
        station_->tend_cameras();
        if (station_->cameras_ended() || steady_clock::now() > deadline) throw std::runtime_error("the recogniser gives no more frames");
    }
    while (const auto said = camera_.receive(milliseconds(0)))
        camera_said(*said);
}

void DemoTable::take_observations() {
    while (auto message = station_->take_observation()) {
        if (options_.pace == DemoPace::HEADLESS)
            if (const auto peek = runtime::read_observation(*message)) {
                media_.advance(peek->at);
                station_->host().on_time();
            }
        const auto taken = station_->host().observe(*message);
        if (taken && taken->input && !taken->repeated)
            if (const auto* seen = std::get_if<engine::SlotObserved>(&*taken->input))
                spdlog::debug("camera: {} {} {} {}", seen->slot.text(), engine::name(seen->sight), seen->card ? seen->card->text() : "",
                              seen->reason);
        if (taken && taken->frame) frame_done_ = taken->at;
    }
}

void DemoTable::run_real(const std::atomic<bool>& stop) {
    auto next_deed = steady_clock::now();
    while (!stop && !finished()) {
        station_->tend_cameras();
        station_->wait(milliseconds(10));
        take_observations();
        while (const auto said = camera_.receive(milliseconds(0)))
            camera_said(*said);
        station_->host().on_time();
        station_->host().serve_commands();
        station_->beat_when_due();
        if (busy_ || steady_clock::now() < next_deed) continue;
        next_deed = steady_clock::now() + milliseconds(100);
        deal();
    }
}

void DemoTable::camera_said(const json& said) {
    if (said.contains("hello")) {
        if (++hellos_ > 1) put_everything_back();
        return;
    }
    if (said.contains("busy")) busy_ = said["busy"].get<bool>();
    if (said.contains("ok") && !said["ok"].get<bool>())
        spdlog::error("table={} virtual table: {}", station_->host().identity().table_id, said.value("error", "refused"));
}

// A recogniser that was started again has an empty virtual table; on a real one the cards would still lie there.
void DemoTable::put_everything_back() {
    busy_ = false;
    for (const auto& [slot, card] : dealer_.lying())
        camera_.send({{"do", "put"}, {"slot", slot.text()}, {"card", card.text()}, {"face_down", !dealer_.lies_open(slot)}});
}

void DemoTable::deal() {
    const auto now = options_.pace == DemoPace::HEADLESS ? media_.now() : wall_.now();
    const auto deed = dealer_.decide(station_->host().table()->expected(), now);
    if (deed)
        carry_out(*deed);
    else if (spdlog::should_log(spdlog::level::debug))
        spdlog::debug("waits: {}", engine::prompt(station_->host().table()->expected().acts.front()));
}

void DemoTable::carry_out(const Deed& deed) {
    const auto by_hand = [this](const json& request) {
        spdlog::debug("hand: {}", request.dump());
        camera_.send(request);
        busy_ = true;
    };
    std::visit(Overload{[&](const Lay& lay) {
                            by_hand({{"do", "lay"}, {"slot", lay.slot.text()}, {"card", lay.card.text()}, {"face_down", lay.face_down}});
                        },
                        [&](const Turn& turn) { by_hand({{"do", "turn"}, {"slot", turn.slot.text()}}); },
                        [&](const Take& take) { by_hand({{"do", "take"}, {"slot", take.slot.text()}}); },
                        [&](const LayCut&) { by_hand({{"do", "cut"}}); },
                        [&](const Press& press) {
                            const auto answer = station_->host().submit(press.button, "virtual dealer");
                            if (!answer) spdlog::debug("refused: {} {}", answer.error().clause, answer.error().reason);
                        }},
               deed);
}

DemoTotals DemoTable::totals() {
    return {log_.ended(), log_.voided(), log_.cards(), wrong_, log_.doubtful(), log_.manual(), station_->host().counts().events_published};
}

} // namespace studio::app
