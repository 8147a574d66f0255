#include "recognition/vision/card_finder.h"

#include "recognition/vision/quad.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

#include <opencv2/imgproc.hpp>

namespace recognition {
namespace {

using Contour = std::vector<cv::Point>;

constexpr double most_pixels = 80e6;
constexpr double playing_card_aspect = 1.4, narrow_card_aspect = 1.55; // 88 x 63 mm; bridge and national decks
// What an outline that was completed is worth: from one corner with both its sides, and from one side with both its corners.
constexpr double by_corner = 0.4, by_side = 0.38;
constexpr std::size_t most_outlines = 100;
// The share of a completed card that must lie in the picture.
constexpr double least_inside = 0.35;

cv::Mat as_bgr(const cv::Mat& picture) {
    cv::Mat out = picture;
    if (picture.channels() == 1) cv::cvtColor(picture, out, cv::COLOR_GRAY2BGR);
    if (picture.channels() == 4) cv::cvtColor(picture, out, cv::COLOR_BGRA2BGR);
    return out;
}

// Clockwise as seen (y down), a short side first; of the two short sides the upper one, so that the same card gives the same quad.
Quad in_order(Quad quad) {
    if (cv::contourArea(std::vector<cv::Point2f>(quad.begin(), quad.end()), true) < 0) std::swap(quad[1], quad[3]);
    const float even = length(quad[1] - quad[0]) + length(quad[3] - quad[2]), odd = length(quad[2] - quad[1]) + length(quad[0] - quad[3]);
    if (even > odd) std::rotate(quad.begin(), quad.begin() + 1, quad.end());
    if (quad[0].y + quad[1].y > quad[2].y + quad[3].y) std::rotate(quad.begin(), quad.begin() + 2, quad.end());
    return quad;
}

bool crossing(const cv::Vec4f& a, const cv::Vec4f& b, cv::Point2f& at) {
    const float det = a[0] * b[1] - a[1] * b[0];
    if (std::abs(det) < 0.2F) return false;
    const float t = ((b[2] - a[2]) * b[1] - (b[3] - a[3]) * b[0]) / det;
    at = {a[2] + t * a[0], a[3] + t * a[1]};
    return true;
}

// Lines fitted to the contour's points along the middle of each side give corners to a fraction of a px, as if the corners were not round.
// `fit` receives the share of the outline that lies on the four lines.
bool refine(const Contour& contour, Quad& quad, double& fit) {
    std::array<cv::Vec4f, 4> lines;
    std::size_t on_lines = 0;
    for (std::size_t side = 0; side < 4; ++side) {
        const cv::Point2f from = quad[side], to = quad[(side + 1) % 4], along = (to - from) / std::max(length(to - from), 1e-3F);
        const float long_enough = length(to - from);
        std::vector<cv::Point2f> near;
        for (const cv::Point& point : contour) {
            const cv::Point2f d = cv::Point2f(point) - from;
            const float t = d.dot(along) / long_enough, off = static_cast<float>(std::abs(d.cross(along)));
            if (t > 0.1F && t < 0.9F && off < 0.04F * long_enough + 2) near.push_back(cv::Point2f(point));
        }
        if (near.size() < 6) return false;
        cv::fitLine(near, lines[side], cv::DIST_HUBER, 0, 0.01, 0.01);
        for (const cv::Point2f point : near) {
            const cv::Point2f d = point - cv::Point2f(lines[side][2], lines[side][3]);
            if (std::abs(d.cross({lines[side][0], lines[side][1]})) < 1.5) ++on_lines;
        }
    }
    Quad better;
    for (std::size_t i = 0; i < 4; ++i) {
        if (!crossing(lines[(i + 3) % 4], lines[i], better[i])) return false;
        if (length(better[i] - quad[i]) > 0.2F * length(quad[(i + 1) % 4] - quad[i]) + 4) return false;
    }
    quad = better;
    fit = std::min(1.0, static_cast<double>(on_lines) / (0.8 * static_cast<double>(contour.size())));
    return true;
}

struct Candidate {
    CardQuad card;
    double area = 0;
};

// Collects candidates of one picture.
class Search {
public:
    Search(const FinderOptions& options, cv::Size size, double scale) : options_(options), size_(size), scale_(scale) {}

