// The keys of the studio's clients, as managers see and change them. The studio notices by itself that the list has changed.
#pragma once

#include "dealer_console/gateway/doorkeeper.h"
#include "studio/v1/console.pb.h"

#include <expected>
#include <filesystem>
#include <set>
#include <string>

namespace dealer_console::gateway {

struct KeyOptions {
    std::filesystem::path clients; // the studio's list; empty: no keys are asked for
    std::string studio_key;        // public, of the studio
    std::string own_key;           // public, of this console: revoked at the console nobody could make another
};

// Owned by the gateway's thread.
class KeyDesk {
public:
    KeyDesk(KeyOptions options, Doorkeeper& doorkeeper) : options_(std::move(options)), doorkeeper_(doorkeeper) {}

    // All keys, after the change. A refusal names the field in its clause; nothing was changed then. Each change and refusal is in the
    // audit journal, a change before it is in force.
    [[nodiscard]] std::expected<v1::Keys, v1::ConsoleRefusal> manage(const v1::ManageKeys& wish, const v1::Person& by,
                                                                     const std::string& from, const std::set<std::string>& tables);

private:
    [[nodiscard]] v1::Keys change(const v1::ManageKeys& wish, const v1::Person& by, const std::string& from,
                                  const std::set<std::string>& tables);
    [[nodiscard]] v1::Keys list() const;

    KeyOptions options_;
    Doorkeeper& doorkeeper_;
};

} // namespace dealer_console::gateway
