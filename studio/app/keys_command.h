// `studio keys`: who may connect to a studio.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace studio::app {

enum class KeysAction : std::uint8_t { MAKE, LIST, REVOKE };

struct KeysOptions {
    KeysAction action = KeysAction::LIST;
    std::filesystem::path folder = "keys"; // studio.key, clients.toml and the keys made
    std::filesystem::path config;          // in place of the folder: the files that its [access] names
    std::string name;                      // MAKE; REVOKE: a name, or one key's fingerprint
    std::string role;                      // MAKE: a name of procedures' roles
    std::vector<std::string> tables;       // MAKE: empty = all
    std::vector<std::string> max_stake;    // MAKE: "EUR=50000", a distributor's own limits
    std::filesystem::path out;             // MAKE: the client's file; NAME.key beside the list unless said
    enum class Speaks : std::uint8_t { FOR_ITSELF, FOR_PEOPLE } speaks = Speaks::FOR_ITSELF;
};

// A JSON line for each key made, listed or revoked, on standard output. The first MAKE in a folder makes the studio's own key and the list
// as well. Returns 0; 1 when there was nothing to revoke; 2 with one line on standard error for what cannot be read or written.
int keys_command(const KeysOptions& options);

} // namespace studio::app