    // Every outline of a two-valued picture that may be a card.
    void look(const cv::Mat& mask) {
        std::vector<Contour> contours;
        cv::findContours(mask, contours, cv::RETR_LIST, cv::CHAIN_APPROX_NONE);
        for (const Contour& contour : contours)
            consider(contour);
    }

    std::vector<Candidate> take() { return std::move(found_); }

private:
    // Whether a card may lie partly out of the picture: an outline that was seen whole does not.
    enum class Edge : std::uint8_t { INSIDE, ACROSS };

    bool lies_in_picture(const Quad& quad, Edge edge) const {
        const auto w = static_cast<float>(size_.width), h = static_cast<float>(size_.height);
        if (edge == Edge::ACROSS) return shared_area(quad, {{{0, 0}, {w, 0}, {w, h}, {0, h}}}) >= least_inside * area_of(quad);
        return std::ranges::all_of(quad, [&](cv::Point2f p) { return p.x >= -4 && p.y >= -4 && p.x <= w + 4 && p.y <= h + 4; });
    }

    bool card_like(const Quad& quad, Edge edge) const {
        const double whole = area_of(quad), picture = static_cast<double>(size_.area());
        if (whole > options_.most_card_share * picture) return false;
        const float a = length(quad[1] - quad[0]), b = length(quad[2] - quad[1]), c = length(quad[3] - quad[2]),
                    d = length(quad[0] - quad[3]);
        const double shorter = static_cast<double>(a + c) / 2, longer = static_cast<double>(b + d) / 2;
        if (shorter < options_.least_short_side * scale_) return false;
        const double aspect = longer / shorter;
        if (aspect < options_.least_aspect || aspect > options_.most_aspect) return false;
        if (std::min(a, c) < 0.6F * std::max(a, c) || std::min(b, d) < 0.6F * std::max(b, d)) return false;
        for (std::size_t i = 0; i < 4; ++i) {
            const cv::Point2f u = quad[(i + 1) % 4] - quad[i], v = quad[(i + 3) % 4] - quad[i];
            if (std::abs(u.dot(v)) > 0.75F * length(u) * length(v)) return false;
        }
        return lies_in_picture(quad, edge);
    }

    bool add(Quad quad, double fit, Edge edge) {
        quad = in_order(quad);
        if (!card_like(quad, edge)) return false;
        const double longer = static_cast<double>(length(quad[2] - quad[1]) + length(quad[0] - quad[3]));
        const double shorter = static_cast<double>(length(quad[1] - quad[0]) + length(quad[3] - quad[2]));
        const double off = std::abs(std::log(longer / shorter / playing_card_aspect));
        found_.push_back({{quad, fit * std::exp(-1.5 * std::max(0.0, off - 0.1))}, area_of(quad)});
        return true;
    }

    void consider(const Contour& contour) {
        const double least = options_.least_short_side * scale_ * options_.least_short_side * scale_;
        if (contour.size() < 40) return;
        Contour hull;
        cv::convexHull(contour, hull);
        const double hull_area = cv::contourArea(hull);
        if (hull_area < least || hull_area > options_.most_card_share * size_.area()) return;
        const double own_area = std::abs(cv::contourArea(contour));
        const bool found = own_area > 0.85 * hull_area && whole(contour, hull, hull_area);
        if (!found || own_area < 0.95 * hull_area) parts(contour);
    }

