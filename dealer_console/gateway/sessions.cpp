#include "dealer_console/gateway/sessions.h"

#include "dealer_console/gateway/secret.h"
#include "proto/wire/whole_file.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace dealer_console::gateway {

Sessions::Sessions(std::filesystem::path file) : file_(std::move(file)) {
    if (file_.empty()) return;
    std::ifstream in(file_);
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string hash;
        Session session;
        if (!(words >> hash >> session.until_ns >> session.mark) || !std::getline(words >> std::ws, session.user)) continue;
        by_hash_[hash] = session;
    }
}

std::string Sessions::begin(const std::string& user, const std::string& mark, std::int64_t now_ns) {
    std::erase_if(by_hash_, [now_ns](const auto& one) { return one.second.until_ns <= now_ns; });
    if (by_hash_.size() >= most)
        by_hash_.erase(std::ranges::min_element(by_hash_, {}, [](const auto& one) { return one.second.until_ns; }));
    auto token = random_hex(32);
    by_hash_[keyed_hash(token, "")] = {user, mark, now_ns + lifetime_ns};
    save();
    return token;
}

std::optional<Sessions::Session> Sessions::find(const std::string& token, std::int64_t now_ns) const {
    const auto found = by_hash_.find(keyed_hash(token, ""));
    if (found == by_hash_.end() || found->second.until_ns <= now_ns) return std::nullopt;
    return found->second;
}

void Sessions::end(const std::string& token) {
    by_hash_.erase(keyed_hash(token, ""));
    save();
}

void Sessions::save() const {
    if (file_.empty()) return;
    std::ostringstream text;
    for (const auto& [hash, session] : by_hash_)
        text << hash << ' ' << session.until_ns << ' ' << session.mark << ' ' << session.user << '\n';
    try {
        proto::wire::replace_file(file_, text.str());
    } catch (const std::runtime_error& error) { // they stay in memory
        spdlog::error("sessions: {}", error.what());
    }
}

} // namespace dealer_console::gateway
