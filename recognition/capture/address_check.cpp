#include "recognition/capture/address_check.h"

#include "recognition/capture/camera_url.h"
#include "recognition/capture/file_source.h"
#include "recognition/capture/image_file.h"
#include "recognition/capture/virtual_source.h"

#include <algorithm>
#include <filesystem>

#include <unistd.h>

namespace recognition::capture {

namespace {

constexpr std::string_view file_scheme = "file:";
constexpr std::string_view images_scheme = "images:";

std::optional<AddressFault> fault_of_camera(const std::string& url) {
    const auto parsed = parse_camera_url(url);
    if (parsed.kind == CameraUrl::Kind::STREAM) {
        if (url.ends_with("://")) return AddressFault{AddressFault::Kind::UNUSABLE, url + ": a host is missing"};
        return std::nullopt;
    }
    std::error_code error;
    if (!std::filesystem::exists(parsed.address, error))
        return AddressFault{AddressFault::Kind::NOT_THERE, url + ": there is no such device"};
    if (::access(parsed.address.c_str(), R_OK | W_OK) != 0)
        return AddressFault{AddressFault::Kind::NOT_THERE, url + ": this user may not use the device"};
    return std::nullopt;
}

// Throws CaptureError for what is not there or empty.
void look_at_recording(const std::string& url) {
    if (url.starts_with(images_scheme)) {
        static_cast<void>(open_images(url.substr(images_scheme.size()), {}));
        return;
    }
    const std::filesystem::path file = url.starts_with(file_scheme) ? url.substr(file_scheme.size()) : url;
    std::error_code error;
    if (std::filesystem::is_directory(file, error))
        static_cast<void>(open_images(file, {}));
    else
        static_cast<void>(kind_of(file));
}

} // namespace

std::string unknown_scheme(const std::string& url) {
    const auto colon = url.find(':');
    if (colon == std::string::npos || colon == 0 || is_camera_url(url)) return {};
    auto scheme = url.substr(0, colon);
    if (scheme == "file" || scheme == "images" || scheme == "virtual") return {};
    std::error_code error;
    const auto of_a_scheme = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.'; };
    return std::ranges::all_of(scheme, of_a_scheme) && !std::filesystem::exists(url, error) ? scheme : std::string();
}

std::optional<AddressFault> fault_of_address(const std::string& url) {
    try {
        if (const auto scheme = unknown_scheme(url); !scheme.empty())
            throw CaptureError(url + ": '" + scheme + "' is no kind of camera (" + camera_kinds + ")");
        if (is_camera_url(url)) return fault_of_camera(url);
        if (url.starts_with("virtual:"))
            static_cast<void>(parse_virtual_url(url, {}));
        else
            look_at_recording(url);
        return std::nullopt;
    } catch (const CaptureError& error) {
        return AddressFault{AddressFault::Kind::UNUSABLE, error.what()};
    }
}

} // namespace recognition::capture
