#include "studio/journal/journal_export.h"

#include "studio/journal/entry_codec.h"

#include <sodium.h>

#include <algorithm>
#include <ostream>
#include <set>
#include <vector>

namespace studio {

namespace {

std::string text_field(std::string_view key, std::string_view value) {
    return json_text(key) + ":" + json_text(value);
}
std::string number_field(std::string_view key, std::uint64_t value) {
    return json_text(key) + ":" + std::to_string(value);
}
std::string time_field(std::string_view key, engine::Time at) {
    return json_text(key) + ":" + json_text(std::to_string(at.time_since_epoch().count())); // a text: JSON's numbers end at 2^53
}

std::string identity_fields(const JournalIdentity& identity) {
    return number_field("format", static_cast<std::uint64_t>(journal_format)) + "," + text_field("studio_id", identity.studio_id) + "," +
           text_field("table_id", identity.table_id) + "," + number_field("epoch", identity.epoch) + "," +
           time_field("created_at_ns", identity.created_at) + "," + text_field("rules_text", identity.rules_text) + "," +
           text_field("rules_version", identity.rules_version) + "," + text_field("genesis", hex(genesis_hash(identity)));
}

std::string entry_fields(const StoredEntry& entry) {
    return number_field("entry_no", entry.entry_no) + "," + time_field("at_ns", entry.at) + "," + text_field("source", entry.source) + "," +
           text_field("correlation", entry.correlation) + "," + text_field("prev_hash", hex(entry.previous)) + "," +
           text_field("hash", hex(entry.hash));
}

// The stretch of entries that hold a round's events.
struct Stretch {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
};
Stretch stretch_of(Database& database, const std::string& round_id) {
    Statement row(database, "SELECT min(entry_no), max(entry_no) FROM (SELECT entry_no FROM events WHERE round_id = ?1 "
                            "UNION ALL SELECT entry_no FROM private_events WHERE round_id = ?1)");
    row.bind_text(1, round_id).step();
    return {row.counter(0), row.counter(1)};
}

// What ran the table when the round ended: the newest record of it, as an input; null where there is none.
std::string software_json(Database& database, std::uint64_t last_entry) {
    Statement row(database, "SELECT entry_no, at_ns, source, input FROM entries WHERE entry_no <= ?1 AND source = 'studio' "
                            "ORDER BY entry_no DESC");
    row.bind(1, last_entry);
    while (row.step() == Statement::Row::READY) {
        StoredEntry entry;
        entry.entry_no = row.counter(0);
        entry.at = engine::Time(engine::Duration(row.number(1)));
        entry.source = row.bytes(2);
        entry.input = row.bytes(3);
        const auto input = recorded_input(entry);
        if (!input) throw JournalError(JournalTrouble::NOT_SOUND, database.path(), input.error(), entry.entry_no);
        if (std::holds_alternative<engine::RecordSoftware>(input->input))
            return "{" + number_field("entry_no", entry.entry_no) + ",\"input\":" + input_json(database.path(), entry) + "}";
    }
    return "null";
}

// An entry without events belongs to the round in whose stretch it lies; one with events to the rounds that they name.
enum class Part : std::uint8_t { OF_ROUND, OF_ANOTHER };
Part part_of(const StoredEntry& entry, const std::string& round_id) {
    const bool mine = entry.events.empty() ||
                      std::ranges::any_of(entry.events, [&](const auto& event) { return event.round_id == round_id; }) ||
                      std::ranges::all_of(entry.events, [](const auto& event) { return event.round_id.empty(); });
    return mine ? Part::OF_ROUND : Part::OF_ANOTHER;
}

void write_chained_entry(const std::filesystem::path& path, const StoredEntry& entry, const std::string& round_id, std::ostream& out) {
    out << "{" << entry_fields(entry) << ",\"of_this_round\":" << (part_of(entry, round_id) == Part::OF_ROUND ? "true" : "false") << ","
        << text_field("input_hex", hex(entry.input)) << ",\"input\":" << input_json(path, entry) << ",\"events\":[";
    for (const auto& event : entry.events) {
        if (&event != &entry.events.front()) out << ",";
        out << "{" << number_field("seq", event.seq) << "," << text_field("distributor", event.distributor) << ","
            << text_field("bytes_hex", hex(event.bytes)) << ",\"envelope\":" << event_json(path, event) << "}";
    }
    out << "]}";
}

std::string base64(const std::string& bytes) {
    const std::vector<unsigned char> data(bytes.begin(), bytes.end());
    std::string text(sodium_base64_ENCODED_LEN(data.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
    sodium_bin2base64(text.data(), text.size(), data.data(), data.size(), sodium_base64_VARIANT_ORIGINAL);
    text.pop_back(); // the closing zero
    return text;
}

// The pictures that a round's observations name, each once, in the order of the entries.
class StillList {
public:
    explicit StillList(std::string table) : table_(std::move(table)) {}

    void add(const StoredEntry& entry) {
        const auto input = recorded_input(entry);
        const auto* seen = input ? std::get_if<engine::SlotObserved>(&input->input) : nullptr;
        if (seen == nullptr || seen->still_sha256.empty() || !known_.insert(seen->still_sha256).second) return;
        stills_.push_back({entry.entry_no, *seen});
    }

    void write(const StillOf& still_of, std::ostream& out) const {
        for (const auto& [entry_no, seen] : stills_) {
            const auto bytes = still_of ? still_of(table_, seen.still_sha256) : std::nullopt;
            const bool sound = bytes && hex(Sha256().raw(*bytes).finish()) == seen.still_sha256;
            if (entry_no != stills_.front().entry_no) out << ",";
            out << "{" << number_field("entry_no", entry_no) << "," << text_field("slot", seen.slot.text()) << ","
                << text_field("card", seen.card ? seen.card->text() : "") << "," << number_field("frame", seen.frame) << ","
                << text_field("sha256", seen.still_sha256) << ",\"jpeg_base64\":" << (sound ? json_text(base64(*bytes)) : "null") << ","
                << text_field("fault", sound   ? ""
                                       : bytes ? "the file is not the picture that the hash names"
                                               : "not kept")
                << "}";
        }
    }

private:
    struct Named {
        std::uint64_t entry_no = 0;
        engine::SlotObserved seen;
    };
    std::string table_;
    std::set<std::string> known_;
    std::vector<Named> stills_;
};

} // namespace

void export_journal(const std::filesystem::path& path, std::ostream& out) {
    auto database = open_journal(path, audit_mode(path));
    const Transaction one_state(database, "BEGIN");
    out << "{\"journal\":{" << identity_fields(read_identity(database)) << "}}\n";
    EntryScan scan(database);
    while (const auto entry = scan.next()) {
        if (entry->hash.empty()) throw JournalError(JournalTrouble::NOT_SOUND, path, "the entry itself is missing", entry->entry_no);
        out << "{\"entry\":{" << entry_fields(*entry) << "},\"input\":" << input_json(path, *entry) << "}\n";
        for (const auto& event : entry->events)
            out << "{" << number_field("entry_no", entry->entry_no) << (event.distributor.empty() ? ",\"event\":" : ",\"private_event\":")
                << event_json(path, event) << "}\n";
    }
}

Dossier write_dossier(const std::filesystem::path& path, const std::string& round_id, std::ostream& out, const StillOf& still_of) {
    auto database = open_journal(path, audit_mode(path));
    const Transaction one_state(database, "BEGIN");
    const auto stretch = stretch_of(database, round_id);
    if (stretch.first == 0) return Dossier::NO_SUCH_ROUND;
    const auto head = read_head(database);
    out << "{" << text_field("round_id", round_id) << ",\"journal\":{" << identity_fields(read_identity(database)) << "},\"chain\":{"
        << number_field("first_entry", stretch.first) << "," << number_field("last_entry", stretch.last) << ","
        << number_field("journal_entries", head.entry_no) << "," << text_field("journal_hash", hex(head.hash)) << ","
        << text_field("recompute", "SHA-256 as in studio/journal/FORMAT.md, \"The chain\"; an event's bytes without their last 34")
        << "},\"software\":" << software_json(database, stretch.last) << ",\"entries\":[";
    StillList stills(read_identity(database).table_id);
    EntryScan scan(database, stretch.first);
    for (auto entry = scan.next(); entry && entry->entry_no <= stretch.last; entry = scan.next()) {
        if (entry->entry_no != stretch.first) out << ",";
        write_chained_entry(path, *entry, round_id, out);
        if (part_of(*entry, round_id) == Part::OF_ROUND) stills.add(*entry);
    }
    out << "],\"stills\":[";
    stills.write(still_of, out);
    out << "]}\n";
    return Dossier::WRITTEN;
}

} // namespace studio
