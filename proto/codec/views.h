// The public state of a table: snapshots for late joiners and the status that every answer to a command carries. No state, any thread.
#pragma once

#include "engine/core/table.h"
#include "proto/codec/envelope.h"
#include "studio/v1/command.pb.h"
#include "studio/v1/replay.pb.h"

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace proto::codec {

// `head.seq` is the last event that the view contains.
[[nodiscard]] ::studio::v1::Snapshot snapshot_message(const EnvelopeHead& head, const engine::TableView& view);
[[nodiscard]] std::string encode_snapshot(const EnvelopeHead& head, const engine::TableView& view);

struct DecodedSnapshot {
    EnvelopeHead head;
    engine::TableView view;
};
// The error is one line that names the field.
[[nodiscard]] std::expected<DecodedSnapshot, std::string> decode_snapshot(const ::studio::v1::Snapshot& message);
[[nodiscard]] std::expected<DecodedSnapshot, std::string> decode_snapshot(std::string_view bytes);

[[nodiscard]] ::studio::v1::StatusReport status_report(std::string_view table_id, const engine::TableView& view,
                                                       const engine::Expected& expected);
// What the dealer is asked; for those who may see it.
void add_doubts(::studio::v1::StatusReport& report, const std::vector<engine::SlotObserved>& doubts);

} // namespace proto::codec
