// `studio cardcheck`: a whole deck dealt to the camera at the start of a shift.
#pragma once

#include <iosfwd>
#include <string>

namespace recognition::app {

struct CardCheckOptions {
    std::string camera;
    std::string layout;
    std::string slot;               // the layout's first that is no fan's when empty
    std::string order;              // "factory", or a file with the cards in the order of dealing; unknown when empty
    std::string deck;               // an enrolled house deck
    std::string observe;            // the studio's observe socket: the result goes into the table's journal; nowhere when empty
    std::string table;              // of that studio
    std::string camera_id = "c1";   // as the studio calls the camera
    std::string models;             // folder of the networks; empty takes the shipped ones
    int cards = 52;                 // that are dealt
    double patience_s = 120;        // it ends when nothing is dealt for so long
    std::ostream* out = nullptr;    // standard output when null
    std::ostream* errors = nullptr; // standard error when null
};

// Writes one line for each card on `errors` and one JSON object on `out`: {"cards", "right", "wrong", "doubtful", "accuracy", "confusion":
// [{"dealt", "read", "times"}], "missing", "twice", "reasons", "slowest_ms", "slowest_card", "median_ms", "passed"}. With `observe` the
// same numbers are sent to the studio. Returns 0 when every card was read right, 1 when not, 2 for bad use or input, when the camera
// cannot be opened or is lost for longer than it is waited for (ShownCamera), and when the studio does not take them within 5 s.
int card_check_command(const CardCheckOptions& options);

} // namespace recognition::app
