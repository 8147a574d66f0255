#include "studio/app/users_command.h"

#include "dealer_console/gateway/audit.h"
#include "dealer_console/gateway/secret.h"
#include "dealer_console/gateway/users.h"
#include "proto/wire/whole_file.h"

#include <nlohmann/json.hpp>

#include <istream>
#include <ostream>
#include <stdexcept>

#include <termios.h>
#include <unistd.h>

namespace studio::app {

namespace {

using dealer_console::gateway::UserBook;
using dealer_console::gateway::UserState;

// Nothing that is typed shows while this lives.
class Silent {
public:
    Silent() {
        if (tcgetattr(STDIN_FILENO, &before_) != 0) return;
        auto quiet = before_;
        quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        changed_ = tcsetattr(STDIN_FILENO, TCSANOW, &quiet) == 0;
    }
    ~Silent() {
        if (changed_) tcsetattr(STDIN_FILENO, TCSANOW, &before_);
    }
    Silent(const Silent&) = delete;
    Silent& operator=(const Silent&) = delete;

private:
    termios before_{};
    bool changed_ = false;
};

std::string secret_line(const std::string& what, std::istream& in, std::ostream& err) {
    const bool terminal = isatty(STDIN_FILENO) == 1;
    if (terminal) err << what << ": " << std::flush;
    const Silent silent;
    std::string line;
    if (!std::getline(in, line)) throw std::invalid_argument("no " + what + " on standard input");
    if (terminal) err << std::endl;
    return line;
}

int list(const UserBook& book, std::ostream& out) {
    for (const auto& user : book.users())
        out << nlohmann::ordered_json{{"name", user.name},
                                      {"role", dealer_console::gateway::name(user.role)},
                                      {"tables", user.tables},
                                      {"password", !user.password_hash.empty()},
                                      {"badge", !user.badge_hash.empty()},
                                      {"revoked", user.state == UserState::REVOKED}}
                   .dump()
            << '\n';
    return 0;
}

void change(UserBook& book, const UsersOptions& options, const std::string& secret) {
    switch (options.action) {
    case UsersAction::LIST: return;
    case UsersAction::MAKE: {
        const auto role = dealer_console::gateway::person_role(options.role);
        if (!role) throw std::invalid_argument("role must be dealer, supervisor, manager or auditor");
        book.make(options.name, *role, options.tables);
        return book.set_password(options.name, secret);
    }
    case UsersAction::REVOKE: return book.revoke(options.name);
    case UsersAction::PASSWORD: return book.set_password(options.name, secret);
    case UsersAction::BADGE: return book.set_badge(options.name, secret);
    }
}

} // namespace

int users_command(const UsersOptions& options, std::istream& in, std::ostream& out, std::ostream& err) {
    dealer_console::gateway::start_sodium();
    if (options.action == UsersAction::LIST) {
        if (!std::filesystem::is_regular_file(options.file))
            throw std::invalid_argument(options.file.string() + ": there is no users file: `studio users make` writes it");
        return list(UserBook::load(options.file), out);
    }
    // Typing takes its time, in which others change the file: it is read after that.
    std::string secret;
    if (options.action != UsersAction::REVOKE) secret = secret_line(options.action == UsersAction::BADGE ? "badge" : "password", in, err);
    const proto::wire::FolderLock lock(proto::wire::folder_of(options.file));
    auto book = UserBook::load(options.file);
    change(book, options, secret);
    book.save(options.file);
    return 0;
}

int audit_command(const std::filesystem::path& file, std::ostream& out, std::ostream& err) {
    dealer_console::gateway::start_sodium();
    if (!std::filesystem::is_regular_file(file)) throw std::invalid_argument(file.string() + ": there is no such file");
    const auto check = dealer_console::gateway::check_audit(file);
    if (check.fault.empty()) {
        out << check.entries << " entries, the chain holds\n";
        return 0;
    }
    err << file.string() << ": " << check.fault << '\n';
    return 1;
}

} // namespace studio::app
