#include "recognition/app/bench_recording.h"

#include "recognition/capture/errors.h"

#include <opencv2/videoio.hpp>

#include <algorithm>
#include <random>

namespace recognition::app {

using capture::CaptureTime;
using std::chrono::nanoseconds;
using std::chrono::seconds;

namespace {

constexpr seconds for_bets{10};
constexpr seconds to_look{3};
constexpr double ns_in_s = 1e9;

std::vector<engine::Slot> hand_slots(const tracking::TableLayout& layout) {
    auto slots = layout.deal_order;
    std::erase(slots, engine::burn_slot);
    return slots;
}

// What the dealer does next, once the hand is free and the wait is over.
class Dealer {
public:
    Dealer(capture::VirtualTable& table, std::uint64_t seed) : table_(table), slots_(hand_slots(table.layout())), random_(seed) {}

    void act(CaptureTime now) {
        if (table_.busy() || now < wait_until_) return;
        switch (step_++ % 3) {
        case 0: deal(); break;
        case 1:
            for (const auto& slot : slots_)
                table_.turn(slot);
            break;
        default:
            if (!looked_) { // a look at the cards before they go
                looked_ = true;
                --step_;
                wait_until_ = now + to_look;
                return;
            }
            looked_ = false;
            for (const auto& slot : slots_)
                table_.take(slot);
            wait_until_ = now + for_bets;
        }
    }

private:
    void deal() {
        std::uniform_int_distribution<int> any(0, engine::cards_per_deck - 1);
        for (const auto& slot : slots_)
            table_.lay(slot, *engine::Card::from_index(any(random_)), capture::Side::FACE_DOWN);
    }

    capture::VirtualTable& table_;
    std::vector<engine::Slot> slots_;
    std::mt19937_64 random_;
    CaptureTime wait_until_{for_bets};
    int step_ = 0;
    bool looked_ = false;
};

} // namespace

void play_rounds(capture::VirtualTable& table, seconds length, const std::function<void(const cv::Mat&, CaptureTime)>& take,
                 std::uint64_t seed) {
    const auto period = nanoseconds(static_cast<std::int64_t>(ns_in_s / table.layout().fps));
    Dealer dealer(table, seed);
    for (CaptureTime now{0}; now < length; now += period) {
        take(table.render(now), now);
        dealer.act(now);
    }
}

void write_recording(const std::filesystem::path& file, const tracking::TableLayout& layout, seconds length, std::uint64_t seed) {
    cv::VideoWriter video(file.string(), cv::CAP_FFMPEG, cv::VideoWriter::fourcc('a', 'v', 'c', '1'), layout.fps,
                          {layout.width, layout.height});
    if (!video.isOpened()) throw capture::CaptureError(file.string() + ": cannot be written as H.264");
    capture::VirtualTableOptions options;
    options.seed = seed;
    capture::VirtualTable table(layout, options);
    play_rounds(table, length, [&](const cv::Mat& picture, CaptureTime) { video.write(picture); }, seed);
}

} // namespace recognition::app
