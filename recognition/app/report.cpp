// recognition_report: how the recogniser reads a folder of labelled photographs, and pictures for people to look at.
#include "recognition/app/drawing.h"
#include "recognition/app/fan_report.h"
#include "recognition/app/model_folder.h"
#include "recognition/app/observer.h"
#include "recognition/app/reliability.h"
#include "recognition/app/still_reader.h"
#include "recognition/capture/image_file.h"
#include "recognition/capture/layout_file.h"
#include "recognition/capture/virtual_table.h"
#include "recognition/vision/index_finder.h"
#include "recognition/vision/quad.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <sstream>

namespace {

using namespace recognition;
using app::Seen;

// One line of labels.csv.
struct Label {
    std::string file;
    std::vector<std::string> cards;
    std::string kind;
    std::vector<std::optional<Quad>> quads; // aligned with the cards
    std::string source, note;

    // The first card lies on the others.
    [[nodiscard]] bool overlapped() const { return (kind + note).find("overlap") != std::string::npos; }
};

// Splits a CSV line; a field in quotes may hold commas and doubled quotes.
std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
            fields.back() += line[++i];
        } else if (line[i] == '"') {
            quoted = !quoted;
        } else if (line[i] == ',' && !quoted) {
            fields.emplace_back();
        } else if (line[i] != '\r') {
            fields.back() += line[i];
        }
    }
    return fields;
}

std::vector<std::optional<Quad>> quads_of(const std::string& text) {
    std::vector<std::optional<Quad>> quads;
    const auto list = nlohmann::json::parse(text, nullptr, false);
    if (!list.is_array()) return quads;
    for (const auto& corners : list) {
        quads.emplace_back();
        if (!corners.is_array() || corners.size() != 4) continue;
        Quad quad;
        for (std::size_t i = 0; i < 4; ++i)
            quad[i] = {corners[i].at(0).get<float>(), corners[i].at(1).get<float>()};
        quads.back() = quad;
    }
    return quads;
}

std::vector<Label> read_labels(const std::filesystem::path& folder) {
    const auto file = folder / "labels.csv";
    std::ifstream in(file);
    std::string line;
    if (!in || !std::getline(in, line)) throw capture::CaptureError(file.string() + ": cannot be read");
    std::vector<Label> labels;
    for (int number = 2; std::getline(in, line); ++number) {
        const auto fields = fields_of(line);
        if (fields.size() < 5) throw capture::CaptureError(file.string() + ":" + std::to_string(number) + ": has too few fields");
        Label label{fields[0], {}, fields[2], quads_of(fields[3]), fields[4], fields.back()};
        std::istringstream cards(fields[1]);
        for (std::string card; cards >> card;)
            label.cards.push_back(card);
        labels.push_back(std::move(label));
    }
    return labels;
}

struct Score {
    int pictures = 0, labels = 0, right = 0, wrong = 0, missed = 0, doubtful = 0;
};

// A picture's answers against its labels, as multisets.
struct Outcome {
    std::vector<std::string> wrong;  // answered and not there
    std::vector<std::string> missed; // there and not answered
    int right = 0;
    int doubtful = 0;
};

Outcome compare(const std::vector<std::string>& labels, const std::vector<Seen>& seen) {
    Outcome outcome;
    outcome.missed = labels;
    for (const auto& card : seen) {
        if (card.reading.face == Face::DOUBTFUL) ++outcome.doubtful;
        if (card.reading.face != Face::FACE_UP || !card.reading.card) continue;
        const auto found = std::ranges::find(outcome.missed, card.reading.card->text());
        if (found == outcome.missed.end()) {
            outcome.wrong.push_back(card.reading.card->text());
        } else {
            outcome.missed.erase(found);
            ++outcome.right;
        }
    }
    return outcome;
}

std::string group_of(const Label& label) {
    return label.source + " | " + (label.kind.empty() ? "?" : label.kind);
}

// Pictures side by side, each with its name and what was read in it.
class ContactSheet {
public:
    void add(const cv::Mat& picture, const std::vector<Seen>& seen, const std::string& caption) {
        cv::Mat drawn = picture.clone();
        std::vector<Quad> quads;
        std::vector<CardReading> readings;
        for (const auto& card : seen) {
            quads.push_back(card.quad);
            readings.push_back(card.reading);
        }
        app::draw(drawn, quads, readings);
        const double scale = std::min(double(width) / drawn.cols, double(height - 22) / drawn.rows);
        cv::resize(drawn, drawn, {}, scale, scale, cv::INTER_AREA);
        cv::Mat tile(height, width, CV_8UC3, cv::Scalar(24, 24, 24));
        drawn.copyTo(tile(cv::Rect({0, 0}, drawn.size())));
        cv::putText(tile, caption, {4, height - 7}, cv::FONT_HERSHEY_SIMPLEX, 0.38, cv::Scalar(230, 230, 230), 1, cv::LINE_AA);
        tiles_.push_back(tile);
    }

