// `studio calibrate`: from a table's plan and its camera's picture to the layout file that recognition reads.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace recognition::app {

struct CalibrateOptions {
    std::string table;                // the plan: mm of slots and marks
    std::string camera;               // url of a camera, clip or folder; looked at until every mark is seen
    std::string image;                // or one picture
    std::vector<std::string> points;  // "x,y" of the table's four corners in px, in place of marks
    std::string out;                  // the layout to write; its reference picture goes beside it as OUT_view.jpg
    std::string draw;                 // a picture with the slots drawn in
    std::string marks;                // writes the page of marks to print and does nothing else
    double seconds = 5;               // for how long the camera is looked at
    std::optional<double> fps;        // of the layout; the plan's otherwise
    std::ostream* report = nullptr;   // standard output when null
    std::ostream* warnings = nullptr; // standard error when null
};

// Without camera, picture and points the plan's own view is taken: so the shipped layouts are made. Returns the exit code: 0 with a layout
// written, though there may be warnings; 1 when the picture gives none (marks missing, slots out of the picture); 2 for bad use or input.
int calibrate_command(const CalibrateOptions& options);

} // namespace recognition::app
