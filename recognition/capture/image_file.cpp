#include "recognition/capture/image_file.h"

#include <opencv2/imgcodecs.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <string_view>

namespace recognition::capture {

namespace {

using Bytes = std::span<const std::uint8_t>;

bool starts_with(Bytes data, std::string_view head, std::size_t offset = 0) {
    return data.size() >= offset + head.size() && std::equal(head.begin(), head.end(), data.begin() + static_cast<std::ptrdiff_t>(offset),
                                                             [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; });
}

bool is_jpeg(Bytes data) {
    return starts_with(data, "\xff\xd8\xff");
}
bool is_png(Bytes data) {
    return starts_with(data, "\x89PNG\r\n\x1a\n");
}

bool is_image(Bytes head) {
    return is_jpeg(head) || is_png(head) || (starts_with(head, "RIFF") && starts_with(head, "WEBP", 8)) || starts_with(head, "BM") ||
           starts_with(head, std::string_view("II*\0", 4)) || starts_with(head, std::string_view("MM\0*", 4)) || starts_with(head, "P5") ||
           starts_with(head, "P6");
}

std::size_t big_endian_16(Bytes data, std::size_t at) {
    return static_cast<std::size_t>(data[at]) << 8U | data[at + 1];
}

// Walks the segments; entropy-coded data is the only place without lengths, and there ff is followed by 00 or a restart mark.
bool jpeg_is_complete(Bytes data) {
    constexpr std::uint8_t end_of_image = 0xd9;
    constexpr std::uint8_t start_of_scan = 0xda;
    std::size_t at = 2;
    while (at + 1 < data.size()) {
        if (data[at] != 0xff) {
            ++at; // padding between segments
            continue;
        }
        const auto mark = data[at + 1];
        if (mark == end_of_image) return true;
        if (mark == 0xff) {
            ++at;
            continue;
        }
        if (mark == 0x00 || mark == 0x01 || (mark >= 0xd0 && mark <= 0xd8)) {
            at += 2;
            continue;
        }
        if (at + 3 >= data.size()) return false;
        at += 2 + big_endian_16(data, at + 2);
        if (mark != start_of_scan) continue;
        while (at + 1 < data.size() && !(data[at] == 0xff && data[at + 1] != 0 && !(data[at + 1] >= 0xd0 && data[at + 1] <= 0xd7)))
            ++at;
    }
    return false;
}

bool png_is_complete(Bytes data) {
    std::size_t at = 8;
    while (at + 12 <= data.size()) {
        const auto length = big_endian_16(data, at) << 16U | big_endian_16(data, at + 2);
        if (starts_with(data, "IEND", at + 4)) return true;
        at += 12 + length;
    }
    return false;
}

std::ifstream open(const std::filesystem::path& file) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status)) throw CaptureError(file.string() + ": no such file");
    if (std::filesystem::is_directory(status)) throw CaptureError(file.string() + ": is a folder, not a file");
    std::ifstream in(file, std::ios::binary);
    if (!in) throw CaptureError(file.string() + ": cannot be opened for reading");
    return in;
}

} // namespace

bool is_complete(Bytes data) {
    if (is_jpeg(data)) return jpeg_is_complete(data);
    if (is_png(data)) return png_is_complete(data);
    return true;
}

FileKind kind_of(const std::filesystem::path& file) {
    auto in = open(file);
    std::array<char, 16> head{};
    in.read(head.data(), head.size());
    if (in.gcount() == 0) throw CaptureError(file.string() + ": is empty");
    std::array<std::uint8_t, 16> bytes{};
    std::ranges::transform(head, bytes.begin(), [](char c) { return static_cast<std::uint8_t>(c); });
    return is_image(Bytes(bytes.data(), static_cast<std::size_t>(in.gcount()))) ? FileKind::IMAGE : FileKind::OTHER;
}

bool is_named_like_an_image(const std::filesystem::path& file) {
    static constexpr std::array<std::string_view, 7> endings{".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"};
    auto ending = file.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::ranges::find(endings, ending) != endings.end();
}

cv::Mat read_image(const std::filesystem::path& file) {
    auto in = open(file);
    std::vector<std::uint8_t> data;
    std::array<char, 65536> piece{};
    while (in.read(piece.data(), piece.size()), in.gcount() > 0)
        std::transform(piece.begin(), piece.begin() + in.gcount(), std::back_inserter(data),
                       [](char c) { return static_cast<std::uint8_t>(c); });
    if (data.empty()) throw CaptureError(file.string() + ": is empty");
    if (!is_image(data)) throw CaptureError(file.string() + ": is not an image (JPEG, PNG, WebP, BMP, TIFF, PNM)");
    if (!is_complete(data)) throw CaptureError(file.string() + ": is cut off, the end of the image is missing");
    cv::Mat image;
    try {
        image = cv::imdecode(data, cv::IMREAD_COLOR);
    } catch (const cv::Exception& error) {
        throw CaptureError(file.string() + ": cannot be decoded: " + error.err);
    }
    if (image.empty()) throw CaptureError(file.string() + ": cannot be decoded");
    return image;
}

} // namespace recognition::capture
