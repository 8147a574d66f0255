// The journal's input column, and commands on their way to the engine. No state, any thread.
#pragma once

#include "engine/core/input.h"
#include "studio/v1/command.pb.h"
#include "studio/v1/observe.pb.h"

#include <expected>
#include <string>
#include <string_view>

namespace proto::codec {

struct DecodedInput {
    engine::Input input;
    engine::InputMeta meta;
    friend bool operator==(const DecodedInput&, const DecodedInput&) = default;
};

// Exact: decode_input gives back every bit. Throws std::invalid_argument for a text that is not UTF-8, because such a row could never be
// read again; the caller stops before anything is committed.
[[nodiscard]] std::string encode_input(const engine::Input& input, const engine::InputMeta& meta);
// The error is one line that names the field.
[[nodiscard]] std::expected<DecodedInput, std::string> decode_input(std::string_view bytes);

// What a request asks of the engine, with `by` of the request (the distributor of a wager). The error names the field; a request for the
// status alone is nothing for the engine and an error here. Whether the role may ask this is judged elsewhere.
[[nodiscard]] std::expected<engine::Input, std::string> input_from_command(const ::studio::v1::CommandRequest& request);

// A card check, to and from the wire. The error names the field.
void fill(::studio::v1::CardCheckDone& out, const engine::CardCheckDone& check);
[[nodiscard]] std::expected<engine::CardCheckDone, std::string> read_card_check(const ::studio::v1::CardCheckDone& message);

} // namespace proto::codec
