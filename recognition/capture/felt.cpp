#include "recognition/capture/felt.h"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace recognition::capture {

namespace {

const cv::Scalar gold(92, 176, 214);   // print on the cloth
const cv::Scalar ivory(188, 214, 206); // slots
constexpr int shift = 4;               // fixed-point bits of OpenCV's drawing

cv::Point fixed(cv::Point2f p) {
    return {cvRound(p.x * (1 << shift)), cvRound(p.y * (1 << shift))};
}

void clouds(cv::Mat& picture, cv::RNG& random, int cell, double strength) {
    cv::Mat coarse(picture.rows / cell + 2, picture.cols / cell + 2, CV_32F);
    random.fill(coarse, cv::RNG::NORMAL, 0, strength);
    cv::Mat smooth;
    cv::resize(coarse, smooth, picture.size(), 0, 0, cv::INTER_CUBIC);
    cv::Mat planes;
    cv::merge(std::vector<cv::Mat>{smooth * 0.8, smooth, smooth * 0.7}, planes);
    picture += planes;
}

// Cloth: a weave too fine for the camera, and the clouds that hands leave on it.
cv::Mat cloth(cv::Size size, cv::RNG& random) {
    cv::Mat picture(size, CV_32FC3, cv::Scalar(66, 104, 22));
    clouds(picture, random, 220, 3.0);
    clouds(picture, random, 60, 1.6);
    clouds(picture, random, 3, 2.0);
    clouds(picture, random, 1, 2.6);
    return picture;
}

std::vector<cv::Point> table_edge(cv::Size size, double grow) {
    const cv::Point2d middle(size.width / 2.0, 0.10 * size.height);
    const double across = 0.545 * size.width + grow;
    const double down = 0.835 * size.height + grow;
    std::vector<cv::Point> edge;
    for (int i = 0; i <= 180; ++i) {
        const double angle = CV_PI * i / 180;
        // A little squarer than an ellipse, as tables are.
        const auto bend = [](double v) { return std::copysign(std::pow(std::abs(v), 0.86), v); };
        edge.push_back(fixed(
            {static_cast<float>(middle.x + across * bend(std::cos(angle))), static_cast<float>(middle.y + down * bend(std::sin(angle)))}));
    }
    edge.push_back(fixed({static_cast<float>(middle.x - across), -200.0F}));
    edge.push_back(fixed({static_cast<float>(middle.x + across), -200.0F}));
    return edge;
}

void fill(cv::Mat& picture, const std::vector<cv::Point>& edge, const cv::Scalar& colour) {
    cv::fillPoly(picture, std::vector<std::vector<cv::Point>>{edge}, colour, cv::LINE_AA, shift);
}

bool on_cloth(const tracking::TableLayout& layout, const std::vector<cv::Point>& edge) {
    for (const auto& place : layout.slots) {
        for (const auto& corner : place.corners) {
            if (cv::pointPolygonTest(edge, cv::Point2f(fixed({static_cast<float>(corner.x), static_cast<float>(corner.y)})), false) <= 0)
                return false;
        }
    }
    return true;
}

// The padded rail around the cloth and the dark floor beyond it.
void rail(cv::Mat& picture, const tracking::TableLayout& layout) {
    const auto size = picture.size();
    const auto inner = table_edge(size, 0);
    if (!on_cloth(layout, inner)) return;
    cv::Mat frame(size, CV_8UC3, cv::Scalar(30, 26, 24));
    constexpr int width = 88; // px
    for (int i = 0; i <= width; ++i) {
        const double across = std::sin(CV_PI * i / width); // round leather: light on its back
        const double shade = 0.35 + 0.65 * across;
        fill(frame, table_edge(size, width - i), cv::Scalar(30 * shade + 8, 38 * shade + 9, 74 * shade + 14));
    }
    cv::Mat mask(size, CV_8U, cv::Scalar(255));
    fill(mask, inner, cv::Scalar(0));
    frame.convertTo(frame, CV_32F);
    cv::Mat weight;
    mask.convertTo(weight, CV_32F, 1.0 / 255);
    cv::GaussianBlur(mask, mask, {0, 0}, 14); // the rail's shadow on the cloth
    cv::Mat shade;
    mask.convertTo(shade, CV_32F, -0.55 / 255, 1.0);
    cv::merge(std::vector<cv::Mat>{shade, shade, shade}, shade);
    cv::merge(std::vector<cv::Mat>{weight, weight, weight}, weight);
    picture = picture.mul(shade);
    picture = picture + (frame - picture).mul(weight);
}

// Colour printed on cloth: mixed in, so that the weave shows through.
void print(cv::Mat& picture, const cv::Mat& mask, const cv::Scalar& colour, double strength) {
    cv::Mat weight;
    mask.convertTo(weight, CV_32F, strength / 255);
    cv::merge(std::vector<cv::Mat>{weight, weight, weight}, weight);
    cv::Mat ink(picture.size(), CV_32FC3, colour);
    picture = picture + (ink - picture).mul(weight);
}

Quad to_quad(const tracking::Corners& corners) {
    Quad quad;
    for (std::size_t i = 0; i < 4; ++i)
        quad[i] = {static_cast<float>(corners[i].x), static_cast<float>(corners[i].y)};
    return quad;
}

// The outline of a slot with rounded corners.
void outline(cv::Mat& mask, const Quad& quad, float radius, int thickness) {
    std::vector<cv::Point> points;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto& before = quad[(i + 3) % 4];
        const auto& at = quad[i];
        const auto& after = quad[(i + 1) % 4];
        const auto in = before - at;
        const auto out = after - at;
        const auto from = at + in * (radius / static_cast<float>(cv::norm(in)));
        const auto to = at + out * (radius / static_cast<float>(cv::norm(out)));
        for (int step = 0; step <= 6; ++step) {
            const float t = static_cast<float>(step) / 6;
            points.push_back(fixed(from * ((1 - t) * (1 - t)) + at * (2 * t * (1 - t)) + to * (t * t)));
        }
    }
    cv::polylines(mask, std::vector<std::vector<cv::Point>>{points}, true, cv::Scalar(255), thickness, cv::LINE_AA, shift);
}

