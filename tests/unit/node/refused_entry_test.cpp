// SPDX-License-Identifier: Apache-2.0
// Entries that a relay refuses, and what it tells whoever runs it.
#include "core/log/entry.h"
#include "tests/unit/node/dishonest_relay.h"
#include "tests/unit/node/floor_fixture.h"
#include "tests/unit/node/stranger.h"

#include <gmock/gmock.h>

namespace plenum::test {
namespace {

using Grade = node::RefusedEntry::Grade;
using log::Refusal;
using testing::AllOf;
using testing::ElementsAre;
using testing::Field;

auto refused(Grade grade, std::string_view operation, Refusal reason) {
    return AllOf(Field(&node::RefusedEntry::grade, grade), Field(&node::RefusedEntry::operation, operation),
                 Field(&node::RefusedEntry::reason, reason));
}

/// Eve is a member, and her program whatever she likes.
class RefusedEntry : public Floor {
  protected:
    void SetUp() override {
        Floor::SetUp();
        declare(voice, "");
        eve.emplace(hall, relay, link, 40);
        eve->run(1s);
        ASSERT_NE(eve->self(), base::MemberIndex{});
        size_before = eve->roster().state().size;
    }
    std::vector<node::RefusedEntry> told() const {
        std::vector<node::RefusedEntry> found;
        for (const auto& incident : Hall::all<node::RelayIncident>(relay)) {
            if (incident.entry) found.push_back(*incident.entry);
        }
        return found;
    }
    std::uint64_t counted(Refusal reason) const { return relay.node->relay_statistics().entries_refused[reason]; }
    void expect_unchanged() {
        eve->run(100ms);
        EXPECT_EQ(eve->roster().state().size, size_before);
        EXPECT_EQ(seen_by(bob)->holders.size(), 0U);
    }
    log::SignedOperation grant_to_self() {
        return log::sign_operation(eve->draft(), token::GrantToken{token, eve->self()}, eve->roster().own().identity);
    }

