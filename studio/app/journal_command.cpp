#include "studio/app/journal_command.h"

#include "studio/app/journal_money.h"
#include "studio/journal/entry_codec.h"
#include "studio/journal/journal_check.h"
#include "studio/journal/journal_export.h"
#include "studio/journal/journal_reader.h"
#include "studio/journal/journal_writer.h"
#include "studio/runtime/still_store.h"
#include "studio/v1/feed.pb.h"

#include <fstream>
#include <ranges>
#include <sstream>

namespace studio::app {

namespace {

int exit_code_of(JournalTrouble trouble) {
    return trouble == JournalTrouble::NOT_SOUND || trouble == JournalTrouble::NOT_A_JOURNAL ? 1 : 2;
}

std::string summary(const JournalReport& report) {
    std::string line = "{\"file\":" + json_text(report.path.string()) + ",\"sound\":" + (report.sound() ? "true" : "false");
    if (report.identity) {
        line += ",\"studio_id\":" + json_text(report.identity->studio_id) + ",\"table_id\":" + json_text(report.identity->table_id) +
                ",\"epoch\":" + std::to_string(report.identity->epoch) + ",\"rules_version\":" + json_text(report.identity->rules_version);
    }
    line += ",\"entries\":" + std::to_string(report.entries) + ",\"events\":" + std::to_string(report.events) +
            ",\"private_events\":" + std::to_string(report.private_events) + ",\"hash\":" + json_text(hex(report.hash));
    if (!report.sound()) line += ",\"bad_entry\":" + std::to_string(report.bad_entry) + ",\"fault\":" + json_text(report.fault);
    return line + "}\n";
}

int told(const JournalReport& report, std::ostream& out, std::ostream& err) {
    out << summary(report);
    if (report.sound()) return 0;
    err << report.fault << "\n";
    return exit_code_of(*report.trouble);
}

std::optional<std::string> still_in(const std::filesystem::path& folder, const std::string& table, const std::string& sha256) {
    const auto file = runtime::find_still(folder, table, sha256);
    if (file.empty()) return std::nullopt;
    std::ifstream in(file, std::ios::binary);
    std::ostringstream bytes;
    bytes << in.rdbuf();
    return bytes.str();
}

Dossier write_dossier(const JournalCommand& command, std::ostream& out) {
    const auto stills =
        command.stills.empty() ? std::filesystem::absolute(command.file).parent_path().parent_path() / "stills" : command.stills;
    const auto still_of = [&](const std::string& table, const std::string& sha256) { return still_in(stills, table, sha256); };
    return studio::write_dossier(command.file, command.round_id, out, still_of);
}

int write_text(const JournalCommand& command, std::ostream& out, std::ostream& err) {
    if (command.action == JournalAction::EXPORT) {
        export_journal(command.file, out);
        return 0;
    }
    if (command.action == JournalAction::DOSSIER && command.round_id.empty()) {
        err << "studio journal dossier: --round is missing\n";
        return 2;
    }
    // Dossier and sums are evidence: nothing is taken from a journal that is not sound.
    if (const auto report = verify(command.file); !report.sound()) {
        err << report.fault << "\n";
        return exit_code_of(*report.trouble);
    }
    if (command.action == JournalAction::MONEY ? write_money(command.file, command.round_id, out) == MoneyReport::WRITTEN
                                               : write_dossier(command, out) == Dossier::WRITTEN)
        return 0;
    err << command.file.string() << ": no round " << command.round_id << "\n";
    return 1;
}

// As the newest word on it says; a journal without one is of a table that was never opened.
bool is_closed(const std::filesystem::path& file) {
    constexpr std::uint64_t stretch = 1000;
    JournalReader reader(file);
    for (auto to = reader.last_seq(); to > 0; to = to > stretch ? to - stretch : 0) {
        const auto events = reader.read_events(to > stretch ? to - stretch + 1 : 1, to, stretch);
        for (const auto& event : std::views::reverse(events)) {
            v1::Envelope envelope;
            if (!envelope.ParseFromString(event.bytes)) throw JournalError(JournalTrouble::NOT_SOUND, file, "no envelope", event.entry_no);
            if (envelope.has_table_status()) return envelope.table_status().state() == v1::TABLE_STATE_CLOSED;
        }
    }
    return true;
}

// Nothing of a table that is open is put away: its wagers would have no end.
int put_away(const std::filesystem::path& file, std::ostream& out, std::ostream& err) {
    const auto report = verify(file);
    if (!report.sound()) return told(report, out, err);
    if (!is_closed(file)) {
        err << file.string() << ": table " << report.identity->table_id << " is not closed: close it, and stop its studio\n";
        return 1;
    }
    const auto target = JournalWriter::archive(file.parent_path(), report.identity->table_id);
    out << "{\"table_id\":" << json_text(report.identity->table_id) << ",\"epoch\":" << report.identity->epoch
        << ",\"archived\":" << json_text(target.string()) << "}\n";
    return 0;
}

} // namespace

int journal_command(const JournalCommand& command, std::ostream& out, std::ostream& err) {
    int code = 0;
    try {
        switch (command.action) {
        case JournalAction::VERIFY: code = told(verify(command.file), out, err); break;
        case JournalAction::REPLAY: code = told(replay(command.file), out, err); break;
        case JournalAction::ARCHIVE: code = put_away(command.file, out, err); break;
        case JournalAction::EXPORT:
        case JournalAction::MONEY:
        case JournalAction::DOSSIER: code = write_text(command, out, err); break;
        }
    } catch (const JournalError& error) {
        err << error.what() << "\n";
        return exit_code_of(error.trouble);
    } catch (const SqliteError& error) {
        err << error.what() << "\n";
        return 1; // it could be opened, so a page of it is damaged
    }
    out.flush();
    if (!out) {
        err << "studio journal: the output cannot be written\n";
        return 2;
    }
    return code;
}

} // namespace studio::app
