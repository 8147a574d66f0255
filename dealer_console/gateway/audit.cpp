#include "dealer_console/gateway/audit.h"

#include "dealer_console/gateway/secret.h"

#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include <cerrno>
#include <expected>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace dealer_console::gateway {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t longest_text = 300;

// What people typed may be no UTF-8.
std::string printed(const ordered_json& line) {
    return line.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

// The hash of a line, or why it is none that can follow.
std::expected<std::string, std::string> hash_of(const std::string& line, const std::string& before, std::uint64_t number) {
    auto json = ordered_json::parse(line, nullptr, false);
    if (json.is_discarded() || !json.is_object() || !json.contains("hash") || !json["hash"].is_string())
        return std::unexpected("not a line of this journal");
    auto hash = json["hash"].get<std::string>();
    json.erase("hash");
    if (sha256(printed(json)) != hash) return std::unexpected("the line does not have the hash that it names");
    if (json.value("before", "") != before) return std::unexpected("the line before is another one");
    if (json.value("no", std::uint64_t{0}) != number) return std::unexpected("the number is not the next");
    return hash;
}

struct Chain {
    std::uint64_t entries = 0;
    std::string last_hash;
    std::uint64_t bytes = 0; // of the whole lines
    std::string torn;        // what stands behind the last whole line
    std::string fault;
};

Chain read_chain(const std::filesystem::path& file) {
    Chain chain;
    std::ifstream in(file, std::ios::binary);
    for (std::string line; std::getline(in, line);) {
        if (in.eof()) { // no line end: the power went while it was written, and nobody was told that it was
            chain.torn = line;
            break;
        }
        auto hash = hash_of(line, chain.last_hash, chain.entries + 1);
        if (!hash) {
            chain.fault = "line " + std::to_string(chain.entries + 1) + ": " + hash.error();
            break;
        }
        ++chain.entries;
        chain.bytes += line.size() + 1;
        chain.last_hash = std::move(*hash);
    }
    return chain;
}

int locked(const std::filesystem::path& file) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (descriptor < 0) throw std::runtime_error(file.string() + ": " + std::generic_category().message(errno));
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
    ::close(descriptor);
    throw std::runtime_error(file.string() + ": another gateway writes it");
}

// A line that was not finished is put into FILE.torn, where an auditor finds it, and taken out of the journal.
void set_torn_aside(const std::filesystem::path& file, const Chain& chain, int descriptor) {
    auto aside = file;
    aside += ".torn";
    std::ofstream out(aside, std::ios::app | std::ios::binary);
    out << chain.torn << '\n';
    if (!out.flush() || ::ftruncate(descriptor, static_cast<off_t>(chain.bytes)) != 0 || ::fdatasync(descriptor) != 0)
        throw std::runtime_error(file.string() + ": its torn last line cannot be set aside");
    spdlog::warn("{}: the last line was torn; its {} bytes are in {}", file.string(), chain.torn.size(), aside.string());
}

} // namespace

Audit::Audit(std::filesystem::path file) : file_(std::move(file)), descriptor_(locked(file_)) {
    try {
        const auto chain = read_chain(file_);
        if (!chain.fault.empty()) throw std::runtime_error(file_.string() + ": " + chain.fault);
        if (!chain.torn.empty()) set_torn_aside(file_, chain, descriptor_);
        number_ = chain.entries;
        last_hash_ = chain.last_hash;
        bytes_ = chain.bytes;
    } catch (...) {
        ::close(descriptor_);
        throw;
    }
}

Audit::~Audit() {
    ::close(descriptor_);
}

void Audit::write(const AuditEntry& entry, std::int64_t at_ns) {
    ordered_json line{{"at_ns", at_ns},      {"no", number_ + 1},
                      {"what", entry.what},  {"who", entry.who.substr(0, longest_text)},
                      {"from", entry.from},  {"detail", entry.detail.substr(0, longest_text)},
                      {"before", last_hash_}};
    line = ordered_json::parse(printed(line)); // as it will be read
    const auto hash = sha256(printed(line));
    line["hash"] = hash;
    const auto text = printed(line) + "\n";
    const auto written = ::write(descriptor_, text.data(), text.size());
    if (written != static_cast<ssize_t>(text.size()) || ::fdatasync(descriptor_) != 0) {
        const auto why = written >= 0 && written < static_cast<ssize_t>(text.size()) ? ENOSPC : errno;
        // Half a line, or one whose writer was told that it is none, must not stand there.
        const bool taken_back = ::ftruncate(descriptor_, static_cast<off_t>(bytes_)) == 0;
        throw AuditFailed(file_.string() + ": " + std::generic_category().message(why) + (taken_back ? "" : ", and half a line stays"));
    }
    last_hash_ = hash;
    bytes_ += text.size();
    ++number_;
}

AuditCheck check_audit(const std::filesystem::path& file) {
    auto chain = read_chain(file);
    if (chain.fault.empty() && !chain.torn.empty())
        chain.fault = "line " + std::to_string(chain.entries + 1) + ": not a line of this journal";
    return {chain.entries, std::move(chain.fault)};
}

std::vector<AuditLine> audit_lines(const std::filesystem::path& file, std::string_view what) {
    std::vector<AuditLine> lines;
    std::ifstream in(file, std::ios::binary);
    for (std::string text; std::getline(in, text);) {
        const auto json = ordered_json::parse(text, nullptr, false);
        if (!json.is_object()) break;
        AuditLine line{{json.value("what", ""), json.value("who", ""), json.value("from", ""), json.value("detail", "")},
                       json.value("at_ns", std::int64_t{0})};
        if (line.entry.what == what) lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace dealer_console::gateway
