// SPDX-License-Identifier: Apache-2.0
// What a checkpoint covers is kept and sent no longer.
#include "core/base/home.h"
#include "core/log/checkpoint.h"
#include "core/peer/log_state.h"
#include "core/relay/relay_conference.h"
#include "tests/unit/node/checkpoint_meeting.h"
#include "tests/unit/node/hall_ids.h"
#include "tests/unit/node/stranger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::test {
namespace {

TEST(StateReceiver, begins_anew_without_what_came_before) {
    node::StateReceiver receiver;
    EXPECT_FALSE(receiver.begin({0, {}}));
    ASSERT_TRUE(receiver.begin({10, {1}}));
    EXPECT_TRUE(receiver.add({base::Bytes(6, 1)}));
    EXPECT_FALSE(receiver.add({base::Bytes(5, 1)})) << "more than was announced";
    ASSERT_TRUE(receiver.begin({4, {2}}));
    EXPECT_TRUE(receiver.add({base::Bytes(4, 2)}));
    EXPECT_TRUE(receiver.whole());
    EXPECT_EQ(receiver.take_state(), base::Bytes(4, 2));
}

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr base::TokenId pen{5};
constexpr auto outside = base::Address::v4(10, 9, 9, 9, 4000);

class Covered : public CheckpointMeeting {
  protected:
    void SetUp() override {
        CheckpointMeeting::SetUp();
        hall.run(2s);
    }
    /// Until so many more checkpoints are in the log.
    void cover(int checkpoints = 1) {
        for (; checkpoints > 0; --checkpoints) {
            const auto before = relay->stored.first;
            for (int i = 0; i < 10 && relay->stored.first == before; ++i)
                visit();
            ASSERT_GT(relay->stored.first, before);
        }
    }
    void change_link() {
        hall.command(*alice, node::ChangeLink{});
        hall.run(2s);
        const auto links = Hall::all<node::LinkChanged>(*alice);
        ASSERT_FALSE(links.empty());
        link = links.back().link;
    }
    std::size_t entries_read(const Hall::Place& place) {
        return static_cast<std::size_t>(
            std::ranges::count(place.steps, base::TraceEvent::Kind::log, &base::TraceEvent::kind));
    }
    Hall::Place& newcomer(const std::string& name) {
        auto& place = hall.add_endpoint();
        hall.join(place, *relay, link, name);
        hall.run(2s);
        EXPECT_TRUE(Hall::joined(place));
        EXPECT_THAT(Hall::all<node::ProtocolViolation>(place), IsEmpty());
        return place;
    }
    static std::vector<std::string> people(const Hall::Place& place) {
        std::vector<std::string> names;
        for (const auto& each : Hall::all<node::MemberJoined>(place))
            names.push_back(each.name);
        return names;
    }
    /// That the second entry would fit behind, with a moderator whom nobody made one.
    static base::Bytes invented(const node::ConferenceStored& stored, const base::IdentityKey& moderator) {
        auto state = log::decode_state(stored.state).value();
        EXPECT_TRUE(log::apply(state, wire::decode<log::Entry>(stored.entries[0]).value()).has_value());
        state.moderators.insert(moderator);
        auto after = state;
        EXPECT_TRUE(log::apply(after, wire::decode<log::Entry>(stored.entries[1]).value()).has_value());
        return log::encode_state(state);
    }
    /// Everyone hears everyone.
    void expect_talk(std::vector<Hall::Place*> places) {
        for (auto* from : places) {
            const auto text = "words " + std::to_string(++said_);
            hall.say(*from, text);
            hall.run(1s);
            for (auto* to : places) {
                if (to == from) continue;
                EXPECT_THAT(Hall::texts(*to), Contains(text));
            }
        }
    }

