#include "recognition/vision/slot_reader.h"

namespace recognition {
struct SlotReader::State {};
SlotReader::SlotReader(const ModelFiles&) : state_(std::make_unique<State>()) {}
SlotReader::~SlotReader() = default;
SlotReader::SlotReader(SlotReader&&) noexcept = default;
SlotReader& SlotReader::operator=(SlotReader&&) noexcept = default;
std::vector<CardReading> SlotReader::read(const cv::Mat&, std::span<const Quad> slots) { return std::vector<CardReading>(slots.size()); }
int SlotReader::slots_examined() const { return 0; }
} // namespace recognition
