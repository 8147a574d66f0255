// Reads the slots of one fixed table, frame after frame: finds the card near each slot, says what lies there, and remembers what the bare
// felt looks like.
#pragma once

#include "recognition/vision/card_classifier.h"

#include <memory>
#include <span>
#include <vector>

namespace recognition {

// How often frames come: OFTEN is 25 a second and more.
enum class FrameRate : std::uint8_t { SELDOM, OFTEN };

// Belongs to one camera; one thread at a time. read() must be given the frames of that camera in order, with the same slots each time
// (other slots or another frame size start anew).
class SlotReader {
public:
    // Throws as CardClassifier does.
    explicit SlotReader(const ModelFiles& files);
    ~SlotReader();
    SlotReader(SlotReader&&) noexcept;
    SlotReader& operator=(SlotReader&&) noexcept;

    // One reading for each slot, in order. `slots`: the nominal card rectangles in px of the frame; a card is found when it lies within 35
    // % of its size and 12 degrees of its slot. A slot whose pixels did not change keeps its last reading; one that changes is read in
    // every frame, and doubtful (OCCLUDED) while what lies over it is no card.
    // `overlapped`: for each slot (or empty: for none) whether the card of the next slot may lie on it, so that only a strip with the index
    // at its corner 0 need be seen. Such a slot is FACE_UP by its index and FACE_DOWN by the back on its strip; EMPTY when felt is to be
    // seen within it, or when it shows no index between two cards that are read and nothing reaches into it; otherwise doubtful, OCCLUDED
    // where something lies there that shows no index, such as a hand.
    [[nodiscard]] std::vector<CardReading> read(const cv::Mat& bgr, std::span<const Quad> slots, const std::vector<bool>& overlapped = {});

    // At 25 frames a second and more a frame can be waited for: a slot at rest is compared in every second frame only, and one whose
    // picture changes is read at once only when its card stands free. Not unless asked: at 10 a second each frame counts.
    void expect(FrameRate rate);
    // How many slots the last read() looked at anew; the others kept their reading.
    [[nodiscard]] int slots_examined() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace recognition
