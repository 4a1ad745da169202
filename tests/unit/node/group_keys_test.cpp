// SPDX-License-Identifier: Apache-2.0
// The relay of these groups forwards everything to everyone, and Eve's program keeps every key that it ever had.
#include "core/member/roster.h"
#include "tests/unit/node/dishonest_relay.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::test {
namespace {

constexpr base::ConversationId red{2};

/// A member by the log alone, and the keys that its program takes out of it.
class Eve {
  public:
    Eve(const DishonestRelay::Puppet& puppet, const node::ConferenceLink& link)
        : exchange_{puppet.exchange.copy()},
          roster_{{link, "Eve", puppet.identity.copy(), puppet.exchange.copy()}, outbox_} {}

    void read(const std::vector<base::Bytes>& entries, base::LocalTime now) {
        for (; next_ < entries.size(); ++next_) {
            ASSERT_TRUE(roster_.apply(entries[next_], now).has_value());
            const auto entry = wire::decode<log::Entry>(entries[next_]).value();
            const auto by = wire::decode<log::SignedOperation>(entry.signed_operation).value();
            const auto operation = wire::decode_choice<log::Operation>(by.operation).value();
            const auto* turn = std::get_if<log::GroupTurn>(&operation);
            if (turn != nullptr && roster_.self_member()->group != red) try_all_wraps(*turn, now);
        }
    }
    [[nodiscard]] bool opens(base::ByteView message) {
        wire::Reader from{message};
        wire::MessageHeader header;
        wire::get(from, header);
        base::Bytes associated{roster_.state().conference.bytes.begin(), roster_.state().conference.bytes.end()};
        wire::Writer to{associated};
        wire::put(to, header);
        const auto chain = header.lifetime == base::Duration{} ? node::Chain::history : node::Chain::media;
        const auto sealed = from.rest();
        const auto group = roster_.state().find(header.flow)->conversation;
        for (const auto in : {group, base::ConversationId{}}) {
            const auto opened = roster_.keys().ring().open(chain, {header.sender, header.flow, in},
                                                           {header.sequence, header.count}, associated, sealed);
            if (opened) return true;
        }
        return false;
    }

  private:
    /// Those of others are no good to her either.
    void try_all_wraps(const log::GroupTurn& turn, base::LocalTime now) {
        for (const auto& wrap : turn.wraps) {
            auto stolen = turn;
            stolen.wraps = {{roster_.self(), wrap.wrapped}};
            node::GroupKeys keys{roster_.state().conference, exchange_.copy()};
            EXPECT_FALSE(keys.adopt(stolen, roster_.self(), now));
            EXPECT_FALSE(keys.adopt(turn, wrap.member, now));
        }
    }

    node::Outbox outbox_{false};
    crypto::ExchangeKeyPair exchange_;
    node::Roster roster_;
    std::size_t next_{0};
};

class GroupSecrets : public testing::Test {
  protected:
    void SetUp() override {
        link = relay.create(alice);
        relay.join(alice, link, "Alice");
        eve_keys.emplace(relay.join_puppet(30, &link));
        eve.emplace(*eve_keys, link);
        relay.join(bob, link, "Bob");
        relay.run(2s);
        relay.lenient = true;
        hall.command(alice, node::OpenGroup{"Red", {}});
        relay.run(500ms);
        voice = flow_of(base::FlowKind::audio);
        chat = flow_of(base::FlowKind::chat);
        relay.live_flows = {base::FlowId{0}, voice};
        place(red, {self(alice), self(bob)});
    }
    static base::MemberIndex self(const Hall::Place& place) {
        for (const auto& joined : Hall::all<node::MemberJoined>(place)) {
            if (joined.self) return joined.member;
        }
        return {};
    }
    base::FlowId flow_of(base::FlowKind kind) const {
        for (const auto& flow : Hall::all<node::FlowDeclared>(alice)) {
            if (flow.conversation == red && flow.spec.kind == kind) return flow.flow;
        }
        return {};
    }
    void place(base::ConversationId where, std::vector<base::MemberIndex> members) {
        hall.command(alice, node::ActOnConversation{log::PlaceMembers{where, std::move(members)}});
    }
    /// Alice and Bob speak and write. Gives all that was sealed for the group meanwhile.
    std::vector<base::Bytes> talk(base::Duration time) {
        std::vector<base::Bytes> sealed;
        for (const auto end = hall.now + time; hall.now < end; relay.run(20ms)) {
            for (auto* by : {&alice, &bob}) {
                hall.say(*by, "aloud", voice);
                hall.say(*by, "written", chat);
            }
        }
        relay.run(100ms);
        eve->read(relay.entries(), hall.now);
        for (const auto& fragment : std::exchange(relay.fragments, {})) {
            if (fragment.flow == voice) sealed.push_back(fragment.data);
        }
        for (const auto& message : std::exchange(relay.messages, {})) {
            if (message.flow == chat) sealed.push_back(message.sealed);
        }
        return sealed;
    }
    std::size_t opened(const std::vector<base::Bytes>& sealed) {
        return static_cast<std::size_t>(
            std::ranges::count_if(sealed, [&](const base::Bytes& each) { return eve->opens(each); }));
    }

