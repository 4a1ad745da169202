// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/clock.h"
#include "tests/bench/bare_udp.h"
#include "tests/bench/node_end.h"
#include "tests/bench/peers/peers.h"
#include "tests/bench/process.h"
#include "tests/bench/relay_process.h"
#include "tests/bench/rows/rows.h"

#include <utility>

/// Round trips of 64-byte messages on the voice flow, sealed for the conference and for each link: an application's
/// `Publish` to the same application's `MessageReceived` of the echo, each application on its loop's thread.
namespace plenum::bench {

namespace {

/// Takes the samples of one run.
class Asker {
  public:
    Asker(NodeEnd& end, const Teller& teller) : end_{end}, teller_{teller} { samples_.reserve(round_trips); }

    void ask() {
        asked_at_ = runtime::now();
        end_.publish(end_.flow(base::FlowKind::audio), base::Bytes(message_bytes, 1));
    }
    void handle_answer() {
        const base::Duration taken = runtime::now() - asked_at_;
        if (++count_ > RoundTrip{}.first()) samples_.push_back(static_cast<double>(taken.count()) / 1000);
        if (samples_.size() < round_trips) return ask();
        teller_.samples(samples_);
        end_.stop();
    }

  private:
    NodeEnd& end_;
    const Teller& teller_;
    base::LocalTime asked_at_{};
    std::size_t count_{0};
    Samples samples_;
};

void answer(const Teller& teller, const std::optional<base::Address>& relay) {
    NodeEnd end{relay ? NodeEnd::Role::member : NodeEnd::Role::host};
    end.on_link = [&](const std::string& link) { teller.line(link); };
    end.on_message = [&](node::MessageReceived& message) { end.publish(message.flow, std::move(message.body)); };
    end.create(relay);
    end.run();
}

void ask(const Teller& teller, const std::string& link) {
    const auto parsed = node::parse_link(link);
    if (!parsed) return;
    NodeEnd end{NodeEnd::Role::member};
    Asker asker{end, teller};
    end.on_ready = [&] { asker.ask(); };
    end.on_message = [&](node::MessageReceived&) { asker.handle_answer(); };
    end.on_failure = [&](const std::string&) { end.stop(); };
    end.join(*parsed);
    end.run();
}

Run measure(const std::optional<base::Address>& relay) {
    auto far = Process::fork(core_first, [&](const Teller& teller) { answer(teller, relay); });
    const auto link = far.line();
    if (!link) return std::unexpected("the far node made no conference");
    auto near = Process::fork(core_first, [&](const Teller& teller) { ask(teller, *link); });
    auto samples = near.samples();
    if (samples.empty()) return std::unexpected("the near node got no answers");
    return samples;
}

Run round_trip() { return measure(std::nullopt); }

Run round_trip_relayed() {
    auto relay = RelayProcess::start(core_first);
    if (!relay) return std::unexpected(relay.error());
    return measure(relay->address());
}

std::vector<Row> direct(const ContestOptions& options) {
    return hold({.name = "round-trip-64",
                 .unit = "us",
                 .contestants = {{"plenum", round_trip},
                                 {"bare UDP", [] { return bare_round_trip(); }, "<= 1.7"},
                                 {"Cyclone DDS", [] { return cyclone_round_trip(); }, "< 1"}},
                 .gauged = true},
                options);
}

std::vector<Row> relayed(const ContestOptions& options) {
    return hold({.name = "round-trip-64-relay",
                 .unit = "us",
                 .contestants = {{"plenum", round_trip_relayed},
                                 {"bare UDP relay", [] { return bare_round_trip_relayed(); }, "<= 1.5"},
                                 {"NATS", [] { return nats_round_trip(); }, "<= 0.3"}},
                 .gauged = true},
                options);
}

} // namespace

std::vector<Measure> latency_measures() { return {{"round-trip-64", direct}, {"round-trip-64-relay", relayed}}; }

} // namespace plenum::bench
