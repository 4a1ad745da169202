// SPDX-License-Identifier: Apache-2.0
// A group's members hear nobody who is not in it, though a relay passes that on.
#include "tests/unit/node/dishonest_relay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::test {
namespace {

using testing::Contains;
using testing::IsSupersetOf;
using testing::Not;

class GroupSender : public testing::Test {
  protected:
    static constexpr base::ConversationId red{2};

    void SetUp() override {
        const auto link = relay.create(alice);
        relay.join(alice, link, "Alice");
        relay.join(bob, link, "Bob");
        relay.run(2s);
        hall.command(alice, node::OpenGroup{"Red", {}});
        relay.run(500ms);
        place(red, {self(alice), self(bob)});
        relay.live_flows.insert(flow_of(base::FlowKind::audio));
    }
    static base::MemberIndex self(const Hall::Place& place) {
        for (const auto& joined : Hall::all<node::MemberJoined>(place)) {
            if (joined.self) return joined.member;
        }
        return {};
    }
    base::FlowId flow_of(base::FlowKind kind) const {
        for (const auto& flow : Hall::all<node::FlowDeclared>(bob)) {
            if (flow.conversation == red && flow.spec.kind == kind) return flow.flow;
        }
        return {};
    }
    void place(base::ConversationId where, std::vector<base::MemberIndex> members) {
        hall.command(alice, node::ActOnConversation{log::PlaceMembers{where, std::move(members)}});
        relay.run(500ms);
    }
    void say(std::string_view words, std::string_view sound) {
        hall.say(bob, words, flow_of(base::FlowKind::chat));
        hall.say(bob, sound, flow_of(base::FlowKind::audio));
        relay.run(500ms);
    }

    Hall hall;
    DishonestRelay relay{hall};
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
};

TEST_F(GroupSender, who_was_taken_out_and_not_told_is_not_heard) {
    say("inside", "inside, aloud");
    ASSERT_THAT(Hall::texts(alice), IsSupersetOf({"inside", "inside, aloud"}));
    // Bob is shown a log in which he stays.
    relay.fork(bob, log::Presence{self(alice), false});
    place({}, {self(bob)});
    say("outside", "outside, aloud");
    EXPECT_THAT(Hall::texts(alice), Not(Contains("outside")));
    EXPECT_THAT(Hall::texts(alice), Not(Contains("outside, aloud")));
}

TEST_F(GroupSender, who_is_put_in_is_heard_though_the_entry_comes_after_the_sound) {
    place({}, {self(bob)});
    const auto before = Hall::texts(alice).size();
    relay.hold_entries = true;
    hall.command(alice, node::ActOnConversation{log::PlaceMembers{red, {self(bob)}}});
    relay.run(20ms);
    relay.hold_entries = false;
    relay.run(200ms);
    say("inside", "inside, aloud");
    EXPECT_EQ(Hall::texts(alice).size(), before + 2);
}

} // namespace
} // namespace plenum::test
