// People, screens, and the gateway's two kinds of threads as lists of tasks.
#pragma once

#include "dealer_console/gateway/desk.h"
#include "dealer_console/gateway/loop.h"
#include "dealer_console/gateway/secret.h"
#include "dealer_console/gateway/users.h"

#include "tests/support/run_folder.h"

#include <gtest/gtest.h>

#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dealer_console::gateway::testing {

using Folder = studio::testing::RunFolder;

class Tasks {
public:
    [[nodiscard]] Loop loop() {
        return {[this](std::function<void()> task) { tasks_.push_back(std::move(task)); },
                [this](std::function<void()> task) { tasks_.push_back(std::move(task)); }};
    }
    void run() {
        while (!tasks_.empty()) {
            const auto task = std::move(tasks_.front());
            tasks_.pop_front();
            task();
        }
    }

private:
    std::deque<std::function<void()>> tasks_;
};

// Keeps what it is sent.
class KeptScreen final : public Screen {
public:
    void send(Bytes bytes) override { take(bytes); }
    void send_newest(const std::string&, Bytes bytes) override { take(bytes); }
    void close() override { closed = true; }

    // The last update of a kind; an empty one when there was none.
    [[nodiscard]] v1::ConsoleUpdate last(v1::ConsoleUpdate::UpdateCase kind) const {
        for (auto update = updates.rbegin(); update != updates.rend(); ++update)
            if (update->update_case() == kind) return *update;
        return {};
    }
    std::vector<v1::ConsoleUpdate> updates;
    bool closed = false;

private:
    void take(const Bytes& bytes) {
        ASSERT_TRUE(updates.emplace_back().ParseFromString(*bytes));
        EXPECT_EQ(updates.back().schema(), 1U);
    }
};

inline void make_people(const std::filesystem::path& file) {
    auto book = UserBook::load(file);
    const auto make = [&](const std::string& name, v1::PersonRole role, const std::string& password, const std::string& badge) {
        book.make(name, role, {});
        book.set_password(name, password);
        book.set_badge(name, badge);
    };
    make("anna", v1::PERSON_ROLE_DEALER, "anna-deals", "100001");
    make("boris", v1::PERSON_ROLE_SUPERVISOR, "boris-watches", "200001");
    make("mira", v1::PERSON_ROLE_MANAGER, "mira-manages", "300001");
    make("otto", v1::PERSON_ROLE_AUDITOR, "otto-reads", "400001");
    book.save(file);
}

// A desk without sockets, whose people may sit down at screens. Whoever derives makes doorkeeper and desk.
class StaffedDesk : public ::testing::Test {
protected:
    StaffedDesk() {
        start_sodium();
        make_people(folder_ / "users.toml");
    }
    KeptScreen& seat(const std::string& name) {
        auto& screen = screens_[name];
        const auto person = *doorkeeper_->person_named(name);
        desk_->join(&screen, {.person = person, .from = "127.0.0.1", .session = sessions_[name] = doorkeeper_->begin_session(person)});
        tasks_.run();
        return screen;
    }
    // As the screen of whoever has sat down.
    void ask(const std::string& name, v1::ConsoleRequest request) {
        request.set_schema(1);
        request.set_request_id(++asked_);
        desk_->take(&screens_.at(name), request.SerializeAsString());
        tasks_.run();
    }

    Folder folder_;
    Tasks tasks_;
    std::optional<Doorkeeper> doorkeeper_;
    std::optional<Desk> desk_;
    std::map<std::string, KeptScreen> screens_;
    std::map<std::string, std::string> sessions_; // by name
    std::uint64_t asked_ = 0;
};

} // namespace dealer_console::gateway::testing
