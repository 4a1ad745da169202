// SPDX-License-Identifier: Apache-2.0
#include "core/base/limits.h"
#include "core/runtime/clock.h"
#include "tests/bench/crowd.h"
#include "tests/bench/node_end.h"
#include "tests/bench/peers/peers.h"
#include "tests/bench/process.h"
#include "tests/bench/relay_process.h"
#include "tests/bench/rows/rows.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

/// Tables 1 to 3 of push-pull §3.3: a message goes to all subscribers, the last one answers with the same, and the time
/// until the publisher has the answer is measured. A proxy is a subscription whose rate lets every message pass.
///
/// The cost of a proxy is a few hundred nanoseconds of a round trip, less than a machine changes from second to second.
/// So both are measured over the same links, in short slices in turn: one without, one with the proxy. Each slice with
/// the proxy is compared with the two beside it.
namespace plenum::bench {

namespace {

using Place = tag::ProxyPlace;

/// As high as the flow's declaration, so that nothing is dropped.
constexpr std::uint32_t proxy_rate_hz = 1'000'000;
constexpr std::size_t slice_trips = 400;
/// Of each slice: a subscription is on its way.
constexpr std::size_t slice_trips_first = 100;
constexpr std::size_t slices = 101;
/// Most members of a conference (limits::members_max), one of which publishes.
constexpr std::size_t receivers_max = base::limits::members_max - 1;
constexpr base::Duration assembly_patience = std::chrono::minutes{5};

enum class Proxy : std::uint8_t {
    none = 1,
    always = 2,
    every_other_slice = 3,
};

struct Setting {
    RoundTrip trip{};
    Proxy proxy{Proxy::none};
    Place place{Place::relay};
    /// Of a relay as a third node; else the subscriber's node is the relay.
    std::optional<base::Address> relay{};

