#include "recognition/app/fan_report.h"

#include "recognition/app/observer.h"
#include "recognition/capture/virtual_table.h"
#include "recognition/vision/index_finder.h"
#include "recognition/vision/picture_reader.h"

#include <fmt/format.h>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <ostream>
#include <random>
#include <set>

namespace recognition::app {

namespace {

using capture::Light;
using std::chrono::milliseconds;

// What changes from round to round.
constexpr std::array lights{Light::STUDIO, Light::BRIGHT, Light::WARM, Light::UNEVEN, Light::DIM};
constexpr std::array prints{"2color-bf", "4color-bf", "2color", "4color"};
constexpr std::array distances{1.0, 0.8, 1.0, 0.65, 0.5}; // of the layout's px

tracking::TableLayout seen_from(tracking::TableLayout layout, double scale) {
    layout.width = cvRound(layout.width * scale);
    layout.height = cvRound(layout.height * scale);
    layout.card_width *= scale;
    layout.card_height *= scale;
    for (auto& place : layout.slots) {
        for (auto& corner : place.corners)
            corner = {corner.x * scale, corner.y * scale};
    }
    return layout;
}

// The height of a print's indices in shares of its card's: the mean of what is found on its faces.
double index_share(const std::string& print) {
    capture::DeckArt art({}, print);
    const IndexFinder finder;
    double sum = 0;
    int found = 0;
    for (const auto card : engine::full_deck()) {
        cv::Mat face;
        cv::cvtColor(art.face(card), face, cv::COLOR_BGRA2BGR);
        for (const IndexQuad& index : finder.find(face)) {
            const auto middle = (index.ink[0] + index.ink[2]) * 0.5F;
            const bool upright = index.ink[0].y < index.ink[3].y - 0.9F * static_cast<float>(index.height);
            if (!upright || middle.x > 0.25F * capture::DeckArt::width || middle.y > 0.3F * capture::DeckArt::height) continue;
            sum += index.height / capture::DeckArt::height;
            ++found;
            break;
        }
    }
    return sum / std::max(1, found);
}

int height_class(double px) {
    const auto* const next = std::ranges::upper_bound(fan_heights, static_cast<int>(px));
    return next == std::begin(fan_heights) ? fan_heights[0] : *std::prev(next);
}

// One table with its fans dealt.
struct Deal {
    tracking::TableLayout layout;
    capture::VirtualTable table;
    milliseconds now{0};

    Deal(tracking::TableLayout of, const capture::VirtualTableOptions& look) : layout(of), table(std::move(of), look) {}
    cv::Mat picture() { return table.render(now += milliseconds(100)); }
    void deal(std::uint64_t seed) {
        std::vector<engine::Card> deck(engine::full_deck().begin(), engine::full_deck().end());
        std::mt19937_64 random(seed);
        std::ranges::shuffle(deck, random);
        for (const auto& place : layout.slots) {
            const bool of_fan =
                std::ranges::any_of(layout.slots, [&](const auto& one) { return one.overlapped && one.slot.seat == place.slot.seat; });
            if (!of_fan || deck.empty()) continue;
            table.put(place.slot, deck.back(), capture::Side::FACE_UP);
            deck.pop_back();
        }
    }
};

void count(FanCount& into, const std::optional<engine::Card>& read, engine::Card lies) {
    ++(!read ? into.unanswered : *read == lies ? into.right : into.wrong);
}

void read_by_slots(Deal& deal, SlotReader& reader, double index, FanReport& report) {
    const auto read = [&] { return reader.read(deal.picture(), quads_of(deal.layout), overlapped_of(deal.layout)); };
    static_cast<void>(read());
    const auto readings = read();
    for (std::size_t i = 0; i < readings.size(); ++i) {
        const auto& place = deal.layout.slots[i];
        const auto lies = deal.table.truth(place.slot).card;
        if (!place.overlapped || !lies) continue;
        const auto& c = place.corners;
        const double height = std::hypot(c[3].x - c[0].x, c[3].y - c[0].y) * index;
        count(report.overlapped["by slots"][height_class(height)], readings[i].card, *lies);
    }
}

void read_anywhere(Deal& deal, const PictureReader& reader, double index, FanReport& report) {
    std::set<engine::Card> there, read;
    for (const auto& place : deal.layout.slots) {
        if (const auto lies = deal.table.truth(place.slot).card) there.insert(*lies);
    }
    auto& counts = report.overlapped["anywhere"];
    const int usual = height_class(deal.layout.card_height * index);
    for (const auto& seen : reader.read(deal.picture())) {
        if (!seen.reading.card) continue;
        if (!there.contains(*seen.reading.card) || !read.insert(*seen.reading.card).second) ++counts[usual].wrong;
    }
    for (const auto& place : deal.layout.slots) {
        const auto lies = deal.table.truth(place.slot).card;
        if (!place.overlapped || !lies) continue;
        const auto& c = place.corners;
        auto& class_of = counts[height_class(std::hypot(c[3].x - c[0].x, c[3].y - c[0].y) * index)];
        ++(read.contains(*lies) ? class_of.right : class_of.unanswered);
    }
}

} // namespace

FanReport read_fans(const tracking::TableLayout& layout, const ModelFiles& models, int rounds, std::uint64_t seed) {
    if (std::ranges::none_of(layout.slots, &tracking::SlotPlace::overlapped))
        throw capture::CaptureError("layout " + layout.name + " has no overlapped slots");
    const PictureReader anywhere(models);
    std::map<std::string, double> shares;
    FanReport report;
    for (int round = 0; round < rounds; ++round) {
        const auto at = static_cast<std::size_t>(round);
        capture::VirtualTableOptions look;
        look.seed = seed + at;
        look.light = lights[at % lights.size()];
        look.faces = prints[at % prints.size()];
        if (!shares.contains(look.faces)) shares[look.faces] = index_share(look.faces);
        Deal deal(seen_from(layout, distances[at / 2 % distances.size()]), look);
        SlotReader by_slots(models);
        static_cast<void>(by_slots.read(deal.picture(), quads_of(deal.layout), overlapped_of(deal.layout)));
        deal.deal(look.seed);
        read_by_slots(deal, by_slots, shares[look.faces], report);
        read_anywhere(deal, anywhere, shares[look.faces], report);
    }
    return report;
}

void print(const FanReport& report, std::ostream& out) {
    out << fmt::format("{:<40} {:>6} {:>6} {:>6} {:>10}  {:>8}\n", "overlapped, virtual fans: index height", "cards", "right", "wrong",
                       "unanswered", "right");
    for (const auto& [how, classes] : report.overlapped) {
        FanCount tall;
        for (const auto& [least, one] : classes) {
            const auto* const next = std::ranges::upper_bound(fan_heights, least);
            const auto range =
                next == std::end(fan_heights) ? fmt::format("{} px and more", least) : fmt::format("{} to {} px", least, *next);
            out << fmt::format("{:<40} {:>6} {:>6} {:>6} {:>10}  {:>6.1f} %\n", how + ": " + range, one.cards(), one.right, one.wrong,
                               one.unanswered, 100.0 * one.right / std::max(1, one.cards()));
            if (least >= 25) tall = {tall.right + one.right, tall.wrong + one.wrong, tall.unanswered + one.unanswered};
        }
        out << fmt::format("{:<40} {:>6} {:>6} {:>6} {:>10}  {:>6.1f} %\n", how + ": 25 px and more", tall.cards(), tall.right, tall.wrong,
                           tall.unanswered, 100.0 * tall.right / std::max(1, tall.cards()));
    }
}

} // namespace recognition::app
