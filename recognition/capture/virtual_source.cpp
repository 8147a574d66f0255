#include "recognition/capture/virtual_source.h"

#include "recognition/capture/camera_url.h"

#include <nlohmann/json.hpp>
#include <opencv2/imgproc.hpp>
#include <zmq.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <thread>

namespace recognition::capture {

namespace {

using nlohmann::json;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

std::optional<Light> light_named(const std::string& name) {
    static const std::map<std::string, Light> all{
        {"studio", Light::STUDIO}, {"bright", Light::BRIGHT}, {"warm", Light::WARM}, {"dim", Light::DIM}, {"uneven", Light::UNEVEN}};
    const auto found = all.find(name);
    return found == all.end() ? std::nullopt : std::optional(found->second);
}

double number(const std::string& name, const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !(value >= 0))
        throw CaptureError("virtual: option '" + name + "' must be a number of 0 or more, not '" + text + "'");
    return value;
}

void set_option(VirtualUrl& url, const std::string& name, const std::string& value) {
    auto& table = url.table;
    if (name == "mode" && (value == "lock-step" || value == "free")) {
        url.pace = value == "free" ? Pace::LIVE : Pace::EVERY_FRAME;
    } else if (name == "light") {
        const auto light = light_named(value);
        if (!light) throw CaptureError("virtual: there is no light '" + value + "' (studio, bright, warm, dim, uneven)");
        table.light = *light;
    } else if (name == "faces") {
        table.faces = value;
    } else if (name == "speed") {
        table.speed = number(name, value);
    } else if (name == "noise") {
        table.noise = number(name, value);
    } else if (name == "blur") {
        table.blur = number(name, value);
    } else if (name == "jitter_mm") {
        table.jitter_mm = number(name, value);
    } else if (name == "jitter_degrees") {
        table.jitter_degrees = number(name, value);
    } else if (name == "jpeg") {
        table.jpeg_quality = static_cast<int>(std::min(100.0, number(name, value)));
    } else {
        throw CaptureError("virtual: unknown option '" + name + "=" + value + "'");
    }
}

CaptureTime wall_clock() {
    return std::chrono::duration_cast<nanoseconds>(std::chrono::system_clock::now().time_since_epoch());
}

// What the camera itself suffers from, on demand.
// FROZEN: the same picture with new numbers; STUCK: the same frame, number and time and all.
enum class Trouble : std::uint8_t { NONE, FROZEN, STUCK, LOST, DARK, MOVED };

// The table and its socket; everything happens inside take(), on the caller's thread.
class VirtualSource final : public FrameSource {
public:
    VirtualSource(const VirtualUrl& url, const SourceOptions& options)
        : camera_(options.camera), pace_(url.pace), table_(options.layout, url.table), socket_(context_, zmq::socket_type::dealer),
          period_(static_cast<std::int64_t>(1e9 / (options.fps > 0 ? options.fps : options.layout.fps))) {
        socket_.set(zmq::sockopt::linger, 500);
        try {
            socket_.connect(url.endpoint);
        } catch (const zmq::error_t& error) {
            throw CaptureError("virtual: cannot connect to " + url.endpoint + ": " + error.what());
        }
        hello();
    }

    [[nodiscard]] Pace pace() const override { return pace_; }
    [[nodiscard]] std::uint64_t dropped() const override { return dropped_; }

    Taken take(milliseconds patience) override {
        const auto until = std::chrono::steady_clock::now() + patience;
        for (;;) {
            if (asked_frame_) return frame(*std::exchange(asked_frame_, std::nullopt));
            if (ended_) return {Taken::Kind::ENDED, {}, {}, false};
            const auto now = std::chrono::steady_clock::now();
            auto wake = until;
            if (pace_ == Pace::LIVE) {
                if (now >= due_) return live_frame(now);
                wake = std::min(wake, due_);
            }
            if (now >= until) return {Taken::Kind::NONE_YET, {}, {}, false};
            listen(std::chrono::ceil<milliseconds>(wake - now));
        }
    }

private:
    void hello() {
        json slots = json::array();
        for (const auto& place : table_.layout().slots)
            slots.push_back(place.slot.text());
        send({{"hello", "virtual table"},
              {"camera", camera_},
              {"lock_step", pace_ == Pace::EVERY_FRAME},
              {"fps", 1e9 / static_cast<double>(period_.count())},
              {"width", table_.layout().width},
              {"height", table_.layout().height},
              {"slots", slots}});
    }

    void send(const json& message) { socket_.send(zmq::buffer(message.dump()), zmq::send_flags::dontwait); }

