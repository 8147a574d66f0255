// Lets people in: checks names, passwords and badges, locks after wrong tries, keeps sessions, writes everything into the audit journal.
#pragma once

#include "dealer_console/gateway/audit.h"
#include "dealer_console/gateway/loop.h"
#include "dealer_console/gateway/sessions.h"
#include "dealer_console/gateway/try_guard.h"
#include "dealer_console/gateway/users.h"

#include <chrono>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace dealer_console::gateway {

struct DoorOptions {
    std::filesystem::path users;
    std::filesystem::path audit;
    std::filesystem::path sessions; // empty: forgotten at the end of the process
};

using Admission = std::expected<v1::Person, v1::SignInRefused>;

// Owned by the gateway's thread.
class Doorkeeper {
public:
    // Throws std::runtime_error naming the file.
    Doorkeeper(DoorOptions options, Loop loop);

    // Checks on a worker and calls `then` on the gateway's thread. `what` stands in the audit journal: "sign-in", "second person".
    void admit(v1::SignIn sign_in, std::string from, std::string what, std::function<void(Admission)> then);

    [[nodiscard]] std::string begin_session(const v1::Person& person);
    // The person of a session, as the users' file has them now; nobody when the session has ended, the person was revoked, or password or
    // badge are others since.
    [[nodiscard]] std::optional<v1::Person> person_of_session(const std::string& token);
    void end_session(const std::string& token, const std::string& from);
    // Still there and not revoked; looks at the file when it has changed.
    [[nodiscard]] std::optional<v1::Person> person_named(const std::string& name);

    // Everybody in the users' file, after the change. The error is one sentence, and nothing was changed.
    [[nodiscard]] std::expected<v1::People, std::string> manage(const v1::ManagePeople& wish, const v1::Person& by,
                                                                const std::string& from);

    void note(const AuditEntry& entry);

private:
    void reload_when_changed();
    [[nodiscard]] std::chrono::milliseconds locked_for(const v1::SignIn& sign_in, const std::string& from) const;
    void change_file(const v1::ManagePeople& wish, const v1::Person& by, const std::string& from);
    [[nodiscard]] bool is_still(const User& user) const;
    void finish(const v1::SignIn& sign_in, const std::string& from, const std::string& what, const std::optional<User>& user,
                const std::function<void(Admission)>& then);

    DoorOptions options_;
    Loop loop_;
    std::filesystem::file_time_type book_time_{}; // before the book: a file that changes while it is read is read again
    UserBook book_;
    TryGuard guard_;
    Sessions sessions_;
    Audit audit_;
};

[[nodiscard]] std::int64_t utc_now_ns();

} // namespace dealer_console::gateway
