// A process that a running studio keeps beside itself: the console's gateway, the bridge.
#pragma once

#include <string>
#include <thread>
#include <vector>

namespace studio::app {

// Starts `command` and starts it again when it ends, until the studio is interrupted; ends it when this is destroyed. What goes wrong with
// it is told in the log as `name` and touches nothing of the tables. In a thread of its own, which is its parent.
class KeptProcess {
public:
    KeptProcess(std::string name, std::vector<std::string> command);

private:
    std::jthread thread_;
};

} // namespace studio::app
