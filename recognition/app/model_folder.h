// The networks a program reads cards with.
#pragma once

#include "recognition/vision/models.h"

#include <string>

namespace recognition::app {

// The networks in `folder`, or the shipped ones when it is empty, and the enrolled deck in the file `deck` when one is named. Throws
// CaptureError naming what is not there.
[[nodiscard]] ModelFiles models_in(const std::string& folder, const std::string& deck = "");

} // namespace recognition::app
