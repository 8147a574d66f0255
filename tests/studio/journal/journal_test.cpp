#include "proto/codec/envelope.h"
#include "studio/journal/journal_export.h"
#include "studio/journal/rules.h"
#include "studio/journal/wal_check.h"
#include "tests/studio/journal/studio_fixture.h"

#include <csignal>
#include <functional>
#include <sstream>

#include <sys/resource.h>

namespace studio::testing {
namespace {

JournalTrouble trouble_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const JournalError& error) {
        return error.trouble;
    }
    ADD_FAILURE() << "no JournalError";
    return JournalTrouble::UNREADABLE;
}

// Nothing more goes into any file of this process, as on a disk that is full.
class FullDisk {
public:
    FullDisk() : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        if (::getrlimit(RLIMIT_FSIZE, &before_) != 0) throw std::runtime_error("the limit of a file's size is not known");
        auto limit = before_;
        limit.rlim_cur = 0;
        if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) throw std::runtime_error("the limit of a file's size cannot be set");
    }
    ~FullDisk() {
        (void)::setrlimit(RLIMIT_FSIZE, &before_);
        (void)std::signal(SIGXFSZ, handler_);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int);
};

TEST(Journal, PublishedBytesAreTheStoredBytes) { // invariant 1, and "the same bytes everywhere"
    const Folder folder;
    LiveTable table(folder.path());
    JournalReader reader(journal_path(folder.path(), "pd1"));
    table.sink.before_each = [&](const Published& event) { // read by another connection before anybody hears of it
        if (!event.event.distributor.empty()) {
            const auto stored = reader.read_private(event.event.distributor, event.event.seq, 1);
            ASSERT_EQ(stored.size(), 1U);
            EXPECT_EQ(stored[0].bytes, event.bytes);
            return;
        }
        const auto stored = reader.read_events(event.event.seq, event.event.seq, 10);
        ASSERT_EQ(stored.size(), 1U);
        EXPECT_EQ(stored[0].bytes, event.bytes);
        const auto decoded = proto::codec::decode_envelope(event.bytes);
        ASSERT_TRUE(decoded) << decoded.error();
        EXPECT_EQ(decoded->head.seq, event.event.seq);
        EXPECT_TRUE(decoded->hash);
    };
    Dealer(*table.sequencer, table.clock, 3).play(150);
    EXPECT_GT(table.sink.all.size(), 50U);
    EXPECT_EQ(reader.last_seq() + 1, table.sequencer->next_seq());
}

TEST(Journal, GoesOnAfterARestartWhereItEnds) {
    const Folder folder;
    std::string digest;
    std::uint64_t next = 0;
    std::uint64_t epoch = 0;
    {
        LiveTable table(folder.path());
        Dealer(*table.sequencer, table.clock, 3).play(200);
        digest = table.sequencer->table()->digest();
        next = table.sequencer->next_seq();
        epoch = table.writer->identity().epoch;
    }
    LiveTable table(folder.path());
    EXPECT_EQ(table.sequencer->table()->digest(), digest);
    EXPECT_EQ(table.sequencer->next_seq(), next);
    EXPECT_EQ(table.writer->identity().epoch, epoch);
    Dealer(*table.sequencer, table.clock, 4).play(50);
    EXPECT_FALSE(table.sequencer->stopped()) << table.sequencer->stop_reason();
    EXPECT_GT(table.sequencer->next_seq(), next);
    const auto report = replay(journal_path(folder.path(), "pd1"));
    EXPECT_TRUE(report.sound()) << report.fault;
}

