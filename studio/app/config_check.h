// A studio's configuration with all that it names: layouts, cameras, folders, ports.
#pragma once

#include "studio/runtime/config.h"

#include <filesystem>

namespace studio::app {

// Whether all cameras of a table are recordings, which end.
[[nodiscard]] bool is_recording(const runtime::TableConfig& table);

// Reads a configuration and looks at everything that it names, as far as it can be known to be wrong before a table starts: each fault with
// its line, in their order. A device that is not there is a warning: it is waited for. Folders that are to be written are tried.
[[nodiscard]] runtime::LoadedConfig load_checked(const std::filesystem::path& file);

} // namespace studio::app
