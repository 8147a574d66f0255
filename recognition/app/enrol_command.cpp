#include "recognition/app/enrol_command.h"

#include "recognition/app/card_showing.h"
#include "recognition/app/deck_enrolment.h"
#include "recognition/app/deck_file.h"
#include "recognition/app/model_folder.h"
#include "recognition/app/observer.h"
#include "recognition/app/shown_camera.h"
#include "recognition/capture/calibration.h"
#include "recognition/capture/image_file.h"
#include "recognition/capture/layout_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>

namespace recognition::app {

namespace {

using capture::CaptureError;

// The cards as they are shown, and the smallest that one was seen.
struct Shown {
    std::vector<Show> shows;
    std::vector<std::string> faults;
    double least_px = std::numeric_limits<double>::max();
};

void add(Shown& shown, const CardClassifier& classifier, const cv::Mat& picture, const std::string& where, const CutOut& card,
         std::ostream& report) {
    auto reading = classifier.read(picture, std::span(&card.quad, 1)).front();
    report << fmt::format("{}: {} ({:.0f} px)\n", where, reading.card ? reading.card->text() : "not sure", card.short_side) << std::flush;
    shown.least_px = std::min(shown.least_px, card.short_side);
    shown.shows.push_back({where, std::move(reading), card.picture});
}

Shown from_files(const EnrolOptions& options, const CardClassifier& classifier, const std::optional<Quad>& place, std::ostream& report) {
    Shown out;
    const CardFinder finder;
    for (const auto& file : options.files) {
        const auto picture = capture::read_image(file);
        if (const auto card = cut_out_card(finder, picture, place))
            add(out, classifier, picture, file, *card, report);
        else
            out.faults.push_back(file + ": no card is found");
    }
    return out;
}

Shown from_camera(const EnrolOptions& options, const CardClassifier& classifier, const tracking::TableLayout& layout, engine::Slot slot,
                  const ModelFiles& models, std::ostream& report, std::ostream& errors) {
    Shown out;
    ShownCamera camera(options.camera, layout, errors, "enrol");
    ShowWatch watch(layout, slot, models);
    auto last = std::chrono::steady_clock::now();
    while (out.shows.size() < engine::cards_per_deck) {
        const auto taken = camera.take();
        if (taken.kind == capture::Taken::Kind::ENDED) break;
        if (std::chrono::steady_clock::now() - last > std::chrono::duration<double>(options.patience_s)) break;
        if (taken.kind != capture::Taken::Kind::FRAME) continue;
        const auto rest = watch.look(taken.frame.image);
        if (!rest) continue;
        last = std::chrono::steady_clock::now();
        add(out, classifier, taken.frame.image, fmt::format("card {}, frame {}", out.shows.size() + 1, taken.frame.number), *rest, report);
    }
    return out;
}

Shown show(const EnrolOptions& options, const ModelFiles& models, std::ostream& report, std::ostream& errors) {
    const CardClassifier classifier(models);
    if (options.camera.empty() == options.files.empty()) throw CaptureError("either --camera or pictures show the cards");
    if (options.layout.empty()) {
        if (!options.camera.empty()) throw CaptureError("--layout is missing: where the camera sees the cards");
        return from_files(options, classifier, {}, report);
    }
    const auto layout = capture::read_layout(options.layout);
    const auto slot = slot_for_showing(layout, options.slot);
    if (!options.camera.empty()) return from_camera(options, classifier, layout, slot, models, report, errors);
    const auto at = static_cast<std::size_t>(layout.find(slot) - layout.slots.data());
    return from_files(options, classifier, quads_of(layout)[at], report);
}

// The pictures read again with the deck: each must be the card that it was enrolled as.
int read_back(const ModelFiles& models, const std::shared_ptr<const HouseDeck>& deck, std::ostream& errors) {
    auto with_deck = models;
    with_deck.deck = deck;
    const CardClassifier classifier(with_deck);
    const float m = deck_card_margin, w = deck_card_width, h = deck_card_height;
    const Quad outline{{{m, m}, {m + w, m}, {m + w, m + h}, {m, m + h}}};
    int right = 0;
    for (const auto& card : deck->cards) {
        const auto reading = classifier.read(card.picture, std::span(&outline, 1)).front();
        if (reading.card == card.card)
            ++right;
        else
            errors << "enrol: " << card.card.text() << " stays in doubt: show it again, larger and in better light\n";
    }
    for (const auto& twins : classifier.twins())
        errors << fmt::format("enrol: {} and {} look much alike (apart by {:.2f})\n", twins.one.text(), twins.other.text(), twins.distance);
    return right;
}

int enrol(const EnrolOptions& options, std::ostream& report, std::ostream& errors) {
    if (options.out.empty()) throw CaptureError("--out is missing: the deck to write");
    const auto models = models_in(options.models);
    const auto order = read_order(options.order);
    const auto shown = show(options, models, report, errors);
    auto naming = name_shows(shown.shows, order, options.order_is_right ? Trust::ORDER : Trust::BOTH_MUST_AGREE);
    naming.faults.insert(naming.faults.begin(), shown.faults.begin(), shown.faults.end());
    for (const auto& note : naming.notes)
        report << note << '\n';
    for (const auto& fault : naming.faults)
        errors << "enrol: " << fault << '\n';
    if (!naming.faults.empty()) return 1;
    auto deck = std::make_shared<HouseDeck>();
    deck->name = std::filesystem::path(options.out).stem().string();
    int by_networks = 0;
    for (std::size_t i = 0; i < shown.shows.size(); ++i) {
        deck->cards.push_back({naming.cards[i], shown.shows[i].picture});
        by_networks += shown.shows[i].reading.card == naming.cards[i] ? 1 : 0;
    }
    if (shown.least_px < capture::wanted_card_px)
        errors << fmt::format("enrol: a card was seen with {:.0f} px only, {:.0f} px are wanted\n", shown.least_px,
                              capture::wanted_card_px);
    const int right = read_back(models, deck, errors);
    if (right < engine::cards_per_deck) {
        errors << fmt::format("enrol: {} of {} cards can be told; nothing is written\n", right, engine::cards_per_deck);
        return 1;
    }
    write_deck(*deck, options.out);
    report << fmt::format("{}: {} cards; without the deck {} of them are read, with it {}\n", options.out, deck->cards.size(), by_networks,
                          right);
    return 0;
}

} // namespace

int enrol_command(const EnrolOptions& options) {
    auto& errors = options.errors != nullptr ? *options.errors : std::cerr;
    try {
        return enrol(options, options.report != nullptr ? *options.report : std::cout, errors);
    } catch (const std::exception& error) {
        errors << "enrol: " << error.what() << '\n';
        return 2;
    }
}

} // namespace recognition::app
