// SPDX-License-Identifier: Apache-2.0
// Conversations in a call: the parts, and what members hear of each other.
#include "core/api/standard_flows.h"
#include "core/conversation/causal_order.h"
#include "core/conversation/delay_book.h"
#include "core/flow/fragment.h"
#include "core/peer/context_book.h"
#include "tests/unit/node/hall.h"
#include "tests/unit/node/talker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::test {
namespace {

using base::Ordinal;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(CausalOrder, an_answer_waits_for_its_question) {
    Talker one{ann};
    Talker other{bob};
    Talker third{cem};
    const auto question = one.says(0ms);
    ASSERT_TRUE(other.hears(question, 30ms));
    EXPECT_THAT(other.told(30ms), ElementsAre(1));
    const auto answer = other.says(40ms);
    ASSERT_TRUE(third.hears(answer, 60ms));
    EXPECT_THAT(third.told(60ms), IsEmpty());
    ASSERT_TRUE(third.hears(question, 70ms));
    EXPECT_THAT(third.told(70ms), ElementsAre(1, 2));
}

TEST(CausalOrder, an_answer_goes_alone_at_its_deadline_and_says_what_is_missing) {
    Talker one{ann};
    Talker other{bob};
    Talker third{cem};
    ASSERT_TRUE(other.hears(one.says(0ms), 30ms));
    (void)other.told(30ms);
    ASSERT_TRUE(third.hears(other.says(40ms), 60ms));
    EXPECT_EQ(third.order.next_wakeup(), local(140ms));
    EXPECT_THAT(third.told(139ms), IsEmpty());
    const auto release = third.order.poll(at(140ms), local(140ms));
    ASSERT_TRUE(release.has_value());
    EXPECT_EQ(release->outcome.order, conversation::Order::forced);
    EXPECT_TRUE(release->outcome.past_deadline);
    EXPECT_EQ(release->outcome.missing, 1U);
}

/// Whose clock may be ahead by so much hands nothing over before the deadline of what is missing.
TEST(CausalOrder, what_lacks_something_waits_as_long_as_the_clock_is_in_doubt) {
    Talker one{ann};
    Talker third{cem};
    (void)one.says(0ms);
    for (const bool lasting : {true, false}) {
        const auto said = one.says(lasting ? 10ms : 20ms, lasting);
        ASSERT_EQ(third.order.take({said, {}, base::Bytes(10)}, clock, local(60ms), 15ms),
                  conversation::CausalOrder::Taken::waits);
    }
    EXPECT_EQ(third.order.next_wakeup(), local(125ms));
    EXPECT_THAT(third.told(124ms), IsEmpty());
    EXPECT_THAT(third.told(125ms), ElementsAre(1, 1));
}

TEST(CausalOrder, no_doubt_keeps_a_message_past_its_worth) {
    Talker one{ann};
    Talker third{cem};
    (void)one.says(0ms, false);
    auto said = one.says(10ms, false);
    said.lifetime = 128ms;
    ASSERT_EQ(third.order.take({said, {}, base::Bytes(10)}, clock, local(60ms), 15ms),
              conversation::CausalOrder::Taken::waits);
    EXPECT_EQ(third.order.next_wakeup(), local(118ms)) << "λ less the doubt and what a program may wake up late";
    said = one.says(20ms, false);
    said.lifetime = 104ms;
    Talker fourth{bob};
    ASSERT_EQ(fourth.order.take({said, {}, base::Bytes(10)}, clock, local(60ms), 15ms),
              conversation::CausalOrder::Taken::waits);
    EXPECT_EQ(fourth.order.next_wakeup(), local(135ms)) << "worth nothing then, but those behind it wait";
}

/// What would be due at once if its sender's clock were ours, as nobody knows it is not.
TEST(CausalOrder, without_a_clock_words_wait_as_long_as_anything_may) {
    Talker one{ann};
    Talker third{cem};
    const auto first = one.says(0ms);
    const auto second = one.says(10ms);
    ASSERT_EQ(third.order.take_without_clock({second, {}, base::Bytes(10)}, local(500ms)),
              conversation::CausalOrder::Taken::waits);
    EXPECT_EQ(third.order.next_wakeup(), local(900ms));
    ASSERT_EQ(third.order.take_without_clock({first, {}, base::Bytes(10)}, local(600ms)),
              conversation::CausalOrder::Taken::goes);
    EXPECT_THAT(third.told(600ms), ElementsAre(1));
    const auto fourth = one.says(30ms);
    (void)one.says(20ms);
    ASSERT_EQ(third.order.take_without_clock({one.says(40ms), {}, base::Bytes(10)}, local(610ms)),
              conversation::CausalOrder::Taken::waits);
    third.order.follow_clock(clock, 5ms);
    EXPECT_EQ(third.order.next_wakeup(), local(145ms)) << "as soon as the clock is known, it counts";
    EXPECT_THAT(third.told(611ms), ElementsAre(1));
    ASSERT_TRUE(third.hears(fourth, 612ms));
    EXPECT_THAT(third.told(612ms), ElementsAre(1)) << "behind what went without it";
    auto lied = one.says(50ms);
    lied.context = base::Bytes{0};
    EXPECT_EQ(third.order.take_without_clock({lied, {}, base::Bytes(10)}, local(620ms)),
              conversation::CausalOrder::Taken::refused);
}

TEST(CausalOrder, what_comes_when_its_deadline_may_be_over_is_said_to) {
    Talker one{ann};
    Talker third{cem};
    const auto take = [&](const wire::MessageHeader& said, base::Duration now) {
        return third.order.take({said, {}, base::Bytes(10)}, clock, local(now), 15ms);
    };
    EXPECT_EQ(take(one.says(0ms, false), 84ms), conversation::CausalOrder::Taken::goes);
    EXPECT_EQ(take(one.says(0ms, false), 86ms), conversation::CausalOrder::Taken::goes_late);
    EXPECT_EQ(take(one.says(0ms, true), 99ms), conversation::CausalOrder::Taken::goes) << "late is what certainly is";
    EXPECT_EQ(take(one.says(0ms, true), 101ms), conversation::CausalOrder::Taken::goes_late);
}

TEST(CausalOrder, deadlines_and_send_times_do_not_go_back_behind_those_of_causes) {
    Talker one{ann};
    Talker other{bob};
    // Ann's clock is ahead.
    const auto question = one.says(50ms);
    ASSERT_TRUE(other.hears(question, 20ms));
    (void)other.told(20ms);
    const auto answer = other.says(20ms);
    const auto deadline = [](const wire::MessageHeader& header) {
        return header.sent_at + Talker::context_of(header).wait;
    };
    EXPECT_GE(deadline(answer), deadline(question));
    EXPECT_GE(answer.sent_at, question.sent_at) << "who sorts by it sees the question first";
    const auto picture = other.says(25ms, false, 10ms);
    EXPECT_EQ(picture.sent_at, at(15ms)) << "a capture keeps its time";
    EXPECT_GE(deadline(picture), deadline(answer));
}

/// By a Δ that falls nothing is taken for younger than it is.
TEST(CausalOrder, a_smaller_delta_moves_no_send_time) {
    Talker one{ann};
    one.order.set_delta(400ms);
    const auto first = one.says(0ms, false);
    one.order.set_delta(100ms);
    const auto next = one.says(10ms, false);
    EXPECT_EQ(next.sent_at, at(10ms));
    EXPECT_GE(next.sent_at + Talker::context_of(next).wait, first.sent_at + Talker::context_of(first).wait);
}

/// What waits goes by the clock as it is known at last.
TEST(CausalOrder, a_clock_that_is_compared_anew_moves_deadlines) {
    Talker one{ann};
    Talker third{cem};
    (void)one.says(0ms);
    ASSERT_TRUE(third.hears(one.says(10ms), 30ms));
    EXPECT_EQ(third.order.next_wakeup(), local(110ms));
    third.order.follow_clock({clock.value - 20ms, 1ms}, 5ms);
    EXPECT_EQ(third.order.next_wakeup(), local(135ms));
    third.order.follow_clock({clock.value + 20ms, 1ms}, 0ms);
    EXPECT_EQ(third.order.next_wakeup(), local(90ms));
    third.order.follow_clock({clock.value - 10s, 1ms}, 0ms);
    EXPECT_EQ(third.order.next_wakeup(), local(430ms)) << "and nothing waits for longer than it may";
}

TEST(CausalOrder, what_follows_an_entry_of_the_log_waits_for_it) {
    Talker one{ann};
    Talker other{bob};
    one.order.handle_log(base::LogPosition{5}, at(0ms));
    const auto word = one.says(1ms);
    ASSERT_TRUE(other.hears(word, 10ms));
    EXPECT_THAT(other.told(10ms), IsEmpty());
    other.order.handle_log(base::LogPosition{4}, at(20ms));
    EXPECT_THAT(other.told(20ms), IsEmpty());
    other.order.handle_log(base::LogPosition{5}, at(30ms));
    EXPECT_THAT(other.told(30ms), ElementsAre(1));
}

TEST(CausalOrder, a_word_waits_for_its_grant_though_its_sender_names_no_entry) {
    Talker one{ann};
    Talker other{bob};
    auto word = one.says(1ms);
    word.token_epoch = base::TokenEpoch{4};
    ASSERT_TRUE(other.hears(word, 10ms));
    other.order.handle_log(base::LogPosition{4}, at(20ms));
    EXPECT_THAT(other.told(20ms), IsEmpty());
    other.order.handle_log(base::LogPosition{5}, at(30ms));
    EXPECT_THAT(other.told(30ms), ElementsAre(1));
}

TEST(CausalOrder, a_word_with_an_early_deadline_waits_for_a_grant_that_waits_for_words) {
    Talker one{ann};
    Talker other{bob};
    other.order.handle_log(base::LogPosition{4}, at(0ms));
    const auto lost = one.says(0ms);
    const wire::Causes causes{base::ConversationId{1}, at(10ms), one.order.causes(at(10ms))};
    EXPECT_FALSE(other.order.take_entry(base::LogPosition{5}, ann, &causes, clock, local(20ms), 0ms));
    wire::MessageHeader early;
    early.sender = cem;
    early.sent_at = at(20ms);
    early.token_epoch = base::TokenEpoch{4};
    conversation::encode({Ordinal{1}, 0ms, {}, true}, early.context);
    ASSERT_TRUE(other.hears(early, 25ms));
    EXPECT_THAT(other.told(100ms), IsEmpty());
    EXPECT_THAT(other.told(120ms), ElementsAre(0, 3)) << "the entry, and then the word";
}

TEST(CausalOrder, refuses_a_context_that_names_what_was_never_said) {
    Talker one{ann};
    Talker other{bob};
    wire::MessageHeader header;
    header.sender = ann;
    header.sent_at = at(0ms);
    conversation::encode({Ordinal{1}, 100ms, {{bob, Ordinal{1}}}, true}, header.context);
    EXPECT_FALSE(other.hears(header, 0ms)) << "Bob said nothing yet";
    (void)other.says(0ms);
    EXPECT_TRUE(other.hears(header, 0ms));
    header.context = {1};
    EXPECT_FALSE(other.hears(header, 0ms));
}

TEST(CausalOrder, a_gap_ends_the_wait) {
    Talker one{ann};
    Talker third{cem};
    const auto lost = one.says(0ms, false);
    const auto next = one.says(20ms, false);
    ASSERT_TRUE(third.hears(next, 40ms));
    EXPECT_THAT(third.told(40ms), IsEmpty());
    third.order.handle_gap({{}, ann, 1, lost.context}, local(45ms));
    EXPECT_THAT(third.told(45ms), ElementsAre(1));
    third.order.handle_gap({{}, ann, 0, lost.context}, local(45ms));
    third.order.handle_gap({{}, ann, 1, {}}, local(45ms));
}

TEST(CausalOrder, what_comes_after_what_depends_on_it_is_handed_over_as_late) {
    Talker one{ann};
    Talker two{bob};
    Talker third{cem};
    const auto question = one.says(0ms, false);
    ASSERT_TRUE(two.hears(question, 10ms));
    const auto answer = two.says(20ms, false);
    ASSERT_TRUE(third.hears(answer, 30ms));
    EXPECT_THAT(third.told(119ms), IsEmpty());
    EXPECT_THAT(third.told(121ms), ElementsAre(2));
    // Its own λ leaves it time.
    EXPECT_EQ(third.order.take({question, {}, base::Bytes(10)}, clock, local(200ms)),
              conversation::CausalOrder::Taken::goes_late);
}

TEST(CausalOrder, a_clock_that_was_wrong_holds_nothing_back_for_long) {
    Talker one{ann};
    Talker third{cem};
    // Taken for ten minutes later, and then not any more.
    const base::ClockOffset wrong{clock.value + 10min, 1ms};
    const auto first = one.says(0ms);
    (void)one.says(1ms);
    const auto later = one.says(2ms);
    ASSERT_TRUE(third.hears(first, 10ms, wrong));
    EXPECT_THAT(third.told(10ms), ElementsAre(1));
    ASSERT_TRUE(third.hears(later, 20ms));
    EXPECT_THAT(third.told(20ms), IsEmpty());
    EXPECT_THAT(third.told(104ms), ElementsAre(1)) << "what is missing before it is not waited for for ever";
    EXPECT_EQ(third.says(110ms).sent_at, at(110ms)) << "by the clock of now";
}

TEST(CausalOrder, how_long_messages_take_does_not_follow_delta) {
    Talker one{ann};
    Talker third{cem};
    base::Duration now{};
    for (const auto delta : {100ms, 400ms, 100ms}) {
        const auto said = one.says(now, false);
        third.order.set_delta(delta);
        ASSERT_TRUE(third.hears(said, now + 70ms));
        (void)third.told(now + 70ms);
        EXPECT_EQ(third.order.take_delay(), 72ms);
        one.order.set_delta(delta);
        now += 1s;
    }
}

TEST(CausalOrder, delta_keeps_to_its_interval) {
    Talker one{ann};
    EXPECT_EQ(one.order.delta(), 100ms);
    one.order.set_delta(1s);
    EXPECT_EQ(one.order.delta(), 400ms);
    EXPECT_EQ(Talker::context_of(one.says(0ms)).wait, 400ms);
    one.order.set_delta(0ms);
    EXPECT_EQ(one.order.delta(), 100ms);
    const auto next = one.says(1ms);
    EXPECT_GE(next.sent_at + Talker::context_of(next).wait, at(400ms)) << "as late as that of what was said before";
    EXPECT_LE(next.sent_at + Talker::context_of(next).wait, at(404ms)) << "in whole steps";
    EXPECT_EQ(Talker::context_of(one.says(1s)).wait, 100ms);
}

TEST(DelayBook, rises_at_once_and_falls_after_a_while) {
    conversation::DelayBook book;
    base::LocalTime now{1s};
    EXPECT_EQ(book.handle(ann, 80ms, 400ms, now), 80ms);
    EXPECT_EQ(book.handle(bob, 40ms, 400ms, now), std::nullopt);
    EXPECT_EQ(book.handle(bob, 120ms, 400ms, now), 120ms);
    std::optional<base::Duration> told;
    int seconds = 0;
    for (; !told; ++seconds) {
        now += 1s;
        told = book.handle(bob, 40ms, 400ms, now);
        if (!told) told = book.handle(ann, 60ms, 400ms, now);
        ASSERT_LT(seconds, 20);
    }
    EXPECT_GE(seconds, 10);
    EXPECT_EQ(book.advice(), 60ms);
}

TEST(DelayBook, waits_for_nobody_who_is_out_of_reach) {
    conversation::DelayBook book;
    const base::LocalTime now{1s};
    EXPECT_EQ(book.handle(ann, 600ms, 400ms, now), std::nullopt);
    EXPECT_EQ(book.handle(bob, 90ms, 400ms, now), 90ms);
    EXPECT_EQ(book.handle(ann, 400ms, 400ms, now), 400ms);
}

TEST(ContextBook, knows_what_a_dropped_piece_was_of) {
    node::ContextBook book;
    Talker one{ann};
    auto header = one.says(0ms, false);
    header.flow = base::FlowId{2};
    header.sequence = base::SequenceNumber{7};
    auto message = wire::encode(header);
    message.resize(message.size() + 5000);
    wire::FragmentFrame head;
    head.flow = header.flow;
    head.sender = ann;
    head.sequence = header.sequence;
    const auto pieces = flow::split(head, message);
    ASSERT_GT(pieces.size(), 2U);
    EXPECT_EQ(book.gap_of(pieces[2]), std::nullopt) << "its first was not seen";
    auto next = pieces;
    for (auto& piece : next)
        piece.sequence = base::SequenceNumber{8};
    book.note(next[0]);
    const auto gap = book.gap_of(next[2]);
    ASSERT_TRUE(gap.has_value());
    EXPECT_EQ(gap->context, header.context);
    EXPECT_EQ(gap->sender, ann);
    EXPECT_EQ(book.gap_of(next[1]), std::nullopt) << "it was said";
    for (auto& piece : next)
        piece.sequence = base::SequenceNumber{9};
    EXPECT_TRUE(book.gap_of(next[0]).has_value()) << "the first piece tells by itself";
}

/// A relay, and three who talk.
class Conversation : public testing::Test {
  protected:
    void SetUp() override {
        const auto link = hall.create(anna, relay);
        for (auto* place : {&anna, &bert, &carl})
            hall.join(*place, relay, link, place == &anna ? "Anna" : place == &bert ? "Bert" : "Carl");
        hall.run(3s);
    }
    static node::Publish chat(std::string_view text) {
        return {base::FlowId{3}, {}, base::Bytes{text.begin(), text.end()}};
    }
    Hall hall;
    Hall::Place& relay{hall.add_relay()};
    Hall::Place& anna{hall.add_endpoint()};
    Hall::Place& bert{hall.add_endpoint()};
    Hall::Place& carl{hall.add_endpoint()};
};

/// However long the way is, and with it the clock's bound.
TEST(LossDelay, what_comes_after_it_is_discarded) {
    // Of a voice it is 500 ms, and there are two ways.
    for (const auto way : {240ms, 260ms}) {
        Hall hall{way};
        auto& relay = hall.add_relay();
        auto& anna = hall.add_endpoint();
        auto& bert = hall.add_endpoint();
        hall.command(anna, node::CreateConference{relay.address, "relay.test", 7700, "From far away", {}});
        hall.run(5s);
        const auto created = Hall::all<node::ConferenceCreated>(anna);
        ASSERT_EQ(created.size(), 1U);
        hall.join(anna, relay, created.front().link, "Anna");
        hall.run(5s);
        hall.join(bert, relay, created.front().link, "Bert");
        hall.run(10s);
        hall.command(anna, node::Publish{base::FlowId{1}, {}, base::Bytes(60)});
        hall.run(2s);
        EXPECT_EQ(Hall::all<node::MessageReceived>(bert).size(), way < 250ms ? 1U : 0U);
    }
}

/// More pictures come for Carl, who is out of reach for a moment, than a relay queues for one member (1024 fragments).
TEST(Overload, a_word_does_not_wait_for_a_picture_that_the_relay_dropped) {
    constexpr base::FlowId voice{1};
    constexpr base::FlowId camera{2};
    Hall hall{30ms};
    auto& relay = hall.add_relay();
    std::vector<Hall::Place*> speakers(12);
    std::ranges::generate(speakers, [&] { return &hall.add_endpoint(); });
    auto& carl = hall.add_endpoint();
    node::CreateConference wanted{relay.address, "relay.test", 7700, "Pictures in order", {}};
    wanted.flows = node::standard_flows();
    for (auto& flow : wanted.flows) {
        flow.desired_delay = std::min<base::Duration>(flow.desired_delay, 10ms);
        if (flow.flow != camera) continue;
        flow.ordered = true;
        flow.loss_delay = 500ms;
    }
    hall.command(*speakers[0], wanted);
    hall.run(1s);
    const auto link = Hall::all<node::ConferenceCreated>(*speakers[0]).at(0).link;
    for (auto* place : speakers) {
        hall.join(*place, relay, link, "Speaker");
        hall.run(1s);
    }
    hall.join(carl, relay, link, "Carl");
    hall.run(1s);
    log::ConversationSettings settings;
    settings.lean = log::Lean::order;
    hall.command(*speakers[0], node::ActOnConversation{log::ChangeConversation{log::plenary, settings}});
    hall.run(3s);
    hall.drop_all_to(carl.address, true);
    for (auto* place : speakers)
        hall.command(*place, node::Publish{camera, {}, base::Bytes(600'000), {}});
    hall.run(40ms);
    hall.say(*speakers[0], "look at this", voice);
    hall.run(160ms);
    hall.drop_all_to(carl.address, false);
    // Δ is 490 ms.
    hall.run(150ms);
    EXPECT_THAT(Hall::texts(carl), ElementsAre("look at this"));
}

TEST_F(Conversation, figures_are_told_and_add_up) {
    hall.command(anna, chat("who is there?"));
    hall.run(100ms);
    hall.command(bert, chat("we are"));
    hall.run(2s);
    const auto figures = Hall::all<node::ConversationFigures>(carl);
    ASSERT_FALSE(figures.empty());
    const auto& last = figures.back();
    EXPECT_EQ(last.conversation, log::plenary);
    EXPECT_EQ(last.in_order, 2U);
    EXPECT_EQ(last.forced + last.late + last.discarded + last.overrun, 0U);
    EXPECT_GE(last.delta, last.delta_least);
    EXPECT_LE(last.delta, last.delta_most);
    EXPECT_GT(last.held_bound, 0U);
    for (const auto& message : Hall::all<node::MessageReceived>(carl))
        EXPECT_EQ(message.delivery, node::Delivery::in_order);
}

TEST_F(Conversation, what_is_not_ordered_neither_waits_nor_counts) {
    hall.command(anna, node::Publish{base::FlowId{2}, {}, base::Bytes(100)});
    hall.command(anna, chat("do you see me?"));
    hall.run(2s);
    const auto heard = Hall::all<node::MessageReceived>(carl);
    ASSERT_EQ(heard.size(), 2U);
    const auto figures = Hall::all<node::ConversationFigures>(carl);
    ASSERT_FALSE(figures.empty());
    EXPECT_EQ(figures.back().in_order, 1U);
}

TEST_F(Conversation, flows_that_leave_no_interval_are_named) {
    auto& dora = hall.add_endpoint();
    node::CreateConference wanted{relay.address, "127.0.0.1", 7700, "Too far apart"};
    wanted.flows = node::standard_flows();
    wanted.flows[2].desired_delay = 2s;
    hall.command(dora, wanted);
    hall.run(10ms);
    const auto refusals = Hall::all<node::CommandRefused>(dora);
    ASSERT_EQ(refusals.size(), 1U);
    EXPECT_EQ(refusals[0].error, node::CommandError::no_interval);
    EXPECT_THAT(refusals[0].too_slow, ElementsAre(wanted.flows[2].flow));
    EXPECT_THAT(refusals[0].too_strict, ElementsAre(wanted.flows[0].flow));
}

TEST_F(Conversation, moderators_say_how_far_delta_leans) {
    log::ConversationSettings settings;
    settings.lean = log::Lean::order;
    hall.command(anna, node::ActOnConversation{log::ChangeConversation{log::plenary, settings}});
    hall.command(bert, chat("so be it"));
    hall.run(2s);
    const auto figures = Hall::all<node::ConversationFigures>(bert);
    ASSERT_FALSE(figures.empty());
    EXPECT_EQ(figures.back().delta, figures.back().delta_most);
    hall.command(bert, node::ActOnConversation{log::ChangeConversation{log::plenary, {}}});
    hall.run(1s);
    EXPECT_FALSE(Hall::all<node::CommandRefused>(bert).empty());
}

} // namespace
} // namespace plenum::test
