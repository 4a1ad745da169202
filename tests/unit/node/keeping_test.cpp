// SPDX-License-Identifier: Apache-2.0
// What a relay tells before, and after, its store has it; and what members give back.
#include "core/relay/rejected_messages.h"
#include "core/relay/relay_conference.h"
#include "core/relay/replication/durability.h"
#include "tests/unit/node/hall.h"

#include <gmock/gmock.h>

namespace plenum::node {
namespace {

using test::Hall;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using namespace std::chrono_literals;

const flow::StreamId chat_stream{base::FlowId{3}, base::MemberIndex{1}};

TEST(Durability, tells_nothing_before_it_is_durable) {
    Durability keeping{true};
    EXPECT_EQ(keeping.add_conference(), 1U);
    EXPECT_EQ(keeping.add_entry(base::LogPosition{1}), 2U);
    EXPECT_EQ(keeping.add_word(chat_stream, base::SequenceNumber{2}), 3U);
    EXPECT_EQ(keeping.log_end().value(), 0U);
    EXPECT_THAT(keeping.handle({{}, 2, true}), IsEmpty());
    EXPECT_EQ(keeping.log_end().value(), 1U);
    EXPECT_EQ(keeping.next(chat_stream).value(), 1U);
    EXPECT_THAT(keeping.handle({{}, 3, true}), ElementsAre(chat_stream));
    EXPECT_EQ(keeping.next(chat_stream).value(), 2U);
    EXPECT_TRUE(keeping.kept(chat_stream));
}

TEST(Durability, goes_on_without_the_disk_and_says_so_until_it_has_it) {
    Durability keeping{true};
    (void)keeping.add_word(chat_stream, base::SequenceNumber{2});
    EXPECT_THAT(keeping.handle({{}, 1, false}), ElementsAre(chat_stream));
    EXPECT_EQ(keeping.next(chat_stream).value(), 2U);
    EXPECT_FALSE(keeping.kept(chat_stream));
    (void)keeping.add_word(chat_stream, base::SequenceNumber{3});
    EXPECT_THAT(keeping.handle({{}, 2, false}), ElementsAre(chat_stream));
    EXPECT_THAT(keeping.handle({{}, 1, true}), IsEmpty()) << "not the last of it";
    EXPECT_FALSE(keeping.kept(chat_stream));
    EXPECT_THAT(keeping.handle({{}, 2, true}), ElementsAre(chat_stream));
    EXPECT_TRUE(keeping.kept(chat_stream));
}

TEST(Durability, what_the_standby_acknowledged_once_stays_acknowledged) {
    Durability keeping{true};
    keeping.require_standby();
    for (const std::uint64_t next : {2, 3})
        std::ignore = keeping.add_word(chat_stream, base::SequenceNumber{next});
    EXPECT_THAT(keeping.handle_acknowledged(2), IsEmpty()) << "not durable";
    EXPECT_THAT(keeping.handle_acknowledged(1), IsEmpty());
    EXPECT_THAT(keeping.handle({{}, 2, true}), ElementsAre(chat_stream));
    EXPECT_EQ(keeping.next(chat_stream).value(), 3U);
}

TEST(Durability, hands_out_at_once_what_came_from_the_store) {
    Durability keeping{true};
    keeping.restore(base::LogPosition{7});
    EXPECT_EQ(keeping.log_end().value(), 7U);
    (void)keeping.add_entry(base::LogPosition{8});
    EXPECT_EQ(keeping.log_end().value(), 7U);
}

TEST(Durability, what_a_store_is_not_sure_of_is_not_kept_until_it_is) {
    Durability keeping{true};
    keeping.restore(chat_stream, base::SequenceNumber{5}, false);
    EXPECT_EQ(keeping.next(chat_stream).value(), 5U);
    EXPECT_FALSE(keeping.kept(chat_stream));
    EXPECT_THAT(keeping.handle({{}, 0, true}), ElementsAre(chat_stream)) << "nothing was put since";
    EXPECT_TRUE(keeping.kept(chat_stream));
    keeping.restore(chat_stream, base::SequenceNumber{5}, false);
    (void)keeping.add_word(chat_stream, base::SequenceNumber{6});
    EXPECT_THAT(keeping.handle({{}, 1, true}), ElementsAre(chat_stream));
    EXPECT_TRUE(keeping.kept(chat_stream));
    keeping.restore(chat_stream, base::SequenceNumber{6}, true);
    EXPECT_TRUE(keeping.kept(chat_stream));
}

class StoredRelayTest : public testing::Test {
  protected:
    /// Time passes, and the disk keeps up.
    void run(base::Duration duration, bool durable = true) {
        for (const auto end = hall.now + duration; hall.now < end;) {
            hall.run(20ms);
            hall.tell_kept(relay, durable);
        }
    }
    ConferenceLink create(Hall::Place& maker) {
        hall.command(maker, CreateConference{relay.address, "relay.test", 7700, "Review", {}});
        hall.run(500ms);
        EXPECT_THAT(Hall::all<ConferenceCreated>(maker), IsEmpty()) << "nothing is durable yet";
        hall.tell_kept(relay);
        hall.run(100ms);
        const auto created = Hall::all<ConferenceCreated>(maker);
        EXPECT_THAT(created, SizeIs(1));
        return created.empty() ? ConferenceLink{} : created.front().link;
    }
    void meet() {
        const auto link = create(alice);
        hall.join(alice, relay, link, "Alice");
        run(1s);
        hall.join(bob, relay, link, "Bob");
        run(1s);
        ASSERT_TRUE(Hall::joined(alice));
        ASSERT_TRUE(Hall::joined(bob));
    }
    Hall hall;
    Hall::Place& relay = hall.add_relay({}, true);
    Hall::Place& alice = hall.add_endpoint();
    Hall::Place& bob = hall.add_endpoint();
};

TEST_F(StoredRelayTest, hands_out_no_entry_that_is_not_durable) {
    const auto link = create(alice);
    hall.join(alice, relay, link, "Alice");
    hall.run(2s);
    EXPECT_FALSE(Hall::joined(alice));
    run(1s);
    EXPECT_TRUE(Hall::joined(alice));
}

TEST_F(StoredRelayTest, acknowledges_and_passes_on_no_word_that_is_not_durable) {
    meet();
    hall.say(alice, "kept");
    hall.run(1s);
    EXPECT_THAT(Hall::all<MessageAccepted>(alice), IsEmpty());
    EXPECT_THAT(Hall::texts(bob), IsEmpty());
    hall.tell_kept(relay);
    hall.run(100ms);
    EXPECT_THAT(Hall::texts(bob), ElementsAre("kept"));
    ASSERT_THAT(Hall::all<MessageAccepted>(alice), SizeIs(1));
    EXPECT_TRUE(Hall::all<MessageAccepted>(alice)[0].kept);
}

TEST_F(StoredRelayTest, passes_on_what_is_durable_and_nothing_behind_it) {
    meet();
    hall.say(alice, "kept");
    hall.run(100ms);
    const auto first = relay.put;
    hall.say(alice, "not yet");
    hall.run(100ms);
    ASSERT_EQ(relay.put, first + 1);
    hall.tell_kept(relay, true, first);
    hall.run(2s);
    EXPECT_THAT(Hall::texts(bob), ElementsAre("kept"));
    hall.tell_kept(relay);
    hall.run(100ms);
    EXPECT_THAT(Hall::texts(bob), ElementsAre("kept", "not yet"));
}

TEST_F(StoredRelayTest, says_that_a_word_is_not_kept_and_later_that_it_is) {
    meet();
    hall.say(alice, "on a full disk");
    hall.run(100ms);
    hall.tell_kept(relay, false);
    hall.run(100ms);
    EXPECT_THAT(Hall::texts(bob), ElementsAre("on a full disk"));
    ASSERT_THAT(Hall::all<MessageAccepted>(alice), SizeIs(1));
    EXPECT_FALSE(Hall::all<MessageAccepted>(alice)[0].kept);
    hall.tell_kept(relay, true);
    hall.run(100ms);
    ASSERT_THAT(Hall::all<MessageAccepted>(alice), SizeIs(2));
    EXPECT_TRUE(Hall::all<MessageAccepted>(alice)[1].kept);
    EXPECT_EQ(Hall::all<MessageAccepted>(alice)[1].sequence.value(), 1U);
}

TEST_F(StoredRelayTest, gives_newcomers_words_of_before_a_restart_whose_sender_is_gone) {
    meet();
    hall.say(alice, "still here");
    run(300ms);
    hall.drop_all_to(alice.address, true);
    hall.restart_relay(relay, true);
    run(30s);
    auto& carol = hall.add_endpoint();
    hall.join(carol, relay, Hall::all<ConferenceCreated>(alice).front().link, "Carol");
    run(5s);
    EXPECT_TRUE(Hall::joined(carol));
    EXPECT_EQ(Hall::all<MemberLeft>(bob).size(), 1U);
    EXPECT_GT(relay.node->load().history_bytes, 0U);
    EXPECT_THAT(Hall::texts(carol), ElementsAre("still here"));
}

class LostDiskTest : public testing::Test {
  protected:
    void SetUp() override {
        link = hall.create(alice, relay);
        hall.join(alice, relay, link, "Alice");
        hall.run(1s);
        early = relay.stored;
        hall.join(bob, relay, link, "Bob");
        hall.run(1s);
        hall.say(alice, "before");
        hall.run(1s);
        ASSERT_THAT(Hall::texts(bob), ElementsAre("before"));
        entries = relay.stored.entries;
        ASSERT_GT(entries.size(), early.entries.size());
    }
    void expect_well() {
        for (const auto* place : {&alice, &bob}) {
            EXPECT_TRUE(Hall::joined(*place));
            EXPECT_THAT(Hall::all<Ended>(*place), IsEmpty());
            EXPECT_THAT(Hall::all<MemberLeft>(*place), IsEmpty());
        }
        ASSERT_GE(relay.stored.entries.size(), entries.size());
        for (std::size_t at = 0; at < entries.size(); ++at)
            EXPECT_EQ(relay.stored.entries[at], entries[at]) << at;
        auto& carol = hall.add_endpoint();
        hall.join(carol, relay, link, "Carol");
        hall.run(3s);
        EXPECT_THAT(Hall::texts(carol), ElementsAre("before")) << "its sender gave it again";
        hall.say(bob, "after");
        hall.run(1s);
        EXPECT_THAT(Hall::texts(carol), Contains("after"));
    }
    Hall hall;
    Hall::Place& relay = hall.add_relay();
    Hall::Place& alice = hall.add_endpoint();
    Hall::Place& bob = hall.add_endpoint();
    ConferenceLink link;
    ConferenceStored early;
    std::vector<base::Bytes> entries;
};

TEST_F(LostDiskTest, members_give_a_relay_with_an_old_log_the_rest) {
    relay.stored = early;
    hall.restart_relay(relay);
    hall.run(10s);
    expect_well();
    const auto incidents = Hall::all<RelayIncident>(relay);
    EXPECT_TRUE(std::ranges::any_of(
        incidents, [](const auto& each) { return each.kind == RelayIncident::Kind::conference_behind; }));
}

/// Half of those who were there are back, and know more: who is missing may know more still.
TEST_F(LostDiskTest, where_one_knew_more_the_others_have_all_the_time_to_come) {
    early.entries.assign(entries.begin(), entries.end() - 1);
    relay.stored = early;
    hall.drop_all_to(bob.address, true);
    hall.restart_relay(relay);
    auto& dora = hall.add_endpoint();
    hall.join(dora, relay, link, "Dora");
    hall.run(node::SettlingPeriod::settle_time - 100ms);
    EXPECT_EQ(relay.stored.entries.size(), entries.size());
    hall.run(2s);
    EXPECT_GT(relay.stored.entries.size(), entries.size());
    EXPECT_TRUE(Hall::joined(dora));
}

/// In that old log nobody is there, so nobody seems to be missed.
TEST_F(LostDiskTest, members_give_the_rest_to_a_relay_whose_old_log_ends_while_all_were_away) {
    hall.drop_all_to(alice.address, true);
    hall.drop_all_to(bob.address, true);
    hall.run(6s);
    early = relay.stored;
    hall.drop_all_to(alice.address, false);
    hall.drop_all_to(bob.address, false);
    hall.run(3s);
    entries = relay.stored.entries;
    ASSERT_GT(entries.size(), early.entries.size());
    relay.stored = early;
    hall.restart_relay(relay);
    // Where nobody is there, whoever comes would be let in at once.
    auto& dora = hall.add_endpoint();
    hall.join(dora, relay, link, "Dora");
    hall.run(10s);
    EXPECT_TRUE(Hall::joined(dora));
    expect_well();
}

TEST_F(LostDiskTest, members_give_a_relay_without_a_log_all_of_it) {
    hall.restart_relay_empty(relay);
    hall.run(20s);
    expect_well();
    EXPECT_EQ(relay.node->relay_statistics().conferences_restored, 1U);
}

/// Whatever the disk made of it.
TEST_F(LostDiskTest, takes_from_the_store_no_word_that_its_log_does_not_allow) {
    ASSERT_EQ(relay.stored.words.size(), 1U);
    const auto sound = relay.stored.words[0];
    std::vector<StoredMessage> unsound(7, sound);
    unsound[0].sender = base::MemberIndex{};
    unsound[1].sender = base::MemberIndex{77};
    unsound[2].flow = base::FlowId{1};
    unsound[3].log_size = base::LogPosition{relay.stored.entries.size() + 1};
    unsound[4].sealed.clear();
    unsound[5].sequence = base::SequenceNumber{};
    // Who joins next.
    unsound[6].sender = base::MemberIndex{3};
    relay.stored.words = unsound;
    hall.restart_relay(relay);
    EXPECT_EQ(relay.node->load().history_bytes, 0U);
    relay.stored.words = {sound};
    hall.restart_relay(relay);
    EXPECT_EQ(relay.node->load().history_bytes, sound.sealed.size());
}

TEST_F(LostDiskTest, puts_nothing_into_an_old_log_before_members_are_back) {
    relay.stored = early;
    hall.drop_all_to(bob.address, true);
    hall.drop_all_to(alice.address, true);
    hall.restart_relay(relay);
    const auto before = relay.stored.entries.size();
    hall.run(4s);
    EXPECT_EQ(relay.stored.entries.size(), before);
    hall.run(4s);
    EXPECT_GT(relay.stored.entries.size(), before) << "nobody came: Alice is away";
}

TEST_F(LostDiskTest, a_restart_that_is_announced_and_never_ends_is_given_up) {
    hall.command(relay, CloseRelay{RelayClosing::restarting});
    hall.run(1s);
    hall.drop_all_to(relay.address, true);
    hall.run(4min);
    EXPECT_THAT(Hall::all<Ended>(alice), IsEmpty());
    hall.run(2min);
    ASSERT_THAT(Hall::all<Ended>(alice), SizeIs(1));
    EXPECT_EQ(Hall::all<Ended>(alice)[0].reason, EndReason::no_answer);
}

/// Not even by its relay, whose disk may be anybody's for a while.
TEST(StoredLog, that_was_altered_is_refused) {
    Hall hall;
    auto& relay = hall.add_relay();
    auto& alice = hall.add_endpoint();
    auto& bob = hall.add_endpoint();
    const auto link = hall.create(alice, relay);
    hall.join(alice, relay, link, "Alice");
    hall.join(bob, relay, link, "Bob");
    hall.run(500ms);
    ASSERT_GE(relay.stored.entries.size(), 4U);
    const auto taken = [&](const ConferenceStored& stored) {
        NodeOptions options;
        base::Seed identity;
        identity.bytes.fill(77);
        options.relay = RelayOptions{identity, {}};
        Node node{options};
        return node.handle(stored, hall.now).has_value();
    };
    EXPECT_TRUE(taken(relay.stored));
    for (std::size_t at = 0; at < relay.stored.entries.size(); ++at) {
        auto altered = relay.stored;
        altered.entries[at].back() ^= 1;
        EXPECT_FALSE(taken(altered)) << at;
        auto cut = relay.stored;
        cut.entries[at].resize(10);
        EXPECT_FALSE(taken(cut)) << at;
    }
    auto missing = relay.stored;
    missing.entries.erase(missing.entries.begin() + 2);
    EXPECT_FALSE(taken(missing));
    auto none = relay.stored;
    none.entries.clear();
    EXPECT_TRUE(taken(none)) << "nobody was told of it; it is forgotten";
    auto elsewhere = relay.stored;
    elsewhere.conference.bytes[0] ^= 1;
    EXPECT_FALSE(taken(elsewhere));
}

TEST(RejectedMessages, are_told_once_and_in_order_however_often_they_come) {
    node::RejectedMessages words;
    const flow::StreamId stream{base::FlowId{3}, base::MemberIndex{2}};
    for (const std::uint64_t sequence : {2U, 1U, 2U})
        words.add(stream, {base::SequenceNumber{sequence}, {}});
    const auto told = words.take(stream, base::SequenceNumber{3});
    ASSERT_EQ(told.size(), 2U);
    EXPECT_EQ(told.front().sequence, base::SequenceNumber{1});
    EXPECT_TRUE(words.take(stream, base::SequenceNumber{9}).empty());
}

} // namespace
} // namespace plenum::node
