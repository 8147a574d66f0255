#include "dealer_console/gateway/sessions.h"

#include "dealer_console/gateway/secret.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace dealer_console::gateway {

Sessions::Sessions(std::filesystem::path file) : file_(std::move(file)) {
    if (file_.empty()) return;
    std::ifstream in(file_);
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string hash;
        Session session;
        if (!(words >> hash >> session.until_ns) || !std::getline(words >> std::ws, session.user)) continue;
        by_hash_[hash] = session;
    }
}

std::string Sessions::begin(const std::string& user, std::int64_t now_ns) {
    std::erase_if(by_hash_, [now_ns](const auto& one) { return one.second.until_ns <= now_ns; });
    if (by_hash_.size() >= most)
        by_hash_.erase(std::ranges::min_element(by_hash_, {}, [](const auto& one) { return one.second.until_ns; }));
    auto token = random_hex(32);
    by_hash_[keyed_hash(token, "")] = {user, now_ns + lifetime_ns};
    save();
    return token;
}

std::optional<std::string> Sessions::user_of(const std::string& token, std::int64_t now_ns) const {
    const auto found = by_hash_.find(keyed_hash(token, ""));
    if (found == by_hash_.end() || found->second.until_ns <= now_ns) return std::nullopt;
    return found->second.user;
}

void Sessions::end(const std::string& token) {
    by_hash_.erase(keyed_hash(token, ""));
    save();
}

void Sessions::end_of(const std::string& user) {
    std::erase_if(by_hash_, [&](const auto& one) { return one.second.user == user; });
    save();
}

void Sessions::save() const {
    if (file_.empty()) return;
    auto unfinished = file_;
    unfinished += ".part";
    {
        std::ofstream out(unfinished, std::ios::trunc);
        std::error_code ignored; // a disk without permissions is still a disk
        std::filesystem::permissions(unfinished, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write, ignored);
        for (const auto& [hash, session] : by_hash_)
            out << hash << ' ' << session.until_ns << ' ' << session.user << '\n';
        if (!out.flush()) return; // they stay in memory
    }
    std::error_code ignored;
    std::filesystem::rename(unfinished, file_, ignored);
}

} // namespace dealer_console::gateway
