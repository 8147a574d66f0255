// The situations of situations.txt, lived through by the C++ client.
#include "proto/client/feed_sequence.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace proto::client {
namespace {

using ::studio::v1::Envelope;
using ::studio::v1::ReplayResponse;
using Words = std::vector<std::string>;

Words words_of(const std::string& line) {
    std::istringstream in(line);
    Words words;
    for (std::string word; in >> word;)
        words.push_back(word);
    return words;
}

std::uint64_t number(const Words& words, std::size_t place) {
    return std::stoull(words.at(place));
}

// The number after "epoch"; 1 without it.
std::uint64_t epoch_of(const Words& words) {
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
        if (words[i] == "epoch") return std::stoull(words[i + 1]);
    return 1;
}

std::string rest_of(const std::string& line, std::size_t words) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < words; ++i)
        at = line.find(' ', at) + 1;
    return line.substr(at);
}

struct Span {
    std::uint64_t first;
    std::uint64_t last;
};
Span span_of(const std::string& text) {
    const auto dots = text.find("..");
    return {std::stoull(text), std::stoull(text.substr(dots + 2))};
}

std::string event_bytes(std::uint64_t seq, std::uint64_t epoch) {
    Envelope envelope;
    envelope.set_schema(1);
    envelope.set_table_id("T1");
    envelope.set_epoch(epoch);
    envelope.set_seq(seq);
    envelope.mutable_betting_closed();
    return envelope.SerializeAsString();
}

std::string beat_bytes(std::uint64_t next_seq, std::uint64_t epoch) {
    Envelope envelope;
    envelope.set_schema(1);
    envelope.set_table_id("T1");
    envelope.set_epoch(epoch);
    envelope.mutable_heartbeat()->set_next_seq(next_seq);
    return envelope.SerializeAsString();
}

std::string bytes_of_hex(const std::string& hex) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    return bytes;
}

// One table's client in the hands of the text.
class Client {
public:
    std::vector<std::string> live_through(const std::string& input) {
        const auto words = words_of(input);
        did_.clear();
        if (words.at(0) == "join") {
            std::optional<FeedPosition> start;
            if (words.size() > 1) start = FeedPosition{{}, number(words, 2)};
            if (words.size() > 3) start->epoch = number(words, 4);
            sequence_.emplace("T1", start, 100);
            take(sequence_->join(now_));
        } else if (words[0] == "wait") {
            now_ += std::chrono::milliseconds(number(words, 1));
            take(sequence_->on_time(now_));
        } else if (words[0] == "unsent") {
            take(sequence_->on_unsent(now_));
        } else if (words[0] == "refused") {
            take(sequence_->on_refused(rest_of(input, 1), now_));
        } else if (words[0] == "event" || words[0] == "events" || words[0] == "beat" || words[0] == "bytes") {
            on_feed(words);
        } else {
            answer(input, words);
        }
        return did_;
    }

private:
    void on_feed(const Words& words) {
        if (words[0] == "bytes") return take(sequence_->on_feed(bytes_of_hex(words.size() > 1 ? words[1] : ""), now_));
        if (words[0] == "beat") return take(sequence_->on_feed(beat_bytes(number(words, 1), epoch_of(words)), now_));
        const auto [first, last] = words[0] == "event" ? Span{number(words, 1), number(words, 1)} : span_of(words[1]);
        for (auto seq = first; seq <= last; ++seq)
            take(sequence_->on_feed(event_bytes(seq, epoch_of(words)), now_));
    }
    void answer(const std::string& input, const Words& words) {
        const bool old = words[0] == "old";
        const auto& kind = words.at(old ? 1 : 0);
        ReplayResponse response;
        response.set_schema(1);
        response.set_request_id(asked_.at(asked_.size() - (old ? 2 : 1)));
        if (kind == "page") {
            const auto [first, last] = span_of(words.at(1));
            for (auto seq = first; seq <= last; ++seq)
                response.mutable_page()->add_envelopes(event_bytes(seq, epoch_of(words)));
        } else if (kind == "end") {
            response.mutable_end()->set_epoch(epoch_of(words));
            response.mutable_end()->set_last_seq(number(words, old ? 2 : 1));
            response.mutable_end()->set_next_seq(number(words, old ? 3 : 2));
        } else if (kind == "snapshot") {
            response.mutable_snapshot()->set_table_id("T1");
            response.mutable_snapshot()->set_epoch(epoch_of(words));
            response.mutable_snapshot()->set_seq(number(words, 1));
        } else if (kind == "error") {
            const bool clause = words.at(1) == "clause";
            if (clause) response.mutable_error()->set_clause(words.at(2));
            response.mutable_error()->set_reason(rest_of(input, clause ? 3 : 1));
        } else {
            FAIL() << "no such input: " << input;
        }
        take(sequence_->on_replay(response, now_));
    }
    void take(const FeedActions& actions) {
        for (const auto& action : actions) {
            if (const auto* event = std::get_if<FeedEvent>(&action))
                did_.push_back("event " + std::to_string(event->envelope.seq()) + of_epoch(event->envelope.epoch()));
            else if (const auto* snapshot = std::get_if<::studio::v1::Snapshot>(&action))
                did_.push_back("snapshot " + std::to_string(snapshot->seq()) + of_epoch(snapshot->epoch()));
            else if (const auto* change = std::get_if<FeedStateChange>(&action))
                did_.push_back(std::string(name(change->state)) + (change->reason.empty() ? "" : " " + change->reason));
            else
                ask(std::get<FeedAsk>(action).request);
        }
    }
    void ask(const ::studio::v1::ReplayRequest& request) {
        asked_.push_back(request.request_id());
        const auto& replay = request.replay();
        did_.push_back(request.has_snapshot() ? "ask snapshot"
                                              : "ask " + std::to_string(replay.from_seq()) + ".." +
                                                    (replay.to_seq() == 0 ? "" : std::to_string(replay.to_seq())));
    }
    static std::string of_epoch(std::uint64_t epoch) { return epoch == 1 ? "" : " epoch " + std::to_string(epoch); }

    std::optional<FeedSequence> sequence_;
    Instant now_{};
    std::vector<std::uint64_t> asked_;
    std::vector<std::string> did_;
};

struct Step {
    int line = 0;
    std::string input;
    std::vector<std::string> outputs;
};
struct Situation {
    std::string name;
    std::vector<Step> steps;
};

std::vector<Situation> read_situations() {
    std::ifstream in(STUDIO_SOURCE_DIR "/tests/proto/client/conformance/situations.txt");
    std::vector<Situation> situations;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.starts_with("== ")) situations.push_back({line.substr(3), {}});
        if (line.starts_with("> ")) situations.back().steps.push_back({number, line.substr(2), {}});
        if (line.starts_with("< ")) situations.back().steps.back().outputs.push_back(line.substr(2));
    }
    return situations;
}

TEST(Conformance, EverySituationIsLivedThroughAsWritten) {
    const auto situations = read_situations();
    ASSERT_GE(situations.size(), 20U);
    std::size_t outputs = 0;
    for (const auto& situation : situations) {
        Client client;
        for (const auto& step : situation.steps) {
            EXPECT_EQ(client.live_through(step.input), step.outputs) << "situations.txt:" << step.line << " in '" << situation.name << "'";
            outputs += step.outputs.size();
        }
    }
    EXPECT_GE(outputs, 60U);
}

} // namespace
} // namespace proto::client
