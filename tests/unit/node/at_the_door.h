// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/unit/node/hall.h"

#include <gtest/gtest.h>

namespace plenum::test {

/// A relay, Alice who makes a conference and moderates it, and two who may come.
class AtTheDoor : public testing::Test {
  protected:
    void open(base::Admission admission) {
        hall.command(alice, node::CreateConference{relay.address, "relay.test", 7700, "Design review",
                                                   log::Policy{admission, true, false}});
        hall.run(1s);
        link = Hall::all<node::ConferenceCreated>(alice).at(0).link;
        enter(alice, "Alice");
        ASSERT_TRUE(Hall::joined(alice));
    }
    void enter(Hall::Place& place, std::string name) {
        hall.join(place, relay, link, std::move(name));
        hall.run(2s);
    }
    std::vector<node::KnockHeard> knocks() const { return Hall::all<node::KnockHeard>(alice); }
    static std::optional<node::Phase> phase(const Hall::Place& place) {
        const auto all = Hall::all<node::PhaseChanged>(place);
        return all.empty() ? std::nullopt : std::optional{all.back().phase};
    }
    static std::optional<node::EndReason> ended(const Hall::Place& place) {
        const auto all = Hall::all<node::Ended>(place);
        return all.empty() ? std::nullopt : std::optional{all.back().reason};
    }
    static base::MemberIndex index_of(const Hall::Place& place, std::string_view name) {
        for (const auto& joined : Hall::all<node::MemberJoined>(place)) {
            if (joined.name == name) return joined.member;
        }
        return {};
    }
    static std::vector<std::string> names(const Hall::Place& place) {
        std::vector<std::string> names;
        for (const auto& joined : Hall::all<node::MemberJoined>(place))
            names.push_back(joined.name);
        return names;
    }
    /// The relay reads all that it is sent meanwhile at once.
    template <typename Acts>
    void at_once(Acts acts) {
        hall.capture = true;
        hall.drop_all_to(relay.address, true);
        acts();
        std::vector<node::DatagramReceived> datagrams;
        for (const auto& sent : hall.captured)
            if (sent.to == relay.address) datagrams.push_back({sent.from, sent.bytes});
        ASSERT_EQ(datagrams.size(), 2U);
        hall.drop_all_to(relay.address, false);
        hall.give(relay, node::DatagramsReceived{datagrams});
        hall.run(2s);
    }

    Hall hall;
    Hall::Place& relay{hall.add_relay()};
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
    Hall::Place& eve{hall.add_endpoint()};
    node::ConferenceLink link;
};

} // namespace plenum::test
