// What a studio consists of, for the records of what runs it.
#pragma once

#include "studio/runtime/config.h"
#include "studio/runtime/software_watch.h"

#include <filesystem>
#include <vector>

namespace studio::app {

// The product's version, its programs, networks and pages; and, of each table, layouts and house deck. `settings` is the configuration
// file, empty where there is none.
[[nodiscard]] runtime::SoftwareSources software_of(const std::vector<runtime::TableConfig>& tables, const std::filesystem::path& settings);

} // namespace studio::app
