#include "recognition/capture/camera_url.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <system_error>

namespace recognition::capture {

namespace {

constexpr std::string_view device = "v4l2:";
constexpr std::array<std::string_view, 4> streams{"rtsp://", "rtsps://", "tcp://", "udp://"};
constexpr int most_px = 16384;

int whole(const std::string& name, const std::string& text, int most) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 1 || value > most)
        throw CaptureError("v4l2: option '" + name + "' must be a whole number from 1 to " + std::to_string(most) + ", not '" + text + "'");
    return value;
}

void set_option(CameraUrl& url, const std::string& name, const std::string& value) {
    constexpr int most_fps = 240;
    constexpr std::size_t letters = 4;
    if (name == "width") {
        url.width = whole(name, value, most_px);
    } else if (name == "height") {
        url.height = whole(name, value, most_px);
    } else if (name == "fps") {
        url.fps = whole(name, value, most_fps);
    } else if (name == "format") {
        if (value.size() != letters) throw CaptureError("v4l2: a format has four letters, such as MJPG or YUYV, not '" + value + "'");
        url.format = value;
    } else {
        throw CaptureError("v4l2: unknown option '" + name + "=" + value + "' (width, height, fps, format)");
    }
}

// "foo" of `foo:bar`; empty when it begins like no scheme.
std::string scheme_of(const std::string& url) {
    const auto colon = url.find(':');
    auto scheme = url.substr(0, colon == std::string::npos ? 0 : colon);
    const auto of_a_scheme = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.'; };
    return std::ranges::all_of(scheme, of_a_scheme) ? scheme : std::string();
}

} // namespace

void check_scheme(const std::string& url) {
    if (url.empty()) throw CaptureError(std::string("a camera is missing: ") + camera_kinds);
    const auto scheme = scheme_of(url);
    if (scheme.empty() || scheme == "file" || scheme == "images" || scheme == "virtual" || is_camera_url(url)) return;
    std::error_code error;
    if (!std::filesystem::exists(url, error)) throw CaptureError(url + ": '" + scheme + "' is no kind of camera (" + camera_kinds + ")");
}

bool is_camera_url(std::string_view url) {
    return url.starts_with(device) || std::ranges::any_of(streams, [url](auto scheme) { return url.starts_with(scheme); });
}

std::vector<std::pair<std::string, std::string>> url_options(std::string_view text, const std::string& who) {
    std::vector<std::pair<std::string, std::string>> options;
    const auto question = text.find('?');
    if (question == std::string_view::npos) return options;
    for (std::size_t at = question + 1; at <= text.size();) {
        const auto end = std::min(text.find('&', at), text.size());
        const auto option = text.substr(at, end - at);
        const auto equals = option.find('=');
        if (equals == std::string_view::npos) throw CaptureError(who + ": option '" + std::string(option) + "' has no value");
        options.emplace_back(option.substr(0, equals), option.substr(equals + 1));
        at = end + 1;
    }
    return options;
}

CameraUrl parse_camera_url(const std::string& url) {
    CameraUrl parsed;
    if (!url.starts_with(device)) {
        parsed.address = url;
        return parsed;
    }
    parsed.kind = CameraUrl::Kind::DEVICE;
    const auto rest = url.substr(device.size());
    parsed.address = rest.substr(0, rest.find('?'));
    if (parsed.address.empty()) throw CaptureError("v4l2: a device is missing, such as v4l2:/dev/video0");
    for (const auto& [name, value] : url_options(url, "v4l2"))
        set_option(parsed, name, value);
    return parsed;
}

} // namespace recognition::capture
