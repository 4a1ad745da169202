// SPDX-License-Identifier: Apache-2.0
// A relay that starts with what a store gives it: a log that is whole, or ends early, is taken; one in which anything
// else is different is refused, and the relay goes on without it.
#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"
#include "tests/unit/node/hall.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::fuzz {
namespace {

using namespace std::chrono_literals;
using test::Hall;

node::ConferenceStored make(node::CheckpointInterval checkpoints) {
    Hall hall;
    hall.checkpoints = checkpoints;
    auto& relay = hall.add_relay();
    auto& alice = hall.add_endpoint();
    auto& bob = hall.add_endpoint();
    const auto link = hall.create(alice, relay);
    hall.join(alice, relay, link, "Alice");
    hall.run(500ms);
    hall.join(bob, relay, link, "Bob");
    hall.run(500ms);
    hall.command(bob, node::LeaveConference{});
    hall.run(2s);
    CHECK(relay.log.size() >= 5);
    return relay.stored;
}

void alter(base::Bytes& state, Input& steps) {
    if (steps.flip())
        state[steps.below(state.size())] ^= static_cast<std::uint8_t>(1U << steps.below(8));
    else
        state.resize(steps.below(state.size()));
}

void alter(std::vector<base::Bytes>& entries, Input& steps) {
    const auto which = steps.below(entries.size());
    auto& entry = entries[which];
    const auto at = entries.begin() + static_cast<std::ptrdiff_t>(which);
    if (entry.empty()) return;
    switch (steps.below(7)) {
    case 0: entry[steps.below(entry.size())] ^= static_cast<std::uint8_t>(1U << steps.below(8)); break;
    case 1: entry.resize(steps.below(entry.size())); break;
    case 2: entry.push_back(steps.byte()); break;
    case 3: entries.erase(at); break;
    case 4: entries.insert(at, base::Bytes{*at}); break;
    case 5: std::swap(entries[which], entries[steps.below(entries.size())]); break;
    default: {
        const auto bytes = steps.bytes(200);
        entry.assign(bytes.begin(), bytes.end());
        break;
    }
    }
}

node::Node relay_node() {
    node::NodeOptions options;
    options.seed.bytes.fill(3);
    base::Seed identity;
    identity.bytes.fill(77); // a hall's relay's
    options.relay = node::RelayOptions{identity, {}, {}};
    return node::Node{options};
}

void drain(node::Node& node) {
    for (int outputs = 0; !std::holds_alternative<node::Wake>(node.poll()); ++outputs)
        CHECK(outputs < 1000);
}

} // namespace

void run_stored(base::ByteView input) {
    GTEST_FLAG_SET(throw_on_failure, true);
    static const auto from_genesis = make({});
    static const auto from_checkpoint = make({.entries = 4});
    CHECK(from_genesis.state.empty() && !from_checkpoint.state.empty());
    Input steps{input};
    const auto& whole = steps.flip() ? from_genesis : from_checkpoint;
    auto stored = whole;
    if (steps.flip()) stored.entries.resize(steps.between(1, stored.entries.size()));
    const bool cut_only = steps.rarely(4);
    for (int i = 0; !cut_only && i < 4 && steps.more() && !stored.entries.empty(); ++i)
        alter(stored.entries, steps);
    if (steps.rarely(16)) stored.conference.bytes[0] ^= 1;
    if (!stored.state.empty() && steps.rarely(8)) alter(stored.state, steps);
    const bool prefix = !stored.entries.empty() && stored.conference == whole.conference &&
                        stored.state == whole.state && stored.entries.size() <= whole.entries.size() &&
                        std::equal(stored.entries.begin(), stored.entries.end(), whole.entries.begin());
    auto node = relay_node();
    const base::LocalTime now{10min};
    const auto taken = node.handle(stored, now);
    if (!taken) CHECK(taken.error() == node::ContractError::stored_invalid);
    // Without entries nobody was told of it: it is forgotten.
    CHECK(taken.has_value() == (prefix || stored.entries.empty()));
    drain(node);
    CHECK(node.handle(node::WakeUp{}, now + 1s).has_value());
    drain(node);
    CHECK(node.relay_statistics().conferences == (prefix ? 1U : 0U));
}

} // namespace plenum::fuzz
