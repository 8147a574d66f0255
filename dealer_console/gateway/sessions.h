// Who is signed in: random tokens in cookies; on disk and in memory only their hashes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace dealer_console::gateway {

// Owned by one thread. Kept in a file, so that a gateway that is started again asks nobody to sign in anew in the middle of a round.
class Sessions {
public:
    static constexpr std::int64_t lifetime_ns = std::int64_t{12} * 3600 * 1'000'000'000;
    static constexpr std::size_t most = 1000;

    // Empty: in memory only. A file that cannot be read is an empty one.
    explicit Sessions(std::filesystem::path file);

    struct Session {
        std::string user;
        std::string mark; // of the secrets that it was begun with: with others it is over, whoever changed them and whenever
        std::int64_t until_ns = 0;
    };

    // A new token for this user. `mark` has no spaces.
    [[nodiscard]] std::string begin(const std::string& user, const std::string& mark, std::int64_t now_ns);
    [[nodiscard]] std::optional<Session> find(const std::string& token, std::int64_t now_ns) const;
    void end(const std::string& token);

private:
    void save() const;

    std::filesystem::path file_;
    std::map<std::string, Session> by_hash_;
};

} // namespace dealer_console::gateway
