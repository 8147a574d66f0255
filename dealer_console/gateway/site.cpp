#include "dealer_console/gateway/site.h"

#include "dealer_console/gateway/files.h"
#include "dealer_console/gateway/secret.h"

#include <array>
#include <stdexcept>
#include <utility>

namespace dealer_console::gateway {

namespace {

std::string type_of(const std::filesystem::path& file) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> types{{{".html", "text/html; charset=utf-8"},
                                                                                  {".js", "text/javascript; charset=utf-8"},
                                                                                  {".css", "text/css; charset=utf-8"},
                                                                                  {".svg", "image/svg+xml"},
                                                                                  {".woff2", "font/woff2"},
                                                                                  {".json", "application/json"},
                                                                                  {".png", "image/png"},
                                                                                  {".webmanifest", "application/manifest+json"}}};
    for (const auto& [ending, type] : types)
        if (file.extension() == ending) return std::string(type);
    return "application/octet-stream";
}

} // namespace

Site::Site(const std::filesystem::path& folder) {
    if (!std::filesystem::is_regular_file(folder / "index.html"))
        throw std::runtime_error(folder.string() + ": there is no index.html: the console's pages are not built");
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file() || entry.path().extension() == ".gz") continue;
        Page page;
        page.type = type_of(entry.path());
        page.plain = contents(entry.path()).value_or("");
        auto packed = entry.path();
        packed += ".gz";
        if (std::filesystem::is_regular_file(packed)) page.gzip = contents(packed).value_or("");
        page.etag = '"' + keyed_hash(page.plain, "").substr(0, 16) + '"';
        pages_["/" + std::filesystem::relative(entry.path(), folder).generic_string()] = std::move(page);
    }
}

const Page* Site::find(const std::string& path) const {
    const auto found = pages_.find(path == "/" ? "/index.html" : path);
    return found == pages_.end() ? nullptr : &found->second;
}

} // namespace dealer_console::gateway
