#include "recognition/vision/slot_reader.h"

#include "recognition/vision/fan_reader.h"
#include "recognition/vision/quad.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>

#include <opencv2/imgproc.hpp>

namespace recognition {
namespace {

// A slot is looked at in a picture of its own: the slot rectangle upright, with a margin of 45 % of its size all round.
constexpr int card_w = 96, card_h = 136;
constexpr int margin_x = 43, margin_y = 61;
const cv::Size view_size{card_w + 2 * margin_x, card_h + 2 * margin_y};
const cv::Rect slot_rect{margin_x, margin_y, card_w, card_h};
const cv::Size small_size{view_size.width / 4, view_size.height / 4};
const cv::Rect small_slot_rect{margin_x / 4 + 1, margin_y / 4 + 1, card_w / 4 - 1, card_h / 4 - 1};
// A px of the small view is stirred when any channel differs by this; a slot of which no more than this share is stirred looks as before.
constexpr double stirred_at = 14, least_stirred = 0.02;
// A slot stirred over more than this since the frame before shows something on its way: a sleeve, a card that is being laid.
constexpr double most_stirred = 0.12;
constexpr unsigned awake_for = 8; // unchanged frames after which a slot is at rest
// Mean absolute difference (0..255) of the small view at which the slot counts as changed.
constexpr double changed_at = 3.0;
// A px differs from bare felt when its largest channel difference reaches this.
constexpr int foreground_at = 26;
// A back whose outline did not stand free needs an edge on every side: a sleeve across the slot has two.
constexpr double least_side = 0.22;
// Share of the slot rectangle that may differ from bare felt in an empty slot.
constexpr double most_empty = 0.06;
// Share of a view that may stand out of the felt for it to be learnt: at first print and what else is always there, then next to nothing.
constexpr double most_print = 0.3, most_around = 0.02;
// Colours more alike than this are the same in other light.
constexpr double same_colour = 0.98;
constexpr float most_offset_x = 0.35F, most_offset_y = 0.35F, most_turn = 14.0F; // of the card's size; degrees

double dot(const cv::Scalar& a, const cv::Scalar& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Where felt is looked for within a slot of a fan, and above and below it: shares of the slot. A card lies a little off its slot, and its
// shadow darkens the felt beside it.
constexpr double felt_from = 0.12, felt_to = 0.9, felt_width = 0.08, felt_top = 0.15, felt_bottom = 0.85;
constexpr double beside_near = 0.09, beside_far = 0.2;

// One slot's memory.
struct Slot {
    Quad nominal;
    bool overlapped = false;
    bool on_fan = false;           // lies on an overlapped one
    float strip = 1;               // share of its width that the next card of the fan leaves free
    cv::Mat to_view;               // frame px -> view px
    cv::Mat small_map, small_part; // where each px of a half-size view lies in the frame: all that an unchanged slot costs
    cv::Mat from_view;             // view px -> frame px
    cv::Mat background;            // view of the bare felt, blurred; empty until it was seen
    cv::Scalar felt;               // colour of the table's felt, as most slots showed it in the first frame
    cv::Mat previous;              // the small view of the last frame
    cv::Mat examined;              // the small view that `reading` is of
    CardReading reading;
    bool pending = true;    // it changed since it was examined
    unsigned unchanged = 0; // frames since the view last changed
    double stirred = 0;     // share of the slot that differs from the frame before
    bool examined_now = false;
    bool hollow = false; // of a fan: paper without an index, and bare felt above and below it
};

// The largest mean difference of any 4 x 4 block of two small views: a small card corner counts as much as a whole hand.
double difference(const cv::Mat& a, const cv::Mat& b) {
    cv::Mat apart;
    cv::absdiff(a, b, apart);
    cv::boxFilter(apart, apart, CV_8U, {4, 4});
    double least = 0, most = 0;
    cv::minMaxLoc(apart.reshape(1), &least, &most);
    return most / 4;
}

// Made once: a perspective warp makes its maps anew for every picture, which costs as much as the sampling.
void map_half_view(Slot& slot) {
    std::vector<cv::Point2f> points;
    for (int y = 0; y < small_size.height * 2; ++y)
        for (int x = 0; x < small_size.width * 2; ++x)
            points.emplace_back(2 * static_cast<float>(x), 2 * static_cast<float>(y));
    std::vector<cv::Point2f> in_frame;
    cv::perspectiveTransform(points, in_frame, slot.from_view);
    const cv::Mat places(small_size.height * 2, small_size.width * 2, CV_32FC2, in_frame.data());
    cv::convertMaps(places, {}, slot.small_map, slot.small_part, CV_16SC2);
}

cv::Mat small_view(const Slot& slot, const cv::Mat& bgr) {
    cv::Mat small;
    cv::remap(bgr, small, slot.small_map, slot.small_part, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    cv::resize(small, small, small_size, 0, 0, cv::INTER_AREA); // averaged: a back's fine pattern must not flicker
    return small;
}

// Share of two small views that differs.
double share_changed(const cv::Mat& a, const cv::Mat& b) {
    cv::Mat apart, any;
    cv::absdiff(a, b, apart);
    cv::inRange(apart, cv::Scalar(0, 0, 0), cv::Scalar::all(stirred_at), any);
    return 1 - static_cast<double>(cv::countNonZero(any)) / static_cast<double>(any.total());
}

Slot slot_of(const Quad& nominal, bool overlapped) {
    Slot out;
    out.nominal = nominal;
    out.overlapped = overlapped;
    const float x = static_cast<float>(margin_x), y = static_cast<float>(margin_y);
    const float right = x + static_cast<float>(card_w), bottom = y + static_cast<float>(card_h);
    const std::array<cv::Point2f, 4> target{{{x, y}, {right, y}, {right, bottom}, {x, bottom}}};
    out.to_view = cv::getPerspectiveTransform(nominal.data(), target.data());
    out.from_view = cv::getPerspectiveTransform(target.data(), nominal.data());
    map_half_view(out);
    return out;
}

Quad through(const Quad& quad, const cv::Mat& matrix) {
    std::vector<cv::Point2f> out;
    cv::perspectiveTransform(std::vector<cv::Point2f>(quad.begin(), quad.end()), out, matrix);
    return {out[0], out[1], out[2], out[3]};
}

// The colour of most of a view around its slot: the felt's, unless something covers it.
cv::Scalar colour_around(const cv::Mat& view) {
    cv::Mat ring(view.size(), CV_8U, cv::Scalar(255));
    ring(cv::Rect{slot_rect.x - 12, slot_rect.y - 12, slot_rect.width + 24, slot_rect.height + 24}).setTo(0);
    std::array<std::vector<uchar>, 3> values;
    for (int row = 0; row < view.rows; row += 3) {
        for (int col = 0; col < view.cols; col += 3) {
            if (ring.at<uchar>(row, col) == 0) continue;
            for (std::size_t c = 0; c < 3; ++c)
                values[c].push_back(view.at<cv::Vec3b>(row, col)[static_cast<int>(c)]);
        }
    }
    cv::Scalar felt;
    for (std::size_t c = 0; c < 3; ++c) {
        std::ranges::nth_element(values[c], values[c].begin() + static_cast<long>(values[c].size() / 2));
        felt[static_cast<int>(c)] = values[c][values[c].size() / 2];
    }
    return felt;
}

// How alike two colours are, whatever their brightness; 1 is the same.
double alike(const cv::Scalar& a, const cv::Scalar& b) {
    return dot(a, b) / std::max(1e-9, std::sqrt(dot(a, a) * dot(b, b)));
}

// What stands out of the felt: the background when it is known, else the colour of the margin's median.
cv::Mat foreground(const cv::Mat& view, const cv::Mat& background) {
    cv::Mat apart;
    if (!background.empty())
        cv::absdiff(view, background, apart);
    else
        cv::absdiff(view, colour_around(view), apart);
    std::array<cv::Mat, 3> channels;
    cv::split(apart, channels.data());
    cv::Mat most;
    cv::max(channels[0], channels[1], most);
    cv::max(most, channels[2], most);
    cv::threshold(most, most, foreground_at, 255, cv::THRESH_BINARY);
    cv::morphologyEx(most, most, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_RECT, {5, 5}));
    return most;
}

// The edge map that a card's outline is fitted to: strength of change in any channel, scaled to 0..1.
cv::Mat edges_of(const cv::Mat& view) {
    cv::Mat out(view.size(), CV_32F, cv::Scalar(0));
    std::array<cv::Mat, 3> channels;
    cv::split(view, channels.data());
    for (const cv::Mat& channel : channels) {
        cv::Mat dx, dy, strength;
        cv::Sobel(channel, dx, CV_32F, 1, 0);
        cv::Sobel(channel, dy, CV_32F, 0, 1);
        cv::magnitude(dx, dy, strength);
        cv::max(out, strength, out);
    }
    cv::min(out, 160.0F, out);
    return out / 160.0F;
}

struct Fit {
    Quad quad; // view px
    bool found = false;
    double weakest_side = 1.0; // 0..1
};

// The card's outline from the foreground: the part connected to the slot's middle, as four lines.
Fit outline(const cv::Mat& mask) {
    std::vector<std::vector<cv::Point>> contours;
    cv::findContours(mask.clone(), contours, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
    const double nominal_area = static_cast<double>(card_w) * card_h;
    Fit best;
    double best_score = 0;
    for (const auto& contour : contours) {
        const double own = cv::contourArea(contour);
        if (own < 0.6 * nominal_area || own > 1.5 * nominal_area) continue;
        std::vector<cv::Point> hull;
        cv::convexHull(contour, hull);
        if (own < 0.9 * cv::contourArea(hull)) continue;
        const cv::RotatedRect box = cv::minAreaRect(contour);
        Quad quad;
        box.points(quad.data());
        if (own < 0.85 * static_cast<double>(box.size.area())) continue;
        if (cv::contourArea(std::vector<cv::Point2f>(quad.begin(), quad.end()), true) < 0) std::swap(quad[1], quad[3]);
        // The corner nearest the slot's first corner comes first: small turns keep the order.
        std::size_t first = 0;
        const cv::Point2f corner(static_cast<float>(slot_rect.x), static_cast<float>(slot_rect.y));
        for (std::size_t i = 1; i < 4; ++i) {
            if (length(quad[i] - corner) < length(quad[first] - corner)) first = i;
        }
        std::rotate(quad.begin(), quad.begin() + static_cast<long>(first), quad.end());
        const cv::Point2f along = quad[1] - quad[0];
        const float turn = std::abs(std::atan2(along.y, along.x)) * 57.3F;
        const cv::Point2f off = box.center - cv::Point2f(static_cast<float>(view_size.width) / 2, static_cast<float>(view_size.height) / 2);
        const float w = length(along), h = length(quad[3] - quad[0]);
        if (turn > most_turn || std::abs(off.x) > most_offset_x * card_w || std::abs(off.y) > most_offset_y * card_h) continue;
        if (w < 0.75F * card_w || w > 1.25F * card_w || h < 0.75F * card_h || h > 1.25F * card_h) continue;
        const double score = own / nominal_area - static_cast<double>(length(off)) / card_h;
        if (!best.found || score > best_score) best = {quad, true}, best_score = score;
    }
    return best;
}

// Mean edge strength along the four sides of a card of the slot's size, moved by (x, y) and turned by `degrees`; the weakest side counts
// twice, so that three good sides do not make a card.
struct Sides {
    double sum = 0, weakest = 1;
    double score() const { return sum + weakest; }
};

Sides along_sides(const cv::Mat& edges, const Quad& quad) {
    Sides out;
    for (std::size_t side = 0; side < 4; ++side) {
        const cv::Point2f from = quad[side], step = quad[(side + 1) % 4] - from;
        double strength = 0;
        constexpr int samples = 24;
        for (int i = 0; i < samples; ++i) {
            const float t = 0.1F + 0.8F * static_cast<float>(i) / (samples - 1);
            const cv::Point at = from + step * t;
            if (at.x >= 0 && at.y >= 0 && at.x < edges.cols && at.y < edges.rows) strength += static_cast<double>(edges.at<float>(at));
        }
        strength /= samples;
        out.sum += strength;
        out.weakest = std::min(out.weakest, strength);
    }
    return out;
}

Quad placed(float x, float y, float degrees, float scale) {
    const float radians = degrees * 3.14159265F / 180, c = std::cos(radians), s = std::sin(radians);
    const cv::Point2f center(static_cast<float>(view_size.width) / 2 + x, static_cast<float>(view_size.height) / 2 + y);
    const float w = scale * card_w / 2, h = scale * card_h / 2;
    const auto at = [&](float u, float v) { return center + cv::Point2f(u * c - v * s, u * s + v * c); };
    return {at(-w, -h), at(w, -h), at(w, h), at(-w, h)};
}

// Search for the outline by its edges, coarse to fine: for cards that touch others, where the foreground is no rectangle.
Fit by_edges(const cv::Mat& view) {
    cv::Mat edges = edges_of(view);
    cv::Mat wide;
    cv::GaussianBlur(edges, wide, {}, 2);
    float x = 0, y = 0, turn = 0, scale = 0.96F;
    double best = 0;
    const auto attempt = [&](const cv::Mat& map, float nx, float ny, float nt, float ns) {
        const double score = along_sides(map, placed(nx, ny, nt, ns)).score();
        if (score > best) best = score, x = nx, y = ny, turn = nt, scale = ns;
    };
    for (int t = -3; t <= 3; ++t) {
        for (int dy = -11; dy <= 11; ++dy) {
            for (int dx = -8; dx <= 8; ++dx)
                attempt(wide, 4 * static_cast<float>(dx), 4 * static_cast<float>(dy), 4 * static_cast<float>(t), 0.96F);
        }
    }
    best = 0;
    constexpr int steps = 5;
    for (int round = 0; round < 3; ++round) {
        const float x0 = x, y0 = y, t0 = turn, s0 = scale;
        for (int i = 0; i < steps * steps * steps * steps; ++i) { // a step of -2..2 in place, turn and size each
            const auto step = [&](int power) { return static_cast<float>(i / power % steps - 2); };
            attempt(edges, x0 + step(1), y0 + step(steps), t0 + 0.75F * step(steps * steps),
                    std::clamp(s0 + 0.015F * step(steps * steps * steps), 0.85F, 1.12F));
        }
    }
    const Quad quad = placed(x, y, turn, scale);
    return {quad, best > 1.2, along_sides(wide, quad).weakest};
}

CardReading reading_of(Face face, Reason reason, double confidence) {
    return {.face = face, .card = {}, .reason = reason, .confidence = confidence, .margin = confidence, .guesses = {}};
}

} // namespace

struct SlotReader::State {
    CardClassifier classifier;
    std::vector<Slot> slots;
    cv::Size frame;
    FanReader fan_reader{};
    int examined = 0;
    bool fans = false; // any slot is overlapped
    std::size_t frames = 0;
    FrameRate rate = FrameRate::SELDOM;

    void start(cv::Size size, std::span<const Quad> nominal, const std::vector<bool>& overlapped) {
        slots.clear();
        frame = size;
        for (std::size_t i = 0; i < nominal.size(); ++i)
            slots.push_back(slot_of(nominal[i], !overlapped.empty() && overlapped[i]));
        for (std::size_t i = 0; i + 1 < slots.size(); ++i) {
            if (!slots[i].overlapped || shared_area(nominal[i], nominal[i + 1]) <= 0) continue;
            slots[i].strip = strip_of(nominal[i], nominal[i + 1]);
            slots[i + 1].on_fan = true;
        }
        fans = std::ranges::any_of(slots, &Slot::overlapped);
    }

    bool same(cv::Size size, std::span<const Quad> nominal, const std::vector<bool>& overlapped) const {
        if (frame != size || nominal.size() != slots.size()) return false;
        for (std::size_t i = 0; i < slots.size(); ++i) {
            if (slots[i].overlapped != (!overlapped.empty() && overlapped[i])) return false;
            for (std::size_t k = 0; k < 4; ++k) {
                if (length(slots[i].nominal[k] - nominal[i][k]) > 0.01F) return false;
            }
        }
        return true;
    }
};

SlotReader::SlotReader(const ModelFiles& files)
    : state_(std::make_unique<State>(State{.classifier = CardClassifier(files), .slots = {}, .frame = {}})) {}
SlotReader::~SlotReader() = default;
SlotReader::SlotReader(SlotReader&&) noexcept = default;
SlotReader& SlotReader::operator=(SlotReader&&) noexcept = default;

void SlotReader::expect(FrameRate rate) {
    state_->rate = rate;
}

int SlotReader::slots_examined() const {
    return state_->examined;
}

namespace {

// The view differs from that of the frame before. Of the first frame nobody can tell.
bool in_motion(const Slot& slot) {
    return slot.unchanged == 0 && slot.pending;
}

// Where frames come often, a slot over which something is on its way is not worth a look.
bool stirred_up(const Slot& slot, FrameRate rate) {
    return rate == FrameRate::OFTEN && in_motion(slot) && slot.stirred > most_stirred;
}

// Something moves beside a card that has been read and lies as it did.
bool known_and_still(Slot& slot, const cv::Mat& small) {
    const bool known = slot.reading.face == Face::FACE_UP || slot.reading.face == Face::FACE_DOWN;
    if (!known || slot.examined.empty()) return false;
    if (share_changed(small(small_slot_rect), slot.examined(small_slot_rect)) > least_stirred) return false;
    slot.pending = true; // at rest it is looked at all the same
    slot.unchanged = 0;
    return true;
}

// Keeps the slot's record of motion up to date. A slot is examined in every frame in which its picture changes and once more at rest: to
// wait for rest costs a frame, and at 10 frames a second a burned card lies too short a time to give one away. Doubt at rest is looked at
// again, ever more rarely.
bool wants_examination(Slot& slot, const cv::Mat& small) {
    const cv::Mat before = slot.previous;
    slot.previous = small;
    if (before.empty() || difference(small, before) >= changed_at) {
        if (known_and_still(slot, small)) return false;
        slot.stirred = before.empty() ? 0 : share_changed(small(small_slot_rect), before(small_slot_rect));
        slot.examined = small;
        slot.pending = !before.empty();
        slot.unchanged = 0;
        return true;
    }
    ++slot.unchanged;
    const bool power_of_two = (slot.unchanged & (slot.unchanged - 1)) == 0;
    const bool doubtful_again = slot.reading.face == Face::DOUBTFUL && power_of_two;
    if (!slot.pending && !doubtful_again && difference(small, slot.examined) < changed_at) return false;
    slot.examined = small;
    slot.pending = false;
    return true;
}

// A slot whose view changed, and where its card seems to lie.
struct Work {
    std::size_t slot;
    Quad quad; // view px
    cv::Mat view;
    bool outlined; // its outline stood free of everything else
    double weakest_side;
};

// The whole surroundings differ from the remembered felt, but nothing stands out of them and their colour is the felt's: other light.
bool lights_changed(const Slot& slot, const cv::Mat& view, const cv::Mat& mask) {
    if (slot.background.empty() || cv::countNonZero(mask) < static_cast<int>(0.8 * static_cast<double>(mask.total()))) return false;
    if (cv::countNonZero(foreground(view, {})) > static_cast<int>(0.02 * static_cast<double>(mask.total()))) return false;
    return alike(cv::mean(view), cv::mean(slot.background)) > same_colour;
}

void learn(Slot& slot, const cv::Mat& view) {
    if (slot.background.empty()) {
        slot.background = view.clone();
    } else {
        cv::addWeighted(slot.background, 0.9, view, 0.1, 0, slot.background);
    }
}

// A plain plastic card: one colour over most of its face.
bool one_colour(const cv::Mat& view, const Quad& quad) {
    const std::array<cv::Point2f, 4> target{{{0, 0}, {64, 0}, {64, 88}, {0, 88}}};
    cv::Mat card;
    cv::warpPerspective(view, card, cv::getPerspectiveTransform(quad.data(), target.data()), {64, 88});
    cv::Scalar mean, deviation;
    cv::meanStdDev(card(cv::Rect{6, 8, 52, 72}), mean, deviation);
    return std::max({deviation[0], deviation[1], deviation[2]}) < 14;
}

bool white_paper(const cv::Mat& view, const Quad& quad) {
    const std::array<cv::Point2f, 4> target{{{0, 0}, {64, 0}, {64, 88}, {0, 88}}};
    cv::Mat card, hsv;
    cv::warpPerspective(view, card, cv::getPerspectiveTransform(quad.data(), target.data()), {64, 88});
    cv::cvtColor(card(cv::Rect{6, 8, 52, 72}), hsv, cv::COLOR_BGR2HSV);
    const cv::Scalar mean = cv::mean(hsv);
    return mean[1] < 60 && mean[2] > 90;
}

// A slot and its surroundings, upright, and what stands out of the felt there.
struct View {
    cv::Mat view, mask;
};

View view_of(const Slot& slot, const cv::Mat& bgr) {
    cv::Mat view;
    cv::warpPerspective(bgr, view, slot.to_view, view_size, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    cv::GaussianBlur(view, view, {}, 0.7);
    return {view, foreground(view, slot.background)};
}

// What most slots of the first frame have around them is felt.
void look_at_felt(std::vector<Slot>& slots, const cv::Mat& bgr) {
    std::array<std::vector<double>, 3> values;
    for (const Slot& slot : slots) {
        const cv::Scalar around = colour_around(view_of(slot, bgr).view);
        for (std::size_t c = 0; c < 3; ++c)
            values[c].push_back(around[static_cast<int>(c)]);
    }
    cv::Scalar felt;
    for (std::size_t c = 0; c < 3; ++c) {
        std::ranges::nth_element(values[c], values[c].begin() + static_cast<long>(values[c].size() / 2));
        felt[static_cast<int>(c)] = values[c][values[c].size() / 2];
    }
    for (Slot& slot : slots)
        slot.felt = felt;
}

// The felt is bare in `part` of the view: the slot reads EMPTY, and its felt is learnt.
bool is_bare(Slot& slot, const View& seen, const cv::Rect& part) {
    const double covered = static_cast<double>(cv::countNonZero(seen.mask(part))) / part.area();
    const bool other_light = lights_changed(slot, seen.view, seen.mask);
    if (covered >= most_empty && !other_light) return false;
    const bool unknown = slot.background.empty();
    if (unknown && alike(cv::mean(seen.view(part)), slot.felt) < same_colour) return false; // a sleeve is as even as felt
    slot.reading = reading_of(Face::EMPTY, Reason::NONE, other_light ? 0.9 : 1 - covered);
    const double around = static_cast<double>(cv::countNonZero(seen.mask)) / static_cast<double>(seen.mask.total());
    if (other_light)
        slot.background = seen.view.clone();
    else if (around < (unknown ? most_print : most_around))
        learn(slot, seen.view);
    return true;
}

// Share of a part of the view, in shares of the slot, that stands out of the felt.
double share_covered(const cv::Mat& mask, double left, double right, double top, double bottom) {
    const auto x = [](double share) { return slot_rect.x + static_cast<int>(std::lround(share * card_w)); };
    const auto y = [](double share) { return slot_rect.y + static_cast<int>(std::lround(share * card_h)); };
    const cv::Mat part = mask(cv::Rect(cv::Point(x(left), y(top)), cv::Point(x(right), y(bottom))));
    return static_cast<double>(cv::countNonZero(part)) / static_cast<double>(part.total());
}

// A card hides all of its slot: where a band of felt is to be seen within it, none lies there, whatever the cards beside it cover.
bool felt_within(const cv::Mat& mask) {
    for (double left = felt_from; left + felt_width <= felt_to; left += felt_width / 2) {
        if (share_covered(mask, left, left + felt_width, felt_top, felt_bottom) < most_empty) return true;
    }
    return false;
}

// What can be said of a slot without the networks is written to it; a card to read is handed back.
std::optional<Work> examine(Slot& slot, std::size_t number, const cv::Mat& bgr, FrameRate rate) {
    if (stirred_up(slot, rate)) {
        slot.reading = reading_of(Face::DOUBTFUL, Reason::OCCLUDED, 0);
        return {};
    }
    const View seen = view_of(slot, bgr);
    if (is_bare(slot, seen, slot_rect)) return {};
    if (slot.on_fan && felt_within(seen.mask)) {
        slot.reading = reading_of(Face::EMPTY, Reason::NONE, 0.95);
        return {};
    }
    Fit fit = outline(seen.mask);
    const bool outlined = fit.found;
    if (!outlined && !(rate == FrameRate::OFTEN && in_motion(slot))) fit = by_edges(seen.view);
    if (!fit.found) {
        slot.reading = reading_of(Face::DOUBTFUL, Reason::OCCLUDED, 0);
        return {};
    }
    return Work{number, fit.quad, seen.view, outlined, fit.weakest_side};
}

// The networks' reading, corrected by what the slot's view shows of plain cards and sleeves.
CardReading with_the_view(const CardReading& reading, const Work& work) {
    if (reading.face == Face::FACE_UP) return reading;
    const bool plain = work.outlined && one_colour(work.view, work.quad) && !white_paper(work.view, work.quad);
    if (plain && reading.face != Face::FACE_DOWN) return reading_of(Face::CUT_CARD, Reason::NONE, 0.95);
    const bool sleeve = reading.face == Face::FACE_DOWN && work.weakest_side < least_side;
    const bool no_card = !work.outlined && reading.reason == Reason::UNKNOWN; // edges of a sleeve may look like an outline
    if (reading.face == Face::CUT_CARD || reading.face == Face::EMPTY || sleeve || no_card)
        return reading_of(Face::DOUBTFUL, Reason::OCCLUDED, 0);
    return reading;
}

// Where in a picture a slot of a fan lies, and who reads it.
struct FanPlace {
    const FanReader& reader;
    const CardClassifier& classifier;
    const cv::Mat& bgr;
    std::span<const Quad> slots;
    std::size_t number;
};

// Nothing reaches into the slot's strip from above or below: no hand.
bool nothing_reaches_in(const cv::Mat& mask, double strip) {
    return share_covered(mask, 0, strip, -beside_far, -beside_near) < most_empty &&
           share_covered(mask, 0, strip, 1 + beside_near, 1 + beside_far) < most_empty;
}

// A slot of a fan by what is to be seen of it: its index, felt, a back. Otherwise it waits for a clear view.
void read_in_fan(Slot& slot, const FanPlace& place, FrameRate rate) {
    slot.hollow = false;
    if (stirred_up(slot, rate)) {
        slot.reading = reading_of(Face::DOUBTFUL, Reason::OCCLUDED, 0);
        return;
    }
    const View seen = view_of(slot, place.bgr);
    const cv::Rect corner{slot_rect.x, slot_rect.y, static_cast<int>(index_share_x * card_w), static_cast<int>(index_share_y * card_h)};
    if (is_bare(slot, seen, corner)) return;
    if (felt_within(seen.mask)) {
        slot.reading = reading_of(Face::EMPTY, Reason::NONE, 0.95);
        return;
    }
    const CardReading index = place.reader.read_index(place.classifier, place.bgr, place.slots, place.number);
    if (index.face == Face::FACE_UP || index.confidence > 0.5) {
        slot.reading = index;
        return;
    }
    if (FanReader::shows_back(place.classifier, place.bgr, slot.nominal, slot.strip)) {
        slot.reading = reading_of(Face::FACE_DOWN, Reason::NONE, 0.95);
        return;
    }
    slot.hollow = index.confidence == 0 && nothing_reaches_in(seen.mask, static_cast<double>(slot.strip));
    slot.reading = reading_of(Face::DOUBTFUL, Reason::OCCLUDED, 0);
}

// Nothing reaches into the last slot of a fan from any of the sides that the fan leaves free.
bool lies_free(const cv::Mat& mask) {
    return nothing_reaches_in(mask, 1) && share_covered(mask, 1 + beside_near, 1 + beside_far, felt_top, felt_bottom) < most_empty;
}

// The last card of a fan, whose outline is hard to tell from the others', where it must lie: by its index alone when the whole does not
// speak for another, or by its back when nothing else can cover the slot.
void read_last_of_fan(Slot& slot, const FanPlace& place, FrameRate rate) {
    const CardReading index = place.reader.read_index(place.classifier, place.bgr, place.slots, place.number);
    const auto& guesses = slot.reading.guesses;
    if (index.face == Face::FACE_UP) {
        if (guesses.empty() || guesses.front().card == index.card) slot.reading = index;
        return;
    }
    if (index.confidence > 0.5 || stirred_up(slot, rate) || !lies_free(view_of(slot, place.bgr).mask)) return;
    if (FanReader::shows_back(place.classifier, place.bgr, slot.nominal, 1)) slot.reading = reading_of(Face::FACE_DOWN, Reason::NONE, 0.95);
}

// A card was taken out of the middle of an open fan: its place shows the one below, paper without an index, and the cards on both sides
// are read. A hand that hid its index would reach in from somewhere.
void find_gaps(std::vector<Slot>& slots) {
    const auto open = [&](std::size_t i) { return slots[i].reading.face == Face::FACE_UP; };
    for (std::size_t i = 1; i + 1 < slots.size(); ++i) {
        Slot& slot = slots[i];
        if (!slot.hollow || !slot.overlapped || !slot.on_fan) continue;
        const bool below = open(i - 1) || (slots[i - 1].on_fan && i >= 2 && open(i - 2));
        const bool above = open(i + 1) || (slots[i + 1].overlapped && i + 2 < slots.size() && open(i + 2));
        slot.reading = below && above ? reading_of(Face::EMPTY, Reason::NONE, 0.9) : reading_of(Face::DOUBTFUL, Reason::OCCLUDED, 0);
    }
}

} // namespace

std::vector<CardReading> SlotReader::read(const cv::Mat& bgr, std::span<const Quad> slots, const std::vector<bool>& overlapped) {
    if (!overlapped.empty() && overlapped.size() != slots.size())
        throw std::invalid_argument("SlotReader::read needs a mark for each slot");
    if (bgr.empty() || bgr.type() != CV_8UC3) throw std::invalid_argument("SlotReader::read needs an 8-bit picture with 3 channels");
    State& state = *state_;
    if (!state.same(bgr.size(), slots, overlapped)) {
        state.start(bgr.size(), slots, overlapped);
        look_at_felt(state.slots, bgr);
    }
    state.examined = 0;
    ++state.frames;
    std::vector<Work> work;
    for (std::size_t i = 0; i < state.slots.size(); ++i) {
        Slot& slot = state.slots[i];
        slot.examined_now = false;
        if (slot.unchanged > awake_for && state.rate == FrameRate::OFTEN && (state.frames + i) % 2 != 0) continue;
        if (!wants_examination(slot, small_view(slot, bgr))) continue;
        ++state.examined;
        slot.examined_now = true;
        if (slot.overlapped) {
            read_in_fan(slot, {state.fan_reader, state.classifier, bgr, slots, i}, state.rate);
            continue;
        }
        if (std::optional<Work> one = examine(slot, i, bgr, state.rate)) work.push_back(std::move(*one));
    }
    std::vector<Quad> in_frame;
    in_frame.reserve(work.size());
    for (const Work& one : work)
        in_frame.push_back(through(one.quad, state.slots[one.slot].from_view));
    const bool several =
        state.rate == FrameRate::SELDOM || std::ranges::any_of(work, [&](const Work& one) { // second looks can wait for rest
            return state.slots[one.slot].unchanged != 1 && !in_motion(state.slots[one.slot]);
        });
    const std::vector<CardReading> readings = state.classifier.read(bgr, in_frame, several ? Looks::SEVERAL : Looks::ONE);
    for (std::size_t k = 0; k < work.size(); ++k) {
        CardReading& reading = state.slots[work[k].slot].reading;
        reading = with_the_view(readings[k], work[k]);
        // Beside a fan the card found may be one of the fan's.
        if (state.fans && nearest_slot(slots, index_place(in_frame[k])) != work[k].slot) {
            reading = reading_of(Face::DOUBTFUL, Reason::OCCLUDED, 0);
        }
    }
    for (std::size_t i = 0; i < slots.size(); ++i) {
        Slot& slot = state.slots[i];
        if (slot.examined_now && slot.on_fan && !slot.overlapped && slot.reading.face == Face::DOUBTFUL)
            read_last_of_fan(slot, {state.fan_reader, state.classifier, bgr, slots, i}, state.rate);
    }
    if (state.fans) find_gaps(state.slots);
    std::vector<CardReading> out;
    out.reserve(state.slots.size());
    for (const Slot& slot : state.slots)
        out.push_back(slot.reading);
    return out;
}

} // namespace recognition
