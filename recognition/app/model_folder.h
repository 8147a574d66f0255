// The networks a program was told to use.
#pragma once

#include "recognition/vision/models.h"

#include <string>

namespace recognition::app {

// The networks in `folder`, or default_models() when it is empty. Throws CaptureError when they are not there.
[[nodiscard]] ModelFiles models_in(const std::string& folder);

} // namespace recognition::app