    void write(const std::string& file) const {
        if (tiles_.empty()) return;
        const int count = static_cast<int>(tiles_.size());
        cv::Mat sheet((count + columns - 1) / columns * height, columns * width, CV_8UC3, cv::Scalar::all(0));
        for (int i = 0; i < count; ++i)
            tiles_[static_cast<std::size_t>(i)].copyTo(sheet(cv::Rect(i % columns * width, i / columns * height, width, height)));
        if (!cv::imwrite(file, sheet)) throw capture::CaptureError(file + ": cannot be written");
    }

private:
    static constexpr int width = 400, height = 310, columns = 5;
    std::vector<cv::Mat> tiles_;
};

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const auto& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text.empty() ? "-" : text;
}

constexpr double least_index_height = 25; // px

class Report {
public:
    Report(std::filesystem::path folder, const ModelFiles& models) : folder_(std::move(folder)), reader_(models), classifier_(models) {}

    // Whether nothing was read wrong. Beside the sheet goes a plot of the confidences.
    bool run(const std::string& sheet) {
        for (const auto& label : read_labels(folder_))
            picture(label);
        print();
        if (!sheet.empty()) {
            sheet_.write(sheet);
            const std::filesystem::path file(sheet);
            const auto beside = (file.parent_path() / (file.stem().string() + "_reliability.png")).string();
            if (!cv::imwrite(beside, app::plot(reliabilities_))) throw capture::CaptureError(beside + ": cannot be written");
        }
        return all_.wrong == 0 && given_.wrong == 0;
    }

private:
    void picture(const Label& label) {
        const auto image = capture::read_image(folder_ / label.file);
        const auto begin = std::chrono::steady_clock::now();
        const auto seen = reader_.read(image);
        milliseconds_ += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
        const auto outcome = compare(label.cards, seen);
        for (auto* score : {&scores_[group_of(label)], &all_}) {
            ++score->pictures;
            score->labels += static_cast<int>(label.cards.size());
            score->right += outcome.right;
            score->wrong += static_cast<int>(outcome.wrong.size());
            score->missed += static_cast<int>(outcome.missed.size());
            score->doubtful += outcome.doubtful;
        }
        weigh(label, seen);
        if (label.overlapped()) count_overlapped(label, image, seen, outcome);
        find_causes(label, seen, outcome.missed);
        cut_out(label, image);
        for (const auto& wrong : outcome.wrong)
            std::printf("wrong  %-40s read %s, there: %s\n", label.file.c_str(), wrong.c_str(), joined(label.cards).c_str());
        if (outcome.wrong.size() == 1 && outcome.missed.size() == 1) ++confused_[outcome.missed[0] + " read as " + outcome.wrong[0]];
        if (!outcome.wrong.empty() || outcome.doubtful > 0 || !outcome.missed.empty())
            sheet_.add(image, seen, label.file + "  wrong " + joined(outcome.wrong) + "  missed " + joined(outcome.missed));
    }

    // Every first guess in the picture, answered or not, against the labels. Each answer needs a label of its own; a doubtful look at a
    // card that another answers takes none.
    void weigh(const Label& label, const std::vector<Seen>& seen) {
        auto left = label.cards;
        for (const auto& card : seen) {
            if (card.reading.guesses.empty()) continue;
            const bool answered = card.reading.face == Face::FACE_UP;
            const auto& labels = answered ? left : label.cards;
            const auto found = std::ranges::find(labels, card.reading.guesses.front().card.text());
            const bool right = found != labels.end();
            if (right && answered) left.erase(found);
            reliabilities_[card.by_index ? "cards known by one index" : "whole cards in pictures"].add(card.reading, right);
            by_group_[group_of(label)].add(card.reading, right);
            if (answered) ++ways_[card.by_index ? "by one index" : "whole"];
        }
    }

