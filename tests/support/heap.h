// How much memory the program has asked for and not given back. Not how much of the machine's it takes: that a test could only time.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include <malloc.h>

namespace studio::testing {

// Bytes.
inline std::size_t heap_in_use() {
    const auto info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

// Whether heap_in_use() is what it says: a sanitizer has an allocator of its own.
inline bool heap_is_counted() {
    const auto before = heap_in_use();
    const auto block = std::make_unique<std::string>(100'000, 'x');
    return heap_in_use() > before + block->size() / 2;
}

} // namespace studio::testing
