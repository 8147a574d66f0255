// Table layouts from files.
#pragma once

#include "recognition/capture/errors.h"
#include "recognition/tracking/table_layout.h"

#include <filesystem>

namespace recognition::capture {

// Reads a layout from TOML, or from JSON when the name ends in .json; the keys are in the README. Throws CaptureError naming the file and
// the line (TOML) or the key (JSON) when something is missing, unknown, of the wrong kind, or refused by tracking::check().
[[nodiscard]] tracking::TableLayout read_layout(const std::filesystem::path& file);

} // namespace recognition::capture
