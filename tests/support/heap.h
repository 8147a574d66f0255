// How much memory the program has asked for and not given back. Not how much of the machine's it takes: that a test could only time.
#pragma once

#include <cstddef>

#include <malloc.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// Of <sanitizer/allocator_interface.h>: their allocator is not the C library's.
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();
#endif

namespace studio::testing {

// Bytes.
inline std::size_t heap_in_use() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return __sanitizer_get_current_allocated_bytes();
#else
    const auto info = mallinfo2();
    return info.uordblks + info.hblkhd;
#endif
}

} // namespace studio::testing
