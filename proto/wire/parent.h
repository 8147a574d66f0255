// A process that another one has started, and that is of no use without it.
#pragma once

#include <sys/types.h>

namespace proto::wire {

// From now on `signal` comes when the thread of `parent` that started this process ends, however it ends. At once when it is gone already,
// which is why the parent tells its id: who asks for it only then may be told another one's.
void end_with_parent(pid_t parent, int signal);

} // namespace proto::wire
