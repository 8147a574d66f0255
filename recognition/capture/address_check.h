// What is wrong with a camera's address, before anybody waits for its pictures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace recognition::capture {

struct AddressFault {
    enum class Kind : std::uint8_t {
        UNUSABLE,  // no address at all, or a recording that is not there: it will never give a picture
        NOT_THERE, // a device that is not there or not this user's: it may be plugged in later
    };
    Kind kind = Kind::UNUSABLE;
    std::string what; // one line that names the address
};

// Looks at the address and at the device that it names, and opens a recording; asks no network. Nothing when all of it may work.
[[nodiscard]] std::optional<AddressFault> fault_of_address(const std::string& url);

} // namespace recognition::capture
