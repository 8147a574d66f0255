#include "proto/codec/reader.h"

namespace proto::codec {

void fill(messages::SoftwareRecord& out, const engine::SoftwareRecord& record) {
    out.set_when(to_wire(record.when));
    out.set_version(record.version);
    for (const auto& part : record.parts) {
        auto& added = *out.add_parts();
        added.set_name(part.name);
        added.set_sha256(part.sha256);
    }
    auto& clock = *out.mutable_clock();
    clock.set_synchronised(record.clock.synchronised);
    clock.set_offset_us(record.clock.offset_us);
    clock.set_max_error_us(record.clock.max_error_us);
}

engine::SoftwareRecord read_software(Reader& reader, const messages::SoftwareRecord& message) {
    const auto& clock = message.clock();
    engine::SoftwareRecord record{.when = reader.value<engine::RecordedWhen>("when", message.when()),
                                  .version = message.version(),
                                  .parts = {},
                                  .clock = {clock.synchronised(), clock.offset_us(), clock.max_error_us()}};
    for (const auto& part : message.parts())
        record.parts.push_back({part.name(), part.sha256()});
    return record;
}

} // namespace proto::codec
