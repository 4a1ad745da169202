// SPDX-License-Identifier: Apache-2.0
/// bench-forward RECEIVERS PICTURES [IDLE]: a relay passes a camera's pictures on in a StillWorld, and what that takes
/// is counted: allocations here, instructions by running this under callgrind with
/// --toggle-collect='plenum::bench::StillWorld::handle_watched*'. With IDLE, so many conferences stand beside in which
/// nobody speaks, and only the moment in which a picture is passed on counts, not what all links do by themselves.

#include "core/crypto/initialise.h"
#include "tests/bench/fan_out.h"
#include "tests/bench/still_world.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <new>
#include <string_view>

namespace {

bool counting = false;
std::size_t allocations = 0;

void* allocate(std::size_t bytes) {
    if (counting) ++allocations;
    if (auto* memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
    throw std::bad_alloc{};
}

} // namespace

void* operator new(std::size_t bytes) { return allocate(bytes); }
void* operator new[](std::size_t bytes) { return allocate(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

using namespace plenum;

/// Shown before anything is counted: queues and windows have their size then.
constexpr std::size_t pictures_first = 30;

void show(bench::StillWorld& world, std::size_t pictures, const std::function<void(bool)>& watch) {
    for (std::size_t i = 0; i < pictures; ++i) {
        const auto always = world.watch;
        world.watch = always ? always : watch;
        world.show(bench::picture_bytes);
        world.watch = always;
        world.pass(bench::picture_interval);
    }
}

std::size_t number(std::string_view text) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? value : 0;
}

} // namespace

int main(int count, char** arguments) {
    const auto receivers = count == 3 || count == 4 ? number(arguments[1]) : 0;
    const bool beside_idle = count == 4;
    if (receivers == 0) {
        std::fputs("usage: bench-forward RECEIVERS PICTURES [IDLE]\n", stderr);
        return 2;
    }
    if (!crypto::initialise()) return 1;
    bench::StillWorld world{receivers + 1, beside_idle ? number(arguments[3]) : 0};
    show(world, pictures_first, {});
    const auto received = world.received();
    const auto sent = world.relay_datagrams();
    const auto watch = [](bool begins) { counting = begins; };
    if (!beside_idle) world.watch = watch;
    show(world, number(arguments[2]), watch);
    std::printf("{\"datagrams\": %zu, \"sent\": %zu, \"allocations\": %zu}\n",
                static_cast<std::size_t>(world.received() - received) * bench::datagrams_per_picture,
                static_cast<std::size_t>(world.relay_datagrams() - sent), allocations);
    return 0;
}
