#include "recognition/app/shown_camera.h"

#include "recognition/capture/address_check.h"

#include <fmt/format.h>

#include <ostream>
#include <utility>

namespace recognition::app {

using capture::CaptureError;
using std::chrono::steady_clock;

ShownCamera::ShownCamera(const std::string& url, const tracking::TableLayout& layout, std::ostream& notes, std::string who,
                         std::chrono::milliseconds patience)
    : url_(url), notes_(notes), who_(std::move(who)), patience_(patience) {
    if (const auto fault = capture::fault_of_address(url)) throw CaptureError("camera " + fault->what);
    capture::SourceOptions options;
    options.layout = layout;
    source_ = capture::open_source(url, options);
    last_frame_ = steady_clock::now();
}

capture::Taken ShownCamera::take() {
    auto taken = source_->take(std::chrono::milliseconds(200));
    judge(taken);
    return taken;
}

void ShownCamera::judge(const capture::Taken& taken) {
    const auto now = steady_clock::now();
    if (taken.kind == capture::Taken::Kind::FRAME) {
        if (!lost_.empty()) notes_ << who_ << ": camera " << url_ << " is back\n" << std::flush;
        lost_.clear();
        had_frame_ = true;
        last_frame_ = now;
        return;
    }
    if (taken.kind == capture::Taken::Kind::ENDED) return;
    const bool lost = taken.kind == capture::Taken::Kind::LOST;
    const auto said = lost ? taken.detail : "it gives no picture";
    const auto why = said.starts_with(url_) ? said : url_ + ": " + said;
    if (lost && taken.refused && !had_frame_) throw CaptureError("camera " + why);
    const auto limit = fmt::format("{:.0f} s", std::chrono::duration<double>(patience_).count());
    if (now - last_frame_ > patience_) throw CaptureError("camera " + why + " (waited for " + limit + ")");
    if (!lost || !had_frame_ || !lost_.empty()) return;
    lost_ = why;
    notes_ << who_ << ": camera " << why << "; it is waited for, " << limit << " at most\n" << std::flush;
}

} // namespace recognition::app