    Hall hall;
    DishonestRelay relay{hall};
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
    node::ConferenceLink link;
    std::optional<DishonestRelay::Puppet> eve_keys;
    std::optional<Eve> eve;
    base::FlowId voice;
    base::FlowId chat;
};

TEST_F(GroupSecrets, are_closed_to_members_outside_before_and_after_a_stay) {
    relay.run(500ms);
    hall.say(bob, "in the plenary");
    relay.run(100ms);
    eve->read(relay.entries(), hall.now);
    ASSERT_FALSE(relay.messages.empty());
    EXPECT_TRUE(eve->opens(relay.messages.back().sealed)) << "she is a member with the key of the conference";

    const auto before = talk(1s);
    EXPECT_GT(before.size(), 100U);
    EXPECT_EQ(opened(before), 0U) << "outside";

    place(red, {eve_keys->member});
    relay.run(500ms);
    const auto during = talk(1s);
    EXPECT_EQ(opened(during), during.size()) << "inside";
    EXPECT_EQ(opened(before), 0U) << "of before her entry";

    place({}, {eve_keys->member});
    // Old keys seal 700 ms longer at most, whatever happens.
    talk(700ms);
    const auto after = talk(2s);
    EXPECT_GT(after.size(), 200U);
    EXPECT_EQ(opened(after), 0U) << "outside again";
}

TEST_F(GroupSecrets, are_open_at_once_to_those_inside) {
    relay.run(200ms);
    const auto heard = Hall::texts(alice).size();
    hall.say(bob, "aloud", voice);
    hall.say(bob, "written", chat);
    relay.run(200ms);
    EXPECT_EQ(Hall::texts(alice).size(), heard + 2);
}

/// Eve joined the conference before Bob and does not turn the keys: Bob does it after her.
TEST_F(GroupSecrets, do_not_wait_for_ever_for_a_silent_member) {
    relay.run(500ms);
    place(red, {eve_keys->member});
    relay.run(500ms);
    const auto turns = [&] { return relay.state.conversations.at(red).epoch.value(); };
    const auto first = turns();
    place({}, {self(alice)});
    relay.run(1s);
    EXPECT_EQ(turns(), first);
    relay.run(2s);
    EXPECT_EQ(turns(), first + 1);
}

/// The log's rules demand a wrap for each and cannot tell whether it opens.
TEST_F(GroupSecrets, are_replaced_by_who_was_given_none) {
    relay.run(500ms);
    place(red, {eve_keys->member});
    relay.run(500ms);
    log::GroupTurn forged{red, relay.state.conversations.at(red).epoch.next(), {}, {}};
    for (const auto& [index, member] : relay.state.members)
        forged.wraps.push_back({index, {}});
    relay.write(*eve_keys, forged);
    relay.run(200ms);
    EXPECT_FALSE(Hall::all<node::ProtocolViolation>(bob).empty());
    EXPECT_EQ(relay.state.conversations.at(red).epoch, forged.epoch);
    relay.run(5s);
    EXPECT_GT(relay.state.conversations.at(red).epoch, forged.epoch);
    const auto heard = Hall::texts(alice).size();
    hall.say(bob, "aloud", voice);
    relay.run(200ms);
    EXPECT_EQ(Hall::texts(alice).size(), heard + 1);
}

/// Nobody turns the keys: what they said before is the last that Eve reads.
TEST_F(GroupSecrets, are_not_sealed_with_the_old_key_for_long) {
    relay.run(500ms);
    place(red, {eve_keys->member});
    relay.run(500ms);
    place({}, {eve_keys->member});
    while (relay.state.find(eve_keys->member)->group == red)
        relay.run(5ms);
    relay.hold_submitted = true;
    talk(800ms);
    EXPECT_TRUE(talk(2s).empty());
    relay.hold_submitted = false;
    relay.run(3s);
    const auto after = talk(1s);
    EXPECT_GT(after.size(), 50U);
    EXPECT_EQ(opened(after), 0U);
}

} // namespace
} // namespace plenum::test
