#include "proto/wire/request_reader.h"

#include <google/protobuf/stubs/logging.h>

#include <limits>

namespace proto::wire {

namespace {

constexpr std::uint32_t schema_version = 1;

template <typename Request>
std::string read(std::string_view bytes, Request& into) {
    const google::protobuf::LogSilencer silence; // hostile bytes are answered and counted, and do not fill standard error
    const bool fits = bytes.size() <= static_cast<std::size_t>(std::numeric_limits<int>::max());
    if (!fits || !into.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
        return "not Protobuf: " + std::to_string(bytes.size()) + " bytes are no " + Request::descriptor()->name();
    if (into.schema() != schema_version) return "schema: version " + std::to_string(into.schema()) + " is not known";
    return "";
}

} // namespace

std::string read_request(std::string_view bytes, ::studio::v1::ReplayRequest& into) {
    auto refusal = read(bytes, into);
    if (!refusal.empty() || into.request_case() != ::studio::v1::ReplayRequest::REQUEST_NOT_SET) return refusal;
    return "no request that this studio knows";
}

std::string read_request(std::string_view bytes, ::studio::v1::CommandRequest& into) {
    auto refusal = read(bytes, into);
    if (!refusal.empty() || into.command_case() != ::studio::v1::CommandRequest::COMMAND_NOT_SET) return refusal;
    return "no command that this studio knows";
}

} // namespace proto::wire
