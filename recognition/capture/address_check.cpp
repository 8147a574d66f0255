#include "recognition/capture/address_check.h"

#include "recognition/capture/camera_url.h"
#include "recognition/capture/frame_source.h"
#include "recognition/capture/virtual_source.h"

#include <filesystem>

#include <unistd.h>

namespace recognition::capture {

namespace {

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

} // namespace

std::optional<AddressFault> fault_of_address(const std::string& url) {
    try {
        if (is_camera_url(url)) return fault_of_camera(url);
        if (url.starts_with("virtual:"))
            static_cast<void>(parse_virtual_url(url, {})); // its table need not be there yet
        else
            static_cast<void>(open_source(url, {}));
        return std::nullopt;
    } catch (const CaptureError& error) {
        return AddressFault{AddressFault::Kind::UNUSABLE, error.what()};
    }
}

} // namespace recognition::capture
