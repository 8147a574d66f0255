#include "recognition/capture/frame_source.h"

#include "recognition/capture/camera_source.h"
#include "recognition/capture/camera_url.h"
#include "recognition/capture/file_source.h"
#include "recognition/capture/image_file.h"
#include "recognition/capture/virtual_source.h"

namespace recognition::capture {

std::unique_ptr<FrameSource> open_source(const std::string& url, const SourceOptions& options) {
    const auto after = [&](std::string_view scheme) { return std::filesystem::path(url.substr(scheme.size())); };
    check_scheme(url);
    if (url.starts_with("virtual:")) return open_virtual(url, options);
    if (is_camera_url(url)) return open_camera(url, options);
    if (url.starts_with("images:")) return open_images(after("images:"), options);
    const auto file = url.starts_with("file:") ? after("file:") : std::filesystem::path(url);
    std::error_code error;
    if (std::filesystem::is_directory(file, error) || kind_of(file) == FileKind::IMAGE) return open_images(file, options);
    return open_video(file, options);
}

} // namespace recognition::capture
