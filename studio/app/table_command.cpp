#include "studio/app/table_command.h"

#include "proto/wire/command_client.h"
#include "proto/wire/endpoints.h"
#include "proto/wire/keys.h"

#include <fmt/core.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <stdexcept>

namespace studio::app {

namespace {

v1::CommandRequest request_by(const TableCommandOptions& options, const std::string& by) {
    v1::CommandRequest request;
    request.set_table_id(options.table);
    const bool owner = !options.distributor.empty();
    request.set_by(owner ? options.distributor : by);
    if (options.key.empty()) request.set_role(owner ? v1::ROLE_DISTRIBUTOR : v1::ROLE_OPERATOR); // else the key's
    return request;
}

void check_words(const TableCommandOptions& options) {
    const bool of_decide =
        !options.box.empty() || !options.choice.empty() || !options.cards.empty() || options.amount || !options.distributor.empty();
    if (options.command != "decide" && of_decide)
        throw std::invalid_argument("BOX, CHOICE, --cards, --amount and --as belong to decide, not to " + options.command);
    if (options.command == "decide" && options.choice.empty()) throw std::invalid_argument("decide: which BOX, and its CHOICE");
}

// In the currency in which the box is asked; where it is not asked, the table refuses whatever is named.
std::string currency_of(const v1::StatusReport& status, const std::string& box) {
    for (const auto& act : status.acts())
        if (act.box() == box && act.options_size() > 0) return act.options(0).price().currency();
    return "EUR";
}

// For the round that runs by this status.
v1::CommandRequest decision_of(const TableCommandOptions& options, const std::string& by, const v1::StatusReport& status) {
    auto request = request_by(options, by);
    auto& decision = *request.mutable_make_decision();
    decision.set_decision_id("shell-" + std::to_string(std::chrono::system_clock::now().time_since_epoch().count()));
    decision.set_round_id(status.round_id());
    decision.set_box(options.box);
    decision.set_choice(options.choice);
    auto cards = options.cards;
    std::ranges::sort(cards); // a decision names them in the order of their places
    for (const auto card : cards)
        decision.add_cards(card);
    if (options.amount) {
        decision.mutable_amount()->set_minor(*options.amount);
        decision.mutable_amount()->set_currency(currency_of(status, options.box));
    }
    return request;
}

v1::CommandRequest request_of(const TableCommandOptions& options, const std::string& by) {
    auto request = request_by(options, by);
    const auto& command = options.command;
    if (command == "open")
        request.mutable_open_table()->set_dealer(by);
    else if (command == "close")
        request.mutable_close_table();
    else if (command == "start-shoe")
        request.mutable_start_shoe();
    else if (command == "start-round")
        request.mutable_start_round();
    else if (command == "confirm")
        request.mutable_confirm_result();
    else if (command == "pause")
        request.mutable_pause_table()->set_reason(options.reason);
    else if (command == "resume")
        request.mutable_resume_table();
    else if (command == "void") {
        request.mutable_void_round()->set_reason(options.reason);
        request.mutable_void_round()->set_authorised_by(options.authorised_by);
    } else if (command == "check-software")
        request.mutable_check_software();
    else if (command == "status" || command == "decide") // which round it is for
        request.mutable_status();
    else
        throw std::invalid_argument("no command is called '" + command + "'");
    return request;
}

} // namespace

int table_command(const TableCommandOptions& options) {
    check_words(options);
    proto::wire::SocketOptions sockets;
    auto by = options.by;
    if (!options.key.empty()) {
        const auto key = proto::wire::read_client_key(options.key);
        if (!key) throw std::invalid_argument(key.error());
        sockets.curve_client = key->curve();
        if (by.empty()) by = key->name;
    }
    if (by.empty()) by = "operator";
    const auto endpoints = proto::wire::endpoints_from_feed(options.connect);
    if (!endpoints) throw std::invalid_argument("--connect " + options.connect + ": " + endpoints.error());
    zmq::context_t context;
    proto::wire::CommandClient client(context, endpoints->command, sockets);
    auto response = client.call(request_of(options, by));
    if (response && response->has_status() && options.command == "decide")
        response = client.call(decision_of(options, by, response->status()));
    if (!response) {
        fmt::print(stderr, "studio table: {}; there a studio whose feed is {} takes commands: --connect wants the feed's address\n",
                   response.error(), options.connect);
        return 2;
    }
    std::string json;
    google::protobuf::util::JsonPrintOptions printing;
    printing.preserve_proto_field_names = true;
    const auto printed = google::protobuf::util::MessageToJsonString(*response, &json, printing);
    if (!printed.ok()) throw std::runtime_error("the answer cannot be printed");
    std::cout << json << std::endl;
    if (!response->has_rejection()) return 0;
    fmt::print(stderr, "studio table: {}: {}\n", response->rejection().clause(), response->rejection().reason());
    return 1;
}

} // namespace studio::app
