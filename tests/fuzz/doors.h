// Every place where bytes of a stranger are read, and what must hold whatever they are. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace studio::fuzz {

enum class Reading { UNREADABLE, READ };

struct Outcome {
    Reading reading = Reading::UNREADABLE;
    std::string broken; // what does not hold; empty when all does
};

struct Door {
    const char* name;
    Outcome (*take)(std::string_view bytes);
    std::vector<std::string> (*seeds)(); // messages as they should be
};
[[nodiscard]] const std::vector<Door>& doors();

} // namespace studio::fuzz
