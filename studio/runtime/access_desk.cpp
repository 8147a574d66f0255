#include "studio/runtime/access_desk.h"

#include <spdlog/spdlog.h>

#include <stdexcept>
#include <system_error>
#include <utility>

namespace studio::runtime {

namespace {

constexpr std::chrono::milliseconds look_every{250};

} // namespace

AccessDesk::AccessDesk(AccessConfig config) : config_(std::move(config)) {
    auto own = proto::wire::read_studio_key(config_.secret_key);
    if (!own) throw std::runtime_error(own.error());
    own_key_ = std::move(*own);
    seen_ = stamp_ = stamp_of(config_.clients);
    auto list = AccessList::read(config_.clients);
    if (!list) throw std::runtime_error(list.error().front().in(config_.clients));
    list_ = std::move(*list);
}

AccessDesk::Stamp AccessDesk::stamp_of(const std::filesystem::path& file) {
    std::error_code missing; // then it is the stamp of nothing, and reading it says what is the matter
    return {std::filesystem::last_write_time(file, missing), std::filesystem::file_size(file, missing)};
}

std::expected<std::string, std::string> AccessDesk::judge(const std::string& key) const {
    const auto* entry = list_.find(key);
    if (entry == nullptr) return std::unexpected("not in the list of clients");
    if (!entry->revoked.empty()) return std::unexpected("revoked at " + entry->revoked + "; it was " + entry->name + "'s");
    return key;
}

const AccessEntry* AccessDesk::who(const std::string& key) const {
    const auto* entry = list_.find(key);
    return entry != nullptr && entry->revoked.empty() ? entry : nullptr;
}

bool AccessDesk::may_hear(const std::string& key, const std::string& table) const {
    const auto* entry = who(key);
    return entry != nullptr && entry->may_see(table);
}

bool AccessDesk::may_ask(const std::string& key, Instant now) {
    const auto rate = static_cast<double>(config_.requests_per_second);
    return buckets_.try_emplace(key, rate, static_cast<double>(config_.burst)).first->second.take(now);
}

void AccessDesk::charge(const std::string& key, std::size_t pages) {
    if (const auto bucket = buckets_.find(key); bucket != buckets_.end()) bucket->second.charge(static_cast<double>(pages));
}

std::vector<std::string> AccessDesk::refresh(Reading reading, Instant now) {
    if (reading == Reading::WHEN_CHANGED && now < look_at_) return {};
    look_at_ = now + look_every;
    const auto stamp = stamp_of(config_.clients);
    const bool settled = std::exchange(seen_, stamp) == stamp;
    if (reading == Reading::WHEN_CHANGED && (stamp == stamp_ || !settled)) return {};
    stamp_ = stamp;
    auto later = AccessList::read(config_.clients);
    if (!later) {
        for (const auto& fault : later.error())
            spdlog::error("keys: {}", fault.in(config_.clients));
        spdlog::error("keys: the list as it was read before stays in force");
        return {};
    }
    auto changed = list_.changed_in(*later);
    list_ = std::move(*later);
    spdlog::info("keys: {} clients in {}, {} of the old ones changed or gone", list_.entries().size(), config_.clients.string(),
                 changed.size());
    return changed;
}

} // namespace studio::runtime
