#include "recognition/vision/card_classifier.h"

#include "recognition/vision/evidence.h"
#include "recognition/vision/house_deck.h"
#include "recognition/vision/index_finder.h"
#include "recognition/vision/quad.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

#include <opencv2/dnn.hpp>
#include <opencv2/imgproc.hpp>

namespace recognition {
namespace {

// The same geometry as recognition/training/scenes.py.
const cv::Size index_size{40, 64};
const cv::Size face_size{64, 88};
constexpr int index_outputs = 19, face_outputs = 55;
// Below this the corner index has fewer than about 6 px a stroke and nothing is promised.
constexpr double least_readable_side = 30.0;
// A second look is taken with these changes of the outline (share of the card's width and height, scale) when the first gives no clear
// answer.
struct Look {
    float x, y, scale;
};
constexpr std::array<Look, 6> second_looks{
    {{0.022F, 0.01F, 1}, {-0.022F, -0.01F, 1}, {0.012F, -0.022F, 1}, {-0.012F, 0.022F, 1}, {0, 0, 0.965F}, {0, 0, 1.035F}}};

// An index alone is looked at with these changes of its crop (share of the crop's width and height, scale, degrees).
struct IndexLook {
    float x, y, scale, degrees;
};
constexpr std::array<IndexLook, 6> index_looks{{{0.05F, 0.03F, 1, 3},
                                                {-0.05F, -0.03F, 1, -3},
                                                {0.03F, -0.04F, 0.93F, -5},
                                                {-0.03F, 0.04F, 0.93F, 5},
                                                {0, 0, 1.08F, 4},
                                                {0, 0, 1.08F, -4}}};

// The probability of the first look from which the others are taken.
constexpr double worth_more_looks = 0.4;
// The confidence of a card covered but for one index from which that index is asked by itself, by its own, stricter rule.
constexpr double worth_its_index = 0.9;

cv::dnn::Net load(const std::filesystem::path& file, cv::Size input, int outputs) {
    if (!std::filesystem::is_regular_file(file)) throw std::runtime_error("model file is missing: " + file.string());
    try {
        cv::dnn::Net net = cv::dnn::readNetFromONNX(file.string());
        net.setInput(cv::Mat(std::vector<int>{2, 3, input.height, input.width}, CV_32F, cv::Scalar(0)));
        const cv::Mat out = net.forward();
        if (out.total() != 2 * static_cast<std::size_t>(outputs)) {
            throw std::runtime_error("model file has " + std::to_string(out.total() / 2) + " outputs, expected " + std::to_string(outputs) +
                                     ": " + file.string());
        }
        return net;
    } catch (const cv::Exception& error) {
        throw std::runtime_error("model file is no network of the expected shape: " + file.string() + " (" + error.err + ")");
    }
}

Quad turned(const Quad& quad) {
    return {quad[2], quad[3], quad[0], quad[1]};
}

Quad changed(const Quad& quad, Look look) {
    const cv::Point2f across = quad[1] - quad[0], along = quad[3] - quad[0], by = across * look.x + along * look.y;
    const cv::Point2f center = (quad[0] + quad[1] + quad[2] + quad[3]) * 0.25F;
    Quad out;
    for (std::size_t i = 0; i < 4; ++i)
        out[i] = center + (quad[i] - center) * look.scale + by;
    return out;
}

// The same card with its corner crop moved, enlarged and turned about the crop's middle.
Quad changed(const Quad& quad, IndexLook look) {
    const cv::Point2f across = (quad[1] - quad[0]) * index_share_x, along = (quad[3] - quad[0]) * index_share_y;
    const cv::Point2f center = quad[0] + (across + along) * 0.5F, by = across * look.x + along * look.y;
    const float angle = look.degrees / 57.29578F, c = std::cos(angle) * look.scale, s = std::sin(angle) * look.scale;
    Quad out;
    for (std::size_t i = 0; i < 4; ++i) {
        const cv::Point2f d = quad[i] - center;
        out[i] = center + cv::Point2f(d.x * c - d.y * s, d.x * s + d.y * c) + by;
    }
    return out;
}

// The part of the card that starts at its first corner and spans the given shares, as a picture of `size`.
cv::Mat cut(const cv::Mat& bgr, const Quad& quad, float share_x, float share_y, cv::Size size) {
    const float w = static_cast<float>(size.width) / share_x, h = static_cast<float>(size.height) / share_y;
    return cut_out(bgr, quad, {{{0, 0}, {w, 0}, {w, h}, {0, h}}}, size, cv::BORDER_CONSTANT);
}

// Writes one picture into its place of a blob, normalised as in training: minus its mean, divided by its deviation (+8).
void put(cv::Mat& blob, int row, const cv::Mat& picture) {
    cv::Scalar mean, deviation;
    cv::meanStdDev(picture, mean, deviation);
    const double all = (mean[0] + mean[1] + mean[2]) / 3;
    double square = 0;
    for (int c = 0; c < 3; ++c)
        square += deviation[c] * deviation[c] + (mean[c] - all) * (mean[c] - all);
    const double scale = 1.0 / (std::sqrt(square / 3) + 8);
    std::array<cv::Mat, 3> planes;
    for (int c = 0; c < 3; ++c)
        planes[static_cast<std::size_t>(c)] = cv::Mat(picture.rows, picture.cols, CV_32F, blob.ptr<float>(row, c));
    std::array<cv::Mat, 3> channels;
    cv::split(picture, channels.data());
    for (std::size_t c = 0; c < 3; ++c)
        channels[c].convertTo(planes[c], CV_32F, scale, -all * scale);
}

std::vector<double> softmax(const float* logits, int count, double temperature) {
    std::vector<double> out(static_cast<std::size_t>(count));
    const float most = *std::max_element(logits, logits + count);
    double sum = 0;
    for (int i = 0; i < count; ++i)
        sum += out[static_cast<std::size_t>(i)] = std::exp(static_cast<double>(logits[i] - most) / temperature);
    for (double& value : out)
        value /= sum;
    return out;
}

CornerEvidence corner_of(const float* logits, const Calibration& calibration) {
    return {.rank = softmax(logits, 14, calibration.rank_temperature), .suit = softmax(logits + 14, 5, calibration.suit_temperature)};
}

Confidence confidence_in(const cv::FileNode& node, Confidence out) {
    if (!node["offset"].isReal() || !node["slope"].isReal() || !node["threshold"].isReal()) return out;
    node["offset"] >> out.offset;
    node["slope"] >> out.slope;
    node["threshold"] >> out.threshold;
    return out;
}

// From the "calibration" of model.json; a file without one leaves the numbers as they are.
Calibration read_calibration(const std::filesystem::path& file) {
    Calibration out;
    std::error_code failed;
    if (file.empty() || !std::filesystem::exists(file, failed)) return out;
    try {
        const cv::FileStorage storage(file.string(), cv::FileStorage::READ | cv::FileStorage::FORMAT_JSON);
        const cv::FileNode node = storage["calibration"];
        if (node.empty()) return out;
        node["rank_temperature"] >> out.rank_temperature;
        node["suit_temperature"] >> out.suit_temperature;
        node["face_temperature"] >> out.face_temperature;
        out.card = confidence_in(node["card"], out.card);
        out.index = confidence_in(node["index"], out.index);
    } catch (const cv::Exception& error) {
        throw std::runtime_error("model card cannot be read: " + file.string() + " (" + error.err + ")");
    }
    const double least = std::min({out.rank_temperature, out.suit_temperature, out.face_temperature});
    if (!(least > 0)) throw std::runtime_error("model card has a temperature that is not positive: " + file.string());
    return out;
}

// Whether a network's last layer but one is wanted beside its answers.
enum class Traits : std::uint8_t { LEFT, KEPT };

struct Answers {
    cv::Mat answers, traits;
    int count = 0;

