#include "studio/runtime/still_store.h"

#include "tests/support/run_folder.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <array>
#include <fstream>
#include <sstream>
#include <vector>

#include <sys/stat.h>

namespace studio::runtime {
namespace {

namespace fs = std::filesystem;
using std::chrono::hours;
using std::chrono::system_clock;

class still_store : public ::testing::Test {
protected:
    ~still_store() override {
        std::error_code ignored;
        fs::permissions(folder, fs::perms::owner_all, ignored);
    }

    static std::string hash_of(const std::string& bytes) {
        std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
        const std::vector<unsigned char> data(bytes.begin(), bytes.end());
        crypto_hash_sha256(hash.data(), data.data(), data.size());
        std::array<char, 65> text{};
        sodium_bin2hex(text.data(), text.size(), hash.data(), hash.size());
        return text.data();
    }
    static Still still(const std::string& bytes, const std::string& round = "r1") { return {"T1", round, hash_of(bytes), bytes}; }
    static std::string content(const fs::path& file) {
        std::ostringstream out;
        out << std::ifstream(file, std::ios::binary).rdbuf();
        return out.str();
    }
    // A still that was written so long ago.
    fs::path aged(const std::string& bytes, hours age) {
        const auto file = folder / "T1" / "r0" / (hash_of(bytes) + ".jpg");
        fs::create_directories(file.parent_path());
        std::ofstream(file) << bytes;
        fs::last_write_time(file, fs::file_time_type::clock::from_sys(system_clock::now() - age));
        return file;
    }

    testing::RunFolder own;
    const fs::path& folder = own.path();
};

TEST_F(still_store, a_still_lies_under_its_table_and_round_by_its_hash) {
    StillStore store({folder, {}});
    store.keep(still("a picture", "T1-7"));
    store.keep(still("between rounds", ""));
    store.flush();
    EXPECT_EQ(store.counts().written, 2U);
    const auto file = folder / "T1" / "T1-7" / (hash_of("a picture") + ".jpg");
    EXPECT_EQ(hash_of(content(file)), file.stem().string());
    EXPECT_EQ(find_still(folder, "T1", hash_of("a picture")), file);
    const auto other = find_still(folder, "T1", hash_of("between rounds"));
    EXPECT_EQ(other.parent_path().filename().string().size(), std::string("2026-01-31").size());
    EXPECT_EQ(find_still(folder, "T1", hash_of("never kept")), fs::path());
}

TEST_F(still_store, a_picture_that_its_hash_does_not_name_is_not_kept_and_no_name_leads_out) {
    StillStore store({folder / "in", {}});
    auto wrong = still("a picture");
    wrong.jpeg = "another picture";
    store.keep(wrong);
    auto outside = still("x", "../../out");
    store.keep(outside);
    store.flush();
    EXPECT_EQ(store.counts().refused, 1U);
    EXPECT_EQ(store.counts().written, 1U);
    EXPECT_TRUE(fs::exists(folder / "in" / "T1" / "______out"));
}

TEST_F(still_store, retention_removes_by_age_and_then_the_oldest_first_until_the_rest_fits) {
    const auto ancient = aged(std::string(400'000, 'a'), hours(24 * 40));
    const auto older = aged(std::string(400'000, 'b'), hours(24 * 9));
    const auto old = aged(std::string(400'000, 'c'), hours(24 * 8));
    const auto young = aged(std::string(400'000, 'd'), hours(1));
    StillStore store({folder, {.days = 30, .max_mb = 1}});
    store.tidy(system_clock::now());
    EXPECT_FALSE(fs::exists(ancient));
    EXPECT_FALSE(fs::exists(older));
    EXPECT_TRUE(fs::exists(old));
    EXPECT_TRUE(fs::exists(young));
    EXPECT_EQ(store.counts().removed, 2U);
    store.tidy(system_clock::now() + hours(24 * 60));
    EXPECT_FALSE(fs::exists(folder / "T1" / "r0")) << "a folder that became empty is left behind";
    EXPECT_EQ(store.counts().removed, 4U);
}

TEST_F(still_store, no_limit_removes_nothing) {
    const auto ancient = aged("a", hours(24 * 4000));
    StillStore store({folder, {.days = 0, .max_mb = 0}});
    store.tidy(system_clock::now());
    EXPECT_TRUE(fs::exists(ancient));
}

TEST_F(still_store, a_disk_that_cannot_be_written_is_counted_and_stops_nobody) {
    std::ofstream(folder / "T1") << "a file where the table's folder should be";
    StillStore store({folder, {}});
    for (int i = 0; i < 3; ++i)
        store.keep(still("picture " + std::to_string(i)));
    store.flush();
    EXPECT_EQ(store.counts().failed, 3U);
    fs::remove(folder / "T1");
    store.keep(still("again"));
    store.flush();
    EXPECT_EQ(store.counts().written, 1U);
}

TEST_F(still_store, a_full_disk_leaves_no_half_still) {
    const fs::path full = "/dev/full";
    const auto part = folder / "T1" / "r1" / (hash_of("a picture") + ".part");
    fs::create_directories(part.parent_path());
    fs::create_symlink(full, part);
    StillStore store({folder, {}});
    store.keep(still("a picture"));
    store.flush();
    EXPECT_EQ(store.counts().failed, 1U);
    EXPECT_EQ(find_still(folder, "T1", hash_of("a picture")), fs::path());
    EXPECT_FALSE(fs::is_symlink(part));
}

TEST_F(still_store, what_does_not_fit_the_queue_is_dropped_and_counted) {
    // A pipe that nobody reads holds the writer up: opening it for writing waits.
    const auto part = folder / "T1" / "r1" / (hash_of("first") + ".part");
    fs::create_directories(part.parent_path());
    ASSERT_EQ(mkfifo(part.c_str(), 0600), 0);
    StillStore store({folder, {}});
    store.keep(still("first"));
    for (std::size_t i = 0; i < StillStore::queue_length + 20; ++i)
        store.keep(still(std::to_string(i)));
    EXPECT_GE(store.counts().dropped, 19U); // the first may or may not have left the queue
    std::ifstream reader(part);
    store.flush();
    EXPECT_LE(store.counts().dropped, 21U);
    EXPECT_EQ(store.counts().dropped + store.counts().written, StillStore::queue_length + 21);
}

} // namespace
} // namespace studio::runtime
