#include "dealer_console/gateway/audit.h"

#include "dealer_console/gateway/secret.h"

#include <nlohmann/json.hpp>

#include <cerrno>
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

std::string fault_of(const std::string& line, const std::string& before, std::uint64_t number) {
    auto json = ordered_json::parse(line, nullptr, false);
    if (json.is_discarded() || !json.is_object() || !json.contains("hash") || !json["hash"].is_string())
        return "not a line of this journal";
    const auto hash = json["hash"].get<std::string>();
    json.erase("hash");
    if (sha256(printed(json)) != hash) return "the line does not have the hash that it names";
    if (json.value("before", "") != before) return "the line before is another one";
    if (json.value("no", std::uint64_t{0}) != number) return "the number is not the next";
    return "";
}

} // namespace

Audit::Audit(std::filesystem::path file) : file_(std::move(file)) {
    const auto found = check_audit(file_);
    if (!found.fault.empty()) throw std::runtime_error(file_.string() + ": " + found.fault);
    number_ = found.entries;
    std::ifstream in(file_);
    std::string last;
    for (std::string line; std::getline(in, line);)
        last = line;
    if (!last.empty()) last_hash_ = ordered_json::parse(last)["hash"].get<std::string>();
    descriptor_ = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (descriptor_ < 0) throw std::runtime_error(file_.string() + ": " + std::generic_category().message(errno));
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
        ::close(descriptor_);
        throw std::runtime_error(file_.string() + ": another gateway writes it");
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
    if (written != static_cast<ssize_t>(text.size()) || ::fdatasync(descriptor_) != 0)
        throw std::runtime_error(file_.string() + ": " + std::generic_category().message(errno));
    last_hash_ = hash;
    ++number_;
}

AuditCheck check_audit(const std::filesystem::path& file) {
    AuditCheck check;
    std::ifstream in(file);
    std::string before;
    for (std::string line; std::getline(in, line);) {
        const auto fault = fault_of(line, before, check.entries + 1);
        if (!fault.empty()) {
            check.fault = "line " + std::to_string(check.entries + 1) + ": " + fault;
            return check;
        }
        ++check.entries;
        before = ordered_json::parse(line)["hash"].get<std::string>();
    }
    return check;
}

} // namespace dealer_console::gateway