  private:
    int said_{0};
};

TEST_F(Covered, entries_are_kept_no_longer) {
    cover(2);
    EXPECT_LE(relay->stored.entries.size(), interval + 6);
    EXPECT_EQ(relay->stored.first.value() + relay->stored.entries.size(), relay->log.size());
    const auto state = log::decode_state(relay->stored.state);
    ASSERT_TRUE(state.has_value());
    EXPECT_EQ(state->size, relay->stored.first);
}

TEST_F(Covered, newcomer_reads_what_comes_behind) {
    hall.say(*alice, "from before");
    cover(3);
    auto& carol = newcomer("Carol");
    EXPECT_LE(entries_read(carol), interval + 8);
    EXPECT_GT(relay->log.size(), 3 * interval);
    EXPECT_THAT(people(carol), testing::UnorderedElementsAre("Alice", "Bob", "Carol"));
    EXPECT_THAT(Hall::texts(carol), ElementsAre("from before"));
    expect_talk({alice, bob, &carol});
}

TEST_F(Covered, newcomer_is_told_how_tokens_groups_and_policy_stand) {
    hall.command(*alice, node::ActOnToken{token::DeclareToken{pen, "pen", {board}, {}}});
    hall.command(*alice, node::ActOnToken{token::GrantToken{pen, base::MemberIndex{2}}});
    hall.command(*alice, node::OpenGroup{"Red", {}});
    hall.command(*alice, node::SetPolicy{{base::Admission::open, true, true}});
    hall.run(2s);
    cover(2);
    auto& carol = newcomer("Carol");
    const auto tokens = Hall::all<node::TokenChanged>(carol);
    ASSERT_THAT(tokens, SizeIs(1));
    EXPECT_EQ(tokens.front().token->label, "pen");
    ASSERT_THAT(tokens.front().token->holders, SizeIs(1));
    EXPECT_EQ(tokens.front().token->holders.front().member, base::MemberIndex{2});
    const auto conversations = Hall::all<node::ConversationChanged>(carol);
    EXPECT_TRUE(std::ranges::any_of(conversations, [](const auto& each) { return each.label == "Red" && each.open; }));
    ASSERT_FALSE(Hall::all<node::PolicyChanged>(carol).empty());
    EXPECT_TRUE(Hall::all<node::PolicyChanged>(carol).back().policy.moderators_only);
    const auto flows = [](const Hall::Place& place) {
        std::vector<base::FlowId> found;
        for (const auto& each : Hall::all<node::FlowDeclared>(place))
            found.push_back(each.flow);
        return found;
    };
    EXPECT_EQ(flows(carol), flows(*alice));
}

TEST_F(Covered, relay_that_restarts_goes_on) {
    cover(2);
    hall.restart_relay(*relay);
    hall.run(8s);
    expect_talk({alice, bob, &newcomer("Carol")});
    cover();
    expect_talk({alice, bob});
}

TEST_F(Covered, members_give_it_back_to_a_relay_that_lost_its_disk) {
    cover(2);
    hall.restart_relay_empty(*relay);
    hall.run(40s);
    EXPECT_EQ(relay->stored.first.value() + relay->stored.entries.size(), relay->log.size());
    EXPECT_GT(relay->stored.first.value(), 0U) << "from the checkpoint on";
    expect_talk({alice, bob, &newcomer("Carol")});
    cover();
}

TEST_F(Covered, members_give_it_back_to_a_relay_with_a_disk_from_before_the_checkpoints) {
    const auto old = relay->stored;
    cover(3);
    const auto size = relay->log.size();
    relay->stored = old;
    hall.restart_relay(*relay);
    hall.run(40s);
    EXPECT_GE(relay->log.size(), size);
    EXPECT_GT(relay->stored.first, old.log_size());
    expect_talk({alice, bob, &newcomer("Carol")});
}

TEST_F(Covered, members_give_it_back_to_a_relay_with_a_disk_from_before_the_link_changed) {
    const auto old = relay->stored;
    change_link();
    const auto size = relay->log.size();
    relay->stored = old;
    hall.restart_relay(*relay);
    hall.run(40s);
    EXPECT_GE(relay->log.size(), size);
    expect_talk({alice, bob, &newcomer("Carol")});
}

TEST_F(Covered, member_who_was_away_for_too_long_comes_back_as_somebody_new) {
    auto& carol = newcomer("Carol");
    hall.command(*alice, node::OpenGroup{"Red", {}});
    hall.run(2s);
    hall.drop_all_to(bob->address, true);
    hall.command(carol, node::LeaveConference{});
    const auto red = Hall::all<node::ConversationChanged>(*alice).back().conversation;
    hall.command(*alice, node::ActOnConversation{log::CloseConversation{red}});
    cover(3);
    hall.drop_all_to(bob->address, false);
    hall.run(30s);
    EXPECT_TRUE(Hall::joined(*bob));
    expect_talk({alice, bob});
    EXPECT_TRUE(std::ranges::any_of(Hall::all<node::MemberLeft>(*bob), [](const auto& left) {
        return left.member == base::MemberIndex{3};
    })) << "nobody reads the entry that says so";
    EXPECT_TRUE(std::ranges::any_of(Hall::all<node::ConversationChanged>(*bob),
                                    [&](const auto& changed) { return changed.conversation == red && !changed.open; }));
    EXPECT_THAT(Hall::all<node::FlowRemoved>(*bob), SizeIs(Hall::all<node::FlowRemoved>(*alice).size()));
}

TEST_F(Covered, member_who_was_away_for_a_moment_reads_on) {
    cover();
    hall.run(1s);
    const auto before = people(*bob).size();
    hall.drop_all_to(bob->address, true);
    hall.run(1s);
    hall.say(*alice, "meanwhile");
    for (int i = 0; i < 1; ++i)
        visit();
    hall.drop_all_to(bob->address, false);
    hall.run(10s);
    EXPECT_LE(people(*bob).size(), before + 1) << "nobody but the visitor";
    EXPECT_THAT(Hall::texts(*bob), Contains("meanwhile"));
}

TEST_F(Covered, newcomer_after_the_link_changed_reads_names_of_before) {
    change_link();
    cover(2);
    auto& carol = newcomer("Carol");
    EXPECT_THAT(people(carol), testing::IsSupersetOf({"Alice", "Bob", "Carol"}));
    expect_talk({alice, bob, &carol});
    change_link();
    auto& dave = newcomer("Dave");
    EXPECT_THAT(people(dave), testing::IsSupersetOf({"Alice", "Bob", "Carol", "Dave"}));
}

/// The state has the access key of the newest link.
TEST_F(Covered, former_member_gets_no_state) {
    constexpr std::uint8_t salt = 30;
    {
        HandMember member{hall, *relay, link, salt};
        member.run(500ms);
        ASSERT_TRUE(member.keyed());
        member.leave();
        member.run(500ms);
    }
    cover(2);
    Stranger stranger{hall, *relay, outside, salt};
    auto session = stranger.shake_hands(stranger.with_link(link));
    ASSERT_TRUE(session.has_value());
    stranger.begin(std::move(*session));
    stranger.say(wire::Attach{});
    stranger.run(1s);
    EXPECT_THAT(stranger.heard, Contains(wire::ControlMessage{wire::KnockAnswer{wire::KnockOutcome::used}}));
    for (const auto& message : stranger.heard)
        EXPECT_FALSE(std::holds_alternative<wire::LogState>(message) ||
                     std::holds_alternative<wire::LogEntry>(message));
}

/// By a stranger, to a relay that lost its disk.
class GivenState : public Covered {
  protected:
    void SetUp() override {
        Covered::SetUp();
        cover(2);
        visit();
        kept = relay->stored;
        for (const auto* place : {alice, bob})
            hall.drop_all_to(place->address, true);
        hall.restart_relay_empty(*relay);
        stranger.emplace(hall, *relay, outside, std::uint8_t{50});
        auto options = stranger->without_link();
        options.conference = base::at_home_of(kept.conference, node::restoring_door());
        options.psk = node::restoring_key(relay->node->relay_key());
        auto session = stranger->shake_hands(std::move(options));
        ASSERT_TRUE(session.has_value());
        stranger->begin(std::move(*session));
        stranger->say(wire::Restore{kept.conference, kept.access, kept.log_size()});
    }
    void TearDown() override {
        EXPECT_EQ(relay->node->relay_statistics().conferences, 0U);
        Covered::TearDown();
    }
    void announce(const base::Bytes& entry, std::optional<std::size_t> bytes = {}) {
        stranger->say(wire::LogState{static_cast<std::uint32_t>(bytes.value_or(kept.state.size())), entry});
        stranger->run(500ms);
    }
    void give(base::ByteView state) {
        for (std::size_t at = 0; at < state.size(); at += wire::LogStatePart::bytes_max) {
            const auto part = state.subspan(at).first(std::min(state.size() - at, wire::LogStatePart::bytes_max));
            stranger->say(wire::LogStatePart{{part.begin(), part.end()}});
        }
        stranger->run(500ms);
    }

