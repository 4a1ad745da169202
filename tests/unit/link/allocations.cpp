// SPDX-License-Identifier: Apache-2.0
// Replaces the global operator new of this test program by one that counts ([replacement.functions]).
#include "tests/unit/link/allocations.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

thread_local std::uint64_t count = 0;

void* take(std::size_t size, std::size_t alignment) {
    ++count;
    void* memory = alignment <= alignof(std::max_align_t)
                       ? std::malloc(size)
                       : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    if (memory == nullptr) std::abort();
    return memory;
}

} // namespace

void* operator new(std::size_t size) { return take(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return take(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace plenum::link::test {

std::uint64_t allocations() { return count; }

} // namespace plenum::link::test
