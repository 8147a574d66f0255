#include "recognition/vision/index_finder.h"

#include "recognition/vision/quad.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <stdexcept>

#include <opencv2/imgproc.hpp>

namespace recognition {
namespace {

// The same numbers as recognition/training/scenes.py: where an index is put in the corner crop, whose card is 200 x 280.
constexpr float pair_x = 0.29F, pair_y = 0.42F, pair_height = 0.58F;
constexpr float crop_aspect = index_share_x * 200 / (index_share_y * 280);

// A piece of ink; `size` is the longer side of its upright box, px of the work picture.
struct Blob {
    std::vector<cv::Point> contour;
    cv::Point2f center;
    float size = 0;
    float ink_red = 0; // how red its ink is
    float contrast = 0;
    float paper = 0; // brightness of the paper around it, 0..1
};

struct Extent {
    float low = 1e9F, high = -1e9F;
    void add(float value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    float middle() const { return (low + high) / 2; }
    float size() const { return high - low; }
};

struct Candidate {
    IndexQuad index;
    double worth = 0;
};

// Sides are measured along the card's upright direction, because it may lie at any angle; `up` is of length 1.
IndexQuad index_along(std::vector<cv::Point2f> hull, cv::Point2f up) {
    const cv::Point2f right(-up.y, up.x);
    Extent along, across;
    for (const cv::Point2f point : hull) {
        along.add(point.dot(up));
        across.add(point.dot(right));
    }
    const float height = along.size() / pair_height, width = height * crop_aspect;
    const cv::Point2f first = up * along.middle() + right * across.middle() + up * (height * pair_y) - right * (width * pair_x);
    const cv::Point2f x = right * (width / index_share_x), y = -up * (height / index_share_y);
    const auto at = [&](float u, float v) { return up * u + right * v; };
    return {{first, first + x, first + x + y, first + y},
            {at(along.high, across.low), at(along.high, across.high), at(along.low, across.high), at(along.low, across.low)},
            static_cast<double>(along.size()),
            std::move(hull)};
}

// One rank above one suit: upright is along the line through their middles.
IndexQuad pair_of(const std::vector<const Blob*>& rank, cv::Point2f rank_center, const Blob& suit) {
    std::vector<cv::Point2f> points(suit.contour.begin(), suit.contour.end());
    for (const Blob* blob : rank)
        points.insert(points.end(), blob->contour.begin(), blob->contour.end());
    std::vector<cv::Point2f> hull;
    cv::convexHull(points, hull);
    const cv::Point2f up = rank_center - suit.center;
    return index_along(std::move(hull), up / std::max(length(up), 1e-3F));
}

// Paper around a piece of ink, and the ink.
bool on_paper(const cv::Mat& bgr, const cv::Mat& ink, Blob& blob, const cv::Rect& box) {
    const int margin = 2 + cvRound(0.2F * blob.size);
    const cv::Rect around =
        cv::Rect(box.x - margin, box.y - margin, box.width + 2 * margin, box.height + 2 * margin) & cv::Rect({0, 0}, bgr.size());
    const cv::Mat part = bgr(around), mask = ink(around);
    cv::Mat paper_mask;
    cv::bitwise_not(mask, paper_mask);
    const cv::Scalar paper = cv::mean(part, paper_mask), dark = cv::mean(bgr(box), ink(box));
    const double bright = std::max({paper[0], paper[1], paper[2]}), dull = std::min({paper[0], paper[1], paper[2]});
    if (bright < 40 || dull < 0.5 * bright) return false; // paper has little colour, whatever the light's
    const double darkest = std::min({dark[0] / paper[0], dark[1] / paper[1], dark[2] / paper[2]});
    if (darkest > 0.86) return false;
    // As seen on white paper under white light, and whatever share of its px the ink covers: 0 for black, 1 for red.
    blob.contrast = static_cast<float>(1 - darkest);
    blob.ink_red = static_cast<float>((dark[2] / paper[2] - 0.5 * (dark[0] / paper[0] + dark[1] / paper[1])) / (1 - darkest));
    blob.paper = static_cast<float>(bright / 255);
    return cv::countNonZero(paper_mask) > paper_mask.rows * paper_mask.cols / 5;
}

// Pieces of ink of about `block` / 4 to 1.1 `block` px: darker than their neighbourhood of that size.
// `level` is the share of the neighbourhood's brightness that ink stays below: high finds pale ink, low parts pieces that nearly touch.
std::vector<Blob> blobs_of(const cv::Mat& bgr, const cv::Mat& plane, int block, double level, float least) {
    cv::Mat local, ink;
    cv::boxFilter(plane, local, CV_8U, {block, block}, {-1, -1}, true, cv::BORDER_REPLICATE);
    local.convertTo(local, CV_8U, level, -4);
    cv::compare(plane, local, ink, cv::CMP_LT);
    std::vector<std::vector<cv::Point>> contours;
    std::vector<cv::Vec4i> tree;
    cv::findContours(ink, contours, tree, cv::RETR_CCOMP, cv::CHAIN_APPROX_SIMPLE);
    std::vector<Blob> out;
    for (std::size_t i = 0; i < contours.size(); ++i) {
        if (tree[i][3] >= 0) continue; // the edge of a hole
        const cv::Rect box = cv::boundingRect(contours[i]);
        const int larger = std::max(box.width, box.height), smaller = std::min(box.width, box.height);
        if (static_cast<float>(larger) < std::max(least, 0.22F * static_cast<float>(block)) || larger > 1.1 * block ||
            smaller * 5 < larger) {
            continue;
        }
        Blob blob{std::move(contours[i]), {}, static_cast<float>(larger)};
        blob.center = cv::Point2f(static_cast<float>(box.x) + 0.5F * static_cast<float>(box.width),
                                  static_cast<float>(box.y) + 0.5F * static_cast<float>(box.height));
        if (on_paper(bgr, ink, blob, box)) out.push_back(std::move(blob));
    }
    return out;
}

// Pairs of the blobs of one size that can be an index.
class Pairing {
public:
    explicit Pairing(const std::vector<Blob>& blobs) : blobs_(blobs) {}