    [[nodiscard]] bool subscribed(std::size_t trip_number) const {
        return proxy == Proxy::always || (proxy == Proxy::every_other_slice && trip_number / slice_trips % 2 == 1);
    }
};

/// The subscriber, which asks for its proxy.
void answer(const Teller& teller, const Setting& setting) {
    NodeEnd end{setting.relay ? NodeEnd::Role::member : NodeEnd::Role::host};
    std::size_t count = 0;
    bool subscribed = false;
    end.on_link = [&](const std::string& link) { teller.line(link); };
    end.on_message = [&](node::MessageReceived& message) {
        if (const bool wanted = setting.subscribed(count++); wanted != std::exchange(subscribed, wanted)) {
            const auto rate = wanted ? std::optional{proxy_rate_hz} : std::nullopt;
            end.subscribe(message.flow, {rate, setting.place});
        }
        end.publish(message.flow, std::move(message.body));
    };
    end.create(setting.relay);
    end.run();
}

/// The publisher. It is ready once `members` are there.
void ask(const Teller& teller, const std::string& link, const RoundTrip& trip, std::size_t members) {
    const auto parsed = node::parse_link(link);
    if (!parsed) return;
    NodeEnd end{NodeEnd::Role::member};
    end.members = members;
    Samples samples;
    std::size_t count = 0;
    base::LocalTime asked_at{};
    const auto publish = [&] {
        asked_at = runtime::now();
        end.publish(end.flow(base::FlowKind::audio), base::Bytes(trip.bytes, 1));
    };
    end.on_ready = publish;
    end.on_message = [&](node::MessageReceived&) {
        const base::Duration taken = runtime::now() - asked_at;
        if (++count > trip.first()) samples.push_back(static_cast<double>(taken.count()) / 1000);
        if (samples.size() < trip.count) return publish();
        teller.samples(samples);
        end.stop();
    };
    end.on_failure = [&](const std::string&) { end.stop(); };
    end.join(*parsed);
    end.run();
}

Run round_trips_of(const Setting& setting) {
    auto far = Process::fork(core_first, [&](const Teller& teller) { answer(teller, setting); });
    const auto link = far.line();
    if (!link) return std::unexpected("the subscriber made no conference");
    auto near = Process::fork(core_first, [&](const Teller& teller) { ask(teller, *link, setting.trip, 2); });
    auto samples = near.samples();
    if (samples.empty()) return std::unexpected("the publisher got no answers");
    return samples;
}

Run over_relay(Setting setting) {
    const auto relay = RelayProcess::start(core_first);
    if (!relay) return std::unexpected(relay.error());
    setting.relay = relay->address();
    return round_trips_of(setting);
}

/// Percent that each slice with the proxy takes longer than those beside it.
Samples costs(const Samples& trips) {
    std::vector<double> medians;
    for (std::size_t slice = 0; slice < slices; ++slice) {
        const auto begin = trips.begin() + static_cast<std::ptrdiff_t>(slice * slice_trips);
        medians.push_back(median(Samples(begin + slice_trips_first, begin + slice_trips)));
    }
    Samples percent;
    for (std::size_t slice = 1; slice + 1 < slices; slice += 2)
        percent.push_back(100 * (2 * medians[slice] / (medians[slice - 1] + medians[slice + 1]) - 1));
    return percent;
}

Run proxy_cost(Place place) {
    Setting setting{.proxy = Proxy::every_other_slice, .place = place};
    setting.trip.count = slices * slice_trips;
    setting.trip.warms = false;
    const auto trips = place == Place::relay ? over_relay(setting) : round_trips_of(setting);
    if (!trips) return trips;
    return costs(*trips);
}

Measure cost(const std::string& name, Place place, const std::string& aim) {
    return {
        name, [=](const ContestOptions& options) {
            return hold(
                {.name = name, .unit = "%", .contestants = {{"plenum", [=] { return proxy_cost(place); }}}, .aim = aim},
                options);
        }};
}

/// Table 2, one subscriber: no third node, no proxy.
Measure direct(const RoundTrip& trip) {
    const auto name = fmt::format("message-{}-direct", trip.bytes);
    return {name, [=](const ContestOptions& options) {
                return hold({.name = name,
                             .unit = "us",
                             .contestants = {{"plenum", [=] { return round_trips_of({.trip = trip}); }},
                                             {"bare UDP", [=] { return bare_round_trip(trip); }},
                                             {"Cyclone DDS", [=] { return cyclone_round_trip(trip); }, "< 1"}}},
                            options);
            }};
}

/// Table 3: the proxy on a third node.
Measure proxied(const RoundTrip& trip) {
    const auto name = fmt::format("message-{}-proxy-relay", trip.bytes);
    const auto ours = [=] { return over_relay({.trip = trip, .proxy = Proxy::always}); };
    return {name, [=](const ContestOptions& options) {
                return hold({.name = name,
                             .unit = "us",
                             .contestants = {{"plenum", ours},
                                             {"bare UDP relay", [=] { return bare_round_trip_relayed(trip); }},
                                             {"NATS", [=] { return nats_round_trip(trip); }, "< 1"}}},
                            options);
            }};
}

/// Many subscribers in one process and thread; the last one answers, on a flow that the others do not subscribe to.
void answer_among(const Teller& teller, const base::Address& relay, std::size_t receivers) {
    Crowd crowd;
    if (!crowd.assemble(relay, receivers)) return;
    for (std::size_t i = 0; i + 1 < receivers; ++i)
        crowd.at(i).subscribe(base::FlowKind::video, {0}, runtime::now());
    crowd.at(receivers - 1).answer_messages();
    teller.line(node::to_text(*crowd.at(0).link()));
    crowd.serve_for(std::chrono::hours{1});
}

Run to_many(const RoundTrip& trip) {
    const auto relay = RelayProcess::start(core_first);
    if (!relay) return std::unexpected(relay.error());
    auto far = Process::fork(core_first,
                             [&](const Teller& teller) { answer_among(teller, relay->address(), trip.receivers); });
    const auto link = far.line(assembly_patience);
    if (!link) return std::unexpected("the subscribers did not come together");
    auto near = Process::fork(core_first, [&](const Teller& teller) { ask(teller, *link, trip, trip.receivers + 1); });
    auto samples = near.samples();
    if (samples.empty()) return std::unexpected("the publisher got no answers");
    return samples;
}

/// Table 2, several subscribers on one machine, over a relay.
Measure to_receivers(const RoundTrip& trip) {
    const auto name = fmt::format("message-{}-x{}", trip.bytes, trip.receivers);
    return {name, [=](const ContestOptions& options) {
                auto quick = options;
                // Hundreds take long to come together.
                if (trip.receivers == receivers_max) quick.rounds = 1;
                return hold({.name = name,
                             .unit = "us",
                             .contestants = {{"plenum", [=] { return to_many(trip); }},
                                             {"bare UDP relay", [=] { return bare_round_trip_relayed(trip); }},
                                             {"NATS", [=] { return nats_round_trip(trip); }, "< 1"}}},
                            quick);
            }};
}

} // namespace

std::vector<Measure> proxy_measures() {
    std::vector<Measure> measures{cost("proxy-cost-publisher", Place::publisher, "< 2 %"),
                                  cost("proxy-cost-subscriber", Place::subscriber, "< 2 %"),
                                  cost("proxy-cost-relay", Place::relay, "")};
    for (const std::size_t bytes : {64U, 256U, 1024U, 1792U}) {
        measures.push_back(direct({.bytes = bytes, .count = 5000}));
        measures.push_back(proxied({.bytes = bytes, .count = 5000}));
        measures.push_back(to_receivers({.bytes = bytes, .receivers = 4, .count = 3000}));
        measures.push_back(to_receivers({.bytes = bytes, .receivers = 8, .count = 3000}));
        measures.push_back(to_receivers({.bytes = bytes, .receivers = receivers_max, .count = 200}));
    }
    return measures;
}

} // namespace plenum::bench