// Words printed with their middle at `at`, turned by `degrees`.
void words(cv::Mat& mask, const std::string& text, cv::Point2f at, double scale, int thickness, double degrees) {
    constexpr int font = cv::FONT_HERSHEY_TRIPLEX;
    int baseline = 0;
    const auto size = cv::getTextSize(text, font, scale, thickness, &baseline);
    const int side = size.width + 40;
    cv::Mat patch(side, side, CV_8U, cv::Scalar(0));
    cv::putText(patch, text, {20, side / 2 + size.height / 2}, font, scale, cv::Scalar(255), thickness, cv::LINE_AA);
    const auto half = static_cast<float>(side) / 2;
    auto turn = cv::getRotationMatrix2D({half, half}, -degrees, 1);
    turn.at<double>(0, 2) += at.x - half;
    turn.at<double>(1, 2) += at.y - half;
    cv::Mat placed;
    cv::warpAffine(patch, placed, turn, mask.size(), cv::INTER_LINEAR);
    cv::max(mask, placed, mask);
}

std::string title(const std::string& name) {
    std::string text;
    for (const char c : name)
        text += c == '_' || c == '-' ? ' ' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    return text;
}

std::string seat_word(engine::Seat seat) {
    using enum engine::SeatKind;
    switch (seat.kind) {
    case PLAYER: return "PLAYER " + std::to_string(seat.number);
    case BOX: return "BOX " + std::to_string(seat.number);
    case BANKER: return "BANKER";
    case DEALER: return "DEALER";
    case BURN: return "BURN";
    case CUT: return "CUT CARD";
    case DISCARD: return "DISCARDS";
    }
    return {};
}

// Seats are named below their slots, along the cards' lower edge.
void seat_words(cv::Mat& mask, const tracking::TableLayout& layout) {
    for (std::size_t i = 0; i < layout.slots.size(); ++i) {
        const auto seat = layout.slots[i].slot.seat;
        if (i > 0 && layout.slots[i - 1].slot.seat == seat) continue;
        auto first = to_quad(layout.slots[i].corners);
        auto last = first;
        for (auto k = i; k < layout.slots.size() && layout.slots[k].slot.seat == seat; ++k)
            last = to_quad(layout.slots[k].corners);
        const auto left = first[3];
        const auto right = last[2];
        const auto along = right - left;
        auto down = cv::Point2f(-along.y, along.x) / static_cast<float>(cv::norm(along));
        const double degrees = std::atan2(along.y, along.x) * 180 / CV_PI;
        words(mask, seat_word(seat), (left + right) * 0.5F + down * 26, 0.68, 1, degrees);
    }
}

bool clear_of_slots(const tracking::TableLayout& layout, const cv::Rect& box) {
    return std::ranges::none_of(layout.slots, [&](const auto& place) {
        const auto quad = to_quad(place.corners);
        return !(cv::boundingRect(std::vector<cv::Point2f>(quad.begin(), quad.end())) & box).empty();
    });
}

