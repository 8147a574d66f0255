// What goes wrong at the edge of recognition.
#pragma once

#include <stdexcept>

namespace recognition::capture {

// A file, folder, camera or layout that cannot be used. what() is one line that names it, and the frame, line or key where there is one.
struct CaptureError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

} // namespace recognition::capture
