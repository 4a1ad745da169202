// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/unit/node/hall.h"

#include <gtest/gtest.h>

namespace plenum::test {

inline constexpr base::FlowId voice{1};

inline base::Address relay_at(std::uint8_t number) { return base::Address::v4(10, 0, 0, number, 7700); }
inline node::RelayPlace place_of(std::uint8_t number) { return {"10.0.0." + std::to_string(number), relay_at(number)}; }

/// A home, an edge, and an edge behind that one.
class Edge : public testing::Test {
  protected:
    /// The home at 10.0.0.1, an edge at 10.0.0.2, and one that reaches the home through that one alone.
    Edge() {
        hall.peers = {place_of(2)};
        home = &hall.add_relay();
        hall.peers = {place_of(1)};
        edge = &hall.add_relay();
        hall.peers = {place_of(2)};
        far = &hall.add_relay();
        EXPECT_EQ(home->address, relay_at(1));
        EXPECT_EQ(far->address, relay_at(3));
        alice = &hall.add_endpoint();
        link = hall.create(*alice, *home);
        hall.join(*alice, *home, link, "Alice");
        hall.run(1s);
    }
    Hall::Place& join(Hall::Place& relay, const std::string& name) {
        auto& member = hall.add_endpoint();
        hall.join(member, relay, link, name);
        hall.run(3s);
        EXPECT_TRUE(Hall::joined(member)) << name;
        return member;
    }
    [[nodiscard]] static std::size_t heard(const Hall::Place& place, base::FlowId flow) {
        const auto all = Hall::all<node::MessageReceived>(place);
        return static_cast<std::size_t>(
            std::ranges::count(all, flow, [](const node::MessageReceived& message) { return message.flow; }));
    }
    void talk(Hall::Place& member, base::Duration lasts) {
        for (const auto end = hall.now + lasts; hall.now < end; hall.run(20ms))
            hall.command(member, node::Publish{voice, {}, base::Bytes(80, 1)});
    }

    Hall hall;
    Hall::Place* home{nullptr};
    Hall::Place* edge{nullptr};
    Hall::Place* far{nullptr};
    Hall::Place* alice{nullptr};
    node::ConferenceLink link;
};

} // namespace plenum::test
