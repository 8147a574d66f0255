#include "studio/journal/wal_check.h"

#include <array>
#include <bit>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string_view>
#include <vector>

namespace studio {

namespace {

constexpr std::size_t header_size = 32;
constexpr std::size_t frame_header_size = 24;
constexpr std::uint32_t magic = 0x377f0682; // the lowest bit says in which order checksums read their words: 1 = big-endian

using Sums = std::array<std::uint32_t, 2>;
enum class Words : std::uint8_t { LITTLE, BIG };

std::uint32_t word(std::string_view bytes, std::size_t at, Words order = Words::BIG) {
    std::uint32_t value = 0;
    for (std::size_t place = 0; place < 4; ++place) {
        const auto from = order == Words::BIG ? at + place : at + 3 - place;
        value = (value << 8U) | static_cast<unsigned char>(bytes[from]);
    }
    return value;
}

// SQLite's running checksum (file format, section 4.2).
void add(Sums& sums, std::string_view bytes, Words order) {
    for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
        sums[0] += word(bytes, at, order) + sums[1];
        sums[1] += word(bytes, at + 4, order) + sums[0];
    }
}

bool carries(std::string_view bytes, std::size_t at, const Sums& sums) {
    return word(bytes, at) == sums[0] && word(bytes, at + 4) == sums[1];
}

// What is known of the frames read so far.
struct Walk {
    Words order;
    Sums sums{};
    std::optional<std::uint64_t> damaged; // the first frame that is wrong, from 1
    int transactions_after = 0;           // of the same log, ended at or after it
};

void follow(Walk& walk, std::string_view frame, std::string_view salts, std::uint64_t number) {
    const bool of_this_log = frame.substr(8, 8) == salts;
    if (!walk.damaged) {
        add(walk.sums, frame.substr(0, 8), walk.order);
        add(walk.sums, frame.substr(frame_header_size), walk.order);
        if (of_this_log && carries(frame, 16, walk.sums)) return;
        walk.damaged = number;
    }
    if (of_this_log && word(frame, 4) != 0) ++walk.transactions_after;
}

} // namespace

std::string wal_fault(const std::filesystem::path& journal) {
    std::ifstream file(journal.string() + "-wal", std::ios::binary);
    std::string header(header_size, '\0');
    if (!file.read(header.data(), static_cast<std::streamsize>(header.size()))) return {}; // none, or none begun
    const auto page = word(header, 8);
    const bool known = (word(header, 0) & ~1U) == magic && std::has_single_bit(page) && page >= 512 && page <= 65536;
    Walk walk{(word(header, 0) & 1U) != 0 ? Words::BIG : Words::LITTLE, {}, {}, 0};
    add(walk.sums, std::string_view(header).substr(0, 24), walk.order);
    std::string frame(frame_header_size + (known ? page : 512), '\0');
    const auto read_frame = [&] { return static_cast<bool>(file.read(frame.data(), static_cast<std::streamsize>(frame.size()))); };
    if (!known || !carries(header, 24, walk.sums)) return read_frame() ? "the header of its write-ahead log is damaged" : "";
    const auto salts = std::string_view(header).substr(16, 8);
    for (std::uint64_t number = 1; read_frame(); ++number)
        follow(walk, frame, salts, number);
    if (!walk.damaged || walk.transactions_after < 2) return {};
    return "frame " + std::to_string(*walk.damaged) + " of its write-ahead log is damaged, and transactions follow it";
}

} // namespace studio
