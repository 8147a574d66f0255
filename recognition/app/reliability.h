// Whether confidences mean what they say: bins of answers by confidence, which cards are taken for which, and a plot of both.
#pragma once

#include "recognition/vision/reading.h"

#include "engine/cards/card.h"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace recognition::app {

// First guesses, answered or not, by their confidence.
class Reliability {
public:
    static constexpr std::array<double, 8> limits{0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0000001};

    struct Bin {
        int guesses = 0, right = 0, answered = 0;
        double confidence = 0; // sum
    };

    void add(const CardReading& reading, bool right) {
        const auto above = std::ranges::upper_bound(limits, reading.confidence);
        const auto at = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(above - limits.begin() - 1, 0, limits.size() - 2));
        Bin& bin = bins_[at];
        ++bin.guesses;
        bin.right += right ? 1 : 0;
        bin.answered += reading.face == Face::FACE_UP ? 1 : 0;
        bin.confidence += reading.confidence;
    }

    void print(const std::string& name) const {
        std::printf("\n%-60s %8s %8s %8s %10s %8s\n", name.c_str(), "guesses", "answered", "right", "confidence", "right");
        for (std::size_t i = 0; i < bins_.size(); ++i) {
            const Bin& bin = bins_[i];
            if (bin.guesses == 0) continue;
            std::printf("  confidence %.3f to %.3f %36s %8d %8d %8d %10.4f %7.2f %%\n", limits[i], std::min(1.0, limits[i + 1]), "",
                        bin.guesses, bin.answered, bin.right, bin.confidence / bin.guesses, 100.0 * bin.right / bin.guesses);
        }
    }

    [[nodiscard]] const std::array<Bin, limits.size() - 1>& bins() const { return bins_; }

private:
    std::array<Bin, limits.size() - 1> bins_{};
};

// Which rank and suit was the first guess for which; the last column counts cards without a guess.
class Confusion {
public:
    void add(engine::Card truth, const CardReading& reading) {
        const int guess = reading.card ? reading.card->index() : reading.guesses.empty() ? -1 : reading.guesses.front().card.index();
        ++ranks_[at(truth.index() / 4)][guess < 0 ? 13 : at(guess / 4)];
        ++suits_[at(truth.index() % 4)][guess < 0 ? 4 : at(guess % 4)];
    }

    void print() const {
        table("rank, first guess", "23456789TJQKA", ranks_);
        table("suit, first guess", "cdhs", suits_);
    }

private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    template <class Rows>
    static void table(const char* name, const std::string& names, const Rows& rows) {
        std::printf("\n%-18s", name);
        for (const char letter : names)
            std::printf("%5c", letter);
        std::printf("  none\n");
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::printf("%17c ", names[i]);
            for (const int count : rows[i])
                std::printf("%5d", count);
            std::printf("\n");
        }
    }

    std::array<std::array<int, 14>, 13> ranks_{};
    std::array<std::array<int, 5>, 4> suits_{};
};

// Confidence to the right, share right upwards; a dot's size tells how many guesses, and on the line is where they should lie.
inline cv::Mat plot(const std::map<std::string, Reliability>& all) {
    constexpr int side = 420, margin = 46;
    constexpr int font = cv::FONT_HERSHEY_SIMPLEX;
    const cv::Scalar ink(40, 40, 40);
    cv::Mat out(side + 2 * margin + 18 * static_cast<int>(all.size()), side + 2 * margin, CV_8UC3, cv::Scalar::all(255));
    const auto at = [&](double x, double y) { return cv::Point(margin + cvRound(x * side), margin + cvRound((1 - y) * side)); };
    for (int tenth = 0; tenth <= 10; tenth += 2) {
        cv::line(out, at(tenth / 10.0, 0), at(tenth / 10.0, 1), cv::Scalar::all(225));
        cv::line(out, at(0, tenth / 10.0), at(1, tenth / 10.0), cv::Scalar::all(225));
        char text[8];
        std::snprintf(text, sizeof text, "%.1f", tenth / 10.0);
        cv::putText(out, text, at(tenth / 10.0, 0) + cv::Point(-9, 16), font, 0.38, ink, 1, cv::LINE_AA);
        cv::putText(out, text, at(0, tenth / 10.0) + cv::Point(-28, 4), font, 0.38, ink, 1, cv::LINE_AA);
    }
    cv::line(out, at(0, 0), at(1, 1), cv::Scalar::all(150), 1, cv::LINE_AA);
    cv::putText(out, "confidence", at(0.42, 0) + cv::Point(0, 32), font, 0.42, ink, 1, cv::LINE_AA);
    cv::putText(out, "share right", {6, margin - 16}, font, 0.42, ink, 1, cv::LINE_AA);
    const std::array<cv::Scalar, 4> colours{cv::Scalar(180, 90, 20), cv::Scalar(30, 120, 230), cv::Scalar(60, 150, 60),
                                            cv::Scalar(150, 40, 150)};
    int number = 0;
    for (const auto& [name, reliability] : all) {
        const cv::Scalar& colour = colours[static_cast<std::size_t>(number) % colours.size()];
        for (const auto& bin : reliability.bins()) {
            if (bin.guesses == 0) continue;
            const int radius = 3 + cvRound(std::min(12.0, 1.4 * std::sqrt(static_cast<double>(bin.guesses) / 4)));
            cv::circle(out, at(bin.confidence / bin.guesses, static_cast<double>(bin.right) / bin.guesses), radius, colour, 2, cv::LINE_AA);
        }
        cv::putText(out, name, {margin, side + 2 * margin + 4 + 18 * number++}, font, 0.42, colour, 1, cv::LINE_AA);
    }
    return out;
}

} // namespace recognition::app