    // That of one crop of the batch, of length 1.
    [[nodiscard]] cv::Mat trait(int row) const {
        cv::Mat out = traits.reshape(1, count).row(row).clone();
        cv::normalize(out, out);
        return out;
    }
};

struct TraitNetwork {
    cv::dnn::Net net;
    std::string last_but_one; // name of the layer whose output the last layer with weights takes

    Answers forward(const cv::Mat& crops, Traits traits) {
        net.setInput(crops);
        if (traits == Traits::LEFT) return {net.forward(), {}, crops.size[0]};
        std::vector<cv::Mat> out;
        net.forward(out, std::vector<cv::String>{net.getLayerNames().back(), last_but_one});
        return {out[0], out[1], crops.size[0]};
    }
};

TraitNetwork with_traits(const cv::dnn::Net& net) {
    const auto names = net.getLayerNames();
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
        const int id = net.getLayerId(*name);
        if (net.getLayer(id)->blobs.empty()) continue;
        const auto inputs = net.getLayerInputs(id);
        if (!inputs.empty()) return {net, inputs.front()->name};
    }
    throw std::runtime_error("a network without weights");
}

// One look at an index by itself; `trait` only with an enrolled deck.
struct IndexSight {
    CornerEvidence evidence;
    cv::Mat trait;
};

// An index as its ink is found at one end of a card: where its middle lies and how high it is, in shares of the card.
struct InkIndex {
    Quad card; // to cut it out by
    float x = 0, y = 0, height = 0;
};

// The index at the first corner of `end`, when its ink is found in pieces.
std::optional<InkIndex> index_by_ink(const std::vector<IndexQuad>& found, const Quad& end) {
    const cv::Point2f across = end[1] - end[0], along = end[3] - end[0];
    for (const IndexQuad& index : found) { // the first is the best
        const cv::Point2f ink = (index.ink[0] + index.ink[2]) * 0.5F - end[0], up = index.ink[0] - index.ink[3];
        const float x = ink.dot(across) / across.dot(across), y = ink.dot(along) / along.dot(along);
        const bool upright = up.dot(-along) > 0.9F * length(up) * length(along);
        if (x < 0 || y < 0 || x > index_share_x || y > index_share_y || !upright) continue;
        const IndexQuad turned = turned_upright(index, -along);
        return InkIndex{turned.card, x, y, static_cast<float>(turned.height) / length(along)};
    }
    return std::nullopt;
}

// All cards of a deck have their index at the same place and of the same height: what is found elsewhere is something else.
void keep_those_alike(std::vector<std::optional<InkIndex>>& indices) {
    const auto middle = [&](float InkIndex::* part) {
        std::vector<float> values;
        for (const auto& index : indices) {
            if (index) values.push_back((*index).*part);
        }
        if (values.empty()) return 0.0F;
        const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::ranges::nth_element(values, at);
        return *at;
    };
    const float x = middle(&InkIndex::x), y = middle(&InkIndex::y), height = middle(&InkIndex::height);
    for (auto& index : indices) {
        const bool alike =
            index && std::abs(index->x - x) < 0.05F && std::abs(index->y - y) < 0.04F && std::abs(index->height - height) < 0.2F * height;
        if (!alike) index.reset();
    }
}

} // namespace

