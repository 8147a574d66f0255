#include "studio/app/demo_table.h"

#include <fmt/core.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <stdexcept>

namespace studio::app {

namespace {

using nlohmann::json;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr auto frame_period = milliseconds(100); // of a headless table: what a 10 fps camera gives
constexpr auto idle_period = milliseconds(400);  // while nothing is to be done but wait
constexpr auto camera_patience = std::chrono::seconds(60);
constexpr auto answer_patience = std::chrono::seconds(20); // of a distributor

template <typename... Ts>
struct Overload : Ts... {
    using Ts::operator()...;
};

std::string joined(const std::vector<std::string>& words, const char* between) {
    std::string text;
    for (const auto& word : words)
        text += (text.empty() ? "" : between) + word;
    return text;
}

// One line a round on standard error: the hands as they were read and how they ended.
std::string round_line(const std::string& table, const std::string& round_id, const engine::ResultConfirmed& result) {
    std::string line = fmt::format("{} {:<8}", table, round_id);
    for (const auto& position : result.positions) {
        line += "  " + position.position.text() + " ";
        for (const auto& card : position.hand)
            line += card.text();
        const auto worth = position.points.empty() ? joined(position.combinations, "+") : position.points;
        if (!worth.empty()) line += " " + worth;
        const auto odds = position.odds > 0 ? fmt::format(" {}:1", position.odds) : "";
        if (position.outcome == engine::Outcome::WIN) line += " wins" + odds;
        if (position.outcome == engine::Outcome::LOSE) line += " loses" + odds;
        if (position.outcome == engine::Outcome::TIE) line += " tie";
    }
    return line;
}

// A camera that gives each frame that it is asked for is never frozen, and never lost.
std::set<engine::FaultCode> mistakes_of(const DemoOptions& options) {
    auto kinds = options.mistake_kinds.empty() ? VirtualDealer::mistakes() : options.mistake_kinds;
    if (options.pace == DemoPace::HEADLESS) {
        kinds.erase(engine::FaultCode::CAMERA_FROZEN);
        kinds.erase(engine::FaultCode::CAMERA_LOST);
    }
    return kinds;
}

// A shoe that reads its cards stands where it is to err, or cards are to get lost on the way from it.
bool reads_shoe(const DemoOptions& options) {
    const auto kinds = mistakes_of(options);
    return options.mistakes > 0 &&
           (kinds.contains(engine::FaultCode::SOURCES_DISAGREE) || kinds.contains(engine::FaultCode::MISSING_CARDS));
}

// As the virtual camera calls it.
std::string camera_state(engine::CameraSight sight) {
    std::string state(engine::name(sight));
    std::ranges::transform(state, state.begin(), [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return state;
}

studio::v1::CommandRequest request_of(const std::string& table, const Ask& ask) {
    studio::v1::CommandRequest request;
    request.set_table_id(table);
    request.set_by(ask.distributor);
    request.set_role(studio::v1::ROLE_DISTRIBUTOR);
    const auto set_money = [](studio::v1::Money& out, const engine::Money& money) {
        out.set_minor(money.minor);
        out.set_currency(money.currency);
    };
    if (const auto* wager = std::get_if<engine::PlaceWager>(&ask.input)) {
        auto& out = *request.mutable_place_wager();
        out.set_wager_id(wager->wager_id);
        out.set_round_id(wager->round_id);
        out.set_position(wager->position.text());
        out.set_bet(wager->bet);
        set_money(*out.mutable_stake(), wager->stake);
    } else if (const auto* decision = std::get_if<engine::MakeDecision>(&ask.input)) {
        auto& out = *request.mutable_make_decision();
        out.set_decision_id(decision->decision_id);
        out.set_round_id(decision->round_id);
        out.set_box(decision->box.text());
        out.set_choice(decision->choice);
        for (const int card : decision->cards)
            out.add_cards(static_cast<std::uint32_t>(card));
        if (decision->amount) set_money(*out.mutable_amount(), *decision->amount);
    }
    return request;
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

DemoTable::DemoTable(zmq::context_t& context, const DemoOptions& options, const StationSetup& setup, const DemoEndpoints& endpoints,
                     std::uint64_t seed)
    : options_(options), camera_(context, endpoints.camera), dealer_(seed, "virtual dealer"), players_(seed + 1, setup.table.rules),
      distributors_(context, endpoints.command), shoe_(context, setup.table.observe) {
    media_.advance(wall_.now());
    dealer_.make_mistakes(static_cast<int>(options.mistakes * 1000), mistakes_of(options));
    if (reads_shoe(options)) dealer_.deal_from(ShoeKind::READING);
    if (options.buttons == DemoButtons::CONSOLE) dealer_.mend(Mends::BACK_IN_ORDER);
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
    money_.take(event.event);
    const auto& body = event.event.body;
    const auto& table = station_->host().identity().table_id;
    if (const auto* card = std::get_if<engine::CardRevealed>(&body)) {
        const auto lies = dealer_.lying().find(card->slot);
        watch(card->slot, card->card, lies == dealer_.lying().end() ? std::nullopt : std::optional(lies->second));
    } else if (const auto* shoe = std::get_if<engine::ShoeStarted>(&body)) {
        if (!shoe->burn_card) return dealer_.opens_deck();
        watch(engine::burn_slot, *shoe->burn_card, dealer_.turned().empty() ? std::nullopt : std::optional(dealer_.turned().back()));
        fmt::print(stderr, "{} shoe {} turned {}, {} to burn\n", table, shoe->shoe_id, shoe->burn_card->text(), shoe->to_burn);
    } else if (const auto* result = std::get_if<engine::ResultConfirmed>(&body)) {
        const bool last = result->last_of_shoe && !dealer_.turned().empty(); // a deck of one round is always its last
        fmt::print(stderr, "{}{}\n", round_line(table, event.event.round_id, *result), last ? "  (last of the shoe)" : "");
    } else if (const auto* made = std::get_if<engine::DecisionMade>(&body)) {
        tell_decision(event.event.round_id, *made);
    } else if (const auto* fault = std::get_if<engine::FaultRaised>(&body)) {
        fmt::print(stderr, "{} {} {} {}: {}\n", table, engine::name(fault->severity), engine::name(fault->code),
                   fault->slot ? fault->slot->text() : "", fault->suggestion);
    } else if (const auto* voided = std::get_if<engine::RoundVoided>(&body)) {
        fmt::print(stderr, "{} {} void: {}\n", table, event.event.round_id, voided->reason);
    }
}

void DemoTable::tell_decision(const std::string& round_id, const engine::DecisionMade& made) {
    if (made.choice == "FOLD") dealer_.folds(made.box);
    std::string cards;
    for (const int card : made.cards)
        cards += fmt::format("{}{}", cards.empty() ? " " : ",", card);
    fmt::print(stderr, "{} {:<8}  {} {}{}{}\n", station_->host().identity().table_id, round_id, made.box.text(), made.choice, cards,
               made.by == engine::DecidedBy::CLOCK ? " (no answer)" : "");
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

// Nothing but time goes on: betting is open, or boxes think.
bool DemoTable::only_waiting() const {
    const auto acts = station_->host().table()->expected().acts;
    return !acts.empty() && std::ranges::all_of(acts, [](const auto& one) {
        return one.act == engine::Act::WAIT_BETTING || one.act == engine::Act::DECIDE;
    });
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
        std::vector<engine::Slot> places;
        for (const auto& slot : said["slots"])
            if (const auto place = engine::Slot::parse(slot.get<std::string>())) places.push_back(*place);
        dealer_.sit_at(std::move(places));
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
    let_players_ask();
    const auto now = options_.pace == DemoPace::HEADLESS ? media_.now() : wall_.now();
    const auto deed = dealer_.decide(station_->host().table()->expected(), now);
    if (deed)
        carry_out(*deed);
    else if (spdlog::should_log(spdlog::level::debug))
        spdlog::debug("waits: {}", engine::prompt(station_->host().table()->expected().acts.front()));
}

void DemoTable::let_players_ask() {
    const auto* table = station_->host().table();
    const auto now = options_.pace == DemoPace::HEADLESS ? media_.now() : wall_.now();
    for (const auto& ask : players_.ask(table->expected(), table->view(), now))
        send(ask);
}

// As a distributor does, over the command socket; the table goes on answering while the answer is waited for.
void DemoTable::send(const Ask& ask) {
    const auto& table = station_->host().identity().table_id;
    const auto id = distributors_.send(request_of(table, ask));
    if (!id) throw std::runtime_error(id.error());
    const auto deadline = steady_clock::now() + answer_patience;
    for (;;) {
        station_->host().serve_commands();
        const auto answer = distributors_.take(*id, milliseconds(2));
        if (!answer) throw std::runtime_error(answer.error());
        if (*answer) {
            const auto& refused = (*answer)->rejection();
            if (!refused.clause().empty()) spdlog::debug("{} refused: {} {}", ask.distributor, refused.clause(), refused.reason());
            return;
        }
        if (steady_clock::now() > deadline) throw std::runtime_error("table " + table + " does not answer its distributors");
    }
}

void DemoTable::by_hand(const json& request) {
    spdlog::debug("hand: {}", request.dump());
    camera_.send(request);
    busy_ = true;
}

// On the observe socket, as any shoe that reads its cards does.
void DemoTable::say(const ShoeWord& word) {
    const auto now = options_.pace == DemoPace::HEADLESS ? media_.now() : wall_.now();
    studio::v1::ObserveMessage message;
    message.set_table_id(station_->host().identity().table_id);
    message.set_camera_id("shoe");
    message.mutable_shoe()->set_number(word.number);
    message.mutable_shoe()->set_card(word.card.text());
    message.mutable_shoe()->set_at_ns(now.time_since_epoch().count());
    shoe_.send(std::move(message));
}

void DemoTable::carry_out(const Deed& deed) {
    std::visit(Overload{[&](const Lay& lay) {
                            if (lay.read) say(*lay.read);
                            by_hand({{"do", "lay"}, {"slot", lay.slot.text()}, {"card", lay.card.text()}, {"face_down", lay.face_down}});
                        },
                        [&](const Pocket& pocket) { say(pocket.read); },
                        [&](const Turn& turn) { by_hand({{"do", "turn"}, {"slot", turn.slot.text()}, {"soiled", turn.soiled}}); },
                        [&](const Take& take) { by_hand({{"do", "take"}, {"slot", take.slot.text()}}); },
                        [&](const TurnAll& turn) { by_hand({{"do", "turn"}, {"seat", turn.seat.text()}}); },
                        [&](const TakeAll& take) { by_hand({{"do", "take"}, {"seat", take.seat.text()}}); },
                        [&](const Swap& swap) { by_hand({{"do", "swap"}, {"slot", swap.one.text()}, {"with", swap.other.text()}}); },
                        [&](const LayCut&) { by_hand({{"do", "cut"}}); },
                        [&](const Trouble& trouble) { camera_.send({{"do", "camera"}, {"state", camera_state(trouble.camera)}}); },
                        [&](const Press& press) {
                            if (options_.buttons == DemoButtons::CONSOLE) return; // a person does
                            const auto answer = station_->host().submit(press.button, "virtual dealer");
                            if (!answer) spdlog::debug("refused: {} {}", answer.error().clause, answer.error().reason);
                        }},
               deed);
}

DemoTotals DemoTable::totals() {
    auto faults = money_.faults();
    const bool all_played = options_.rounds && log_.ended() >= *options_.rounds;
    if (all_played && money_.open() != 0) faults.push_back("wagers of " + std::to_string(money_.open()) + " have not ended");
    for (const auto& fault : faults)
        spdlog::error("table={} {}", station_->host().identity().table_id, fault);
    return {.rounds = log_.ended(),
            .voided = log_.voided(),
            .cards = log_.cards(),
            .wrong = wrong_,
            .doubtful = log_.doubtful(),
            .manual = log_.manual(),
            .published = station_->host().counts().events_published,
            .wagers = money_.wagers(),
            .taken = money_.taken() - money_.open(),
            .returned = money_.returned(),
            .money_faults = static_cast<int>(faults.size())};
}

} // namespace studio::app
