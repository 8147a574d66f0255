#include "proto/wire/parent.h"

#include <csignal>

#include <sys/prctl.h>
#include <unistd.h>

namespace proto::wire {

void end_with_parent(pid_t parent, int signal) {
    prctl(PR_SET_PDEATHSIG, signal);
    if (getppid() != parent) std::raise(signal);
}

} // namespace proto::wire