    std::optional<HandMember> eve;
    base::LogPosition size_before{};
};

TEST_F(RefusedEntry, a_signature_that_is_none_is_forgery) {
    auto request = log::sign_operation(eve->draft(), token::RequestToken{token}, eve->roster().own().identity);
    request.signature.bytes[0] ^= 1;
    eve->submit(request);
    expect_unchanged();
    EXPECT_THAT(told(), ElementsAre(refused(Grade::forged, "request_token", Refusal::bad_signature)));
    EXPECT_EQ(told().front().member, eve->self());
    EXPECT_EQ(told().front().conference, eve->roster().state().conference);
    EXPECT_EQ(counted(Refusal::bad_signature), 1U);
    EXPECT_EQ(relay.node->relay_statistics().entries_forged, 1U);
}

TEST_F(RefusedEntry, so_is_what_is_said_in_the_name_of_another) {
    auto request = eve->draft();
    const auto& moderator = eve->roster().state().members.begin()->second;
    request.author_exchange = moderator.exchange;
    request =
        log::sign_operation(std::move(request), token::GrantToken{token, eve->self()}, eve->roster().own().identity);
    request.author = moderator.identity;
    eve->submit(request);
    expect_unchanged();
    EXPECT_THAT(told(), ElementsAre(refused(Grade::forged, "grant_token", Refusal::unknown_author)));
}

TEST_F(RefusedEntry, and_what_was_said_in_another_conference) {
    auto request = eve->draft();
    request.conference.bytes[3] ^= 1;
    eve->submit(log::sign_operation(std::move(request), token::RequestToken{token}, eve->roster().own().identity));
    expect_unchanged();
    EXPECT_THAT(told(), ElementsAre(refused(Grade::forged, "request_token", Refusal::wrong_conference)));
}

TEST_F(RefusedEntry, whoever_may_not_and_knows_it_is_refused) {
    eve->submit(grant_to_self());
    expect_unchanged();
    EXPECT_THAT(told(), ElementsAre(refused(Grade::refused, "grant_token", Refusal::not_permitted)));
    EXPECT_EQ(counted(Refusal::not_permitted), 1U);
    EXPECT_EQ(relay.node->relay_statistics().entries_forged, 0U);
}

TEST_F(RefusedEntry, whoever_missed_an_entry_is_late) {
    eve->submit(token::RequestToken{token});
    eve->submit(token::RequestToken{token});
    eve->run(100ms);
    EXPECT_EQ(eve->roster().state().size, size_before.next());
    EXPECT_THAT(told(), ElementsAre(refused(Grade::late, "request_token", Refusal::no_change)));
}

TEST_F(RefusedEntry, too_many_are_told_as_such_late_or_not) {
    for (int times = 0; times < 150; ++times)
        eve->submit(grant_to_self());
    expect_unchanged();
    EXPECT_GE(counted(Refusal::too_often), 40U);
    EXPECT_THAT(told().back(), refused(Grade::refused, "grant_token", Refusal::too_often));
}

/// She knows of the group, and not yet that it is closed.
TEST_F(RefusedEntry, going_to_a_group_that_is_closed_meanwhile_is_late) {
    hall.command(alice, node::OpenGroup{"Red", {log::Lean::balanced, true, {}}});
    eve->run(200ms);
    const auto& conversations = eve->roster().state().conversations;
    ASSERT_FALSE(conversations.empty());
    const auto group = conversations.rbegin()->first;
    hall.command(alice, node::ActOnConversation{log::CloseConversation{group}});
    hall.run(20ms);
    eve->submit(log::PlaceMembers{group, {eve->self()}});
    eve->run(200ms);
    EXPECT_THAT(told(), ElementsAre(refused(Grade::late, "place_members", Refusal::no_such_conversation)));
    EXPECT_EQ(counted(Refusal::no_such_conversation), 1U);
    hall.say(alice, "still here", chat);
    hall.run(100ms);
    EXPECT_EQ(times(bob, "still here"), 1U);
}

TEST_F(RefusedEntry, a_knock_with_a_signature_that_is_none_is_forgery) {
    Stranger mallory{hall, relay, base::Address::v4(203, 0, 113, 60, 4242), 60};
    auto session = mallory.shake_hands(mallory.with_link(link));
    ASSERT_TRUE(session.has_value());
    mallory.begin(std::move(session.value()));
    node::Outbox outbox{false};
    const node::Roster roster{{link, "Mallory", mallory.identity(), mallory.exchange()}, outbox};
    crypto::SeededRandom random{seed_of(61)};
    auto join = wire::decode<log::SignedOperation>(node::make_knock(roster, random)).value();
    join.signature.bytes[0] ^= 1;
    mallory.say(wire::Knock{wire::encode(join)});
    mallory.run(100ms);
    EXPECT_THAT(told(), ElementsAre(refused(Grade::forged, "join", Refusal::bad_signature)));
    EXPECT_EQ(told().front().member, base::MemberIndex{});
}

/// A relay that shows people entries which it should have refused.
class ForgedLog : public testing::Test {
  protected:
    void SetUp() override {
        const auto link = relay.create(alice);
        relay.join(alice, link, "Alice");
        relay.join(bob, link, "Bob");
        puppet.emplace(relay.join_puppet(30, &link));
        relay.run(1s);
        ASSERT_TRUE(Hall::joined(bob));
    }
    log::SignedOperation grant_by_puppet() {
        log::SignedOperation draft;
        draft.conference = relay.state.conference;
        draft.author_exchange = puppet->exchange.public_key;
        draft.author_sequence = 1000;
        draft.head_position = base::LogPosition{relay.state.size.value() - 1};
        draft.head = relay.state.head;
        const token::DeclareToken declaration{base::TokenId{1}, "voice", {base::FlowId{1}}, {}};
        return log::sign_operation(std::move(draft), declaration, puppet->identity);
    }
    void show_bob(const log::SignedOperation& operation) { show_bob(operation, relay.keys.identity); }
    void show_bob(const log::SignedOperation& operation, const crypto::IdentityKeyPair& sequencer) {
        log::Entry entry;
        entry.position = relay.state.size;
        entry.previous = relay.state.head;
        entry.at = relay.state.at;
        entry.signed_operation = wire::encode(operation);
        log::sequence(entry, sequencer);
        show_bob(wire::encode(entry));
    }
    void show_bob(const base::Bytes& entry) {
        relay.say(bob, base::PriorityClass::control, wire::encode_choice(wire::ControlMessage{wire::LogEntry{entry}}));
        relay.run(100ms);
    }
    /// He says why, then leaves.
    void expect_distrust(const std::string& why) {
        std::vector<std::string> told;
        for (const auto& event : bob.events) {
            if (const auto* violation = std::get_if<node::ProtocolViolation>(&event)) {
                EXPECT_EQ(violation->member, base::MemberIndex{}) << "the relay";
                told.push_back(violation->what);
            } else if (const auto* ended = std::get_if<node::Ended>(&event)) {
                EXPECT_EQ(ended->reason, node::EndReason::not_trustworthy);
                told.emplace_back("ended");
            }
        }
        EXPECT_THAT(told, ElementsAre(why, "ended"));
        EXPECT_THAT(Hall::all<node::TokenChanged>(bob), testing::IsEmpty());
    }

    Hall hall;
    DishonestRelay relay{hall};
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
    std::optional<DishonestRelay::Puppet> puppet;
};

TEST_F(ForgedLog, a_moderators_entry_of_somebody_else_is_refused_by_members_too) {
    show_bob(grant_by_puppet());
    expect_distrust("log entry refused: not_permitted");
}

TEST_F(ForgedLog, and_one_in_a_moderators_name) {
    auto operation = grant_by_puppet();
    const auto& moderator = relay.state.members.at(base::MemberIndex{1});
    operation.author = moderator.identity;
    operation.author_exchange = moderator.exchange;
    show_bob(operation);
    expect_distrust("log entry refused: bad_signature");
}

TEST_F(ForgedLog, and_one_that_the_relay_did_not_sign) {
    log::SignedOperation draft;
    draft.conference = relay.state.conference;
    draft.author_exchange = relay.keys.exchange.public_key;
    draft.author_sequence = relay.state.relay_sequence + 1;
    draft.head_position = base::LogPosition{relay.state.size.value() - 1};
    draft.head = relay.state.head;
    const log::Presence away{base::MemberIndex{1}, false};
    show_bob(log::sign_operation(std::move(draft), away, relay.keys.identity), puppet->identity);
    expect_distrust("log entry refused: bad_signature");
}

TEST_F(ForgedLog, and_what_is_no_entry) {
    show_bob(base::Bytes(40));
    expect_distrust("log entry refused: malformed");
}

} // namespace
} // namespace plenum::test
