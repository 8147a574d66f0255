// Stills, and dossiers by another program.
#include "dealer_console/gateway/files.h"
#include "dealer_console/gateway/site.h"

#include "tests/support/run_folder.h"

#include <gtest/gtest.h>

#include <fstream>

namespace dealer_console::gateway {
namespace {

using namespace std::chrono_literals;

TEST(Site, TheHousesLogoIsAPictureOrTheGatewayDoesNotStart) {
    const studio::testing::RunFolder folder;
    std::ofstream(folder / "index.html") << "page";
    std::ofstream(folder / "house.webp") << "picture";
    std::ofstream(folder / "house.txt") << "words";
    const Site site(folder.path(), folder / "house.webp");
    ASSERT_NE(site.find(Site::logo_path), nullptr);
    EXPECT_EQ(site.find(Site::logo_path)->type, "image/webp");
    EXPECT_EQ(site.find(Site::logo_path)->plain, "picture");
    EXPECT_EQ(Site(folder.path()).find(Site::logo_path), nullptr);
    EXPECT_THROW(Site(folder.path(), folder / "house.txt"), std::runtime_error);
    EXPECT_THROW(Site(folder.path(), folder / "none.png"), std::runtime_error);
}

TEST(Files, AStillIsFoundByItsHashInWhateverRoundItLies) {
    const studio::testing::RunFolder folder;
    const std::string hash(64, 'a');
    std::filesystem::create_directories(folder / "T1" / "R1");
    std::filesystem::create_directories(folder / "T1" / "R2");
    std::ofstream(folder / "T1" / "R2" / (hash + ".jpg")) << "jpeg";
    const FileOptions options{.stills = folder.path(), .pictures = {}, .journals = {}, .studio = {}};
    EXPECT_EQ(read_still(options, "T1", hash), "jpeg");
    EXPECT_FALSE(read_still(options, "T1", std::string(64, 'b')));
    EXPECT_FALSE(read_still(options, "T9", hash)) << "a table without a folder";
    EXPECT_FALSE(read_still(options, "..", hash));
}

std::filesystem::path script(const std::filesystem::path& file, const std::string& text) {
    std::ofstream(file) << "#!/bin/sh\n" << text << "\n";
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file;
}

TEST(Files, ADossierIsWhatItsMakerSaysAndNothingWhenThatHangs) {
    const studio::testing::RunFolder folder;
    std::atomic<bool> stop = false;
    FileOptions options{.stills = {}, .pictures = {}, .journals = folder.path(), .studio = script(folder / "good", "echo dossier of $5")};
    EXPECT_EQ(make_dossier(options, "T1", "R1", stop), "dossier of R1\n");
    options.studio = script(folder / "bad", "echo half; exit 1");
    EXPECT_FALSE(make_dossier(options, "T1", "R1", stop));
    options.studio = script(folder / "hangs", "echo half; exec sleep 60");
    options.patience = 200ms;
    const auto from = std::chrono::steady_clock::now();
    EXPECT_FALSE(make_dossier(options, "T1", "R1", stop));
    EXPECT_LT(std::chrono::steady_clock::now() - from, 30s);
    options.patience = 5min;
    stop = true; // a gateway that is being stopped does not wait for it
    EXPECT_FALSE(make_dossier(options, "T1", "R1", stop));
    EXPECT_LT(std::chrono::steady_clock::now() - from, 30s);
}

} // namespace
} // namespace dealer_console::gateway
