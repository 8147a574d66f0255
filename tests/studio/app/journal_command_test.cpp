#include "studio/app/journal_command.h"

#include "studio/app/money_book.h"
#include "tests/studio/journal/studio_fixture.h"

#include <nlohmann/json.hpp>
#include <sodium.h>

#include <sstream>
#include <tuple>

namespace studio::app {
namespace {

using studio::testing::Folder;
using studio::testing::played;
using Json = nlohmann::json;

struct Run {
    int code = 0;
    std::string out;
    std::string err;
};
Run run(JournalAction action, const std::filesystem::path& file, const std::string& round = {}) {
    std::ostringstream out;
    std::ostringstream err;
    const int code = journal_command({action, file, round}, out, err);
    return {code, out.str(), err.str()};
}

std::string unhex(const std::string& text) {
    std::string bytes;
    for (std::size_t place = 0; place + 1 < text.size(); place += 2)
        bytes += static_cast<char>(std::stoi(text.substr(place, 2), nullptr, 16));
    return bytes;
}

TEST(JournalCommand, VerifiesAndReplays) {
    const Folder folder;
    const auto file = played(folder, 120);
    for (const auto action : {JournalAction::VERIFY, JournalAction::REPLAY}) {
        const auto done = run(action, file);
        EXPECT_EQ(done.code, 0) << done.err;
        const auto report = Json::parse(done.out);
        EXPECT_EQ(report["sound"], true);
        EXPECT_EQ(report["table_id"], "pd1");
        EXPECT_GT(report["events"], 20);
        EXPECT_EQ(done.err, "");
    }
}

TEST(JournalCommand, NamesWhatIsNotSound) {
    const Folder folder;
    const auto file = played(folder, 60);
    studio::testing::damage(file, "UPDATE entries SET input = x'0801' WHERE entry_no = 5");
    for (const auto action : {JournalAction::VERIFY, JournalAction::REPLAY, JournalAction::DOSSIER, JournalAction::MONEY}) {
        const auto done = run(action, file, "S1-R1");
        EXPECT_EQ(done.code, 1);
        EXPECT_NE(done.err.find("entry 5"), std::string::npos) << done.err;
        EXPECT_EQ(std::ranges::count(done.err, '\n'), 1);
    }
}

TEST(JournalCommand, WhatCannotBeReadIsBadUse) {
    const Folder folder;
    for (const auto action :
         {JournalAction::VERIFY, JournalAction::REPLAY, JournalAction::EXPORT, JournalAction::DOSSIER, JournalAction::MONEY}) {
        const auto done = run(action, folder.path() / "none.journal", "S1-R1");
        EXPECT_EQ(done.code, 2);
        EXPECT_NE(done.err.find("none.journal"), std::string::npos);
    }
    EXPECT_EQ(run(JournalAction::DOSSIER, played(folder, 10)).code, 2); // no round named
}

TEST(JournalCommand, SumsTheMoneyOfEachRoundAsItsEventsSay) {
    const Folder folder;
    MoneyBook book; // counts by code of its own
    {
        studio::testing::LiveTable table(folder.path());
        studio::testing::Dealer dealer(*table.sequencer, table.clock, 3);
        for (int turn = 0; turn < 20; ++turn) { // wherever in a round, or between two, that is
            dealer.play(47);
            std::ignore = table.sequencer->submit(engine::VoidRound{"the end", "sue", "max"}, "console:sue");
        }
        for (const auto& published : table.sink.all)
            book.take(published.event.event);
    }
    ASSERT_EQ(book.faults(), std::vector<std::string>{});
    const auto file = journal_path(folder.path(), "pd1");
    const auto done = run(JournalAction::MONEY, file);
    ASSERT_EQ(done.code, 0) << done.err;
    std::vector<Json> lines;
    std::istringstream text(done.out);
    for (std::string line; std::getline(text, line);)
        lines.push_back(Json::parse(line));
    ASSERT_GT(lines.size(), 3U);
    const auto all = lines.back();
    lines.pop_back();
    for (const auto* what : {"wagers", "taken", "paid_back", "refunded", "house", "open", "open_taken"}) {
        std::int64_t sum = 0;
        for (const auto& line : lines)
            sum += line[what].get<std::int64_t>();
        EXPECT_EQ(all[what], sum) << what;
    }
    const auto number = [&](const char* what) { return all[what].get<std::int64_t>(); };
    EXPECT_EQ(number("wagers") + number("open"), book.wagers());
    EXPECT_EQ(number("taken") + number("open_taken"), book.taken());
    EXPECT_EQ(number("open_taken"), book.open());
    EXPECT_EQ(number("paid_back") + number("refunded"), book.returned());
    EXPECT_EQ(number("house"), book.taken() - book.open() - book.returned());
    EXPECT_GT(number("paid_back"), 0);
    EXPECT_GT(number("refunded"), 0);
    const auto one = run(JournalAction::MONEY, file, lines[0]["round_id"]);
    EXPECT_EQ(Json::parse(one.out.substr(0, one.out.find('\n'))), lines[0]);
    EXPECT_EQ(run(JournalAction::MONEY, file, "S99-R99").code, 1);
}

TEST(JournalCommand, ExportsJsonLines) {
    const Folder folder;
    const auto done = run(JournalAction::EXPORT, played(folder, 60));
    ASSERT_EQ(done.code, 0) << done.err;
    std::istringstream lines(done.out);
    std::uint64_t entry = 0;
    std::uint64_t seq = 0;
    for (std::string line; std::getline(lines, line);) {
        const auto json = Json::parse(line);
        if (json.contains("entry")) {
            EXPECT_EQ(json["entry"]["entry_no"], ++entry);
        }
        if (json.contains("event")) {
            EXPECT_EQ(json["event"]["seq"], std::to_string(++seq));
            EXPECT_EQ(json["entry_no"], entry);
        }
    }
    EXPECT_GT(seq, 10U);
}

// A third party's check: nothing but the document, FORMAT.md and SHA-256.
TEST(JournalCommand, ADossierProvesItsChain) {
    const Folder folder;
    const auto file = played(folder, 300);
    const auto done = run(JournalAction::DOSSIER, file, "S1-R1");
    ASSERT_EQ(done.code, 0) << done.err;
    const auto dossier = Json::parse(done.out);
    std::string previous;
    const auto sized = [](const std::string& bytes) {
        const auto size = bytes.size();
        return std::string{static_cast<char>(size >> 24U), static_cast<char>(size >> 16U), static_cast<char>(size >> 8U),
                           static_cast<char>(size)} +
               bytes;
    };
    const auto number = [](std::uint64_t value) {
        std::string bytes;
        for (unsigned shift = 64; shift > 0; shift -= 8)
            bytes += static_cast<char>(value >> (shift - 8));
        return bytes;
    };
    std::size_t revealed = 0;
    for (const auto& entry : dossier["entries"]) {
        if (!previous.empty()) {
            EXPECT_EQ(entry["prev_hash"], previous);
        }
        auto fed = unhex(entry["prev_hash"]) + number(entry["entry_no"]) + number(std::stoull(entry["at_ns"].get<std::string>())) +
                   sized(entry["source"]) + sized(entry["correlation"]) + sized(unhex(entry["input_hex"])) + number(entry["events"].size());
        for (const auto& event : entry["events"]) {
            const auto bytes = unhex(event["bytes_hex"]);
            fed += sized(event["distributor"]) + sized(bytes.substr(0, bytes.size() - 34));
            if (event["envelope"].contains("card_revealed")) ++revealed;
        }
        std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
        crypto_hash_sha256(hash.data(), std::vector<unsigned char>(fed.begin(), fed.end()).data(), fed.size());
        EXPECT_EQ(hex(std::string(hash.begin(), hash.end())), entry["hash"]);
        previous = entry["hash"];
    }
    EXPECT_EQ(revealed, 12U);
    EXPECT_EQ(run(JournalAction::DOSSIER, file, "S9-R9").code, 1);
}

TEST(JournalCommand, AClosedTablesJournalIsPutAwayAndAnOpenOnesIsNot) {
    const Folder folder;
    const auto file = journal_path(folder.path(), "pd1");
    const auto submit = [&](const engine::Input& input) {
        studio::testing::LiveTable table(folder.path());
        ASSERT_TRUE(table.sequencer->submit(input, "test"));
    };
    submit(engine::OpenTable{"anna", "anna"});
    const auto refused = run(JournalAction::ARCHIVE, file);
    EXPECT_EQ(refused.code, 1);
    EXPECT_NE(refused.err.find("table pd1 is not closed"), std::string::npos) << refused.err;
    submit(engine::CloseTable{"anna"});
    {
        const studio::testing::LiveTable held(folder.path());
        EXPECT_EQ(run(JournalAction::ARCHIVE, file).code, 2) << "its studio runs";
    }
    EXPECT_TRUE(std::filesystem::exists(file));
    const auto done = run(JournalAction::ARCHIVE, file);
    ASSERT_EQ(done.code, 0) << done.err;
    const std::filesystem::path archived = Json::parse(done.out)["archived"].get<std::string>();
    EXPECT_FALSE(std::filesystem::exists(file));
    EXPECT_EQ(run(JournalAction::VERIFY, archived).code, 0);
    submit(engine::OpenTable{"anna", "anna"});
    EXPECT_GT(JournalReader(file).identity().epoch, Json::parse(done.out)["epoch"].get<std::uint64_t>());
}

// PROC.evidence: the one that was in force as the round ended, not a later one.
TEST(JournalCommand, ADossierSaysWhatRanTheTable) {
    const Folder folder;
    const auto record = [](const std::string& version) {
        return engine::RecordSoftware{{.version = version, .parts = {{"settings", std::string(64, 'a')}}, .clock = {}}, ""};
    };
    const auto file = journal_path(folder.path(), "pd1");
    {
        studio::testing::LiveTable table(folder.path());
        ASSERT_TRUE(table.sequencer->submit(record("1.0"), "studio"));
        ASSERT_TRUE(table.sequencer->submit(record("1.1"), "studio"));
        studio::testing::Dealer(*table.sequencer, table.clock, 3).play(300);
        ASSERT_TRUE(table.sequencer->submit(record("2.0"), "studio"));
    }
    const auto software = Json::parse(run(JournalAction::DOSSIER, file, "S1-R1").out)["software"];
    EXPECT_EQ(software["entry_no"], 2);
    EXPECT_EQ(software["input"]["record_software"]["record"]["version"], "1.1");
    EXPECT_TRUE(Json::parse(run(JournalAction::DOSSIER, played(Folder(), 300), "S1-R1").out)["software"].is_null());
}

TEST(JournalCommand, ADossierShowsTheStillsThatItsEventsName) {
    const Folder folder;
    std::filesystem::create_directories(folder.path() / "journals");
    const auto file = folder.path() / "journals/pd1.journal";
    std::filesystem::rename(played(folder, 300), file);
    const auto still = folder.path() / "stills/pd1/S1-R1" / (studio::testing::still_of_every_card + ".jpg");
    const auto shown = [&] {
        auto dossier = Json::parse(run(JournalAction::DOSSIER, file, "S1-R1").out);
        EXPECT_EQ(dossier["stills"].size(), 1U); // one picture, shown once
        return dossier["stills"].front();
    };
    EXPECT_EQ(shown()["sha256"], studio::testing::still_of_every_card);
    EXPECT_EQ(shown()["jpeg_base64"], nullptr);
    EXPECT_EQ(shown()["fault"], "not kept");
    std::filesystem::create_directories(still.parent_path());
    studio::testing::write_file(still, "a picture");
    EXPECT_EQ(shown()["jpeg_base64"], "YSBwaWN0dXJl");
    EXPECT_EQ(shown()["fault"], "");
    studio::testing::write_file(still, "another picture");
    EXPECT_EQ(shown()["jpeg_base64"], nullptr);
    EXPECT_EQ(shown()["fault"], "the file is not the picture that the hash names");
}

} // namespace
} // namespace studio::app