    // The cards that the labels say lie under the first, by the height of their index: that of the tallest that is read as the card at all,
    // if only in doubt, else of one of the first card's.
    void count_overlapped(const Label& label, const cv::Mat& image, const std::vector<Seen>& seen, const Outcome& outcome) {
        std::vector<Quad> cards;
        const auto found = indices_.find(image);
        cards.reserve(found.size());
        for (const IndexQuad& index : found)
            cards.push_back(index.card);
        const auto readings = classifier_.read_indices(image, cards);
        const auto height_of = [&](const std::string& card) {
            double tallest = 0;
            for (std::size_t i = 0; i < found.size(); ++i) {
                if (!readings[i].guesses.empty() && readings[i].guesses.front().card.text() == card)
                    tallest = std::max(tallest, found[i].height);
            }
            return tallest;
        };
        for (std::size_t i = 1; i < label.cards.size(); ++i) {
            const double own = height_of(label.cards[i]);
            auto& score = overlapped_[(own > 0 ? own : height_of(label.cards[0])) >= least_index_height];
            ++score.labels;
            ++(std::ranges::find(outcome.missed, label.cards[i]) == outcome.missed.end() ? score.right : score.missed);
        }
        for (const auto& card : seen) {
            const bool wrong = card.reading.card && std::ranges::find(outcome.wrong, card.reading.card->text()) != outcome.wrong.end();
            if (wrong && card.by_index) ++overlapped_[height_of(card.reading.card->text()) >= least_index_height].wrong;
        }
    }

    // Why a card that is there was not answered, as far as its place is known or something doubtful lies in the picture.
    void find_causes(const Label& label, const std::vector<Seen>& seen, std::vector<std::string> missed) {
        for (std::size_t i = 0; i < label.cards.size(); ++i) {
            const auto found = std::ranges::find(missed, label.cards[i]);
            if (found == missed.end()) continue;
            missed.erase(found);
            std::string cause = "nothing found there";
            for (const auto& card : seen) {
                if (card.reading.face != Face::DOUBTFUL) continue;
                const bool known = i < label.quads.size() && label.quads[i];
                if (!known || shared_area(card.quad, *label.quads[i]) > 0.5 * area_of(*label.quads[i])) {
                    cause = "found, doubtful: " + std::string(name(card.reading.reason));
                }
            }
            ++causes_[group_of(label) + ": " + cause];
        }
    }

    // The same cards with their place given.
    void cut_out(const Label& label, const cv::Mat& image) {
        for (std::size_t i = 0; i < std::min(label.quads.size(), label.cards.size()); ++i) {
            if (!label.quads[i]) continue;
            const auto reading = classifier_.read(image, std::span(&*label.quads[i], 1)).front();
            ++given_.labels;
            const bool right = !reading.guesses.empty() && reading.guesses.front().card.text() == label.cards[i];
            reliabilities_["cards cut out upright"].add(reading, right);
            if (const auto truth = engine::Card::parse(label.cards[i])) confusion_.add(*truth, reading);
            if (reading.face != Face::FACE_UP || !reading.card) {
                ++given_.missed;
            } else if (reading.card->text() == label.cards[i]) {
                ++given_.right;
            } else {
                ++given_.wrong;
                std::printf("wrong  %-40s read %s where %s was cut out\n", label.file.c_str(), reading.card->text().c_str(),
                            label.cards[i].c_str());
            }
        }
    }

    static void line(const std::string& name, const Score& score) {
        std::printf("%-84s %5d %6d %6d %6d %6d %8d  %6.1f %%\n", name.c_str(), score.pictures, score.labels, score.right, score.wrong,
                    score.missed, score.doubtful, score.labels > 0 ? 100.0 * score.right / score.labels : 100.0);
    }

    void print() const {
        std::printf("\n%-84s %5s %6s %6s %6s %6s %8s  %8s\n", "source | kind", "pics", "cards", "right", "wrong", "missed", "doubtful",
                    "right");
        for (const auto& [name, score] : scores_)
            line(name, score);
        line("all", all_);
        for (const auto& [tall, score] : overlapped_)
            line(tall ? "cards labelled as under another, index 25 px and more" : "cards labelled as under another, index less than 25 px",
                 score);
        if (given_.labels > 0) line("the cards whose place is given, cut out upright", given_);
        std::printf("%.1f ms a picture\n", all_.pictures > 0 ? milliseconds_ / all_.pictures : 0.0);
        for (const auto& [pair, count] : confused_)
            std::printf("confused  %s: %d\n", pair.c_str(), count);
        for (const auto& [way, count] : ways_)
            std::printf("answered %s: %d\n", way.c_str(), count);
        for (const auto& [cause, count] : causes_)
            std::printf("missed  %4d  %s\n", count, cause.c_str());
        for (const auto& [what, reliability] : reliabilities_)
            reliability.print(what);
        for (const auto& [group, reliability] : by_group_)
            reliability.print(group);
        confusion_.print();
    }

