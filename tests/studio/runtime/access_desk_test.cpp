// The list of keys of a running studio, as its file changes.
#include "studio/runtime/access_desk.h"

#include "tests/support/run_folder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace studio::runtime {
namespace {

using namespace std::chrono_literals;

class KeyDesk : public ::testing::Test {
protected:
    KeyDesk() {
        EXPECT_TRUE(proto::wire::write_studio_key(folder_ / "studio.key", proto::wire::make_key_pair()));
        AccessEntry entry;
        entry.name = "acme";
        entry.key = key_;
        entry.role = v1::ROLE_DISTRIBUTOR;
        list_.add(entry);
        list_.write(clients());
        AccessConfig access;
        access.secret_key = folder_ / "studio.key";
        access.clients = clients();
        desk_.emplace(access);
    }
    [[nodiscard]] std::filesystem::path clients() const { return folder_ / "clients.toml"; }
    [[nodiscard]] std::string text() const {
        std::stringstream text;
        text << std::ifstream(clients()).rdbuf();
        return text.str();
    }
    // As the studio's loop does, half a second later.
    std::vector<std::string> look(AccessDesk::Reading reading = AccessDesk::Reading::WHEN_CHANGED) {
        now_ += 500ms;
        return desk_->refresh(reading, now_);
    }

    testing::RunFolder folder_;
    std::string key_ = proto::wire::make_key_pair().public_key;
    AccessList list_;
    std::optional<AccessDesk> desk_;
    AccessDesk::Instant now_ = std::chrono::steady_clock::now();
};

// An editor empties the file and then writes it: an empty list is a good one, and lets nobody in.
TEST_F(KeyDesk, AListThatIsJustBeingSavedCutsNobodyOff) {
    const auto whole = text();
    {
        const std::ofstream emptied(clients(), std::ios::trunc);
    }
    EXPECT_TRUE(look().empty());
    EXPECT_TRUE(desk_->who(key_)) << "the list before it is in force";
    std::ofstream(clients()) << "# saved\n" << whole;
    for (int looks = 0; looks < 3; ++looks)
        EXPECT_TRUE(look().empty());
    EXPECT_TRUE(desk_->who(key_));
}

TEST_F(KeyDesk, AListThatStaysAsItIsIsReadAtTheSecondLook) {
    list_.revoke("acme", "2026-11-30T12:00:00Z");
    list_.write(clients());
    EXPECT_TRUE(look().empty());
    EXPECT_EQ(look(), std::vector{key_});
    EXPECT_FALSE(desk_->who(key_));
    EXPECT_TRUE(look().empty()) << "once";
}

TEST_F(KeyDesk, WhoAsksForItHasItReadAtOnce) {
    list_.revoke("acme", "2026-11-30T12:00:00Z");
    list_.write(clients());
    EXPECT_EQ(look(AccessDesk::Reading::ANYWAY), std::vector{key_});
}

} // namespace
} // namespace studio::runtime
