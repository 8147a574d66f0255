#include "dealer_console/gateway/doorkeeper.h"

#include "proto/wire/whole_file.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace dealer_console::gateway {

namespace {

std::filesystem::file_time_type time_of(const std::filesystem::path& file) {
    std::error_code error;
    const auto time = std::filesystem::last_write_time(file, error);
    return error ? std::filesystem::file_time_type{} : time;
}

// A command line holds the file for as long as a hash takes; who waits longer keeps every screen waiting.
constexpr std::chrono::milliseconds lock_patience{500};

std::string key_of_name(const v1::SignIn& sign_in) {
    return sign_in.badge().empty() ? "name " + sign_in.name() : "";
}

std::string said_name(const v1::SignIn& sign_in) {
    return sign_in.badge().empty() ? sign_in.name() : "(badge)";
}

v1::SignInRefused refused(v1::SignInFailure failure, std::chrono::milliseconds wait = {}) {
    v1::SignInRefused refusal;
    refusal.set_failure(failure);
    refusal.set_wait_ms(wait.count());
    return refusal;
}

void set_secrets(UserBook& book, const std::string& name, const std::string& password, const std::string& badge) {
    if (!password.empty()) book.set_password(name, password);
    if (!badge.empty()) book.set_badge(name, badge);
}

// What was done, in words for the audit journal; empty when nothing was asked for. Throws std::invalid_argument.
std::string change(UserBook& book, const v1::ManagePeople& wish, const v1::Person& by) {
    if (wish.has_make()) {
        const auto& person = wish.make().person();
        if (person.role() == v1::PERSON_ROLE_UNSPECIFIED) throw std::invalid_argument("a user needs a role");
        if (wish.make().password().empty() && wish.make().badge().empty())
            throw std::invalid_argument("a user needs a password or a badge");
        book.make(person.name(), person.role(), {person.tables().begin(), person.tables().end()});
        set_secrets(book, person.name(), wish.make().password(), wish.make().badge());
        return "make " + person.name() + " " + std::string(name(person.role()));
    }
    if (wish.has_secret()) {
        if (wish.secret().password().empty() && wish.secret().badge().empty())
            throw std::invalid_argument("a new password or badge is needed");
        set_secrets(book, wish.secret().name(), wish.secret().password(), wish.secret().badge());
        return (wish.secret().password().empty() ? "badge of " : "password of ") + wish.secret().name();
    }
    if (wish.change_case() == v1::ManagePeople::kRevoke) {
        if (wish.revoke() == by.name()) throw std::invalid_argument("nobody revokes themselves");
        book.revoke(wish.revoke());
        return "revoke " + wish.revoke();
    }
    return "";
}

} // namespace

std::int64_t utc_now_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

Doorkeeper::Doorkeeper(DoorOptions options, Loop loop)
    : options_(std::move(options)), loop_(std::move(loop)), book_time_(time_of(options_.users)), book_(UserBook::load(options_.users)),
      sessions_(options_.sessions), audit_(options_.audit) {}

// A file that has become unreadable changes nothing: who was there stays, and the log says why.
void Doorkeeper::reload_when_changed() {
    const auto time = time_of(options_.users);
    if (time == book_time_) return;
    book_time_ = time;
    try {
        book_ = UserBook::load(options_.users);
    } catch (const std::exception& error) {
        spdlog::error("users: {}", error.what());
    }
}

void Doorkeeper::note(const AuditEntry& entry) {
    audit_.write(entry, utc_now_ns());
}

std::chrono::milliseconds Doorkeeper::locked_for(const v1::SignIn& sign_in, const std::string& from) const {
    const auto now = std::chrono::steady_clock::now();
    const auto by_name = key_of_name(sign_in);
    return std::max(by_name.empty() ? std::chrono::milliseconds(0) : guard_.wait(by_name, now), guard_.wait("from " + from, now));
}

void Doorkeeper::admit(v1::SignIn sign_in, std::string from, std::string what, std::function<void(Admission)> then) {
    reload_when_changed();
    if (const auto wait = locked_for(sign_in, from); wait.count() > 0) {
        note({what + " refused", said_name(sign_in), from, "locked"});
        loop_.post([then = std::move(then), wait] { then(std::unexpected(refused(v1::SIGN_IN_FAILURE_LOCKED, wait))); });
        return;
    }
    loop_.work([this, book = book_, sign_in = std::move(sign_in), from = std::move(from), what = std::move(what), then = std::move(then)] {
        auto user = sign_in.badge().empty() ? book.verify(sign_in.name(), sign_in.password()) : book.verify_badge(sign_in.badge());
        loop_.post([this, sign_in, from, what, then, user = std::move(user)] { finish(sign_in, from, what, user, then); });
    });
}

