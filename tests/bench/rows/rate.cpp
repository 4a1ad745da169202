// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/clock.h"
#include "tests/bench/bare_udp.h"
#include "tests/bench/node_end.h"
#include "tests/bench/peers/peers.h"
#include "tests/bench/process.h"
#include "tests/bench/rows/rows.h"

/// 64-byte messages a second from one node to another, each sealed for the conference, as many in a datagram as fit:
/// one application publishes as fast as its node takes messages, the other counts what it is handed. A core each.
namespace plenum::bench {

namespace {

/// Messages that the sender's node has been given and has not yet numbered.
constexpr std::size_t ahead = 512;
constexpr base::Duration count_time = std::chrono::seconds{2};
/// Between two looks at the clock, which takes longer than a message.
constexpr std::size_t look_each = 256;

void count(const Teller& teller) {
    NodeEnd end{NodeEnd::Role::host};
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
    end.create(std::nullopt);
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

Run node_rate() {
    auto far = Process::fork(core_first, count);
    const auto link = far.line();
    if (!link) return std::unexpected("the far node made no conference");
    const auto near = Process::fork(core_second, [&](const Teller&) { flood(*link); });
    auto samples = far.samples();
    if (samples.empty()) return std::unexpected("nothing was received");
    return samples;
}

std::vector<Row> rate(const ContestOptions& options) {
    return hold({.name = "rate-64",
                 .unit = "1/s",
                 .contestants = {{"plenum", node_rate}, {"NATS", nats_rate, ">= 6e6 a second, packed"}}},
                options);
}

} // namespace

std::vector<Measure> rate_measures() { return {{"rate-64", rate}}; }

} // namespace plenum::bench
