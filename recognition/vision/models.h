// Where the committed networks are. Reads the file system (existence only) and one environment variable.
#pragma once

#include <filesystem>
#include <memory>

namespace recognition {

struct HouseDeck;

// The two ONNX files a CardClassifier needs; made by recognition/training.
struct ModelFiles {
    std::filesystem::path index;             // corner index: rank and suit
    std::filesystem::path face;              // whole card: 52 cards, back, cut card, none
    std::filesystem::path card;              // model.json: what the networks' numbers mean; without the file they are taken as they are
    std::shared_ptr<const HouseDeck> deck{}; // an enrolled house deck that helps the networks; none unless one is set
};

// The first folder that holds both files, in this order: the environment variable STUDIO_MODELS, ../share/studio/models beside the running
// program, recognition/training/model of the source tree this was built from. When none does, the paths in the last of them.
[[nodiscard]] ModelFiles default_models();

} // namespace recognition