TEST(Journal, SameInputsMakeTheSameFile) { // invariant 3: the chain's last hash stands for every byte before it
    std::vector<std::string> hashes;
    for (int run = 0; run < 2; ++run) {
        const Folder folder;
        const auto report = verify(played(folder, 200));
        ASSERT_TRUE(report.sound()) << report.fault;
        hashes.push_back(report.hash);
    }
    EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(Journal, ManyInputsInOneTransactionAreWrittenAsOneByOne) {
    MemoryJournal memory;
    FakeClock clock;
    CollectingSink sink;
    Sequencer sequencer(engine::make_table({}), clock, memory, sink);
    Dealer(sequencer, clock, 3).play(400);
    const std::span<const JournalEntry> entries(memory.stored);
    ASSERT_NE(entries.size() % 16, 0u) << "rows that fill no run of a statement";
    std::vector<JournalReport> reports;
    for (const auto together : {std::size_t{1}, entries.size()}) {
        const Folder folder;
        auto writer = JournalWriter::open(folder.path(), setup_of());
        for (std::size_t first = 0; first < entries.size(); first += together)
            (void)writer->commit(entries.subspan(first, together));
        writer.reset();
        reports.push_back(verify(journal_path(folder.path(), "pd1")));
        ASSERT_TRUE(reports.back().sound()) << reports.back().fault;
    }
    EXPECT_EQ(reports[0].hash, reports[1].hash);
    EXPECT_EQ(reports[1].entries, entries.size());
    EXPECT_EQ(reports[0].private_events, reports[1].private_events);
    EXPECT_GT(reports[1].private_events, 16u);
}

TEST(Journal, ATableHasOneWriter) { // invariant 6
    const Folder folder;
    auto first = JournalWriter::open(folder.path(), setup_of());
    try {
        (void)JournalWriter::open(folder.path(), setup_of());
        FAIL() << "two writers";
    } catch (const JournalError& error) {
        EXPECT_EQ(error.trouble, JournalTrouble::LOCKED);
        EXPECT_NE(std::string(error.what()).find("pd1.journal"), std::string::npos);
    }
    const auto other_table = JournalWriter::open(folder.path(), setup_of("pd2"));
    first.reset();
    EXPECT_NO_THROW((void)JournalWriter::open(folder.path(), setup_of()));
}

TEST(Journal, OfOtherRulesStudioOrTableIsRefused) {
    const Folder folder;
    (void)played(folder, 20);
    auto setup = setup_of();
    setup.rules_text = engine::rules_text({.game = "pok-deng", .betting = 20s});
    EXPECT_EQ(trouble_of([&] { (void)JournalWriter::open(folder.path(), setup); }), JournalTrouble::MISMATCH);
    setup = setup_of();
    setup.studio_id = "studio-2";
    EXPECT_EQ(trouble_of([&] { (void)JournalWriter::open(folder.path(), setup); }), JournalTrouble::MISMATCH);
    std::filesystem::rename(journal_path(folder.path(), "pd1"), journal_path(folder.path(), "pd9"));
    EXPECT_EQ(trouble_of([&] { (void)JournalWriter::open(folder.path(), setup_of("pd9")); }), JournalTrouble::MISMATCH);
    EXPECT_EQ(trouble_of([&] { (void)JournalWriter::open(folder.path(), setup_of("../pd1")); }), JournalTrouble::MISMATCH);
}

TEST(Journal, PutAwayMakesRoomForANewEpoch) {
    const Folder folder;
    (void)played(folder, 30);
    const auto old = JournalWriter::archive(folder.path(), "pd1");
    EXPECT_TRUE(verify(old).sound());
    auto setup = setup_of();
    setup.now -= 24h; // even when the clock was set back
    const auto writer = JournalWriter::open(folder.path(), setup);
    EXPECT_EQ(writer->identity().epoch, verify(old).identity->epoch + 1);
    EXPECT_EQ(writer->head().entry_no, 0U);
}

TEST(Journal, TakesNoCommitBeforeItHasBeenRead) {
    const Folder folder;
    (void)played(folder, 30);
    const auto writer = JournalWriter::open(folder.path(), setup_of());
    const JournalEntry entry{writer->head().entry_no + 1, engine::StartRound{"anna"}, {start_time + 24h, 1, "a"}, "", {}};
    EXPECT_EQ(trouble_of([&] { (void)writer->commit({&entry, 1}); }), JournalTrouble::NOT_RECOVERED);
    EXPECT_EQ(verify(journal_path(folder.path(), "pd1")).entries, writer->head().entry_no);
}

TEST(Journal, NewerFormatIsAClearError) {
    const Folder folder;
    const auto path = played(folder, 10);
    damage(path, "PRAGMA user_version = 2");
    const auto before = read_file(path);
    const auto report = verify(path);
    EXPECT_EQ(report.trouble, JournalTrouble::NEWER_FORMAT);
    EXPECT_NE(report.fault.find("format version 2 is newer"), std::string::npos);
    EXPECT_EQ(trouble_of([&] { (void)JournalWriter::open(folder.path(), setup_of()); }), JournalTrouble::NEWER_FORMAT);
    EXPECT_EQ(read_file(path), before);
}

TEST(Journal, WhatIsNoJournalIsNotOverwritten) {
    const Folder folder;
    const auto path = journal_path(folder.path(), "pd1");
    for (const auto& contents :
         {std::string("a letter to a friend, long enough to have a header of its own in a file"), std::string(), std::string(5000, 'x')}) {
        write_file(path, contents);
        EXPECT_EQ(verify(path).trouble, JournalTrouble::NOT_A_JOURNAL);
        EXPECT_EQ(verify(path).fault.find(path.string(), 1), std::string::npos) << "named once: " << verify(path).fault;
        EXPECT_EQ(trouble_of([&] { (void)JournalWriter::open(folder.path(), setup_of()); }), JournalTrouble::NOT_A_JOURNAL);
        EXPECT_EQ(read_file(path), contents);
    }
    EXPECT_EQ(verify(folder.path() / "none.journal").trouble, JournalTrouble::UNREADABLE);
    EXPECT_EQ(verify(folder.path()).trouble, JournalTrouble::UNREADABLE);
}

struct Damage {
    const char* sql;
    std::uint64_t entry; // 0 = not about an entry
};

TEST(Journal, VerifyNamesTheFirstBadEntry) {
    const Folder folder;
    const auto path = played(folder, 60);
    const auto whole = read_file(path);
    ASSERT_TRUE(verify(path).sound());
    const Damage all[] = {
        {"DELETE FROM entries WHERE entry_no = 7", 8},
        {"DELETE FROM entries WHERE entry_no = 8; UPDATE events SET entry_no = 9 WHERE entry_no = 8", 9},
        {"UPDATE entries SET input = x'0801' WHERE entry_no = 5", 5},
        {"UPDATE entries SET at_ns = at_ns + 1 WHERE entry_no = 6", 6},
        {"UPDATE entries SET source = 'console:eve' WHERE entry_no = 4", 4},
        {"UPDATE entries SET correlation = 'x' WHERE entry_no = 4", 4},
        {"UPDATE entries SET prev_hash = zeroblob(32) WHERE entry_no = 3", 3},
        {"UPDATE entries SET hash = zeroblob(32) WHERE entry_no = 3", 3},
        {"UPDATE events SET round_id = 'S9-R9' WHERE seq = 1", 1},
        {"UPDATE events SET at_ns = at_ns + 1 WHERE seq = 1", 1},
        {"UPDATE events SET bytes = CAST(bytes || x'00' AS BLOB) WHERE seq = 1", 1},
        {"UPDATE events SET place = 3 WHERE seq = 1", 1},
        {"DELETE FROM events WHERE seq = 1", 1},
        {"UPDATE meta SET studio_id = 'studio-2'", 0},
        {"UPDATE meta SET rules_text = replace(rules_text, 'decks=8', 'decks=6')", 0},
        {"UPDATE meta SET epoch = epoch + 1", 0},
        {"DELETE FROM meta", 0},
        {"DELETE FROM head", 0},
        {"UPDATE head SET seq = seq + 1", 0},
        {"DROP TABLE private_events", 1},
    };
    for (const auto& [sql, entry] : all) {
        write_file(path, whole);
        damage(path, sql);
        const auto report = verify(path);
        EXPECT_FALSE(report.sound()) << sql;
        EXPECT_EQ(report.bad_entry, entry) << sql << ": " << report.fault;
        EXPECT_NE(report.fault.find("pd1.journal"), std::string::npos) << report.fault;
        if (entry == 0 || std::string(sql).starts_with("DROP")) continue;
        EXPECT_NE(report.fault.find("entry " + std::to_string(entry)), std::string::npos) << report.fault;
        const auto damaged = read_file(path);
        EXPECT_THROW(LiveTable table(folder.path()), std::runtime_error) << sql; // not continued
        EXPECT_EQ(read_file(path), damaged) << sql;                              // and not overwritten
    }
}

TEST(Journal, EntriesMissingAtTheEndAreMissed) {
    const Folder folder;
    const auto path = played(folder, 60);
    const auto last = verify(path).entries;
    damage(path, "DELETE FROM events WHERE entry_no >= " + std::to_string(last - 1) + "; DELETE FROM private_events WHERE entry_no >= " +
                     std::to_string(last - 1) + "; DELETE FROM entries WHERE entry_no >= " + std::to_string(last - 1));
    const auto report = verify(path);
    EXPECT_FALSE(report.sound());
    EXPECT_EQ(report.bad_entry, last - 1);
    EXPECT_THROW(LiveTable table(folder.path()), JournalError);
}

TEST(Journal, ATruncatedFileIsNotSound) {
    const Folder folder;
    const auto path = played(folder, 60);
    const auto whole = read_file(path);
    for (std::size_t size = 1; size < whole.size(); size += 1021) {
        write_file(path, whole.substr(0, size));
        EXPECT_FALSE(verify(path).sound()) << size;
    }
}

// Every byte of a small journal, flipped: found, or without any effect on what the journal says.
TEST(Journal, AFlippedByteIsFoundOrHarmless) {
    const Folder folder;
    const auto path = played(folder, 12);
    const auto whole = read_file(path);
    const auto contents_of = [&] {
        std::ostringstream out;
        export_journal(path, out);
        return out.str();
    };
    const auto contents = contents_of();
    const auto hash = verify(path).hash;
    std::size_t found = 0;
    std::size_t harmless = 0;
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out); // in place: rewriting the whole file would take minutes
    const auto put = [&](std::size_t place, char byte) { file.seekp(static_cast<std::streamoff>(place)).put(byte).flush(); };
    for (std::size_t place = 0; place < whole.size(); ++place) {
        if (place > 0) put(place - 1, whole[place - 1]);
        put(place, static_cast<char>(whole[place] ^ (place % 2 == 0 ? 0x01 : 0xff)));
        const auto report = verify(path);
        if (!report.sound()) {
            ++found;
            continue;
        }
        ++harmless;
        ASSERT_EQ(report.hash, hash) << "byte " << place;
        if (harmless % 16 != 0) continue; // the last hash stands for all contents; every sixteenth is compared in full as well
        ASSERT_EQ(contents_of(), contents) << "byte " << place << " changes the contents and is not found";
    }
    RecordProperty("found", static_cast<int>(found));
    RecordProperty("harmless", static_cast<int>(harmless)); // unused parts of pages, and counters that only SQLite's caches read
    EXPECT_GT(found, contents.size() / 4);
}

