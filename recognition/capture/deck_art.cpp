#include "recognition/capture/deck_art.h"

#include <cairo.h>
#include <librsvg/rsvg.h>
#include <opencv2/imgproc.hpp>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>

namespace recognition::capture {

namespace {

struct Free {
    void operator()(RsvgHandle* handle) const { g_object_unref(handle); }
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* context) const { cairo_destroy(context); }
    void operator()(GError* error) const { g_error_free(error); }
};
template <typename T>
using Owned = std::unique_ptr<T, Free>;

std::string read_text(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw CaptureError(file.string() + ": card artwork cannot be read");
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

// Cairo's ARGB32 is BGRA with multiplied alpha in memory of a little-endian machine.
cv::Mat draw(const std::string& svg, const std::filesystem::path& file) {
    GError* raised = nullptr;
    const Owned<RsvgHandle> handle(rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &raised));
    if (!handle) {
        const Owned<GError> error(raised);
        throw CaptureError(file.string() + ": is no SVG: " + error->message);
    }
    cv::Mat picture(DeckArt::height, DeckArt::width, CV_8UC4, cv::Scalar::all(0));
    {
        const Owned<cairo_surface_t> surface(cairo_image_surface_create_for_data(picture.data, CAIRO_FORMAT_ARGB32, picture.cols,
                                                                                 picture.rows, static_cast<int>(picture.step)));
        const Owned<cairo_t> context(cairo_create(surface.get()));
        const RsvgRectangle place{0, 0, static_cast<double>(picture.cols), static_cast<double>(picture.rows)};
        if (!rsvg_handle_render_document(handle.get(), context.get(), &place, &raised)) {
            const Owned<GError> error(raised);
            throw CaptureError(file.string() + ": cannot be drawn: " + error->message);
        }
        cairo_surface_flush(surface.get());
    }
    return picture;
}

std::string file_name(engine::Card card) {
    const auto suit = engine::letter(card.suit);
    return {engine::letter(card.rank), static_cast<char>(suit - 'a' + 'A'), '.', 's', 'v', 'g'};
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

} // namespace

std::filesystem::path DeckArt::default_folder() {
    if (const char* set = std::getenv("STUDIO_DECK"); set != nullptr && *set != '\0') return set;
    return STUDIO_DECK_FOLDER;
}

DeckArt::DeckArt(std::filesystem::path folder, std::string faces)
    : folder_(folder.empty() ? default_folder() : std::move(folder)), faces_(std::move(faces)) {
    if (!std::filesystem::exists(folder_ / "back.svg"))
        throw CaptureError(folder_.string() +
                           ": there is no card artwork; recognition/capture/deck/install.sh installs it, STUDIO_DECK names another folder");
    if (!std::filesystem::is_directory(folder_ / faces_)) throw CaptureError((folder_ / faces_).string() + ": there are no card faces");
}

const cv::Mat& DeckArt::face(engine::Card card) {
    auto& picture = drawn_[card.text()];
    if (picture.empty()) {
        const auto file = folder_ / faces_ / file_name(card);
        picture = draw(read_text(file), file);
    }
    return picture;
}

const cv::Mat& DeckArt::back(const std::string& colour) {
    auto& picture = drawn_["back " + colour];
    if (picture.empty()) {
        const auto file = folder_ / "back.svg";
        auto svg = read_text(file);
        replace_all(svg, "fill=\"black\"", "fill=\"" + colour + "\"");
        picture = draw(svg, file);
    }
    return picture;
}

const cv::Mat& DeckArt::cut(cv::Vec3b bgr) {
    auto& picture = drawn_["cut"];
    if (picture.empty()) {
        picture = back("#000000").clone(); // for its outline
        std::vector<cv::Mat> planes;
        cv::split(picture, planes);
        for (int i = 0; i < 3; ++i)
            planes[static_cast<std::size_t>(i)] = planes[3] * (bgr[i] / 255.0);
        cv::merge(planes, picture);
    }
    return picture;
}

} // namespace recognition::capture