struct CardClassifier::Networks {
    TraitNetwork index, face;
    Calibration calibration;
    std::optional<DeckMemory> memory{}; // of an enrolled deck
    Traits traits = Traits::LEFT;

    // Evidence for each quad, in one pass through each network.
    std::vector<Evidence> look(const cv::Mat& bgr, const std::vector<Quad>& quads) {
        const int count = static_cast<int>(quads.size());
        cv::Mat indices(std::vector<int>{2 * count, 3, index_size.height, index_size.width}, CV_32F);
        cv::Mat faces(std::vector<int>{count, 3, face_size.height, face_size.width}, CV_32F);
        for (int i = 0; i < count; ++i) {
            const Quad& quad = quads[static_cast<std::size_t>(i)];
            put(indices, 2 * i, cut(bgr, quad, index_share_x, index_share_y, index_size));
            put(indices, 2 * i + 1, cut(bgr, turned(quad), index_share_x, index_share_y, index_size));
            put(faces, i, cut(bgr, quad, 1, 1, face_size));
        }
        const auto corners = index.forward(indices, traits), whole = face.forward(faces, traits);
        std::vector<Evidence> out;
        out.reserve(quads.size());
        for (int i = 0; i < count; ++i) {
            const float* corner = corners.answers.ptr<float>() + 2 * i * index_outputs;
            out.push_back({.corners = {corner_of(corner, calibration), corner_of(corner + index_outputs, calibration)},
                           .face = softmax(whole.answers.ptr<float>() + i * face_outputs, face_outputs, calibration.face_temperature),
                           .traits = {}});
            if (traits == Traits::KEPT) out.back().traits = {corners.trait(2 * i), corners.trait(2 * i + 1), whole.trait(i)};
        }
        return out;
    }

    // One witness names the card and the others see nothing of it.
    [[nodiscard]] static bool half_seen(const CardReading& reading) {
        return reading.face == Face::DOUBTFUL && reading.reason == Reason::OCCLUDED && reading.witnesses == 1 &&
               reading.confidence >= worth_its_index;
    }

