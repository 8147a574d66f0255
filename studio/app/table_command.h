// `studio table ID COMMAND`: an operator's command from a shell.
#pragma once

#include <string>

namespace studio::app {

struct TableCommandOptions {
    std::string table;
    std::string command; // open, close, start-shoe, start-round, confirm, pause, resume, void, status
    std::string reason;
    std::string by; // the key's name unless said; without a key "operator"
    std::string authorised_by;
    std::string connect = "tcp://127.0.0.1:5570"; // the studio's feed
    std::string key;                              // a client's key file, where the studio asks for keys
};

// The answer as one JSON object on standard output. Returns 0, 1 when the table refused (its reason on standard error), 2 when nobody
// answers or the key is not let in (AUTH_FAILED).
int table_command(const TableCommandOptions& options);

} // namespace studio::app