    std::filesystem::path folder_;
    app::StillReader reader_;
    CardClassifier classifier_;
    IndexFinder indices_;
    std::map<std::string, Score> scores_;
    Score all_, given_;
    std::map<bool, Score> overlapped_; // by whether the index is at least that high
    std::map<std::string, int> confused_, ways_, causes_;
    std::map<std::string, app::Reliability> reliabilities_, by_group_;
    app::Confusion confusion_;
    ContactSheet sheet_;
    double milliseconds_ = 0;
};

// A round under way on the virtual table, as the recogniser sees it.
void virtual_picture(const std::string& file, const std::string& layout_file, const ModelFiles& models, std::uint64_t seed) {
    const auto layout = capture::read_layout(layout_file);
    capture::VirtualTableOptions options;
    options.seed = seed;
    capture::VirtualTable table(layout, options);
    SlotReader reader(models);
    const auto quads = app::quads_of(layout);
    std::mt19937_64 random(seed);
    std::vector<int> deck(engine::cards_per_deck);
    std::ranges::generate(deck, [i = 0]() mutable { return i++; });
    for (std::size_t i = deck.size() - 1; i > 0; --i)
        std::swap(deck[i], deck[random() % (i + 1)]);
    capture::CaptureTime now{0};
    std::vector<CardReading> readings;
    cv::Mat picture;
    const auto step = [&] {
        now += std::chrono::milliseconds(100);
        picture = table.render(now);
        readings = reader.read(picture, quads, app::overlapped_of(layout));
    };
    step();
    step();
    std::size_t next = 0;
    for (const auto& place : layout.slots) {
        using enum engine::SeatKind;
        const auto kind = place.slot.seat.kind;
        if (kind != PLAYER && kind != BANKER && kind != BOX && kind != DEALER) continue;
        const int number = place.slot.seat.number, index = place.slot.index;
        if (kind == BOX && index > 5 && number != 1) continue; // one box has bought its sixth card
        const bool open = (kind == PLAYER && number <= 3) || (kind == BOX && number <= 2) || (kind == DEALER && index == 1);
        table.put(place.slot, *engine::Card::from_index(deck[next++]), open ? capture::Side::FACE_UP : capture::Side::FACE_DOWN);
    }
    for (int i = 0; i < 4; ++i)
        step();
    for (const auto& place : layout.slots) {
        if (place.slot.seat == engine::Seat{engine::SeatKind::PLAYER, 4} && place.slot.index == 1) table.turn(place.slot);
    }
    for (int i = 0; i < 6; ++i)
        step();
    app::draw(picture, quads, readings);
    if (!cv::imwrite(file, picture)) throw capture::CaptureError(file + ": cannot be written");
}

} // namespace

// Exit 0: nothing was read wrong. 1: something was. 2: bad use or bad input.
int main(int count, char** words) {
    std::string folder, sheet, picture, layout, models;
    std::uint64_t seed = 7;
    int fans = 0;
    CLI::App cli{"Scores the recogniser against a folder of labelled photographs (labels.csv), or draws the virtual table."};
    cli.add_option("folder", folder, "photographs and labels.csv");
    cli.add_option("--sheet", sheet, "writes a contact sheet of every picture with a wrong, doubtful or missed card");
    cli.add_option("--models", models, "folder of the networks");
    auto* drawing = cli.add_option("--virtual-picture", picture, "writes a picture of the virtual table with what is read in it");
    auto* dealing = cli.add_option("--fans", fans, "deals this many rounds into the fans of the virtual table and reads them");
    cli.add_option("--layout", layout, "layout of the virtual table");
    cli.add_option("--seed", seed, "of the virtual table");
    try {
        cli.parse(count, words);
        if (folder.empty() && picture.empty() && fans <= 0) throw CLI::ValidationError("a folder, --fans or --virtual-picture is needed");
        if ((*drawing || *dealing) && layout.empty()) throw CLI::ValidationError("--virtual-picture and --fans need --layout");
    } catch (const CLI::CallForHelp& help) {
        return cli.exit(help);
    } catch (const CLI::ParseError& error) {
        std::cerr << "recognition_report: " << error.what() << '\n';
        return 2;
    }
    try {
        const auto files = app::models_in(models);
        if (!picture.empty()) virtual_picture(picture, layout, files, seed);
        if (fans > 0) app::print(app::read_fans(capture::read_layout(layout), files, fans, seed), std::cout);
        if (!folder.empty()) return Report(folder, files).run(sheet) ? 0 : 1;
    } catch (const std::exception& error) {
        std::cerr << "recognition_report: " << error.what() << '\n';
        return 2;
    }
    return 0;
}
