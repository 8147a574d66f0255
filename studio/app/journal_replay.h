// A table's journal as the feed's replay reads it.
#pragma once

#include "studio/journal/journal_reader.h"
#include "studio/runtime/feed_host.h"

namespace studio::app {

// Thread: the feed's.
class JournalReplay final : public runtime::ReplaySource {
public:
    explicit JournalReplay(const std::filesystem::path& file) : reader_(file) {}
    [[nodiscard]] std::vector<std::string> events(std::uint64_t from, std::uint64_t to, std::size_t limit) override {
        std::vector<std::string> bytes;
        for (auto& event : reader_.read_events(from, to, limit))
            bytes.push_back(std::move(event.bytes));
        return bytes;
    }
    [[nodiscard]] std::uint64_t first_seq_since(engine::Time at) override { return reader_.first_seq_since(at); }
    [[nodiscard]] std::uint64_t last_seq() override { return reader_.last_seq(); }
    [[nodiscard]] v1::Rounds rounds(std::uint64_t before_seq, std::size_t limit) override {
        const auto found = reader_.rounds(before_seq, limit);
        v1::Rounds rounds;
        rounds.set_epoch(reader_.identity().epoch);
        rounds.set_before_seq(found.before_seq);
        for (const auto& span : found.spans) {
            auto& added = *rounds.add_rounds();
            added.set_round_id(span.round_id);
            added.set_first_seq(span.first_seq);
            added.set_last_seq(span.last_seq);
            added.set_opened_at_ns(span.opened_at.time_since_epoch().count());
        }
        return rounds;
    }
    [[nodiscard]] std::uint64_t epoch() const override { return reader_.identity().epoch; }
    [[nodiscard]] std::vector<Event> wagers(std::string_view distributor, std::string_view round_id, std::uint64_t from,
                                            std::size_t limit) override {
        std::vector<Event> events;
        for (auto& event : reader_.read_private(distributor, from, limit, round_id))
            events.push_back({event.seq, std::move(event.bytes)});
        return events;
    }
    [[nodiscard]] std::uint64_t last_wager_seq(std::string_view distributor) override { return reader_.last_private_seq(distributor); }
    [[nodiscard]] std::vector<std::string> distributors() override { return reader_.distributors(); }

private:
    JournalReader reader_;
};

// What the feed needs to know of a table whose journal lies in a folder.
[[nodiscard]] inline runtime::FeedTable feed_table(const std::filesystem::path& journals, const std::string& table_id,
                                                   const std::string& game) {
    return {game, [file = journal_path(journals, table_id)] {
                return std::filesystem::exists(file) ? std::make_unique<JournalReplay>(file) : nullptr;
            }};
}

} // namespace studio::app
