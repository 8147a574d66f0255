#include "dealer_console/gateway/site.h"

#include "dealer_console/gateway/files.h"
#include "dealer_console/gateway/secret.h"

#include <array>
#include <stdexcept>
#include <utility>

namespace dealer_console::gateway {

namespace {

std::string type_of(const std::filesystem::path& file) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 11> types{{{".html", "text/html; charset=utf-8"},
                                                                                   {".js", "text/javascript; charset=utf-8"},
                                                                                   {".css", "text/css; charset=utf-8"},
                                                                                   {".svg", "image/svg+xml"},
                                                                                   {".woff2", "font/woff2"},
                                                                                   {".json", "application/json"},
                                                                                   {".png", "image/png"},
                                                                                   {".jpg", "image/jpeg"},
                                                                                   {".jpeg", "image/jpeg"},
                                                                                   {".webp", "image/webp"},
                                                                                   {".webmanifest", "application/manifest+json"}}};
    for (const auto& [ending, type] : types)
        if (file.extension() == ending) return std::string(type);
    return "application/octet-stream";
}

} // namespace

Site::Site(const std::filesystem::path& folder, const std::filesystem::path& logo) {
    if (!std::filesystem::is_regular_file(folder / "index.html"))
        throw std::runtime_error(folder.string() + ": there is no index.html: the console's pages are not built");
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file() || entry.path().extension() == ".gz") continue;
        add("/" + std::filesystem::relative(entry.path(), folder).generic_string(), entry.path());
    }
    if (logo.empty()) return;
    if (!std::filesystem::is_regular_file(logo)) throw std::runtime_error(logo.string() + ": there is no such logo");
    if (!type_of(logo).starts_with("image/")) throw std::runtime_error(logo.string() + ": a logo is a .png, .svg, .jpg or .webp");
    add(logo_path, logo);
}

void Site::add(const std::string& path, const std::filesystem::path& file) {
    Page page;
    page.type = type_of(file);
    page.plain = contents(file).value_or("");
    auto packed = file;
    packed += ".gz";
    if (std::filesystem::is_regular_file(packed)) page.gzip = contents(packed).value_or("");
    page.etag = '"' + keyed_hash(page.plain, "").substr(0, 16) + '"';
    pages_[path] = std::move(page);
}

const Page* Site::find(const std::string& path) const {
    const auto found = pages_.find(path == "/" ? "/index.html" : path);
    return found == pages_.end() ? nullptr : &found->second;
}

} // namespace dealer_console::gateway