// The secret took its time to be looked at; meanwhile its owner may have been given another, or be revoked.
bool Doorkeeper::is_still(const User& user) const {
    const auto* now = book_.find(user.name);
    return now != nullptr && now->state == UserState::ACTIVE && secrets_mark(*now) == secrets_mark(user);
}

void Doorkeeper::finish(const v1::SignIn& sign_in, const std::string& from, const std::string& what, const std::optional<User>& user,
                        const std::function<void(Admission)>& then) {
    reload_when_changed();
    const auto now = std::chrono::steady_clock::now();
    const auto by_name = key_of_name(sign_in);
    // It was let try while others were on their way: after the fifth wrong one none of them counts.
    if (const auto wait = locked_for(sign_in, from); wait.count() > 0) {
        note({what + " refused", said_name(sign_in), from, "locked"});
        then(std::unexpected(refused(v1::SIGN_IN_FAILURE_LOCKED, wait)));
        return;
    }
    if (!user || !is_still(*user)) {
        if (!by_name.empty()) guard_.wrong(by_name, now);
        guard_.wrong("from " + from, now);
        note({what + " refused", said_name(sign_in), from, "wrong"});
        then(std::unexpected(refused(v1::SIGN_IN_FAILURE_WRONG)));
        return;
    }
    if (!by_name.empty()) guard_.right(by_name);
    // Not the address: who has one badge could search for another, four tries and the own one in turn.
    note({what, user->name, from, sign_in.badge().empty() ? "password" : "badge"});
    then(person_of(*user));
}

// All of a change or nothing, to the file as it is now; in the audit journal before it is in force. Throws std::exception.
void Doorkeeper::change_file(const v1::ManagePeople& wish, const v1::Person& by, const std::string& from) {
    const proto::wire::FolderLock lock(proto::wire::folder_of(options_.users), lock_patience);
    auto book = UserBook::load(options_.users);
    note({"users", by.name(), from, change(book, wish, by)});
    book.save(options_.users);
    book_time_ = time_of(options_.users);
    book_ = std::move(book);
}

std::expected<v1::People, std::string> Doorkeeper::manage(const v1::ManagePeople& wish, const v1::Person& by, const std::string& from) {
    reload_when_changed();
    if (wish.change_case() != v1::ManagePeople::CHANGE_NOT_SET) {
        try {
            change_file(wish, by, from);
        } catch (const AuditFailed&) {
            throw;
        } catch (const std::exception& error) {
            note({"users refused", by.name(), from, error.what()});
            return std::unexpected(std::string(error.what()));
        }
    }
    v1::People people;
    for (const auto& user : book_.users()) {
        auto& entry = *people.add_people();
        *entry.mutable_person() = person_of(user);
        entry.set_has_password(!user.password_hash.empty());
        entry.set_has_badge(!user.badge_hash.empty());
        entry.set_revoked(user.state == UserState::REVOKED);
    }
    return people;
}

std::string Doorkeeper::begin_session(const v1::Person& person) {
    const auto* user = book_.find(person.name());
    return sessions_.begin(person.name(), user == nullptr ? "-" : secrets_mark(*user), utc_now_ns());
}

std::optional<v1::Person> Doorkeeper::person_of_session(const std::string& token) {
    const auto session = sessions_.find(token, utc_now_ns());
    if (!session) return std::nullopt;
    auto person = person_named(session->user);
    if (!person || secrets_mark(*book_.find(session->user)) != session->mark) return std::nullopt;
    return person;
}

std::optional<v1::Person> Doorkeeper::person_named(const std::string& name) {
    reload_when_changed();
    const auto* user = book_.find(name);
    if (user == nullptr || user->state == UserState::REVOKED) return std::nullopt;
    return person_of(*user);
}

void Doorkeeper::end_session(const std::string& token, const std::string& from) {
    const auto session = sessions_.find(token, utc_now_ns());
    if (!session) return;
    sessions_.end(token);
    note({"sign-out", session->user, from, ""});
}

} // namespace dealer_console::gateway