    // The reading that the networks and, where there is one, the enrolled deck allow.
    [[nodiscard]] CardReading decide(const Evidence& evidence) const {
        CardReading reading = judge(evidence, calibration);
        if (!memory || evidence.traits.size() != 3) return reading;
        return memory->judge(reading, memory->read(std::span<const cv::Mat, 3>(evidence.traits)));
    }

    // What the networks make of a card's indices by themselves, as a fan shows them: cut out by the card's outline, and by their ink.
    void remember_indices(const DeckCard& card, const std::vector<Quad>& cuts, DeckLooks& looks) {
        std::vector<CornerEvidence> evidence;
        for (const Quad& cut_by : cuts) {
            std::vector<Quad> quads{cut_by};
            for (const IndexLook look : index_looks)
                quads.push_back(changed(cut_by, look));
            auto& traits_of = looks.indices.emplace_back();
            for (IndexSight& sight : look_at_indices(card.picture, quads)) {
                traits_of.push_back(sight.trait);
                if (looks.indices.size() == 1) evidence.push_back(std::move(sight.evidence));
            }
        }
        looks.index_read_as = judge_index(evidence, calibration);
    }

    // The reading of an index by itself, from several looks, that the networks and the deck allow.
    [[nodiscard]] CardReading decide_index(std::span<const IndexSight> sights) const {
        std::vector<CornerEvidence> evidence;
        std::vector<cv::Mat> looks;
        for (const IndexSight& sight : sights) {
            evidence.push_back(sight.evidence);
            looks.push_back(sight.trait);
        }
        CardReading reading = judge_index(evidence, calibration);
        if (!memory || sights.size() == 1) return reading;
        return memory->judge_index(reading, memory->read_index(looks));
    }

    // Looks at every card of a deck.
    void remember(const HouseDeck& deck) {
        traits = Traits::KEPT;
        const float x = deck_card_margin, w = deck_card_width, h = deck_card_height;
        const Quad outline{{{x, x}, {x + w, x}, {x + w, x + h}, {x, x + h}}};
        std::array<std::vector<std::optional<InkIndex>>, 2> by_ink; // at each end of each card
        for (const DeckCard& card : deck.cards) {
            const auto found = IndexFinder().find(card.picture);
            by_ink[0].push_back(index_by_ink(found, outline));
            by_ink[1].push_back(index_by_ink(found, turned(outline)));
        }
        for (auto& end : by_ink)
            keep_those_alike(end);
        std::vector<DeckLooks> all;
        for (const DeckCard& card : deck.cards) {
            std::vector<Quad> quads{outline};
            for (const Look look : second_looks)
                quads.push_back(changed(outline, look));
            const std::vector<Evidence> upright = look(card.picture, quads);
            for (Quad& quad : quads)
                quad = turned(quad);
            DeckLooks looks{.upright = {}, .turned = {}, .read_as = judge(mean_of(upright), calibration)};
            for (const Evidence& one : upright)
                looks.upright.push_back({one.traits[0], one.traits[1], one.traits[2]});
            for (const Evidence& one : look(card.picture, quads))
                looks.turned.push_back({one.traits[0], one.traits[1], one.traits[2]});
            std::vector<Quad> cuts{outline, turned(outline)};
            for (const auto& end : by_ink) {
                if (const auto& at_end = end[all.size()]) cuts.push_back(at_end->card);
            }
            remember_indices(card, cuts, looks);
            all.push_back(std::move(looks));
        }
        memory.emplace(deck, std::move(all));
    }

    // The index at each quad's first corner.
    std::vector<IndexSight> look_at_indices(const cv::Mat& bgr, std::span<const Quad> quads) {
        std::vector<IndexSight> out;
        constexpr std::size_t most = 64; // the networks' memory grows with the batch
        for (std::size_t start = 0; start < quads.size(); start += most) {
            const int count = static_cast<int>(std::min(most, quads.size() - start));
            cv::Mat indices(std::vector<int>{count, 3, index_size.height, index_size.width}, CV_32F);
            for (int i = 0; i < count; ++i)
                put(indices, i, cut(bgr, quads[start + static_cast<std::size_t>(i)], index_share_x, index_share_y, index_size));
            const Answers seen = index.forward(indices, traits);
            for (int i = 0; i < count; ++i) {
                out.push_back({corner_of(seen.answers.ptr<float>() + i * index_outputs, calibration),
                               traits == Traits::KEPT ? seen.trait(i) : cv::Mat()});
            }
        }
        return out;
    }
};

