// Files that come with the product.
#pragma once

#include <filesystem>
#include <string>

namespace studio::app {

// The layout of the virtual table of a game, by the game's name: "pok-deng".
[[nodiscard]] inline std::filesystem::path shipped_layout(std::string game) {
    for (auto& letter : game)
        if (letter == '-') letter = '_';
    return std::filesystem::path(STUDIO_SOURCE_DIR) / "recognition/capture/layouts" / (game + ".toml");
}

} // namespace studio::app
