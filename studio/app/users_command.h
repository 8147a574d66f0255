// `studio users`: who may sign in at the consoles.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

namespace studio::app {

enum class UsersAction : std::uint8_t { MAKE, LIST, REVOKE, PASSWORD, BADGE };

struct UsersOptions {
    UsersAction action = UsersAction::LIST;
    std::filesystem::path file = "users.toml";
    std::string name;
    std::string role = "dealer";
    std::vector<std::string> tables; // empty: all
};

// Passwords and badge numbers are read from `in`, a line each, and never from the command line, where every other process could read them.
// Returns the exit status.
int users_command(const UsersOptions& options, std::istream& in, std::ostream& out, std::ostream& err);
// Checks the chain of a console's audit journal.
int audit_command(const std::filesystem::path& file, std::ostream& out, std::ostream& err);

} // namespace studio::app