CardClassifier::CardClassifier(const ModelFiles& files)
    : networks_(std::make_unique<Networks>(Networks{.index = with_traits(load(files.index, index_size, index_outputs)),
                                                    .face = with_traits(load(files.face, face_size, face_outputs)),
                                                    .calibration = read_calibration(files.card)})) {
    if (files.deck) networks_->remember(*files.deck);
}
CardClassifier::~CardClassifier() = default;
CardClassifier::CardClassifier(CardClassifier&&) noexcept = default;
CardClassifier& CardClassifier::operator=(CardClassifier&&) noexcept = default;

std::vector<Twins> CardClassifier::twins(double least) const {
    return networks_->memory ? networks_->memory->twins(least) : std::vector<Twins>{};
}

namespace {

bool usable(const Quad& quad) {
    return std::ranges::all_of(
               quad,
               [](cv::Point2f p) { return std::isfinite(p.x) && std::isfinite(p.y) && std::abs(p.x) < 1e5F && std::abs(p.y) < 1e5F; }) &&
           cv::isContourConvex(std::vector<cv::Point2f>(quad.begin(), quad.end())) && short_side(quad) >= 4;
}

// A card covered but for one index is answered when that index by itself allows it and the other end allows no other card.
void answer_by_index(CardReading& reading, const std::vector<CardReading>& ends) {
    const engine::Card card = reading.guesses.front().card;
    const auto answered = [](const CardReading& end) { return end.face == Face::FACE_UP; };
    const auto best = std::ranges::max_element(ends, {}, [&](const CardReading& end) { return answered(end) ? end.confidence : 0; });
    if (!answered(*best)) return;
    if (std::ranges::any_of(ends, [&](const CardReading& end) { return answered(end) && end.card != card; })) return;
    reading.face = Face::FACE_UP;
    reading.card = card;
    reading.reason = Reason::NONE;
    reading.confidence = std::min(reading.confidence, best->confidence);
}

// The indices at both ends of a card: as its outline puts them, and as their ink is found there.
std::vector<Quad> indices_of(const cv::Mat& bgr, const Quad& card) {
    std::vector<Quad> out{card, turned(card)};
    const cv::Rect box = cv::boundingRect(std::vector<cv::Point2f>(card.begin(), card.end())) & cv::Rect({0, 0}, bgr.size());
    if (box.empty()) return out;
    const cv::Point2f origin(box.tl());
    const std::vector<IndexQuad> found = IndexFinder().find(bgr(box));
    for (Quad end : {card, turned(card)}) {
        for (cv::Point2f& corner : end)
            corner -= origin;
        std::optional<InkIndex> index = index_by_ink(found, end);
        if (!index) continue;
        for (cv::Point2f& corner : index->card)
            corner += origin;
        out.push_back(index->card);
    }
    return out;
}

// How a doubtful place looks, to tell the dealer why.
Reason reason_of_look(const cv::Mat& bgr, const Quad& quad, Reason otherwise) {
    const cv::Mat card = cut(bgr, quad, 1, 1, {64, 88});
    cv::Mat gray, bright, edges;
    cv::cvtColor(card, gray, cv::COLOR_BGR2GRAY);
    cv::inRange(card, cv::Scalar::all(252), cv::Scalar::all(255), bright);
    cv::Scalar mean, deviation;
    cv::Laplacian(gray, edges, CV_32F);
    cv::meanStdDev(edges, mean, deviation);
    if (cv::countNonZero(bright) > bright.rows * bright.cols / 2) return Reason::GLARE;
    if (deviation[0] < 6) return Reason::BLURRED;
    return otherwise;
}

// Bare felt: inside the rectangle it looks as outside, and nothing stands out of either.
bool looks_bare(const cv::Mat& bgr, const Quad& quad) {
    Quad wide;
    const cv::Point2f center = (quad[0] + quad[1] + quad[2] + quad[3]) * 0.25F;
    for (std::size_t i = 0; i < 4; ++i)
        wide[i] = center + (quad[i] - center) * 1.3F;
    cv::Mat around = cut(bgr, wide, 1, 1, {78, 104});
    cv::GaussianBlur(around, around, {}, 1.5);
    const cv::Rect inside{14, 18, 50, 68};
    cv::Mat ring(around.size(), CV_8U, cv::Scalar(255));
    ring(cv::Rect{6, 8, 66, 88}).setTo(0);
    cv::Scalar mean_in, deviation_in, mean_out, deviation_out;
    cv::meanStdDev(around(inside), mean_in, deviation_in);
    cv::meanStdDev(around, mean_out, deviation_out, ring);
    double apart = 0, spread = 0;
    for (int c = 0; c < 3; ++c) {
        apart = std::max(apart, std::abs(mean_in[c] - mean_out[c]));
        spread = std::max({spread, deviation_in[c]});
    }
    return apart < 12 && spread < 9;
}

} // namespace