    node::ConferenceStored kept;
    std::optional<Stranger> stranger;
};

TEST_F(GivenState, is_for_members_alone) {
    announce(kept.entries.front());
    give(kept.state);
    for (std::size_t next = 1; next < kept.entries.size(); ++next)
        stranger->say(wire::LogEntry{kept.entries[next]});
    stranger->run(500ms);
    EXPECT_FALSE(stranger->closed.has_value());
    EXPECT_THAT(stranger->heard, Contains(wire::ControlMessage{wire::CreateAnswer{wire::CreateOutcome::refused}}));
}

TEST_F(GivenState, must_be_the_one_that_the_checkpoint_covers) {
    announce(kept.entries.front());
    auto state = kept.state;
    state[state.size() / 2] ^= 1;
    give(state);
    EXPECT_TRUE(stranger->closed.has_value());
}

/// Any other entry would vouch for whatever state it follows.
TEST_F(GivenState, must_come_with_a_checkpoint) {
    const auto forged = invented(kept, stranger->identity().public_key);
    announce(kept.entries[1], forged.size());
    EXPECT_FALSE(stranger->closed.has_value()) << "this relay's, for all it can know";
    give(forged);
    EXPECT_TRUE(stranger->closed.has_value());
}

/// All that is on its way counts, also what comes behind the state.
TEST_F(GivenState, that_was_refused_is_not_built_upon) {
    Stranger other{hall, *relay, base::Address::v4(10, 9, 9, 8, 4000), 60};
    auto options = other.without_link();
    options.conference = base::at_home_of(kept.conference, node::restoring_door());
    options.psk = node::restoring_key(relay->node->relay_key());
    const auto session = other.shake_hands(std::move(options));
    ASSERT_TRUE(session.has_value());
    const auto forged = invented(kept, other.identity().public_key);
    base::Bytes stream;
    const auto say = [&](const wire::ControlMessage& message) {
        const auto bytes = wire::encode_choice(message);
        wire::Writer to{stream};
        to.varint(bytes.size());
        to.bytes(bytes);
    };
    say(node::make_hello(other.identity(), session->handshake_hash, true));
    say(wire::Restore{kept.conference, kept.access, kept.log_size()});
    for (int twice = 0; twice < 2; ++twice) {
        say(wire::LogState{static_cast<std::uint32_t>(forged.size()), kept.entries[1]});
        for (base::ByteView rest{forged}; !rest.empty();) {
            const auto part = rest.first(std::min(rest.size(), wire::LogStatePart::bytes_max));
            say(wire::LogStatePart{{part.begin(), part.end()}});
            rest = rest.subspan(part.size());
        }
    }
    for (const auto& entry : kept.entries)
        say(wire::LogEntry{entry});
    // The first piece comes last, so that all is there at once.
    constexpr std::size_t piece = 1000;
    std::uint64_t number = 0;
    for (auto at = (stream.size() - 1) / piece * piece;; at -= piece) {
        const auto bytes = base::ByteView{stream}.subspan(at).first(std::min(piece, stream.size() - at));
        const wire::StreamFrame frame{base::PriorityClass::control, at, {bytes.begin(), bytes.end()}};
        std::ignore = hall.deliver(base::Address::v4(10, 9, 9, 8, 4000), relay->address,
                                   seal_by_hand(*session, base::PacketNumber{number++}, {frame}));
        if (at == 0) break;
    }
    hall.run(100ms);
    EXPECT_EQ(relay->node->relay_statistics().conferences, 0U);
}

TEST_F(Covered, state_that_is_refused_begins_no_log) {
    cover();
    visit();
    const auto& stored = relay->stored;
    const auto keys = node::RelayKeys::from(seed_of(1));
    node::Outbox outbox{false};
    node::RelayConference draft{stored.conference, crypto::SecretKey{stored.access}, keys, outbox, {}};
    draft.sequencer().mark_draft();
    for (int twice = 0; twice < 2; ++twice)
        EXPECT_FALSE(draft.recovery().give_state(invented(stored, {}), stored.entries[1]).has_value());
}

TEST_F(Covered, newcomer_believes_no_state_but_a_checkpoints) {
    cover();
    visit();
    const auto& stored = relay->stored;
    const auto begin = [&](const node::ConferenceLink& by, const base::Bytes& state, const base::Bytes& entry) {
        node::Outbox outbox{false};
        node::Roster roster{{by, "Carol", crypto::IdentityKeyPair::from_seed(seed_of(91)),
                             crypto::ExchangeKeyPair::from_seed(seed_of(92))},
                            outbox};
        auto begun = roster.begin(state, entry);
        EXPECT_EQ(begun.has_value(), roster.kept().log().covered() != nullptr);
        EXPECT_EQ(begun.has_value(), !roster.state().members.empty()) << "nothing of it stays";
        return begun;
    };
    const auto refused = std::unexpected{node::Roster::Trouble::not_trustworthy};
    EXPECT_TRUE(begin(link, stored.state, stored.entries[0]).has_value());
    const auto forged = invented(stored, crypto::IdentityKeyPair::from_seed(seed_of(91)).public_key);
    EXPECT_EQ(begin(link, forged, stored.entries[1]), refused);
    EXPECT_EQ(begin(link, forged, stored.entries[0]), refused);
    auto altered = stored.state;
    altered[altered.size() / 2] ^= 1;
    EXPECT_EQ(begin(link, altered, stored.entries[0]), refused);
    auto other = link;
    other.root.bytes[0] ^= 1;
    EXPECT_EQ(begin(other, stored.state, stored.entries[0]), refused);
}

TEST_F(GivenState, must_come_with_an_entry_of_this_relay) {
    auto entry = wire::decode<log::Entry>(kept.entries.front()).value();
    log::sequence(entry, stranger->identity());
    announce(wire::encode(entry));
    EXPECT_TRUE(stranger->closed.has_value());
}

TEST_F(GivenState, is_no_larger_than_announced) {
    announce(kept.entries.front());
    auto state = kept.state;
    state.push_back(0);
    give(state);
    EXPECT_TRUE(stranger->closed.has_value());
}

} // namespace
} // namespace plenum::test
