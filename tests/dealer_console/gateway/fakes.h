// People, and the gateway's two kinds of threads as lists of tasks.
#pragma once

#include "dealer_console/gateway/loop.h"
#include "dealer_console/gateway/users.h"

#include "tests/support/run_folder.h"

#include <deque>
#include <filesystem>
#include <string>

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

} // namespace dealer_console::gateway::testing