    void listen(milliseconds patience) {
        zmq::pollitem_t item{socket_.handle(), 0, ZMQ_POLLIN, 0};
        if (zmq::poll(&item, 1, patience) == 0) return;
        zmq::message_t message;
        // One frame asked for is given before anything else is heard, so that deeds and frames keep their order.
        while (!asked_frame_ && !ended_ && socket_.recv(message, zmq::recv_flags::dontwait))
            answer(message.to_string());
    }

    void answer(const std::string& text) {
        json request = json::parse(text, nullptr, false);
        json reply{{"do", nullptr}, {"ok", true}};
        try {
            if (!request.is_object() || !request.contains("do") || !request["do"].is_string())
                throw CaptureError("a request must be a JSON object with the text 'do'");
            reply["do"] = request["do"];
            if (request.contains("id")) reply["id"] = request["id"];
            obey(request, reply);
        } catch (const CaptureError& error) {
            reply["ok"] = false;
            reply["error"] = error.what();
        } catch (const json::exception&) {
            reply["ok"] = false;
            reply["error"] = "a field is missing or of the wrong kind";
        }
        if (asked_frame_) {
            frame_reply_ = reply; // sent with the frame's number
            return;
        }
        reply["busy"] = table_.busy();
        reply["at_ns"] = table_.now().count();
        send(reply);
    }

    void obey(const json& request, json& reply) {
        const auto deed = request["do"].get<std::string>();
        if (deed == "lay") {
            table_.lay(slot_of(request), card_of(request), side_of(request));
        } else if (deed == "put") {
            table_.put(slot_of(request), card_of(request), side_of(request));
        } else if (deed == "turn") {
            if (request.value("soiled", false)) table_.soil(slot_of(request));
            request.contains("seat") ? table_.turn_all(seat_of(request)) : table_.turn(slot_of(request));
        } else if (deed == "take") {
            request.contains("seat") ? table_.take_all(seat_of(request)) : table_.take(slot_of(request));
        } else if (deed == "swap") {
            table_.swap(slot_of(request), slot_of(request, "with"));
        } else if (deed == "cut") {
            table_.lay_cut(request.contains("slot") ? slot_of(request) : engine::cut_slot);
        } else if (deed == "sweep") {
            table_.sweep();
        } else if (deed == "light") {
            const auto light = light_named(request.at("light").get<std::string>());
            if (!light) throw CaptureError("there is no such light");
            table_.set_light(*light);
        } else if (deed == "speed") {
            table_.set_speed(request.at("speed").get<double>());
        } else if (deed == "camera") {
            set_trouble(request);
        } else if (deed == "frame") {
            ask_frame(request);
        } else if (deed == "status") {
            reply["slots"] = status();
        } else if (deed == "end") {
            ended_ = true;
        } else {
            throw CaptureError("'" + deed + "' is nothing a virtual table can do");
        }
    }

    static engine::Seat seat_of(const json& request) {
        const auto text = request.at("seat").get<std::string>();
        const auto seat = engine::Seat::parse(text);
        if (!seat) throw CaptureError("'" + text + "' is no seat");
        return *seat;
    }

    static engine::Slot slot_of(const json& request, const char* key = "slot") {
        const auto text = request.at(key).get<std::string>();
        const auto slot = engine::Slot::parse(text);
        if (!slot) throw CaptureError("'" + text + "' is no slot");
        return *slot;
    }

    static engine::Card card_of(const json& request) {
        const auto text = request.at("card").get<std::string>();
        const auto card = engine::Card::parse(text);
        if (!card) throw CaptureError("'" + text + "' is no card");
        return *card;
    }

    static Side side_of(const json& request) { return request.value("face_down", false) ? Side::FACE_DOWN : Side::FACE_UP; }

    void set_trouble(const json& request) {
        static const std::map<std::string, Trouble> all{{"good", Trouble::NONE}, {"frozen", Trouble::FROZEN}, {"stuck", Trouble::STUCK},
                                                        {"lost", Trouble::LOST}, {"dark", Trouble::DARK},     {"moved", Trouble::MOVED}};
        const auto state = request.at("state").get<std::string>();
        const auto found = all.find(state);
        if (found == all.end()) throw CaptureError("a camera is good, frozen, stuck, lost, dark or moved, not '" + state + "'");
        trouble_ = found->second;
        constexpr double knock_px = 8;
        moved_by_ = {request.value("dx", knock_px), request.value("dy", 0.0), request.value("degrees", 0.0)};
    }