    // The outline is one card by itself; false when it is none.
    bool whole(const Contour& contour, const Contour& hull, double hull_area) {
        const double around = cv::arcLength(hull, true);
        for (const double tolerance : {0.02, 0.035, 0.055}) {
            Contour polygon;
            cv::approxPolyDP(hull, polygon, tolerance * around, true);
            if (polygon.size() != 4) continue;
            Quad quad;
            for (std::size_t i = 0; i < 4; ++i)
                quad[i] = cv::Point2f(polygon[i]);
            double fit = 0;
            if (!refine(contour, quad, fit)) continue;
            const double filled = hull_area / std::max(area_of(quad), 1.0);
            if (filled < 0.88 || filled > 1.1) continue;
            return add(quad, fit, Edge::INSIDE);
        }
        return false;
    }

    // The outline holds several cards, or a card and something on it, or the picture ends in the card: what is whole of it completes to
    // cards, and the reading decides which of these is one.
    void parts(const Contour& contour) {
        Contour polygon;
        cv::approxPolyDP(contour, polygon, 0.012 * cv::arcLength(contour, true), true);
        if (polygon.size() < 4 || polygon.size() > 40) return;
        if (cv::contourArea(polygon, true) < 0) std::ranges::reverse(polygon);
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            corner(polygon, i);
            side(polygon, i);
        }
    }

    static cv::Point2f at(const Contour& polygon, std::size_t i) { return polygon[i % polygon.size()]; }

    // A corner of the outline that may be a card's.
    static bool right_angled(cv::Point2f before, cv::Point2f here, cv::Point2f after) {
        const cv::Point2f u = before - here, v = after - here;
        return v.cross(u) > 0 && std::abs(u.dot(v)) <= 0.35F * length(u) * length(v);
    }

    // The edge is the picture's.
    bool along_the_frame(cv::Point2f a, cv::Point2f b) const {
        const auto w = static_cast<float>(size_.width - 1), h = static_cast<float>(size_.height - 1);
        const float far = std::min({std::max(a.x, b.x), std::max(a.y, b.y), w - std::min(a.x, b.x), h - std::min(a.y, b.y)});
        return far < 3;
    }

    // A side that goes on out of the picture is longer than what is seen of it.
    bool ends_at_the_frame(cv::Point2f p) const { return along_the_frame(p, p); }

    // A right-angled corner whose sides have a card's proportions.
    void corner(const Contour& polygon, std::size_t i) {
        const cv::Point2f before = at(polygon, i + polygon.size() - 1), here = at(polygon, i), after = at(polygon, i + 1);
        if (!right_angled(before, here, after) || ends_at_the_frame(before) || ends_at_the_frame(after)) return;
        const float u = length(before - here), v = length(after - here);
        const double ratio = static_cast<double>(std::max(u, v) / std::max(1e-3F, std::min(u, v)));
        if (ratio < 1.15 || ratio > 1.75) return;
        add({before, here, after, before + after - here}, by_corner, Edge::ACROSS);
    }

    // A side with a right-angled corner at each end: a card whose other sides go on under something or out of the picture.
    void side(const Contour& polygon, std::size_t i) {
        const std::size_t n = polygon.size();
        const cv::Point2f before = at(polygon, i + n - 1), from = at(polygon, i), to = at(polygon, i + 1), after = at(polygon, i + 2);
        if (along_the_frame(from, to) || !right_angled(before, from, to) || !right_angled(from, to, after)) return;
        const float whole = length(to - from), seen = std::max(length(before - from), length(after - to));
        if (seen < 0.25F * whole) return;
        const cv::Point2f along = (before - from) / std::max(1e-3F, length(before - from)),
                          beside = (after - to) / std::max(1e-3F, length(after - to));
        for (const double aspect : {playing_card_aspect, narrow_card_aspect}) {
            for (const double longer : {aspect, 1 / aspect}) {
                const float other = whole * static_cast<float>(longer);
                if (seen < 1.1F * other) add({from + along * other, from, to, to + beside * other}, by_side, Edge::ACROSS);
            }
        }
    }

