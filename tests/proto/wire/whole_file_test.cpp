// Files that are replaced as a whole, one at a time.
#include "proto/wire/whole_file.h"

#include "tests/support/run_folder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace proto::wire {
namespace {

using namespace std::chrono_literals;

std::string contents_of(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

TEST(WholeFile, IsReplacedAndItsOwnersAlone) {
    const studio::testing::RunFolder folder;
    const auto file = folder / "list";
    std::ofstream(file) << "old";
    replace_file(file, "new");
    EXPECT_EQ(contents_of(file), "new");
    EXPECT_EQ(std::filesystem::status(file).permissions(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    EXPECT_THROW(replace_file(folder / "no" / "list", "new"), std::runtime_error);
    std::filesystem::create_directory(folder / "list.part"); // a new one cannot be begun
    EXPECT_THROW(replace_file(file, "newer"), std::runtime_error);
    EXPECT_EQ(contents_of(file), "new");
}

TEST(FolderLock, LetsOneInAtATime) {
    const studio::testing::RunFolder folder;
    {
        const FolderLock first(folder.path());
        EXPECT_THROW(FolderLock(folder.path(), 50ms), std::runtime_error);
    }
    EXPECT_NO_THROW(FolderLock(folder.path(), 50ms));
    EXPECT_THROW(FolderLock(folder / "no"), std::runtime_error);
    EXPECT_EQ(folder_of("list"), ".");
    EXPECT_EQ(folder_of("keys/list"), "keys");
}

} // namespace
} // namespace proto::wire
