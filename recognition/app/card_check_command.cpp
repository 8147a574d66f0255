#include "recognition/app/card_check_command.h"

#include "recognition/app/card_check.h"
#include "recognition/app/card_showing.h"
#include "recognition/app/model_folder.h"
#include "recognition/app/observe_socket.h"
#include "recognition/app/observer.h"
#include "recognition/app/shown_camera.h"
#include "recognition/capture/layout_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <iostream>

namespace recognition::app {

namespace {

using nlohmann::ordered_json;

constexpr std::chrono::seconds patience{5}; // with the studio

double ms(tracking::CaptureTime time) {
    return std::round(std::chrono::duration<double, std::milli>(time).count() * 10) / 10;
}

ordered_json texts(const std::vector<engine::Card>& cards) {
    auto out = ordered_json::array();
    for (const auto& card : cards)
        out.push_back(card.text());
    return out;
}

ordered_json to_json(const CardCheckResult& result, std::span<const DealtCard> cards, int wanted) {
    auto confusion = ordered_json::array();
    for (const auto& [pair, times] : result.confusion)
        confusion.push_back({{"dealt", pair.first.text()}, {"read", pair.second.text()}, {"times", times}});
    const auto& slowest = result.slowest_at ? cards[*result.slowest_at].read->text() : "";
    return {{"cards", result.cards},
            {"right", result.right},
            {"wrong", result.wrong},
            {"doubtful", result.doubtful},
            {"accuracy", std::round(1e4 * result.right / std::max(1, result.cards)) / 1e4},
            {"confusion", confusion},
            {"missing", texts(result.missing)},
            {"twice", texts(result.twice)},
            {"reasons", result.reasons},
            {"slowest_ms", ms(result.slowest)},
            {"slowest_card", slowest},
            {"median_ms", ms(result.usual)},
            {"passed", result.passed(wanted)}};
}

std::uint32_t whole_ms(tracking::CaptureTime time) {
    return static_cast<std::uint32_t>(std::chrono::duration_cast<std::chrono::milliseconds>(time).count());
}

// The result as the table's journal keeps it.
studio::v1::ObserveMessage to_message(const CardCheckResult& result, const CardCheckOptions& options) {
    studio::v1::ObserveMessage message;
    message.set_schema(1);
    message.set_table_id(options.table);
    message.set_camera_id(options.camera_id);
    auto& check = *message.mutable_card_check();
    const auto count = [](auto number) { return static_cast<std::uint32_t>(number); };
    check.set_camera(options.camera_id);
    check.set_cards(count(result.cards));
    check.set_right(count(result.right));
    check.set_wrong(count(result.wrong));
    check.set_doubtful(count(result.doubtful));
    check.set_missing(count(result.missing.size()));
    check.set_slowest_ms(whole_ms(result.slowest));
    check.set_median_ms(whole_ms(result.usual));
    for (const auto& [pair, times] : result.confusion) {
        auto& added = *check.add_confusion();
        added.set_dealt(pair.first.text());
        added.set_read(pair.second.text());
        added.set_times(count(times));
    }
    return message;
}

std::vector<DealtCard> watch(const CardCheckOptions& options, const tracking::TableLayout& layout, engine::Slot slot,
                             std::ostream& errors) {
    ShownCamera camera(options.camera, layout, errors, "cardcheck");
    SlotReader reader(models_in(options.models, options.deck));
    tracking::Settler settler;
    const std::vector<Quad> quad{quads_of(layout)[static_cast<std::size_t>(layout.find(slot) - layout.slots.data())]};
    CardCheck check;
    std::size_t told = 0;
    auto last = std::chrono::steady_clock::now();
    while (std::ssize(check.cards()) < options.cards) {
        const auto taken = camera.take();
        if (taken.kind == capture::Taken::Kind::ENDED) break;
        if (std::chrono::steady_clock::now() - last > std::chrono::duration<double>(options.patience_s)) break;
        if (taken.kind != capture::Taken::Kind::FRAME) continue;
        const auto& frame = taken.frame;
        const auto reading = to_slot_reading(slot, reader.read(frame.image, quad).front());
        const auto settled = settler.observe(frame.number, frame.captured_at, std::span(&reading, 1));
        check.observe(reading, settled, frame.number, frame.captured_at);
        for (; told < check.cards().size(); ++told) {
            const auto& card = check.cards()[told];
            errors << fmt::format("card {}: {} after {:.0f} ms, frame {}\n", told + 1,
                                  card.read ? card.read->text() : "in doubt: " + card.reason, ms(card.took), card.frame);
            last = std::chrono::steady_clock::now();
        }
    }
    check.finish();
    return check.cards();
}

} // namespace

int card_check_command(const CardCheckOptions& options) {
    auto& errors = options.errors != nullptr ? *options.errors : std::cerr;
    try {
        if (options.observe.empty() != options.table.empty()) throw capture::CaptureError("--observe and --table go together");
        const auto layout = capture::read_layout(options.layout);
        const auto order = read_order(options.order);
        const auto cards = watch(options, layout, slot_for_showing(layout, options.slot), errors);
        const auto result = account(cards, order);
        (options.out != nullptr ? *options.out : std::cout) << to_json(result, cards, options.cards).dump() << '\n' << std::flush;
        if (!options.observe.empty() && !ObserveSocket(options.observe, patience).send(to_message(result, options)))
            throw capture::CaptureError("no studio takes the result at " + options.observe + ": it is not in the journal");
        return result.passed(options.cards) ? 0 : 1;
    } catch (const std::exception& error) {
        errors << "cardcheck: " << error.what() << '\n';
        return 2;
    }
}

} // namespace recognition::app
