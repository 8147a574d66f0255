// `studio table ID COMMAND`: an operator's command from a shell, and a decision for a box.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace studio::app {

struct TableCommandOptions {
    std::string table;
    std::string command; // open, close, start-shoe, start-round, confirm, pause, resume, void, status, decide
    std::string box;     // of decide, and only there, as all of these
    std::string choice;
    std::vector<std::uint32_t> cards;   // places in the box, from 1, in any order
    std::optional<std::int64_t> amount; // minor units
    std::string distributor;            // the owner of the box decides; empty: a player said it at the table
    std::string reason;
    std::string by; // the key's name unless said; without a key "operator"
    std::string authorised_by;
    std::string connect = "tcp://127.0.0.1:5570"; // the studio's feed
    std::string key;                              // a client's key file, where the studio asks for keys
};

// The answer as one JSON object on standard output. Returns 0, 1 when the table refused (its reason on standard error), 2 when nobody
// answers or the key is not let in (AUTH_FAILED). A decision is for the round that runs. Throws std::invalid_argument naming the word that
// is missing or one too many.
int table_command(const TableCommandOptions& options);

} // namespace studio::app