// The dealer's tray of chips at the upper edge, where no slot is.
void chips(cv::Mat& picture, const tracking::TableLayout& layout) {
    const int middle = picture.cols / 2;
    const cv::Rect box(middle - 235, 0, 470, 118);
    if (picture.cols < 1200 || !clear_of_slots(layout, box)) return;
    cv::Mat image;
    picture.convertTo(image, CV_8U);
    cv::rectangle(image, {box.x - 3, box.y}, {box.x + box.width + 9, box.y + box.height + 10}, cv::Scalar(30, 46, 14), cv::FILLED,
                  cv::LINE_AA);
    cv::rectangle(image, box, cv::Scalar(38, 38, 42), cv::FILLED, cv::LINE_AA);
    cv::rectangle(image, box, cv::Scalar(86, 90, 100), 2, cv::LINE_AA);
    const std::array colours{cv::Scalar(52, 44, 176), cv::Scalar(160, 84, 32),  cv::Scalar(70, 120, 36),
                             cv::Scalar(36, 34, 34),  cv::Scalar(130, 44, 112), cv::Scalar(40, 140, 226)};
    for (int column = 0; column < 9; ++column) {
        const auto& colour = colours[static_cast<std::size_t>(column) % colours.size()];
        const int x = box.x + 33 + column * 50;
        for (int y = box.y + box.height - 16; y > -8; y -= 9) {
            cv::rectangle(image, {x - 19, y}, {x + 19, y + 7}, colour, cv::FILLED, cv::LINE_AA);
            cv::rectangle(image, {x - 5, y}, {x + 5, y + 7}, cv::Scalar(214, 218, 222), cv::FILLED, cv::LINE_AA);
            cv::line(image, {x - 19, y + 8}, {x + 19, y + 8}, colour * 0.45, 1, cv::LINE_AA);
        }
    }
    image.convertTo(picture, CV_32F);
}

} // namespace

cv::Mat paint_felt(const tracking::TableLayout& layout, std::uint64_t seed) {
    const cv::Size size(layout.width, layout.height);
    cv::RNG random(seed * 2654435761U + 17);
    auto picture = cloth(size, random);
    cv::Mat lines(size, CV_8U, cv::Scalar(0));
    for (const auto& place : layout.slots)
        outline(lines, to_quad(place.corners), 9, 2);
    print(picture, lines, ivory, 0.55);
    cv::Mat letters(size, CV_8U, cv::Scalar(0));
    seat_words(letters, layout);
    const cv::Point2f middle(static_cast<float>(size.width) / 2, static_cast<float>(size.height) * 0.50F);
    const auto name = title(layout.name);
    const double scale = std::min(3.0, 0.036 * size.width / std::max<double>(4, static_cast<double>(name.size())) * 0.9);
    if (clear_of_slots(layout, {cvRound(middle.x) - 300, cvRound(middle.y) - 60, 600, 120})) {
        words(letters, name, middle, scale, 3, 0);
        for (const float dy : {-52.0F, 52.0F})
            cv::line(letters, fixed(middle + cv::Point2f(-250, dy)), fixed(middle + cv::Point2f(250, dy)), cv::Scalar(200), 2, cv::LINE_AA,
                     shift);
    }
    print(picture, letters, gold, 0.75);
    rail(picture, layout);
    chips(picture, layout);
    cv::Mat felt;
    picture.convertTo(felt, CV_8U);
    return felt;
}

cv::Mat gains_of(Light light, cv::Size size) {
    struct Lamp {
        cv::Vec3f colour;
        float x, y;  // where it is brightest, as a share of the picture
        float fall;  // how much is lost a picture's width away
        float slope; // how much is lost from left to right
    };
    const auto lamp = [&]() -> Lamp {
        switch (light) {
        case Light::STUDIO: return {{1.00F, 1.00F, 1.00F}, 0.5F, 0.40F, 0.28F, 0};
        case Light::BRIGHT: return {{1.13F, 1.12F, 1.10F}, 0.5F, 0.45F, 0.12F, 0};
        case Light::WARM: return {{0.76F, 0.93F, 1.05F}, 0.4F, 0.35F, 0.26F, 0};
        case Light::DIM: return {{0.50F, 0.48F, 0.46F}, 0.5F, 0.40F, 0.30F, 0};
        case Light::UNEVEN: return {{1.04F, 1.06F, 1.10F}, 0.22F, 0.25F, 0.30F, 0.40F};
        }
        return {};
    }();
    constexpr int cell = 8;
    cv::Mat coarse(size.height / cell + 1, size.width / cell + 1, CV_32FC3);
    for (int y = 0; y < coarse.rows; ++y) {
        for (int x = 0; x < coarse.cols; ++x) {
            const float u = static_cast<float>(x) / static_cast<float>(coarse.cols);
            const float v = static_cast<float>(y) / static_cast<float>(coarse.rows);
            const float far = (u - lamp.x) * (u - lamp.x) + 0.35F * (v - lamp.y) * (v - lamp.y);
            coarse.at<cv::Vec3f>(y, x) = lamp.colour * ((1 - lamp.fall * std::min(1.0F, 2.2F * far)) * (1 - lamp.slope * u));
        }
    }
    cv::Mat gains;
    cv::resize(coarse, gains, size, 0, 0, cv::INTER_LINEAR);
    return gains;
}

