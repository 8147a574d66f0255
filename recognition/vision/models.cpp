#include "recognition/vision/models.h"

#include <cstdlib>
#include <system_error>
#include <vector>

#ifndef STUDIO_MODEL_SOURCE_DIR
#define STUDIO_MODEL_SOURCE_DIR "recognition/training/model"
#endif

namespace recognition {
namespace {

ModelFiles files_in(const std::filesystem::path& folder) {
    return {.index = folder / "corner_index.onnx", .face = folder / "card_face.onnx", .card = folder / "model.json"};
}

} // namespace

ModelFiles default_models() {
    std::vector<std::filesystem::path> folders;
    if (const char* named = std::getenv("STUDIO_MODELS"); named != nullptr && *named != '\0') folders.emplace_back(named);
    std::error_code failed;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", failed);
    if (!failed) folders.push_back(program.parent_path().parent_path() / "share" / "studio" / "models");
    folders.emplace_back(STUDIO_MODEL_SOURCE_DIR);
    for (const auto& folder : folders) {
        const ModelFiles files = files_in(folder);
        if (std::filesystem::exists(files.index, failed) && std::filesystem::exists(files.face, failed)) return files;
    }
    return files_in(folders.back());
}

} // namespace recognition
