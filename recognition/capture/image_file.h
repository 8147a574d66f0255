// Reading one image file, with a truncated one being an error and not a grey half.
#pragma once

#include "recognition/capture/errors.h"

#include <opencv2/core.hpp>

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace recognition::capture {

// What the first bytes of a file say it is.
enum class FileKind : std::uint8_t { IMAGE, OTHER };

// Looks at the first bytes, never at the name. Throws CaptureError when the file is missing, a folder, empty or cannot be read.
[[nodiscard]] FileKind kind_of(const std::filesystem::path& file);

// Whether its name ends like a picture's: .jpg, .png ...
[[nodiscard]] bool is_named_like_an_image(const std::filesystem::path& file);

// The image as BGR, turned upright where the file says so. Throws CaptureError naming the file when it is missing, empty, cut off or
// no image at all.
[[nodiscard]] cv::Mat read_image(const std::filesystem::path& file);

// Whether JPEG or PNG data runs to its end mark. Decoders fill what is missing with grey and say nothing. True for other formats.
[[nodiscard]] bool is_complete(std::span<const std::uint8_t> data);

} // namespace recognition::capture
