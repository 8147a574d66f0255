#include "recognition/app/recognise_command.h"

#include "recognition/app/model_folder.h"
#include "recognition/app/still_reader.h"
#include "recognition/capture/camera_url.h"
#include "recognition/capture/file_source.h"
#include "recognition/capture/image_file.h"
#include "recognition/capture/layout_file.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <iostream>

namespace recognition::app {

namespace {

using nlohmann::ordered_json;

double rounded(double value, double steps) {
    return std::round(value * steps) / steps;
}

ordered_json card_of(const CardReading& reading) {
    switch (reading.face) {
    case Face::FACE_UP: return reading.card ? ordered_json(reading.card->text()) : ordered_json();
    case Face::FACE_DOWN: return "BACK";
    case Face::CUT_CARD: return "CUT";
    case Face::EMPTY:
    case Face::DOUBTFUL: break;
    }
    return {};
}

ordered_json to_json(const Seen& seen) {
    auto quad = ordered_json::array();
    for (const auto& corner : seen.quad)
        quad.push_back({rounded(static_cast<double>(corner.x), 10), rounded(static_cast<double>(corner.y), 10)});
    return {{"card", card_of(seen.reading)}, {"confidence", rounded(seen.reading.confidence, 1e4)}, {"quad", quad}};
}

class Run {
public:
    Run(StillReader reader, std::ostream& out) : reader_(std::move(reader)), out_(out) {}

    // Whether the file could be read to its end.
    bool file(const std::string& name) {
        try {
            if (capture::is_camera_url(name)) throw capture::CaptureError("is a camera; pictures and videos are read here");
            if (capture::kind_of(name) == capture::FileKind::IMAGE)
                picture({{"file", name}}, capture::read_image(name));
            else
                video(name);
            return true;
        } catch (const std::exception& error) {
            // The reason without the name in front of it: the name is a field of its own.
            std::string reason = error.what();
            if (reason.starts_with(name + ": ")) reason.erase(0, name.size() + 2);
            write({{"file", name}, {"error", reason}});
            return false;
        }
    }

private:
    void video(const std::string& name) {
        const auto source = capture::open_video(name, {});
        for (auto taken = source->take({}); taken.kind == capture::Taken::Kind::FRAME; taken = source->take({}))
            picture({{"file", name}, {"frame", taken.frame.number}}, taken.frame.image);
    }

    void picture(ordered_json line, const cv::Mat& image) {
        const auto begin = std::chrono::steady_clock::now();
        const auto seen = reader_.read(image);
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        line["ms"] = rounded(took.count(), 10);
        line["cards"] = ordered_json::array();
        for (const auto& card : seen)
            line["cards"].push_back(to_json(card));
        write(line);
    }

    // A file's name may hold bytes that are no UTF-8; a line is written all the same.
    void write(const ordered_json& line) {
        out_ << line.dump(-1, ' ', false, ordered_json::error_handler_t::replace) << '\n' << std::flush;
    }

    StillReader reader_;
    std::ostream& out_;
};

} // namespace

int recognise_command(const std::vector<std::string>& files, const RecogniseOptions& options) {
    try {
        std::optional<tracking::TableLayout> layout;
        if (!options.layout.empty()) layout = capture::read_layout(options.layout);
        Run run(StillReader(models_in(options.models, options.deck), std::move(layout)), options.out != nullptr ? *options.out : std::cout);
        bool all = true;
        for (const auto& file : files)
            all = run.file(file) && all;
        return all ? 0 : 1;
    } catch (const std::exception& error) {
        std::cerr << "recognise: " << error.what() << '\n';
        return 2;
    }
}

} // namespace recognition::app
