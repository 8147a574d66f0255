#include "studio/app/table_command.h"

#include "proto/wire/command_client.h"
#include "proto/wire/endpoints.h"
#include "proto/wire/keys.h"

#include <fmt/core.h>
#include <google/protobuf/util/json_util.h>

#include <iostream>
#include <stdexcept>

namespace studio::app {

namespace {

v1::CommandRequest request_of(const TableCommandOptions& options, const std::string& by) {
    v1::CommandRequest request;
    request.set_table_id(options.table);
    request.set_by(by);
    if (options.key.empty()) request.set_role(v1::ROLE_OPERATOR); // else the key's
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
    } else if (command == "status")
        request.mutable_status();
    else
        throw std::invalid_argument("no command is called '" + command + "'");
    return request;
}

} // namespace

int table_command(const TableCommandOptions& options) {
    proto::wire::SocketOptions sockets;
    auto by = options.by;
    if (!options.key.empty()) {
        const auto key = proto::wire::read_client_key(options.key);
        if (!key) throw std::invalid_argument(key.error());
        sockets.curve_client = key->curve();
        if (by.empty()) by = key->name;
    }
    const auto request = request_of(options, by.empty() ? "operator" : by);
    const auto endpoints = proto::wire::endpoints_from_feed(options.connect);
    if (!endpoints) throw std::invalid_argument("--connect " + options.connect + ": " + endpoints.error());
    zmq::context_t context;
    proto::wire::CommandClient client(context, endpoints->command, sockets);
    const auto response = client.call(request);
    if (!response) {
        fmt::print(stderr, "studio table: {}\n", response.error());
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
