// A table that is not there: cards, a dealer's hand and a camera's faults, painted frame by frame from card artwork.
#pragma once

#include "recognition/capture/deck_art.h"
#include "recognition/capture/felt.h"
#include "recognition/capture/hand_path.h"
#include "recognition/capture/paint.h"
#include "recognition/tracking/table_layout.h"

#include <opencv2/core.hpp>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace recognition::capture {

// Which way a card is laid.
enum class Side : std::uint8_t { FACE_UP, FACE_DOWN };

struct VirtualTableOptions {
    std::filesystem::path deck;      // artwork; empty takes DeckArt::default_folder()
    std::string faces = "2color-bf"; // the folder of faces: large indices as in casinos
    std::string back = "#24408e";    // colour of the backs
    cv::Vec3b cut{32, 200, 246};     // BGR of the cut card
    std::uint64_t seed = 1;          // everything that varies comes from here
    Light light = Light::STUDIO;
    double jitter_mm = 2.0;      // cards lie off their slot's middle by at most this, in each direction
    double jitter_degrees = 3.0; // and are turned by at most this
    double blur = 0.7;           // px, sigma: a lens not quite in focus
    double noise = 1.0;          // times the noise of the light; 0 for none
    int jpeg_quality = 0;        // 1..100 sends every frame through JPEG; 0 does not
    double speed = 1.0;          // of the hand; 2 takes half the time
};

// What truly lies in a slot. `card` is set for faces up and faces down alike: the table knows, the camera does not.
struct Lying {
    tracking::SlotState state = tracking::SlotState::EMPTY;
    std::optional<engine::Card> card;
    friend bool operator==(const Lying&, const Lying&) = default;
};

// One virtual table. No clock: time comes with render(); what is asked for begins at the time last rendered, one thing after another, as
// one hand can do it. The same calls at the same times give the same pixels. Owned by one thread.
class VirtualTable {
public:
    // Throws CaptureError when there is no artwork.
    VirtualTable(tracking::TableLayout layout, VirtualTableOptions options);

    // The hand brings a card to an empty slot, turns the card in a slot over, takes the card of a slot away, or lays the cut card. Where
    // the table has a place for discards, a card that is taken away ends there face down; what is taken from there leaves the table.
    // Throws CaptureError when the table has no such slot, or the slot will hold a card (lay) or none (turn, take) once the hand gets
    // there.
    void lay(engine::Slot slot, engine::Card card, Side side);
    void turn(engine::Slot slot);
    void take(engine::Slot slot);
    void lay_cut(engine::Slot slot = engine::cut_slot);
    // All cards of a seat at once, as a fan is handled: gathered, turned over and spread again, or gathered and taken away. Every card
    // keeps its place in the fan. Throws CaptureError when there will be none.
    void turn_all(engine::Seat seat);
    void take_all(engine::Seat seat);
    // The cards of two slots change places.
    void swap(engine::Slot one, engine::Slot other);
    // A card is there at once, without a hand: to begin in the middle of something.
    void put(engine::Slot slot, engine::Card card, Side side);
    // The face of the card there, or that comes there next, is stained over indices and pips until the slot is empty again.
    void soil(engine::Slot slot);
    // Every slot is empty at once and the hand is gone.
    void sweep();
    void set_light(Light light);
    void set_speed(double speed);

    // The picture at `time`; times must not go back. The picture belongs to the caller.
    [[nodiscard]] cv::Mat render(CaptureTime time);

    // Whether the hand is in the picture or has something to do, at the time last rendered.
    [[nodiscard]] bool busy() const;
    // What lies in a slot at the time last rendered. A card in the hand lies nowhere.
    [[nodiscard]] Lying truth(engine::Slot slot) const;
    [[nodiscard]] const tracking::TableLayout& layout() const { return layout_; }
    [[nodiscard]] CaptureTime now() const { return now_; }

private:
    enum class Deed : std::uint8_t { LAY, TURN, TAKE, SWAP };
    struct Pose {
        double dx_mm = 0, dy_mm = 0, degrees = 0;
    };
    // A card and how it will lie when the hand lets go.
    struct Handled {
        engine::Slot slot;
        Lying lying;
        Pose pose;
    };
    struct Job {
        Deed deed = Deed::LAY;
        std::vector<Handled> cards; // one, both of a swap (each in the slot it comes from), or all of a seat
        CaptureTime asked{0};
        bool started = false;
        HandPath path;
    };
    struct Resting {
        Lying lying;
        Pose pose;
        Sprite sprite;
    };
    // A card in the hand as it is seen now.
    struct Held {
        Lying lying;
        Quad corners;
        bool lifted = true;
    };

    void ask(Deed deed, std::vector<Handled> cards);
    void ask(Deed deed, engine::Slot slot, Lying lying);
    [[nodiscard]] std::vector<Handled> fan_of(engine::Seat seat);
    [[nodiscard]] Lying expected(engine::Slot slot) const;
    [[nodiscard]] const tracking::SlotPlace& place(engine::Slot slot) const;
    [[nodiscard]] bool goes_to_discards(const Job& job) const;
    Pose any_pose();
    void advance(CaptureTime time);
    void begin(Job& job);
    void plan(Job& job) const;
    void finish(const Job& job);
    void finish_swap(const Job& job);
    void rest(engine::Slot slot, const Lying& lying, const Pose& pose);
    void discard(const Handled& card);
    void clear(engine::Slot slot);
    void redraw(const cv::Rect& box);
    void relight();
    [[nodiscard]] Sprite resting_sprite(engine::Slot slot, const Lying& lying, const Pose& pose);
    const cv::Mat& picture_of(const Lying& lying);
    [[nodiscard]] Quad corners_of(engine::Slot slot, const Pose& pose, double narrow) const;
    [[nodiscard]] Quad pack_corners(const Job& job, double narrow) const;
    [[nodiscard]] cv::Point2f grip(engine::Slot slot) const;
    [[nodiscard]] cv::Point2f grip(const Job& job) const;
    [[nodiscard]] cv::Point2f hand(CaptureTime time) const;
    [[nodiscard]] bool hand_in_picture() const;
    [[nodiscard]] std::vector<Held> held() const;
    [[nodiscard]] std::vector<Held> held_to_lay(const Job& job) const;
    [[nodiscard]] std::vector<Held> held_to_turn(const Job& job) const;
    [[nodiscard]] std::vector<Held> held_to_take(const Job& job) const;
    [[nodiscard]] std::vector<Held> held_to_swap(const Job& job) const;
    void paint_lifted(cv::Mat& picture) const;
    void paint_moving(cv::Mat& picture);
    void paint_hand(cv::Mat& picture) const;
    void add_noise(cv::Mat& picture) const;

    tracking::TableLayout layout_;
    VirtualTableOptions options_;
    DeckArt art_;
    std::mt19937_64 random_;
    cv::Mat felt_;              // in even light
    cv::Mat gains_;             // of the light
    cv::Mat bare_;              // felt in this light
    cv::Mat scene_;             // with what rests on it
    cv::Mat brighter_, darker_; // the two halves of the noise
    Arm arm_, lit_arm_;
    std::map<engine::Slot, Resting> resting_; // painted in this order: the next card of a fan lies on the one before
    std::set<engine::Slot> soiled_;
    std::vector<Resting> pile_;               // discards under the topmost, which rests in its slot
    std::deque<Job> jobs_;
    CaptureTime now_{0};
    CaptureTime released_{std::chrono::hours(-1)}; // when the hand last let go
    cv::Point2f released_at_;
};

} // namespace recognition::capture
