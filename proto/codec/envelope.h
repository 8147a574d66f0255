// Events in their envelopes: what the journal stores, the feed publishes and replay returns is the same bytes. No state, any thread.
#pragma once

#include "engine/core/event.h"
#include "studio/v1/feed.pb.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace proto::codec {

inline constexpr std::uint32_t schema_version = 1;
inline constexpr std::size_t hash_size = 32;
using Hash = std::array<std::byte, hash_size>;

// What stands beside the event. `seq` counts the table's public events, or one distributor's private ones.
struct EnvelopeHead {
    std::string studio_id;
    std::string table_id;
    std::uint64_t epoch = 0;
    std::uint64_t seq = 0;
    engine::Time at{};
    std::string rules_version;
    friend bool operator==(const EnvelopeHead&, const EnvelopeHead&) = default;
};

struct Heartbeat {
    std::uint64_t next_seq = 0;
    friend bool operator==(const Heartbeat&, const Heartbeat&) = default;
};

struct DecodedEnvelope {
    EnvelopeHead head;
    std::variant<engine::Event, Heartbeat> body;
    std::optional<Hash> hash; // a heartbeat has none
    friend bool operator==(const DecodedEnvelope&, const DecodedEnvelope&) = default;
};

// Bytes without the hash. A public event becomes an Envelope, a wager event a PrivateEnvelope of its distributor: neither can end up in the
// other's stream, because neither message has a place for it.
[[nodiscard]] std::string encode_envelope(const EnvelopeHead& head, const engine::Event& event);
[[nodiscard]] std::string encode_private_envelope(const EnvelopeHead& head, const engine::Event& event);
// Completes the bytes of an envelope: field 15 in its own encoding.
void append_hash(std::string& bytes, std::span<const std::byte, hash_size> hash);
// The bytes before append_hash, the ones the journal's hash covers; the whole when they do not end in a hash.
[[nodiscard]] std::string_view without_hash(std::string_view bytes);
[[nodiscard]] std::string encode_heartbeat(const EnvelopeHead& head, std::uint64_t next_seq);

// The error is one line that names the field: "schema: version 2 is not known", "card_revealed.card: "Xx" is not a card".
[[nodiscard]] std::expected<DecodedEnvelope, std::string> decode_envelope(std::string_view bytes);
[[nodiscard]] std::expected<DecodedEnvelope, std::string> decode_private_envelope(std::string_view bytes);

// One line of Protobuf's JSON with the schema's field names; 64-bit numbers are texts there and bytes are base64.
[[nodiscard]] std::string envelope_json(const ::studio::v1::Envelope& envelope);
[[nodiscard]] std::string envelope_json(const ::studio::v1::PrivateEnvelope& envelope);

} // namespace proto::codec