double noise_of(Light light) {
    switch (light) {
    case Light::STUDIO: return 2.0;
    case Light::BRIGHT: return 1.5;
    case Light::WARM: return 2.2;
    case Light::DIM: return 3.6;
    case Light::UNEVEN: return 2.5;
    }
    return 2.0;
}

Arm paint_arm() {
    constexpr int width = 260;
    constexpr int height = 1250;
    constexpr int wrist = 1010; // y
    const cv::Size size(width, height);
    cv::Mat colour(size, CV_8UC3, cv::Scalar::all(0));
    cv::Mat alpha(size, CV_8U, cv::Scalar(0));
    const auto both = [&](auto draw, const cv::Scalar& bgr) {
        draw(colour, bgr);
        draw(alpha, cv::Scalar(255));
    };
    const cv::Scalar skin(122, 156, 208);
    const cv::Scalar shaded(96, 128, 184);
    const auto limb = [&](cv::Point from, cv::Point to, int thickness, const cv::Scalar& bgr) {
        both([&](cv::Mat& on, const cv::Scalar& ink) { cv::line(on, from, to, ink, thickness, cv::LINE_AA); }, bgr);
    };
    limb({92, 1070}, {66, 1130}, 28, shaded); // thumb
    both([&](cv::Mat& on, const cv::Scalar& ink) { cv::ellipse(on, {130, 1070}, {47, 66}, 0, 0, 360, ink, cv::FILLED, cv::LINE_AA); },
         skin);
    limb({130, 1000}, {130, 1060}, 66, skin); // wrist
    limb({103, 1110}, {99, 1178}, 22, shaded);
    limb({122, 1118}, {120, 1196}, 23, skin);
    limb({142, 1118}, {143, 1190}, 23, skin);
    limb({161, 1110}, {165, 1168}, 21, shaded);
    const std::array cuff{cv::Point(84, wrist - 34), cv::Point(176, wrist - 34), cv::Point(173, wrist + 12), cv::Point(87, wrist + 12)};
    both([&](cv::Mat& on, const cv::Scalar& ink) { cv::fillConvexPoly(on, cuff.data(), 4, ink, cv::LINE_AA); }, cv::Scalar(226, 230, 232));
    const std::array sleeve{cv::Point(58, -10), cv::Point(202, -10), cv::Point(182, wrist - 22), cv::Point(78, wrist - 22)};
    both([&](cv::Mat& on, const cv::Scalar& ink) { cv::fillConvexPoly(on, sleeve.data(), 4, ink, cv::LINE_AA); }, cv::Scalar(38, 32, 30));
    cv::line(colour, {112, 0}, {116, wrist - 40}, cv::Scalar(54, 47, 45), 9, cv::LINE_AA); // a fold
    cv::line(colour, {160, 0}, {152, wrist - 40}, cv::Scalar(27, 23, 21), 11, cv::LINE_AA);
    cv::GaussianBlur(colour, colour, {0, 0}, 1.6);
    cv::GaussianBlur(alpha, alpha, {0, 0}, 1.6);
    cv::Mat shade;
    const cv::Matx23f moved{1, 0, 16, 0, 1, 14};
    cv::warpAffine(alpha, shade, moved, size);
    cv::GaussianBlur(shade, shade, {0, 0}, 9);
    cv::Mat lit;
    shade.convertTo(lit, CV_8U, -0.42, 255);
    Arm arm{colour, {}, {132, 1196}};
    cv::multiply(255 - alpha, lit, arm.through, 1.0 / 255);
    return arm;
}

} // namespace recognition::capture