    FinderOptions options_;
    cv::Size size_;
    double scale_;
    std::vector<Candidate> found_;
};

double overlap(const Quad& a, const Quad& b) {
    const double shared = shared_area(a, b);
    return shared / std::max(1.0, area_of(a) + area_of(b) - shared);
}

// One of each group of nearly equal quads: the best. A candidate that only covers part of another stays: the reading decides.
std::vector<CardQuad> distinct(std::vector<Candidate> found, double least_overlap, std::size_t most) {
    std::ranges::stable_sort(found, std::greater{}, [](const Candidate& c) { return c.card.quality; });
    std::vector<CardQuad> out;
    for (const Candidate& candidate : found) {
        if (out.size() == most) break;
        const bool known =
            std::ranges::any_of(out, [&](const CardQuad& other) { return overlap(candidate.card.corners, other.corners) > least_overlap; });
        if (!known) out.push_back(candidate.card);
    }
    return out;
}

} // namespace

CardFinder::CardFinder(FinderOptions options) : options_(options) {}

std::vector<CardQuad> CardFinder::find(const cv::Mat& bgr) const {
    if (bgr.empty() || bgr.cols < 16 || bgr.rows < 16) return {};
    if (bgr.depth() != CV_8U) throw std::invalid_argument("CardFinder::find needs an 8-bit picture");
    if (static_cast<double>(bgr.total()) > most_pixels) {
        throw std::invalid_argument("a picture of " + std::to_string(bgr.cols) + "x" + std::to_string(bgr.rows) +
                                    " px is larger than the 80 megapixels that are read");
    }
    const double scale = std::min(1.0, static_cast<double>(options_.work_side) / std::max(bgr.cols, bgr.rows));
    cv::Mat small;
    cv::resize(as_bgr(bgr), small, {}, scale, scale, cv::INTER_AREA);
    cv::GaussianBlur(small, small, {}, 0.8);
    Search search(options_, small.size(), scale);
    std::array<cv::Mat, 3> channels;
    cv::split(small, channels.data());
    cv::Mat white, gray;
    cv::min(channels[0], channels[1], white);
    cv::min(white, channels[2], white); // paper is bright in all three channels, felt and wood are not
    cv::cvtColor(small, gray, cv::COLOR_BGR2GRAY);
    const cv::Mat cross = cv::getStructuringElement(cv::MORPH_ELLIPSE, {3, 3});
    cv::Mat mask;
    // Local: brighter than its neighbourhood, at three sizes; finds cards whatever the light.
    for (const cv::Mat& plane : {white, gray}) {
        for (const double share : {0.08, 0.2, 0.5}) {
            const int block = 2 * static_cast<int>(share * std::max(small.cols, small.rows) / 2) + 1;
            cv::Mat local;
            cv::boxFilter(plane, local, CV_8U, {block, block}, {-1, -1}, true, cv::BORDER_REPLICATE);
            cv::subtract(plane, local, mask);
            cv::threshold(mask, mask, 12, 255, cv::THRESH_BINARY);
            search.look(mask);
            cv::morphologyEx(mask, mask, cv::MORPH_OPEN, cross, {-1, -1}, 2);
            search.look(mask);
        }
    }
    // Global levels: each card that stands out at some level is found at that level.
    for (int level = 60; level <= 230; level += 17) {
        cv::threshold(white, mask, level, 255, cv::THRESH_BINARY);
        search.look(mask);
    }
    // Edges: for cards on a background as bright as they are.
    for (const double low : {20.0, 50.0}) {
        cv::Canny(gray, mask, low, 2.5 * low);
        cv::dilate(mask, mask, cross);
        search.look(mask);
    }
    std::vector<CardQuad> out = distinct(search.take(), 0.8, most_outlines);
    for (CardQuad& card : out) {
        for (cv::Point2f& corner : card.corners)
            corner = (corner + cv::Point2f(0.5F, 0.5F)) / static_cast<float>(scale) - cv::Point2f(0.5F, 0.5F);
    }
    return out;
}

} // namespace recognition
