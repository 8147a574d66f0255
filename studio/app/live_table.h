// A live table from the start of the studio to its end, whatever becomes of its journal in between.
#pragma once

#include "studio/app/station.h"

#include <functional>

namespace studio::app {

// Runs the table until `stop` says so. A table whose journal cannot be written is stopped at once (nothing of it is published any more, and
// its commands are refused), and tried again every few seconds from what the journal holds; back again, it raises JOURNAL_FAILED, which
// pauses it until a supervisor has seen it. Throws what cannot be waited away: a journal that cannot be opened at the start, money that
// does not add up. Thread: the caller's, which owns the table.
void run_live_table(zmq::context_t& context, const StationSetup& setup, const std::function<bool()>& stop);

} // namespace studio::app
