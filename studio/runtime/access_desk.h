// The keys of a running studio: its own, the clients' list as it changes, and how often each client may ask.
#pragma once

#include "proto/wire/gate.h"
#include "proto/wire/keys.h"
#include "proto/wire/token_bucket.h"
#include "studio/runtime/access.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace studio::runtime {

// `[access]` of the configuration.
struct AccessConfig {
    std::filesystem::path secret_key; // the studio's own
    std::filesystem::path clients;
    std::int64_t requests_per_second = 200; // of one key; a page of replayed events counts as one
    std::int64_t burst = 400;
    proto::wire::GateLimits limits;
};

// Thread: the feed's. Looks at the file at most every quarter of a second.
class AccessDesk {
public:
    using Instant = std::chrono::steady_clock::time_point;
    enum class Reading : std::uint8_t { WHEN_CHANGED, ANYWAY };

    // Throws std::runtime_error naming the file and the line.
    explicit AccessDesk(AccessConfig config);

    [[nodiscard]] const proto::wire::KeyPair& own_key() const { return own_key_; }
    [[nodiscard]] const AccessConfig& config() const { return config_; }
    // For the gate: the key itself when it is let in, or why it is not.
    [[nodiscard]] std::expected<std::string, std::string> judge(const std::string& key) const;
    [[nodiscard]] const AccessList& list() const { return list_; }
    // Null when the key is not let in, or not any more.
    [[nodiscard]] const AccessEntry* who(const std::string& key) const;
    [[nodiscard]] bool may_hear(const std::string& key, const std::string& table) const;
    // Whether the key may ask once more now; counts it.
    [[nodiscard]] bool may_ask(const std::string& key, Instant now);
    // What its last request cost besides.
    void charge(const std::string& key, std::size_t pages);

    // Reads the list again when its file has changed and is the same at the next look: one that is being saved may be empty, or end
    // anywhere. Returns the keys whose connections are to end. A list that cannot be read is logged
    // and the one before it stays in force: a slip of the pen must not lock everybody out in the middle of a round.
    [[nodiscard]] std::vector<std::string> refresh(Reading reading, Instant now);

private:
    struct Stamp {
        std::filesystem::file_time_type changed;
        std::uintmax_t size = 0;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    [[nodiscard]] static Stamp stamp_of(const std::filesystem::path& file);

    AccessConfig config_;
    proto::wire::KeyPair own_key_;
    AccessList list_;
    Stamp stamp_; // of the list in force
    Stamp seen_;  // at the last look
    Instant look_at_{};
    std::map<std::string, proto::wire::TokenBucket> buckets_;
};

} // namespace studio::runtime
