// Hands ranked in a second on one core: ours beside two well-known methods, on the same hands. `random` hands lie in memory in no order;
// `every` hand is made by nested loops, the work of the outer cards shared. Every program's sum of places is the same, or the run fails.
#include "engine/poker/rank_walk.h"
#include "tests/bench/known_evaluators.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace {

using engine::Card;
using engine::poker::HandSum;
using engine::poker::Ranker;
using engine::poker::RankWalk;
using known_evaluators::PrimeEvaluator;
using known_evaluators::WalkEvaluator;

template <std::size_t size>
using Hands = std::vector<std::array<Card, size>>;

// As many as there are hands of five cards, so that what is looked up does not stay in the nearest memory.
template <std::size_t size>
const Hands<size>& random_hands() {
    static const auto hands = [] {
        std::mt19937_64 random(20'240'601);
        auto deck = engine::full_deck();
        Hands<size> all(2'598'960);
        for (auto& hand : all) {
            for (std::size_t i = 0; i < size; ++i) {
                std::swap(deck[i], deck[i + random() % (deck.size() - i)]);
                hand[i] = deck[i];
            }
        }
        return all;
    }();
    return hands;
}

// The same hands as numbers that an evaluator takes.
template <std::size_t size, typename Word, typename Convert>
std::vector<std::array<Word, size>> converted(Convert convert) {
    std::vector<std::array<Word, size>> all;
    for (const auto& hand : random_hands<size>()) {
        std::array<Word, size> words{};
        std::ranges::transform(hand, words.begin(), convert);
        all.push_back(words);
    }
    return all;
}

template <std::size_t size>
auto card_indices() {
    return converted<size, std::uint8_t>([](const Card& card) { return static_cast<std::uint8_t>(card.index()); });
}

template <std::size_t size>
std::int64_t expected_sum() {
    static const auto sum = [] {
        std::int64_t places = 0;
        for (const auto& hand : random_hands<size>())
            places += engine::poker::rank_of(hand).place();
        return places;
    }();
    return sum;
}

void report(benchmark::State& state, std::int64_t hands, std::int64_t sum, std::int64_t expected, std::size_t bytes) {
    if (sum != expected) state.SkipWithError(("the places add up to " + std::to_string(sum)).c_str());
    state.counters["hands/s"] = benchmark::Counter(static_cast<double>(hands * state.iterations()), benchmark::Counter::kIsRate);
    state.counters["table_kB"] = static_cast<double>(bytes) / 1000;
}

// Random hands --------------------------------------------------------------------------------------------------------------------

template <std::size_t size>
void random_ours(benchmark::State& state) {
    const auto& ranker = Ranker::shared();
    const auto hands = card_indices<size>();
    std::int64_t sum = 0;
    while (state.KeepRunning()) {
        sum = 0;
        for (const auto& hand : hands) {
            HandSum cards;
            for (const auto card : hand)
                cards.add_index(card);
            sum += ranker.rank(cards).place();
        }
        benchmark::DoNotOptimize(sum);
    }
    report(state, static_cast<std::int64_t>(hands.size()), sum, expected_sum<size>(), ranker.bytes());
}

void random_primes_of_five(benchmark::State& state) {
    const PrimeEvaluator primes;
    const auto hands = converted<5, PrimeEvaluator::Word>(PrimeEvaluator::word);
    std::int64_t sum = 0;
    while (state.KeepRunning()) {
        sum = 0;
        for (const auto& hand : hands)
            sum += primes.rank(hand[0], hand[1], hand[2], hand[3], hand[4]);
        benchmark::DoNotOptimize(sum);
    }
    report(state, static_cast<std::int64_t>(hands.size()), sum, expected_sum<5>(), primes.bytes());
}

void random_primes_of_six(benchmark::State& state) {
    const PrimeEvaluator primes;
    const auto hands = converted<6, PrimeEvaluator::Word>(PrimeEvaluator::word);
    std::int64_t sum = 0;
    while (state.KeepRunning()) {
        sum = 0;
        for (const auto& hand : hands)
            sum += primes.rank_six(hand.data());
        benchmark::DoNotOptimize(sum);
    }
    report(state, static_cast<std::int64_t>(hands.size()), sum, expected_sum<6>(), primes.bytes());
}

template <std::size_t size>
void random_walk(benchmark::State& state) {
    const WalkEvaluator walk(static_cast<int>(size));
    const auto hands = card_indices<size>();
    std::int64_t sum = 0;
    while (state.KeepRunning()) {
        sum = 0;
        for (const auto& hand : hands) {
            auto at = WalkEvaluator::start;
            for (const auto card : hand)
                at = walk.with(at, card);
            sum += at;
        }
        benchmark::DoNotOptimize(sum);
    }
    report(state, static_cast<std::int64_t>(hands.size()), sum, expected_sum<size>(), walk.bytes());
}

// Every hand ------------------------------------------------------------------------------------------------------------------------

template <std::size_t size>
constexpr std::int64_t hands_of = size == 5 ? 2'598'960 : 20'358'520;
// The sum of all places.
template <std::size_t size>
constexpr std::int64_t every_place = size == 5 ? 4'790'174'220 : 51'917'321'240;
constexpr std::size_t deck_size = engine::cards_per_deck;

