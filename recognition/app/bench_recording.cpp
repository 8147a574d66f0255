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

std::vector<engine::Slot> hand_slots(const tracking::TableLayout& layout) {
    auto slots = layout.deal_order;
    std::erase(slots, engine::burn_slot);
    return slots;
}

// Lays and turns all cards, and takes them away when they have been looked at.
class Dealer {
public:
    Dealer(capture::VirtualTable& table, std::uint64_t seed) : table_(table), slots_(hand_slots(table.layout())), random_(seed) {}

    void act(CaptureTime now) {
        if (table_.busy()) free_since_ = now;
        if (now - free_since_ < (lying_ ? to_look : for_bets)) return;
        lying_ ? take() : deal();
        lying_ = !lying_;
        free_since_ = now;
    }

private:
    void deal() {
        std::uniform_int_distribution<int> any(0, engine::cards_per_deck - 1);
        for (const auto& slot : slots_)
            table_.lay(slot, *engine::Card::from_index(any(random_)), capture::Side::FACE_DOWN);
        for (const auto& slot : slots_)
            table_.turn(slot);
    }
    void take() {
        for (const auto& slot : slots_)
            table_.take(slot);
    }

    capture::VirtualTable& table_;
    std::vector<engine::Slot> slots_;
    std::mt19937_64 random_;
    CaptureTime free_since_{0};
    bool lying_ = false;
};

} // namespace

void write_recording(const std::filesystem::path& file, const tracking::TableLayout& layout, seconds length, std::uint64_t seed) {
    cv::VideoWriter video(file.string(), cv::CAP_FFMPEG, cv::VideoWriter::fourcc('a', 'v', 'c', '1'), layout.fps,
                          {layout.width, layout.height});
    if (!video.isOpened()) throw capture::CaptureError(file.string() + ": cannot be written as H.264");
    capture::VirtualTableOptions options;
    options.seed = seed;
    capture::VirtualTable table(layout, options);
    Dealer dealer(table, seed);
    const auto period = nanoseconds(static_cast<std::int64_t>(1e9 / layout.fps));
    for (CaptureTime now{0}; now < length; now += period) {
        video.write(table.render(now));
        dealer.act(now);
    }
}

} // namespace recognition::app
