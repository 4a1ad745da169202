// SPDX-License-Identifier: Apache-2.0
// Entries of the log wait to be told until what their authors had said before is handed over.
#include "core/member/entry_teller.h"
#include "tests/unit/node/floor_fixture.h"
#include "tests/unit/node/talker.h"

#include <gmock/gmock.h>

namespace plenum::test {
namespace {

using base::LogPosition;
using testing::ElementsAre;
using testing::IsEmpty;

/// One who hears entries too.
struct Listener : Talker {
    explicit Listener(MemberIndex who) : Talker{who} { order.handle_log(LogPosition{5}, at(0ms)); }

    /// Whether it is told at once.
    bool hears_entry(std::uint64_t size, MemberIndex author, const base::Bytes& context, base::Duration said,
                     base::Duration now, base::Duration doubt = 0ms) {
        const wire::Causes causes{log::plenary, at(said), context};
        return order.take_entry(LogPosition{size}, author, context.empty() ? nullptr : &causes, clock, local(now),
                                doubt);
    }
    /// Senders of messages, and entries as 100 and their size.
    std::vector<int> told(base::Duration now) {
        auto all = std::exchange(gone, {});
        while (const auto release = order.poll(at(now), local(now))) {
            const auto sender = static_cast<int>(release->held.header.sender.value());
            all.push_back(release->entries ? 100 + static_cast<int>(release->entries->value()) : sender);
        }
        return all;
    }
};

TEST(EntryCauses, an_entry_waits_for_what_its_author_had_said) {
    Listener one{ann};
    Listener other{bob};
    const auto word = one.says(0ms);
    const auto causes = one.order.causes(at(10ms));
    EXPECT_FALSE(other.hears_entry(6, ann, causes, 10ms, 30ms));
    EXPECT_THAT(other.told(50ms), IsEmpty());
    ASSERT_TRUE(other.hears(word, 60ms));
    EXPECT_THAT(other.told(60ms), ElementsAre(1, 106));
}

TEST(EntryCauses, an_entry_waits_for_what_its_author_had_heard) {
    Listener one{ann};
    Listener other{bob};
    Listener third{cem};
    const auto word = one.says(0ms);
    ASSERT_TRUE(other.hears(word, 20ms));
    const auto causes = other.order.causes(at(25ms));
    EXPECT_FALSE(third.hears_entry(6, bob, causes, 25ms, 40ms));
    ASSERT_TRUE(third.hears(word, 50ms));
    EXPECT_THAT(third.told(50ms), ElementsAre(1, 106));
}

TEST(EntryCauses, an_entry_waits_no_longer_than_a_message_would) {
    Listener one{ann};
    Listener other{bob};
    (void)one.says(0ms);
    EXPECT_FALSE(other.hears_entry(6, ann, one.order.causes(at(10ms)), 10ms, 30ms, 5ms));
    EXPECT_EQ(other.order.next_wakeup(), local(115ms)) << "said at 10 ms, Δ, and the doubt";
    EXPECT_THAT(other.told(114ms), IsEmpty());
    EXPECT_THAT(other.told(115ms), ElementsAre(106));
}

TEST(EntryCauses, an_entry_whose_causes_were_heard_is_told_at_once) {
    Listener one{ann};
    Listener other{bob};
    ASSERT_TRUE(other.hears(one.says(0ms), 20ms));
    EXPECT_TRUE(other.hears_entry(6, ann, one.order.causes(at(10ms)), 10ms, 30ms));
    EXPECT_TRUE(one.hears_entry(6, ann, one.order.causes(at(10ms)), 10ms, 20ms)) << "its own words wait for nobody";
}

TEST(EntryCauses, entries_are_told_in_their_order) {
    Listener one{ann};
    Listener other{bob};
    const auto word = one.says(0ms);
    EXPECT_FALSE(other.hears_entry(6, ann, one.order.causes(at(10ms)), 10ms, 30ms));
    EXPECT_FALSE(other.hears_entry(7, {}, {}, 0ms, 40ms));
    EXPECT_FALSE(other.hears_entry(8, cem, Listener{cem}.order.causes(at(45ms)), 45ms, 50ms));
    EXPECT_THAT(other.told(60ms), IsEmpty());
    ASSERT_TRUE(other.hears(word, 60ms));
    EXPECT_THAT(other.told(60ms), ElementsAre(1, 106, 107, 108));
    EXPECT_TRUE(other.hears_entry(9, {}, {}, 0ms, 70ms));
}

TEST(EntryCauses, entries_behind_one_that_waits_go_with_it_at_its_deadline) {
    Listener one{ann};
    Listener other{bob};
    (void)one.says(0ms);
    EXPECT_FALSE(other.hears_entry(6, ann, one.order.causes(at(10ms)), 10ms, 30ms));
    EXPECT_FALSE(other.hears_entry(7, {}, {}, 0ms, 40ms));
    EXPECT_THAT(other.told(109ms), IsEmpty());
    EXPECT_THAT(other.told(110ms), ElementsAre(106, 107));
}

TEST(EntryCauses, what_follows_an_entry_waits_until_it_is_told) {
    Listener one{ann};
    Listener other{bob};
    Listener third{cem};
    const auto word = one.says(0ms);
    ASSERT_TRUE(third.hears(word, 20ms));
    const auto causes = one.order.causes(at(10ms));
    ASSERT_TRUE(third.hears_entry(6, ann, causes, 10ms, 25ms));
    const auto answer = third.says(30ms);
    EXPECT_FALSE(other.hears_entry(6, ann, causes, 10ms, 30ms));
    ASSERT_TRUE(other.hears(answer, 50ms));
    EXPECT_THAT(other.told(50ms), IsEmpty());
    ASSERT_TRUE(other.hears(word, 60ms));
    EXPECT_THAT(other.told(60ms), ElementsAre(1, 106, 3));
}

TEST(EntryCauses, liars_hold_entries_no_longer_than_any_message) {
    Listener other{bob};
    conversation::Context far{base::Ordinal{900}, conversation::wait_max, {{cem, base::Ordinal{7000}}}, true};
    base::Bytes context;
    conversation::encode(far, context);
    EXPECT_FALSE(other.hears_entry(6, ann, context, 100'000ms, 30ms));
    EXPECT_LE(*other.order.next_wakeup(), local(430ms));
    EXPECT_THAT(other.told(430ms), ElementsAre(106));
    EXPECT_TRUE(other.hears_entry(7, ann, base::Bytes{0xff, 0xff}, 500ms, 500ms)) << "none at all";
}

TEST(EntryCauses, an_entry_waits_for_an_author_of_whom_nothing_was_heard_yet) {
    Listener one{ann};
    (void)one.says(0ms);
    const auto causes = one.order.causes(at(10ms));
    Listener late{bob};
    late.order.forget(ann);
    late.order.expect(ann, false);
    EXPECT_FALSE(late.hears_entry(6, ann, causes, 10ms, 30ms));
    EXPECT_THAT(late.told(109ms), IsEmpty());
    EXPECT_THAT(late.told(110ms), ElementsAre(106));
}

TEST(EntryCauses, nothing_is_named_by_whoever_said_and_heard_nothing) {
    EXPECT_THAT(Listener{ann}.order.causes(at(10ms)), IsEmpty());
}

class EntryTeller : public testing::Test {
  protected:
    static std::vector<node::TokenChanged> change() {
        return {{std::make_shared<const token::Token>(), nullptr, {}, {}}};
    }
    std::size_t told() {
        std::size_t count = 0;
        for (; !outbox.empty(); (void)outbox.pop())
            count += std::holds_alternative<node::Event>(outbox.front()) ? 1U : 0U;
        return count;
    }
    static constexpr base::ConversationId group{2};
    node::Outbox outbox{false};
    node::EntryTeller teller{outbox};
};

TEST_F(EntryTeller, waits_for_all_conversations_that_hold_an_entry) {
    teller.add(LogPosition{6}, change(), {log::plenary, group}, nullptr);
    teller.add(LogPosition{7}, change(), {}, nullptr);
    teller.release(LogPosition{6}, group);
    EXPECT_EQ(told(), 0U);
    teller.release(LogPosition{6}, log::plenary);
    EXPECT_EQ(told(), 2U);
}

TEST_F(EntryTeller, waits_for_no_conversation_that_was_closed) {
    teller.add(LogPosition{6}, change(), {log::plenary}, nullptr);
    teller.add(LogPosition{7}, change(), {group}, nullptr);
    teller.forget(group);
    EXPECT_EQ(told(), 0U);
    teller.release(LogPosition{6}, log::plenary);
    EXPECT_EQ(told(), 2U);
}

// --- between nodes ---

class FloorAfterWords : public Floor {
  protected:
    /// What reaches Cem while nothing is lost comes at once; `lose`, from the relay to him, is sent again later.
    void lose_to_cem(bool lose) { hall.drop_all_to(cem.address, lose); }

    static bool is_word(const node::Event& event, std::string_view text) {
        const auto* message = std::get_if<node::MessageReceived>(&event);
        return message != nullptr && base::to_text(message->body) == text;
    }
    static bool is_transfer(const node::Event& event) {
        const auto* changed = std::get_if<node::TokenChanged>(&event);
        return changed != nullptr && changed->cause &&
               std::holds_alternative<token::TransferToken>(changed->cause->operation);
    }
    template <class Is>
    static std::ptrdiff_t place_of(const Hall::Place& place, Is is) {
        const auto found = std::ranges::find_if(place.events, is);
        return found == place.events.end() ? -1 : found - place.events.begin();
    }
};

TEST_F(FloorAfterWords, a_word_is_heard_before_the_floor_that_follows_it) {
    let_bob_hold_and_cem_wait();
    // So that it is known where he stands: he was there before Cem.
    hall.say(bob, "Hello");
    hall.run(2s);
    lose_to_cem(true);
    hall.say(bob, "Cem next");
    hall.run(6ms);
    lose_to_cem(false);
    act(bob, token::TransferToken{token, self(bob), self(cem)});
    hall.run(11ms);
    EXPECT_EQ(place_of(cem, is_transfer), -1) << "the entry is there, the word is not";
    hall.run(1s);
    const auto word = place_of(cem, [](const node::Event& event) { return is_word(event, "Cem next"); });
    const auto transfer = place_of(cem, is_transfer);
    ASSERT_GE(word, 0);
    ASSERT_GE(transfer, 0);
    EXPECT_LT(word, transfer);
    EXPECT_EQ(holder_seen_by(cem), self(cem));
    EXPECT_LT(place_of(alice, [](const node::Event& event) { return is_word(event, "Cem next"); }),
              place_of(alice, is_transfer));
}

TEST_F(FloorAfterWords, whoever_heard_nothing_yet_is_told_of_the_floor_at_its_deadline) {
    let_bob_hold_and_cem_wait();
    hall.run(2s);
    lose_to_cem(true);
    hall.say(bob, "Cem next");
    hall.run(6ms);
    lose_to_cem(false);
    act(bob, token::TransferToken{token, self(bob), self(cem)});
    hall.run(20ms);
    EXPECT_EQ(place_of(cem, is_transfer), -1) << "nobody said anything since he came: he cannot know of the word";
    hall.run(1s);
    EXPECT_LT(place_of(cem, [](const node::Event& event) { return is_word(event, "Cem next"); }),
              place_of(cem, is_transfer));
}

} // namespace
} // namespace plenum::test