    // The view of a camera that was knocked: `moved_by_` px to the right and down, then degrees about the middle.
    [[nodiscard]] cv::Mat knocked(const cv::Mat& picture) const {
        const cv::Point2f middle(static_cast<float>(picture.cols) / 2, static_cast<float>(picture.rows) / 2);
        cv::Mat turn = cv::getRotationMatrix2D(middle, moved_by_[2], 1);
        turn.at<double>(0, 2) += moved_by_[0];
        turn.at<double>(1, 2) += moved_by_[1];
        cv::Mat seen;
        cv::warpAffine(picture, seen, turn, picture.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
        return seen;
    }

    void ask_frame(const json& request) {
        if (pace_ == Pace::LIVE) throw CaptureError("frames are asked for in lock-step only");
        const CaptureTime at(request.at("at_ns").get<std::int64_t>());
        if (number_ > 0 && at <= table_.now()) throw CaptureError("at_ns must be later than the frame before");
        asked_frame_ = at;
    }

    json status() const {
        auto slots = json::object();
        for (const auto& place : table_.layout().slots) {
            const auto lying = table_.truth(place.slot);
            slots[place.slot.text()] = {{"state", tracking::text(lying.state)}};
            if (lying.card) slots[place.slot.text()]["card"] = lying.card->text();
        }
        return slots;
    }

    Taken live_frame(std::chrono::steady_clock::time_point now) {
        if (due_ == std::chrono::steady_clock::time_point{}) due_ = now;
        const auto late = (now - due_) / period_; // whole frames nobody took
        dropped_ += static_cast<std::uint64_t>(late);
        number_ += static_cast<std::uint64_t>(late);
        due_ += period_ * (late + 1);
        return frame(std::max(wall_clock(), table_.now() + nanoseconds(1)));
    }

    Taken frame(CaptureTime at) {
        const bool was_busy = table_.busy();
        auto picture = table_.render(at);
        ++number_;
        if (trouble_ == Trouble::FROZEN && !last_.image.empty()) picture = last_.image;
        if (trouble_ == Trouble::DARK) picture *= 0.03;
        if (trouble_ == Trouble::MOVED) picture = knocked(picture);
        if (pace_ == Pace::EVERY_FRAME) {
            frame_reply_["frame"] = number_;
            frame_reply_["busy"] = table_.busy();
            frame_reply_["at_ns"] = at.count();
            send(frame_reply_);
        } else if (was_busy && !table_.busy()) {
            send({{"event", "idle"}, {"frame", number_}, {"at_ns", at.count()}, {"busy", false}});
        }
        if (trouble_ == Trouble::LOST)
            return {Taken::Kind::LOST, {camera_, number_, at, {}, {}}, "the virtual camera was told to be lost", false};
        if (trouble_ != Trouble::STUCK || last_.image.empty()) last_ = {camera_, number_, at, picture, {}};
        if (pace_ == Pace::LIVE) last_.arrived = std::chrono::steady_clock::now().time_since_epoch();
        return {Taken::Kind::FRAME, last_, {}, false};
    }

    std::string camera_;
    Pace pace_;
    VirtualTable table_;
    zmq::context_t context_;
    zmq::socket_t socket_;
    nanoseconds period_;
    std::chrono::steady_clock::time_point due_;
    std::uint64_t number_ = 0;
    std::uint64_t dropped_ = 0;
    std::optional<CaptureTime> asked_frame_;
    json frame_reply_;
    Trouble trouble_ = Trouble::NONE;
    Frame last_;
    std::array<double, 3> moved_by_{}; // px, px, degrees
    bool ended_ = false;
};

} // namespace

VirtualUrl parse_virtual_url(const std::string& url, VirtualTableOptions defaults) {
    constexpr std::string_view scheme = "virtual:";
    VirtualUrl parsed{{}, Pace::LIVE, std::move(defaults)};
    const auto text = url.substr(url.starts_with(scheme) ? scheme.size() : 0);
    const auto question = text.find('?');
    parsed.endpoint = text.substr(0, question);
    if (parsed.endpoint.find("://") == std::string::npos)
        throw CaptureError("virtual: '" + parsed.endpoint + "' is no endpoint like ipc://path");
    for (const auto& [name, value] : url_options(text, "virtual"))
        set_option(parsed, name, value);
    return parsed;
}

std::unique_ptr<FrameSource> open_virtual(const std::string& url, const SourceOptions& options) {
    if (options.layout.slots.empty()) throw CaptureError("virtual: a virtual table needs a layout");
    VirtualTableOptions table;
    table.deck = options.deck;
    table.seed = options.seed;
    return std::make_unique<VirtualSource>(parse_virtual_url(url, table), options);
}

} // namespace recognition::capture