    std::vector<Candidate> pairs() {
        for (std::size_t suit = 0; suit < blobs_.size(); ++suit) {
            const auto near = neighbours(suit);
            for (const std::size_t rank : near)
                consider({&blobs_[rank]}, blobs_[rank].center, blobs_[suit]);
            for (std::size_t a = 0; a < near.size(); ++a) {
                for (std::size_t b = a + 1; b < near.size(); ++b)
                    ten(blobs_[near[a]], blobs_[near[b]], blobs_[suit]);
            }
        }
        return std::move(found_);
    }

private:
    // Blobs near enough to be this suit's rank, nearest first; a crowd is texture.
    std::vector<std::size_t> neighbours(std::size_t suit) const {
        std::vector<std::pair<float, std::size_t>> near;
        for (std::size_t i = 0; i < blobs_.size(); ++i) {
            if (i == suit) continue;
            const float apart = length(blobs_[i].center - blobs_[suit].center);
            if (apart < 1.1F * (blobs_[i].size + blobs_[suit].size) && same_ink(blobs_[i], blobs_[suit])) near.emplace_back(apart, i);
        }
        std::ranges::sort(near);
        std::vector<std::size_t> out;
        for (std::size_t i = 0; i < std::min<std::size_t>(near.size(), 8); ++i)
            out.push_back(near[i].second);
        return out;
    }

    static bool same_ink(const Blob& a, const Blob& b) {
        const float ratio = a.size / b.size;
        return ratio > 0.4F && ratio < 2.6F && std::abs(a.ink_red - b.ink_red) < 0.4F;
    }

    // 1 and 0 side by side, at a right angle to the line to the suit.
    void ten(const Blob& a, const Blob& b, const Blob& suit) {
        const cv::Point2f across = b.center - a.center, middle = (a.center + b.center) * 0.5F, down = suit.center - middle;
        const float wide = length(across), larger = std::max(a.size, b.size);
        if (std::max(a.size, b.size) > 1.35F * std::min(a.size, b.size) || wide > 1.0F * larger || wide < 0.3F * larger) return;
        if (std::abs(across.dot(down)) > 0.4F * wide * length(down)) return;
        consider({&a, &b}, middle, suit);
    }