TEST(Journal, ADamagedLogIsFoundBeforeItIsForgotten) {
    const Folder folder;
    LiveTable table(folder.path());
    Dealer(*table.sequencer, table.clock, 3).play(60);
    const auto path = journal_path(folder.path(), "pd1");
    const auto copy = folder.path() / "copy.journal"; // as a killed process would leave it
    std::filesystem::copy_file(path, copy);
    const auto log = read_file(path.string() + "-wal");
    ASSERT_GT(log.size(), 40'000U);
    write_file(copy.string() + "-wal", log);
    ASSERT_EQ(wal_fault(copy), "");
    ASSERT_TRUE(verify(copy).sound()) << verify(copy).fault;
    for (std::size_t place = 0; place < log.size() / 2; place += 997) {
        auto flipped = log;
        flipped[place] = static_cast<char>(flipped[place] ^ 0x40);
        write_file(copy.string() + "-wal", flipped);
        EXPECT_FALSE(verify(copy).sound()) << place;
    }
    write_file(copy.string() + "-wal", log.substr(0, log.size() - 100)); // a transaction torn by a crash is no damage
    EXPECT_EQ(wal_fault(copy), "");
}

TEST(Journal, ReplayComparesEveryEvent) {
    const Folder folder;
    const auto path = played(folder, 150);
    const auto report = replay(path);
    EXPECT_TRUE(report.sound()) << report.fault;
    EXPECT_GT(report.private_events, 0U);
}

// A journal that is whole in itself, made by a table that played by other rules than it says: only the replay sees it.
TEST(Journal, ReplayFindsAnEngineThatWouldPlayOtherwise) {
    const Folder folder;
    {
        LiveTable table(folder.path());
        Dealer(*table.sequencer, table.clock, 3).play(40);
        const auto entry_no = table.writer->head().entry_no + 1;
        const auto seq = table.writer->head().seq + 1;
        const JournalEntry invented{entry_no,
                                    engine::PauseTable{"coffee", "anna"},
                                    {table.clock.time + 1h, seq, "console:anna"},
                                    "",
                                    {{seq, "", {"", engine::SessionEnded{"nobody"}}}}};
        (void)table.writer->commit({&invented, 1});
    }
    const auto path = journal_path(folder.path(), "pd1");
    EXPECT_TRUE(verify(path).sound()) << verify(path).fault;
    const auto report = replay(path);
    EXPECT_FALSE(report.sound());
    EXPECT_GT(report.bad_entry, 1U);
    EXPECT_NE(report.fault.find("the engine makes"), std::string::npos) << report.fault;
}

// A journal of a studio that had no index by rounds.
TEST(Journal, ProvesThatItCanBeWrittenAndSaysTheSameAsBefore) {
    const Folder folder;
    LiveTable table(folder.path());
    Dealer(*table.sequencer, table.clock, 3).play(20);
    const auto path = journal_path(folder.path(), "pd1");
    const auto hash = table.writer->head().hash;
    table.writer->prove();
    EXPECT_EQ(verify(path).hash, hash);
    {
        const FullDisk full;
        EXPECT_THROW(table.writer->prove(), SqliteError);
    }
    EXPECT_EQ(trouble_of([&] { table.writer->prove(); }), JournalTrouble::UNREADABLE) << "as after a commit that failed";
    const auto report = verify(path);
    EXPECT_TRUE(report.sound()) << report.fault;
    EXPECT_EQ(report.hash, hash);
}

TEST(JournalReader, OneRoundOfADistributorIsFoundByAnIndexAlsoInAnOldJournal) {
    const Folder folder;
    const auto path = journal_path(folder.path(), "pd1");
    const auto plan = [&] {
        Database database(path, SqliteMode::READ_ONLY);
        Statement rows(database, "EXPLAIN QUERY PLAN SELECT bytes FROM private_events WHERE distributor = ?1 AND seq >= ?2 "
                                 "AND round_id = ?4 ORDER BY seq LIMIT ?3");
        std::string text;
        while (rows.step() == Statement::Row::READY)
            text += rows.bytes(3) + "\n";
        return text;
    };
    {
        LiveTable table(folder.path());
        Dealer(*table.sequencer, table.clock, 3).play(400);
    }
    EXPECT_NE(plan().find("private_events_by_round"), std::string::npos) << plan();
    Database(path, SqliteMode::READ_WRITE).run("DROP INDEX private_events_by_round");
    ASSERT_EQ(plan().find("private_events_by_round"), std::string::npos);
    EXPECT_TRUE(verify(path).sound()) << verify(path).fault;
    std::vector<StoredEvent> all;
    std::size_t in_rounds = 0;
    {
        JournalReader reader(path);
        all = reader.read_private("d1", 1, 10'000);
        ASSERT_FALSE(all.empty());
        std::set<std::string> rounds;
        for (const auto& event : all)
            rounds.insert(event.round_id);
        for (const auto& round : rounds) {
            const auto own = reader.read_private("d1", 1, 10'000, round);
            EXPECT_TRUE(std::ranges::all_of(own, [&](const auto& event) { return event.round_id == round; }));
            in_rounds += own.size();
        }
    }
    EXPECT_EQ(in_rounds, all.size());
    {
        const LiveTable again(folder.path());
    }
    EXPECT_NE(plan().find("private_events_by_round"), std::string::npos) << plan();
    EXPECT_TRUE(verify(path).sound()) << verify(path).fault;
    EXPECT_EQ(JournalReader(path).read_private("d1", 1, 10'000).size(), all.size());
}

TEST(JournalReader, ReadsByNumberTimeAndRound) {
    const Folder folder;
    LiveTable table(folder.path());
    Dealer(*table.sequencer, table.clock, 3).play(400);
    JournalReader reader(journal_path(folder.path(), "pd1"));
    const auto last = reader.last_seq();
    ASSERT_GT(last, 100U);
    const auto events = reader.read_events(1, 0, 1'000'000);
    ASSERT_EQ(events.size(), last);
    EXPECT_EQ(reader.read_events(10, 19, 100).size(), 10U);
    EXPECT_EQ(reader.read_events(10, 0, 7).back().seq, 16U);
    EXPECT_TRUE(reader.read_events(last + 1, 0, 7).empty());
    for (const auto at : {events[0].at, events[50].at, events[50].at + 1ns, events.back().at, events.back().at + 1ns}) {
        const auto first = std::ranges::find_if(events, [&](const auto& event) { return event.at >= at; });
        EXPECT_EQ(reader.first_seq_since(at), first == events.end() ? last + 1 : first->seq);
    }
    const auto rounds = reader.rounds(0, 3).spans;
    ASSERT_EQ(rounds.size(), 3U);
    EXPECT_GT(rounds[0].first_seq, rounds[1].first_seq);
    const auto of_round = reader.read_round(rounds[1].round_id);
    EXPECT_EQ(of_round.front().seq, rounds[1].first_seq);
    EXPECT_EQ(of_round.back().seq, rounds[1].last_seq);
    EXPECT_EQ(of_round.front().at, rounds[1].opened_at);
    EXPECT_FALSE(reader.find_round("S99-R99"));
    std::uint64_t privates = 0;
    for (const auto* distributor : {"d0", "d1", "d2"}) {
        const auto own = reader.read_private(distributor, 1, 10'000);
        EXPECT_EQ(own.size(), reader.last_private_seq(distributor));
        privates += own.size();
    }
    EXPECT_GT(privates, 0U);
    EXPECT_EQ(reader.last_private_seq("nobody"), 0U);
    EXPECT_EQ(reader.distributors(), (std::vector<std::string>{"d0", "d1", "d2"}));
}

// Every round is in the pages of the list, each with the numbers that a look at all events gives.
TEST(JournalReader, ListsEveryRoundPageByPage) {
    const Folder folder;
    LiveTable table(folder.path());
    Dealer(*table.sequencer, table.clock, 3).play(600);
    JournalReader reader(journal_path(folder.path(), "pd1"));
    std::map<std::string, RoundSpan> rounds;
    for (const auto& event : reader.read_events(1, 0, 1'000'000)) {
        if (event.round_id.empty()) continue;
        auto& span = rounds.try_emplace(event.round_id, RoundSpan{event.round_id, event.seq, event.seq, event.at}).first->second;
        span.last_seq = event.seq;
    }
    ASSERT_GT(rounds.size(), 5U);
    std::map<std::string, RoundSpan> listed;
    std::uint64_t before = 0;
    do {
        const auto page = reader.rounds(before, 2);
        EXPECT_LE(page.spans.size(), 2U);
        EXPECT_TRUE(before == 0 || page.before_seq < before) << "it gets on";
        for (const auto& span : page.spans)
            listed.insert_or_assign(span.round_id, span);
        before = page.before_seq;
    } while (before != 0);
    ASSERT_EQ(listed.size(), rounds.size());
    for (const auto& [id, span] : rounds) {
        EXPECT_EQ(listed[id].first_seq, span.first_seq) << id;
        EXPECT_EQ(listed[id].last_seq, span.last_seq) << id;
        EXPECT_EQ(listed[id].opened_at, span.opened_at) << id;
    }
    EXPECT_TRUE(reader.rounds(1, 10).spans.empty());
    EXPECT_EQ(reader.rounds(1, 10).before_seq, 0U);
    EXPECT_EQ(reader.rounds(std::numeric_limits<std::uint64_t>::max(), 1).spans.at(0).round_id, reader.rounds(0, 1).spans.at(0).round_id);
}

TEST(JournalReader, DoesNotHoldUpTheWriter) {
    const Folder folder;
    LiveTable table(folder.path());
    JournalReader reader(journal_path(folder.path(), "pd1"));
    std::uint64_t seen = 0;
    for (int turn = 0; turn < 40; ++turn) {
        Dealer(*table.sequencer, table.clock, 3).play(10);
        for (const auto& event : reader.read_events(seen + 1, 0, 1000))
            EXPECT_EQ(event.seq, ++seen);
    }
    EXPECT_FALSE(table.sequencer->stopped());
    EXPECT_EQ(seen + 1, table.sequencer->next_seq());
}

TEST(JournalExport, IsOneJsonLineForEachInputAndEvent) {
    const Folder folder;
    const auto path = played(folder, 60);
    const auto report = verify(path);
    std::ostringstream out;
    export_journal(path, out);
    const auto text = out.str();
    EXPECT_EQ(static_cast<std::uint64_t>(std::ranges::count(text, '\n')), 1 + report.entries + report.events + report.private_events);
    EXPECT_TRUE(text.starts_with("{\"journal\":{\"format\":1,\"studio_id\":\"studio-1\",\"table_id\":\"pd1\""));
    EXPECT_NE(text.find("\"event\":{\"schema\":1"), std::string::npos);
}

TEST(Rules, GoIntoTextAndBack) {
    const engine::TableRules rules{.game = "pok-deng", .betting = 20s, .decks = 6, .min_stake = {500, "THB"}, .max_stake = {90'000, "THB"}};
    const auto parsed = parse_rules(engine::rules_text(rules));
    ASSERT_TRUE(parsed) << parsed.error();
    EXPECT_EQ(engine::rules_text(*parsed), engine::rules_text(rules));
    EXPECT_EQ(parsed->min_stake, rules.min_stake);
    EXPECT_FALSE(parse_rules(""));
    EXPECT_FALSE(parse_rules("game"));
    EXPECT_FALSE(parse_rules(engine::rules_text(rules) + "jokers=2\n"));
    auto text = engine::rules_text(rules);
    text.replace(text.find("decks=6"), 7, "decks=x");
    EXPECT_EQ(parse_rules(text).error(), "rules: decks=x is no whole number");
}

// A journal is replayed by the pay tables that it was written by, whatever the game.
TEST(Rules, OfEveryGameGoIntoTextAndBackWithItsPayTables) {
    for (const auto& game : engine::game_catalog()) {
        const auto text = engine::rules_text({.game = std::string(game.name)});
        const auto parsed = parse_rules(text);
        ASSERT_TRUE(parsed) << game.name << ": " << parsed.error();
        EXPECT_EQ(engine::rules_text(*parsed), text);
        EXPECT_FALSE(parse_rules(text + "jokers=2\n")) << game.name;
    }
    const engine::TableRules rules{.game = "imperial-poker", .game_settings = {{"ante_ratio", "7"}, {"free_repeats", "1"}}};
    const auto parsed = parse_rules(engine::rules_text(rules));
    ASSERT_TRUE(parsed) << parsed.error();
    EXPECT_EQ(parsed->game_settings.at("ante_ratio"), "7");
    auto text = engine::rules_text({});
    text.replace(text.find("pair=11"), 7, "pair=12");
    EXPECT_FALSE(parse_rules(text)) << "Pok Deng's odds are no house's to set";
}

} // namespace
} // namespace studio::testing