std::vector<CardReading> CardClassifier::read(const cv::Mat& bgr, std::span<const Quad> quads, Looks several) const {
    if (bgr.empty() || bgr.type() != CV_8UC3) throw std::invalid_argument("CardClassifier::read needs an 8-bit picture with 3 channels");
    std::vector<CardReading> out(quads.size());
    std::vector<Quad> wanted;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < quads.size(); ++i) {
        if (!usable(quads[i])) continue;
        if (short_side(quads[i]) < least_readable_side) {
            out[i].reason = Reason::TOO_SMALL;
            continue;
        }
        wanted.push_back(quads[i]);
        places.push_back(i);
    }
    if (wanted.empty()) return out;
    std::vector<Evidence> looks = networks_->look(bgr, wanted);
    std::vector<Quad> again;
    std::vector<std::size_t> again_at;
    for (std::size_t k = 0; k < wanted.size(); ++k) {
        out[places[k]] = networks_->decide(looks[k]);
        const CardReading& reading = out[places[k]];
        if (several == Looks::ONE || reading.face != Face::DOUBTFUL || is_nothing(looks[k])) continue;
        for (const Look look : second_looks)
            again.push_back(changed(wanted[k], look));
        again_at.push_back(k);
    }
    if (!again.empty()) {
        const std::vector<Evidence> more = networks_->look(bgr, again);
        for (std::size_t n = 0; n < again_at.size(); ++n) {
            const std::size_t k = again_at[n];
            std::vector<Evidence> all{looks[k]};
            for (std::size_t j = 0; j < second_looks.size(); ++j)
                all.push_back(more[n * second_looks.size() + j]);
            looks[k] = mean_of(all);
            out[places[k]] = networks_->decide(looks[k]);
        }
    }
    for (std::size_t k = 0; k < wanted.size(); ++k) {
        CardReading& reading = out[places[k]];
        if (Networks::half_seen(reading)) answer_by_index(reading, read_indices(bgr, indices_of(bgr, wanted[k])));
        if (reading.face != Face::DOUBTFUL) continue;
        if (is_nothing(looks[k]) && looks_bare(bgr, wanted[k])) {
            reading = {.face = Face::EMPTY, .card = {}, .reason = Reason::NONE, .confidence = 0.9, .margin = 0.9, .guesses = {}};
        } else {
            reading.reason = reason_of_look(bgr, wanted[k], reading.reason);
        }
    }
    return out;
}

std::vector<CardReading> CardClassifier::read_indices(const cv::Mat& bgr, std::span<const Quad> quads) const {
    if (bgr.empty() || bgr.type() != CV_8UC3) {
        throw std::invalid_argument("CardClassifier::read_indices needs an 8-bit picture with 3 channels");
    }
    std::vector<CardReading> out(quads.size());
    std::vector<Quad> wanted;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < quads.size(); ++i) {
        if (usable(quads[i])) wanted.push_back(quads[i]), places.push_back(i);
    }
    const std::vector<IndexSight> first = networks_->look_at_indices(bgr, wanted);
    std::vector<Quad> again;
    std::vector<std::size_t> again_at;
    for (std::size_t k = 0; k < wanted.size(); ++k) {
        out[places[k]] = networks_->decide_index(std::span(&first[k], 1));
        const bool of_deck = networks_->memory && networks_->memory->may_be_index(first[k].trait);
        if (out[places[k]].confidence < worth_more_looks && !of_deck) continue;
        for (const IndexLook look : index_looks)
            again.push_back(changed(wanted[k], look));
        again_at.push_back(k);
    }
    const std::vector<IndexSight> more = networks_->look_at_indices(bgr, again);
    for (std::size_t n = 0; n < again_at.size(); ++n) {
        std::vector<IndexSight> looks{first[again_at[n]]};
        looks.insert(looks.end(), more.begin() + static_cast<long>(n * index_looks.size()),
                     more.begin() + static_cast<long>((n + 1) * index_looks.size()));
        out[places[again_at[n]]] = networks_->decide_index(looks);
    }
    return out;
}

} // namespace recognition