    void consider(const std::vector<const Blob*>& rank, cv::Point2f center, const Blob& suit) {
        const IndexQuad index = pair_of(rank, center, suit);
        float tall = suit.size, contrast = suit.contrast;
        for (const Blob* blob : rank)
            tall = std::max(tall, blob->size), contrast = std::min(contrast, blob->contrast);
        const cv::Point2f side = index.ink[1] - index.ink[0];
        const double shape = index.height / std::max(1.0, static_cast<double>(length(side)));
        if (shape < 1.15 || shape > 4.2 || index.height > 3.2 * static_cast<double>(tall)) return;
        // A rank stands close above its suit; pips keep their distance.
        const double gap = (index.height - static_cast<double>(suit.size + rank.front()->size)) / index.height;
        const double worth = static_cast<double>(contrast) + 0.6 * static_cast<double>(suit.paper) - 0.4 * std::abs(std::log(shape / 2.1));
        found_.push_back({index, worth - std::max(0.0, gap)});
    }

    const std::vector<Blob>& blobs_;
    std::vector<Candidate> found_;
};

bool alike(const IndexQuad& a, const IndexQuad& b) {
    const float size = static_cast<float>(std::max(a.height, b.height));
    return length(a.ink[0] - b.ink[0]) < 0.15F * size && length(a.ink[2] - b.ink[2]) < 0.15F * size;
}

} // namespace

IndexQuad turned_upright(const IndexQuad& index, cv::Point2f up) {
    return index_along(index.hull, up / std::max(length(up), 1e-3F));
}

IndexFinder::IndexFinder(IndexFinderOptions options) : options_(options) {}

std::vector<IndexQuad> IndexFinder::find(const cv::Mat& bgr) const {
    if (bgr.empty() || bgr.cols < 16 || bgr.rows < 16) return {};
    if (bgr.type() != CV_8UC3) throw std::invalid_argument("IndexFinder::find needs an 8-bit picture with 3 channels");
    const double scale = std::min(2.0, static_cast<double>(options_.work_side) / std::max(bgr.cols, bgr.rows));
    cv::Mat work, plane;
    cv::resize(bgr, work, {}, scale, scale, scale < 1 ? cv::INTER_AREA : cv::INTER_CUBIC);
    std::array<cv::Mat, 3> channels;
    cv::split(work, channels.data());
    cv::min(channels[0], channels[1], plane);
    cv::min(plane, channels[2], plane);
    cv::GaussianBlur(plane, plane, {}, 0.6);
    std::vector<Candidate> found;
    const float least = static_cast<float>(0.3 * options_.least_height * scale);
    for (const int block : {21, 41, 81, 161}) {
        for (const double level : {0.9, 0.72}) {
            const std::vector<Blob> blobs = blobs_of(work, plane, block, level, std::max(5.0F, least));
            auto pairs = Pairing(blobs).pairs();
            std::ranges::move(pairs, std::back_inserter(found));
        }
    }
    std::erase_if(found, [&](const Candidate& one) { return one.index.height < options_.least_height * scale; });
    std::ranges::stable_sort(found, std::greater{}, &Candidate::worth);
    std::vector<IndexQuad> out;
    for (Candidate& one : found) {
        if (out.size() == options_.most) break;
        if (std::ranges::any_of(out, [&](const IndexQuad& other) { return alike(one.index, other); })) continue;
        out.push_back(one.index);
    }
    for (IndexQuad& index : out) {
        for (Quad* quad : {&index.card, &index.ink}) {
            for (cv::Point2f& corner : *quad)
                corner = (corner + cv::Point2f(0.5F, 0.5F)) / static_cast<float>(scale) - cv::Point2f(0.5F, 0.5F);
        }
        for (cv::Point2f& point : index.hull)
            point = (point + cv::Point2f(0.5F, 0.5F)) / static_cast<float>(scale) - cv::Point2f(0.5F, 0.5F);
        index.height /= scale;
    }
    return out;
}

} // namespace recognition
