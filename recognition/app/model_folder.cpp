#include "recognition/app/model_folder.h"

#include "recognition/app/deck_file.h"
#include "recognition/capture/errors.h"

#include <cstdlib>

namespace recognition::app {

ModelFiles models_in(const std::string& folder, const std::string& deck) {
    // The vision part knows the names of its files; it is told the folder the way an installation does.
    if (!folder.empty()) setenv("STUDIO_MODELS", folder.c_str(), 1);
    auto files = default_models();
    std::error_code error;
    for (const auto& file : {files.index, files.face}) {
        if (!std::filesystem::exists(file, error)) throw capture::CaptureError(file.string() + ": there is no such network");
    }
    if (!folder.empty() && !std::filesystem::equivalent(files.index.parent_path(), folder, error))
        throw capture::CaptureError(folder + ": holds no networks");
    if (!deck.empty()) files.deck = read_deck(deck);
    return files;
}

} // namespace recognition::app
