#include "studio/app/software_parts.h"

#include "recognition/vision/models.h"
#include "studio/app/station.h"

namespace studio::app {

runtime::SoftwareSources software_of(const std::vector<runtime::TableConfig>& tables, const std::filesystem::path& settings) {
    const auto models = recognition::default_models();
    runtime::SoftwareSources sources{.version = STUDIO_VERSION, .files = {}};
    auto& files = sources.files;
    for (const char* program : {"studio", "recogniser", "console_gateway"})
        files.push_back({std::string("program ") + program, program_beside(program)});
    files.push_back({"console pages", program_beside("").parent_path().parent_path() / "console_web"});
    files.push_back({"network of indices", models.index});
    files.push_back({"network of faces", models.face});
    files.push_back({"networks' numbers", models.card});
    if (!settings.empty()) files.push_back({"settings", settings});
    for (const auto& table : tables) {
        files.push_back({"layout " + table.id, table.layout});
        for (const auto& camera : table.cameras)
            if (!camera.layout.empty() && camera.layout != table.layout)
                files.push_back({"layout " + table.id + " " + camera.id, camera.layout});
        if (!table.deck.empty()) files.push_back({"house deck " + table.id, table.deck});
    }
    return sources;
}

} // namespace studio::app
