#include "studio/journal/entry_codec.h"

#include "proto/codec/envelope.h"
#include "proto/codec/inputs.h"
#include "studio/v1/journal.pb.h"

#include <google/protobuf/util/json_util.h>

namespace studio {

namespace {

namespace codec = proto::codec;
namespace messages = ::studio::v1;

codec::EnvelopeHead head_of(const JournalIdentity& identity, engine::Time at, std::uint64_t seq) {
    return {identity.studio_id, identity.table_id, identity.epoch, seq, at, identity.rules_version};
}

std::string column_fault(const JournalIdentity& identity, const StoredEvent& event) {
    const auto name = (event.distributor.empty() ? "event " : "private event ") + std::to_string(event.seq) + ": ";
    const auto decoded = event.distributor.empty() ? codec::decode_envelope(event.bytes) : codec::decode_private_envelope(event.bytes);
    if (!decoded) return name + decoded.error();
    const auto* body = std::get_if<engine::Event>(&decoded->body);
    if (body == nullptr) return name + "it is no event";
    if (decoded->head != head_of(identity, event.at, event.seq) || body->round_id != event.round_id)
        return name + "its columns (number, time, round) are not what its message says";
    return {};
}

template <typename Message>
Message parsed(const std::filesystem::path& path, std::uint64_t entry, const std::string& bytes) {
    Message message;
    if (!message.ParseFromString(bytes)) throw JournalError(JournalTrouble::NOT_SOUND, path, "its bytes are no message", entry);
    return message;
}

} // namespace

std::string event_bytes(const JournalIdentity& identity, engine::Time at, const SequencedEvent& event) {
    const auto head = head_of(identity, at, event.seq);
    return event.distributor.empty() ? codec::encode_envelope(head, event.event) : codec::encode_private_envelope(head, event.event);
}

std::string input_bytes(const engine::Input& input, const engine::InputMeta& meta) {
    return codec::encode_input(input, meta);
}

std::expected<RecordedInput, std::string> recorded_input(const StoredEntry& entry) {
    auto decoded = codec::decode_input(entry.input);
    if (!decoded) return std::unexpected("its input: " + decoded.error());
    if (decoded->meta.at != entry.at || decoded->meta.source != entry.source)
        return std::unexpected(std::string("its columns (time, source) are not what its input says"));
    return RecordedInput{entry.entry_no, std::move(decoded->input), std::move(decoded->meta), entry.correlation};
}

std::string column_fault(const JournalIdentity& identity, const StoredEntry& entry) {
    if (const auto input = recorded_input(entry); !input) return input.error();
    for (const auto& event : entry.events)
        if (auto fault = column_fault(identity, event); !fault.empty()) return fault;
    return {};
}

std::string event_json(const std::filesystem::path& path, const StoredEvent& event) {
    return event.distributor.empty() ? codec::envelope_json(parsed<messages::Envelope>(path, event.entry_no, event.bytes))
                                     : codec::envelope_json(parsed<messages::PrivateEnvelope>(path, event.entry_no, event.bytes));
}

std::string input_json(const std::filesystem::path& path, const StoredEntry& entry) {
    google::protobuf::util::JsonPrintOptions options; // those of envelope_json
    options.preserve_proto_field_names = true;
    options.always_print_primitive_fields = true;
    std::string line;
    const auto input = parsed<messages::JournalInput>(path, entry.entry_no, entry.input);
    if (!google::protobuf::util::MessageToJsonString(input, &line, options).ok())
        throw JournalError(JournalTrouble::NOT_SOUND, path, "its input cannot be shown", entry.entry_no);
    return line;
}

std::string json_text(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out = "\"";
    for (const char symbol : text) {
        const auto byte = static_cast<unsigned char>(symbol);
        if (symbol == '"' || symbol == '\\') out += '\\';
        if (byte >= 0x20) {
            out += symbol;
        } else {
            out += "\\u00";
            out += digits[byte >> 4U];
            out += digits[byte & 15U];
        }
    }
    return out + '"';
}

} // namespace studio
