// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/scarce_memory.h"

#include "core/base/check.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace plenum::sim {

namespace {

std::uint32_t* counted = nullptr;

void* allocate(std::size_t bytes) {
    if (counted != nullptr && *counted != 0 && --*counted == 0) throw std::bad_alloc{};
    if (auto* memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
    throw std::bad_alloc{};
}

} // namespace

ScarceMemory::ScarceMemory(std::uint32_t& left) {
    CHECK(counted == nullptr);
    counted = &left;
}

ScarceMemory::~ScarceMemory() { counted = nullptr; }

} // namespace plenum::sim

void* operator new(std::size_t bytes) { return plenum::sim::allocate(bytes); }
void* operator new[](std::size_t bytes) { return plenum::sim::allocate(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
