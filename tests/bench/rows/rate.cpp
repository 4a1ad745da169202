// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/clock.h"
#include "tests/bench/bare_udp.h"
#include "tests/bench/node_end.h"
#include "tests/bench/peers/peers.h"
#include "tests/bench/process.h"
#include "tests/bench/relay_process.h"
#include "tests/bench/rows/rows.h"

/// 64-byte messages a second, each sealed for the conference, as many in a datagram as fit: one application publishes
/// as fast as its node takes messages, the other counts the messages it receives. `rate-64`: voice messages from one
/// node to another, a core each. `lines-stored`: lines of the chat through a `plenumd` that stores each before it
/// passes it on; the relay has one core, both members share the other.
namespace plenum::bench {

namespace {

/// Messages that the sender's node has been given and has not yet numbered.
constexpr std::size_t ahead = 512;
/// Lines that the relay has not said are kept.
constexpr std::size_t lines_ahead = 128;
constexpr base::Duration count_time = std::chrono::seconds{2};
/// Between two looks at the clock, which takes longer than a message.
constexpr std::size_t look_each = 256;

void count(const Teller& teller, const std::optional<base::Address>& relay) {
    NodeEnd end{relay ? NodeEnd::Role::member : NodeEnd::Role::host};
    std::size_t taken = 0;
    base::LocalTime began{};
    end.on_link = [&](const std::string& link) { teller.line(link); };
    end.on_message = [&](node::MessageReceived&) {
        if (taken++ == 0) began = runtime::now();
        if (taken % look_each != 0) return;
        const std::chrono::duration<double> seconds = runtime::now() - began;
        if (seconds < count_time) return;
        teller.samples({static_cast<double>(taken) / seconds.count()});
        end.stop();
    };
    end.create(relay);
    end.run();
}

void flood(const std::string& link) {
    const auto parsed = node::parse_link(link);
    if (!parsed) return;
    NodeEnd end{NodeEnd::Role::member};
    const auto publish = [&] { end.publish(end.flow(base::FlowKind::audio), base::Bytes(message_bytes, 1)); };
    end.on_ready = [&] {
        for (std::size_t i = 0; i < ahead; ++i)
            publish();
    };
    end.on_published = [&](const node::MessagePublished&) { publish(); };
    end.on_failure = [&](const std::string&) { end.stop(); };
    end.join(*parsed);
    end.run();
}

/// Keeps `lines_ahead` lines on their way to the relay's disk.
void flood_lines(const std::string& link) {
    const auto parsed = node::parse_link(link);
    if (!parsed) return;
    NodeEnd end{NodeEnd::Role::member};
    std::uint64_t said = 0;
    const auto publish = [&](std::uint64_t up_to) {
        for (; said < up_to; ++said)
            end.publish(end.flow(base::FlowKind::chat), base::Bytes(message_bytes, 'a'));
    };
    end.on_ready = [&] { publish(lines_ahead); };
    end.on_accepted = [&](const node::MessageAccepted& accepted) { publish(accepted.sequence.value() + lines_ahead); };
    end.on_failure = [&](const std::string&) { end.stop(); };
    end.join(*parsed);
    end.run();
}

using Flood = void (*)(const std::string& link);

Run measure(Flood flood_with, int far_core, const std::optional<base::Address>& relay) {
    auto far = Process::fork(far_core, [&](const Teller& teller) { count(teller, relay); });
    const auto link = far.line();
    if (!link) return std::unexpected("the far node made no conference");
    const auto near = Process::fork(core_second, [&](const Teller&) { flood_with(*link); });
    auto samples = far.samples();
    if (samples.empty()) return std::unexpected("nothing was received");
    return samples;
}

Run node_rate() { return measure(flood, core_first, std::nullopt); }

Run lines_through_store() {
    auto relay = RelayProcess::start(core_first);
    if (!relay) return std::unexpected(relay.error());
    return measure(flood_lines, core_second, relay->address());
}

std::vector<Row> rate(const ContestOptions& options) {
    return hold({.name = "rate-64",
                 .unit = "1/s",
                 .contestants = {{"plenum", node_rate}, {"NATS", nats_rate, ">= 6e6 a second, packed"}}},
                options);
}

std::vector<Row> lines_stored(const ContestOptions& options) {
    return hold({.name = "lines-stored", .unit = "1/s", .contestants = {{"plenum", lines_through_store}}}, options);
}

} // namespace

std::vector<Measure> rate_measures() { return {{"rate-64", rate}, {"lines-stored", lines_stored}}; }

} // namespace plenum::bench
