// A folder that goes with its test, people, and the gateway's two kinds of threads as lists of tasks.
#pragma once

#include "dealer_console/gateway/loop.h"
#include "dealer_console/gateway/users.h"

#include <cstdlib>
#include <deque>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace dealer_console::gateway::testing {

class Folder {
public:
    Folder() {
        auto pattern = (std::filesystem::temp_directory_path() / "gateway-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder");
        path_ = pattern;
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

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