template <std::size_t left>
std::int64_t each_sum(const Ranker& ranker, const HandSum& hand, std::size_t from) {
    std::int64_t sum = 0;
    for (std::size_t card = from; card < deck_size; ++card) {
        const auto more = hand.with(engine::full_deck()[card]);
        if constexpr (left == 1) {
            sum += ranker.rank(more).place();
        } else {
            sum += each_sum<left - 1>(ranker, more, card + 1);
        }
    }
    return sum;
}

template <std::size_t size>
void every_sum(benchmark::State& state) {
    const auto& ranker = Ranker::shared();
    std::int64_t sum = 0;
    while (state.KeepRunning()) {
        sum = each_sum<size>(ranker, HandSum(), 0);
        benchmark::DoNotOptimize(sum);
    }
    report(state, hands_of<size>, sum, every_place<size>, ranker.bytes());
}

// Both tables of states are walked through by the same loops.
template <std::size_t left, typename Walk>
std::int64_t each_walk(const Walk& walk, std::uint32_t state, std::size_t from) {
    std::int64_t sum = 0;
    for (std::size_t card = from; card < deck_size; ++card) {
        const auto next = walk.with(state, card);
        if constexpr (left == 1) {
            sum += next;
        } else {
            sum += each_walk<left - 1>(walk, next, card + 1);
        }
    }
    return sum;
}

template <std::size_t size>
void every_ours(benchmark::State& state) {
    const auto& walk = size == 5 ? RankWalk::of_five() : RankWalk::of_six();
    std::int64_t sum = 0;
    while (state.KeepRunning()) {
        sum = each_walk<size>(walk, RankWalk::no_cards, 0);
        benchmark::DoNotOptimize(sum);
    }
    report(state, hands_of<size>, sum, every_place<size>, walk.bytes());
}

template <std::size_t size>
void every_walk(benchmark::State& state) {
    const WalkEvaluator walk(static_cast<int>(size));
    std::int64_t sum = 0;
    while (state.KeepRunning()) {
        sum = each_walk<size>(walk, WalkEvaluator::start, 0);
        benchmark::DoNotOptimize(sum);
    }
    report(state, hands_of<size>, sum, every_place<size>, walk.bytes());
}

// Side by side ------------------------------------------------------------------------------------------------------------------------

// The usual lines while they are measured; what was measured is kept for the table below.
class Reporter : public benchmark::ConsoleReporter {
public:
    Reporter() : ConsoleReporter(OO_Tabular) {}
    void ReportRuns(const std::vector<Run>& runs) override {
        for (const auto& run : runs) {
            failed_ = failed_ || run.error_occurred;
            if (!run.error_occurred) rates_[run.benchmark_name()] = run.counters.at("hands/s").value / 1e6;
        }
        ConsoleReporter::ReportRuns(runs);
    }
    [[nodiscard]] bool failed() const { return failed_; }
    void print_ratios() const {
        std::printf("\nmillion hands a second on one core      ours    sums      primes (ours / it)      states (ours / it)\n");
        for (const std::string cards : {"5", "6"}) {
            print_row("hands of " + cards + " in no order", "random/" + cards);
            print_row("every hand of " + cards, "every/" + cards);
        }
    }

private:
    void print_row(const std::string& name, const std::string& group) const {
        const auto ours = rates_.find(group + "/ours");
        if (ours == rates_.end()) return;
        std::printf("%-34s %9.0f", name.c_str(), ours->second);
        const auto sums = rates_.find(group + "/sums");
        std::printf(sums == rates_.end() ? "       -" : " %7.0f", sums == rates_.end() ? 0 : sums->second);
        for (const auto* other : {"/primes", "/states"}) {
            const auto rate = rates_.find(group + other);
            if (rate == rates_.end())
                std::printf(" %23s", "-");
            else
                std::printf(" %11.0f (%8.2f)", rate->second, ours->second / rate->second);
        }
        std::printf("\n");
    }

    std::map<std::string, double> rates_;
    bool failed_ = false;
};

} // namespace

BENCHMARK(random_ours<5>)->Name("random/5/ours")->Unit(benchmark::kMillisecond);
BENCHMARK(random_primes_of_five)->Name("random/5/primes")->Unit(benchmark::kMillisecond);
BENCHMARK(random_walk<5>)->Name("random/5/states")->Unit(benchmark::kMillisecond);
BENCHMARK(random_ours<6>)->Name("random/6/ours")->Unit(benchmark::kMillisecond);
BENCHMARK(random_primes_of_six)->Name("random/6/primes")->Unit(benchmark::kMillisecond);
BENCHMARK(random_walk<6>)->Name("random/6/states")->Unit(benchmark::kMillisecond);
BENCHMARK(every_sum<5>)->Name("every/5/sums")->Unit(benchmark::kMillisecond);
BENCHMARK(every_ours<5>)->Name("every/5/ours")->Unit(benchmark::kMillisecond);
BENCHMARK(every_walk<5>)->Name("every/5/states")->Unit(benchmark::kMillisecond);
BENCHMARK(every_sum<6>)->Name("every/6/sums")->Unit(benchmark::kMillisecond);
BENCHMARK(every_ours<6>)->Name("every/6/ours")->Unit(benchmark::kMillisecond);
BENCHMARK(every_walk<6>)->Name("every/6/states")->Unit(benchmark::kMillisecond);

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    Reporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    reporter.print_ratios();
    return reporter.failed() ? 1 : 0;
}
