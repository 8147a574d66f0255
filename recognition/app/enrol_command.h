// `studio enrol`: learns a house deck from showing its 52 cards once.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace recognition::app {

struct EnrolOptions {
    std::string camera;             // url of a camera or clip that sees the cards one by one in `slot`; needs a layout
    std::vector<std::string> files; // or pictures, one card each, in the order of showing
    std::string layout;
    std::string slot;               // where the cards are shown; the layout's first slot that is no fan's when empty
    std::string order;              // "factory", or a file with 52 cards in the order of showing; what the networks read when empty
    std::string out;                // DECK.toml; the sheet of cards DECK.png is written beside it
    std::string models;             // folder of the networks; empty takes the shipped ones
    bool order_is_right = false;    // the order counts also where the networks surely read another card
    double patience_s = 120;        // the camera is given up when no further card is shown for so long
    std::ostream* report = nullptr; // standard output when null
    std::ostream* errors = nullptr; // standard error when null
};

// Returns the exit code: 0 with the deck written, and a warning for each pair of cards that is hardly told apart; 1 when the cards are not
// 52 different ones, cannot be named, or are read otherwise than the order says (each is told, nothing is written); 2 for bad use or input
// and a camera that cannot be opened or is lost for longer than it is waited for (ShownCamera).
int enrol_command(const EnrolOptions& options);

} // namespace recognition::app
