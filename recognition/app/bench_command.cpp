#include "recognition/app/bench_command.h"

#include "recognition/app/bench_measures.h"
#include "recognition/app/bench_recording.h"
#include "recognition/app/model_folder.h"
#include "recognition/capture/layout_file.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <opencv2/core.hpp>

#include <filesystem>
#include <iostream>

namespace recognition::app {

namespace {

constexpr double fps_of_a_table = 15;
constexpr double kib_in_mib = 1024;
constexpr const char* ffmpeg = "ffmpeg"; // found by PATH

class Bench {
public:
    explicit Bench(const BenchOptions& options) : options_(options), out_(options.out != nullptr ? *options.out : std::cout) {
        observer_.table = "bench";
        observer_.camera = "bench";
        observer_.layout = capture::read_layout(options.layout);
        observer_.models = models_in(options.models);
        recording_ = options.clip;
        if (recording_.empty()) {
            recording_ = std::filesystem::path(options.folder) / "rounds.mp4";
            write_recording(recording_, observer_.layout, std::chrono::seconds(options.seconds), options.seed);
        }
    }

    int run() {
        line("what", "measured", "beside it", "aim");
        frames();
        growth();
        memory();
        const int wrong = cards();
        out_ << json_.dump() << std::endl;
        return wrong > 0 ? 1 : 0;
    }

private:
    void line(const std::string& what, const std::string& measured, const std::string& beside, const std::string& aim) {
        out_ << fmt::format("{:<42} {:>14}   {:<44} {}\n", what, measured, beside, aim) << std::flush;
    }

    void frames() {
        const auto costs = measure_frames(recording_, observer_);
        const auto per_frame = [&](double seconds) { return 1e3 * seconds / static_cast<double>(costs.frames); };
        line("recognition / decoding, processor time", fmt::format("{:.2f}", costs.against_decoding()),
             fmt::format("{:.2f} ms / {:.2f} ms of a frame, {} frames", per_frame(costs.recognise_s), per_frame(costs.decode_s),
                         costs.frames),
             "<= 1.0, better 0.5");
        line("conversion to BGR / decoding", fmt::format("{:.2f}", costs.convert_s / costs.decode_s),
             fmt::format("{:.2f} ms of a frame", per_frame(costs.convert_s)), "");
        line("frame taken to CardObserved sent, p99", fmt::format("{:.1f} ms", costs.p99_ms),
             fmt::format("median {:.1f} ms, longest {:.1f} ms", costs.p50_ms, costs.most_ms), "<= 33 ms");
        line("tables of 15 frames a second on one core", fmt::format("{:.1f}", costs.tables_per_core(fps_of_a_table)),
             fmt::format("decoding alone: {:.1f}", static_cast<double>(costs.frames) / (costs.decode_s * fps_of_a_table)), ">= 4");
        json_["frames"] = costs.frames;
        json_["recognition_to_decoding"] = costs.against_decoding();
        json_["recognition_ms"] = per_frame(costs.recognise_s);
        json_["decoding_ms"] = per_frame(costs.decode_s);
        json_["p99_ms"] = costs.p99_ms;
        json_["tables_per_core"] = costs.tables_per_core(fps_of_a_table);
        json_["settled_faces"] = costs.settled_faces;
    }

    void growth() {
        if (options_.tables.empty()) return;
        std::vector<std::string> command{options_.recogniser, "--camera", "file:" + recording_.string(), "--layout", options_.layout};
        if (!options_.models.empty()) command.insert(command.end(), {"--models", options_.models});
        // The control: what the machine's caches and memory make of as many decoders that do nothing else.
        const std::vector<std::string> decoder{ffmpeg, "-v", "error", "-nostdin", "-i", recording_.string(), "-f", "null", "-"};
        double one = 0;
        double one_decoder = 0;
        for (const int tables : options_.tables) {
            const auto cost = measure_processes(command, tables);
            const auto decoding = measure_processes(decoder, tables);
            if (one == 0) one = cost.cpu_s / tables;
            if (one_decoder == 0) one_decoder = decoding.cpu_s / tables;
            line(fmt::format("processor time of {} tables / of one", tables), fmt::format("{:.2f}", cost.cpu_s / one),
                 fmt::format("{:.1f} s in {:.1f} s; as many decoders alone: {:.2f}", cost.cpu_s, cost.wall_s, decoding.cpu_s / one_decoder),
                 fmt::format("<= {:.1f}", tables * 1.03125));
            json_["growth"][std::to_string(tables)] = cost.cpu_s / one;
            json_["growth_of_decoding"][std::to_string(tables)] = decoding.cpu_s / one_decoder;
            if (tables == options_.tables.back()) {
                line("resident memory of a recogniser", fmt::format("{:.0f} MiB", static_cast<double>(cost.most_kib) / kib_in_mib),
                     "at most, in this recording", "<= 300 MiB");
                json_["resident_kib"] = cost.most_kib;
            }
        }
    }

    void memory() {
        if (options_.soak_minutes == 0) return;
        const auto resident = measure_memory(recording_, observer_, std::chrono::minutes(options_.soak_minutes));
        const auto settled = resident.size() / 2; // its caches are full by then
        line(fmt::format("growth of memory over {} min", options_.soak_minutes),
             fmt::format("{:+.1f} MiB", static_cast<double>(resident.back() - resident[settled]) / kib_in_mib),
             fmt::format("since half of the time, {} passes, {:.0f} MiB at the end", resident.size(),
                         static_cast<double>(resident.back()) / kib_in_mib),
             "flat");
        json_["soak_kib"] = resident;
    }

    int cards() {
        if (options_.cards == 0) return 0;
        const auto counts = count_cards(options_.cards, observer_, options_.seed);
        line("cards of the virtual table read wrong", std::to_string(counts.wrong),
             fmt::format("of {}, {} right", counts.cards, counts.right), "0");
        line("and asked for", fmt::format("{:.2f} %", 100.0 * (counts.doubtful + counts.silent) / counts.cards),
             fmt::format("{} doubtful, {} not told", counts.doubtful, counts.silent), "<= 0.1 %");
        for (const auto& miss : counts.misses)
            out_ << "  " << miss << '\n';
        json_["cards"] = {{"cards", counts.cards},
                          {"right", counts.right},
                          {"wrong", counts.wrong},
                          {"doubtful", counts.doubtful},
                          {"silent", counts.silent}};
        return counts.wrong;
    }

    const BenchOptions& options_;
    std::ostream& out_;
    ObserverOptions observer_;
    std::filesystem::path recording_;
    nlohmann::ordered_json json_;
};

} // namespace

int bench_command(const BenchOptions& options) {
    cv::setNumThreads(1); // as the recogniser: one core a camera
    try {
        return Bench(options).run();
    } catch (const capture::CaptureError& error) {
        std::cerr << "bench: " << error.what() << '\n';
        return 2;
    }
}

} // namespace recognition::app
