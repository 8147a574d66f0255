// The built web pages, in memory.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace dealer_console::gateway {

struct Page {
    std::string type;
    std::string plain;
    std::string gzip; // empty: not worth it
    std::string etag;
};

// Reads every file of a folder once; nothing that a browser writes ever becomes a path. Read-only afterwards: any thread.
class Site {
public:
    // `logo` is the house's own picture for the overlays, found as /logo; empty: none. Throws std::runtime_error when the folder has no
    // index.html, or the logo cannot be read or is no picture that a browser shows.
    explicit Site(const std::filesystem::path& folder, const std::filesystem::path& logo = {});
    // By the path of a request, "/" being index.html; nullptr when there is none.
    [[nodiscard]] const Page* find(const std::string& path) const;

    static constexpr const char* logo_path = "/logo";

private:
    void add(const std::string& path, const std::filesystem::path& file);
    std::map<std::string, Page> pages_;
};

} // namespace dealer_console::gateway
