// SPDX-License-Identifier: Apache-2.0
/// bench-forward RECEIVERS PICTURES [IDLE]: a relay passes a camera's pictures on in a StillWorld, and what that takes
/// is counted: allocations here, instructions by running this under callgrind with
/// --toggle-collect='plenum::bench::StillWorld::handle_watched*'. With IDLE, so many conferences stand beside in which
/// nobody speaks, and only the moment in which a picture is passed on counts, not what all links do by themselves.
/// bench-forward voice MESSAGES: the same of the two members between whom messages of 64 bytes go, from publishing to
/// the event of their arrival. bench-forward burst MESSAGES: the same where 256 are published in one turn.
/// bench-forward proxy none|publisher|subscriber|relay MESSAGES: the same with the relay between them, and a proxy in
/// that place which lets every message pass.

#include "core/crypto/initialise.h"
#include "tests/bench/fan_out.h"
#include "tests/bench/still_world.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <new>
#include <optional>
#include <string_view>
#include <vector>

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

/// Short, so that what goes by the clock hardly counts.
constexpr base::Duration message_interval = std::chrono::milliseconds{1};
constexpr std::size_t message_bytes = 64;
constexpr std::size_t messages_first = 100;
constexpr std::size_t burst_messages = 256;
/// No message is dropped at this rate.
constexpr std::uint32_t proxy_rate_hz = 1'000'000;
/// What a link paces at first takes some time.
constexpr base::Duration burst_interval = std::chrono::milliseconds{40};

void watch(bool begins) { counting = begins; }

void show(bench::StillWorld& world, std::size_t pictures, const std::function<void(bool)>& watch) {
    for (std::size_t i = 0; i < pictures; ++i) {
        const auto always = world.watch;
        world.watch = always ? always : watch;
        world.publish(base::FlowKind::video, bench::picture_bytes);
        world.watch = always;
        world.pass(bench::picture_interval);
    }
}

std::size_t number(std::string_view text) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? value : 0;
}

/// `together`: in a turn; 1 is each by itself.
void speak(bench::StillWorld& world, std::size_t messages, std::size_t together) {
    for (std::size_t i = 0; i < messages; i += together) {
        if (together == 1)
            world.publish(base::FlowKind::audio, message_bytes);
        else
            world.publish_together(base::FlowKind::audio, message_bytes, together);
        world.pass(together == 1 ? message_interval : burst_interval);
    }
}

int count_messages(std::size_t messages, std::size_t together) {
    bench::StillWorld world{2};
    speak(world, messages_first * together, together);
    const auto received = world.received();
    world.watched = bench::StillWorld::Watched::members;
    world.watch = watch;
    speak(world, messages, together);
    std::printf("{\"messages\": %zu, \"allocations\": %zu}\n", static_cast<std::size_t>(world.received() - received),
                allocations);
    return 0;
}

int count_proxied(std::optional<tag::ProxyPlace> place, std::size_t messages) {
    bench::StillWorld world{2};
    if (place) world.subscribe(base::FlowKind::audio, {proxy_rate_hz, *place});
    speak(world, messages_first, 1);
    const auto received = world.received();
    world.watched = bench::StillWorld::Watched::all;
    world.watch = watch;
    speak(world, messages, 1);
    std::printf("{\"messages\": %zu, \"allocations\": %zu}\n", static_cast<std::size_t>(world.received() - received),
                allocations);
    return 0;
}

/// Nullopt if there is no such place; within it, nullopt for "none".
std::optional<std::optional<tag::ProxyPlace>> place(std::string_view text) {
    using enum tag::ProxyPlace;
    if (text == "none") return std::optional<tag::ProxyPlace>{};
    if (text == "publisher") return publisher;
    if (text == "subscriber") return subscriber;
    if (text == "relay") return relay;
    return std::nullopt;
}

int count_pictures(std::size_t receivers, std::size_t pictures, std::optional<std::size_t> idle) {
    bench::StillWorld world{receivers + 1, idle.value_or(0)};
    show(world, pictures_first, {});
    const auto received = world.received();
    const auto sent = world.relay_datagrams();
    if (!idle) world.watch = watch;
    show(world, pictures, watch);
    std::printf("{\"datagrams\": %zu, \"sent\": %zu, \"allocations\": %zu}\n",
                static_cast<std::size_t>(world.received() - received) * bench::datagrams_per_picture,
                static_cast<std::size_t>(world.relay_datagrams() - sent), allocations);
    return 0;
}

} // namespace

int main(int count, char** arguments) {
    const std::vector<std::string_view> given(arguments + 1, arguments + std::max(count, 1));
    const bool burst = given.size() == 2 && given[0] == "burst";
    const bool voice = burst || (given.size() == 2 && given[0] == "voice");
    const auto proxy = given.size() == 3 && given[0] == "proxy" ? place(given[1]) : std::nullopt;
    const auto receivers = !voice && !proxy && (given.size() == 2 || given.size() == 3) ? number(given[0]) : 0;
    if (!voice && !proxy && receivers == 0) {
        std::fputs("usage: bench-forward RECEIVERS PICTURES [IDLE]\n       bench-forward voice|burst MESSAGES\n"
                   "       bench-forward proxy none|publisher|subscriber|relay MESSAGES\n",
                   stderr);
        return 2;
    }
    if (!crypto::initialise()) return 1;
    if (proxy) return count_proxied(*proxy, number(given[2]));
    if (voice) return count_messages(number(given[1]), burst ? burst_messages : 1);
    return count_pictures(receivers, number(given[1]),
                          given.size() == 3 ? std::optional{number(given[2])} : std::nullopt);
}
