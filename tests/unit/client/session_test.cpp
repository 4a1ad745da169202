// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/client/session_fixture.h"

#include <gmock/gmock.h>

#include <fstream>
#include <set>

// Whole sessions in one process over loopback: the host's relay, its own endpoint and those who join it.

namespace plenum::client {
namespace {

using testing::ElementsAre;
using testing::Pair;

class SessionTest : public ::testing::Test {
  protected:
    /// A host and three who joined, each seeing all four.
    void SetUp() override {
        auto options = host_options();
        options.relay_linger = std::chrono::milliseconds{200};
        host_.emplace(Session::host(options));
        ASSERT_TRUE(host_->until_joined());
        ASSERT_TRUE(host_->link.has_value());
        for (const auto* name : {"Ben", "Cleo", "Dan"})
            guests_.push_back(std::make_unique<Listener>(Session::join(join_options(*host_->link, name))));
        for (auto* each : everyone()) {
            ASSERT_TRUE(each->until_joined());
            ASSERT_TRUE(each->until_present(4));
        }
    }
    std::vector<Listener*> everyone() {
        std::vector<Listener*> result{&*host_};
        for (auto& guest : guests_)
            result.push_back(guest.get());
        return result;
    }

    /// Until nobody speaks in an epoch that the last newcomer cannot read: senders go on with the old one for a moment
    /// (key_ring.h, epoch_switch_delay), and link health comes once a second.
    void settle() {
        for (auto* each : everyone()) {
            const auto reports = each->health_reports;
            ASSERT_TRUE(each->until([&] { return each->health_reports >= reports + 2; }));
        }
    }

    void settle_guests() {
        for (auto& guest : guests_) {
            const auto reports = guest->health_reports;
            ASSERT_TRUE(guest->until([&] { return guest->health_reports >= reports + 2; }));
        }
    }

    std::optional<Listener> host_;
    std::vector<std::unique_ptr<Listener>> guests_;
};

TEST_F(SessionTest, shows_everyone_the_same_members_and_flows) {
    for (auto* each : everyone()) {
        EXPECT_EQ(each->present, host_->present);
        EXPECT_EQ(each->flows.size(), host_->flows.size());
    }
    std::multiset<std::string> names;
    for (const auto& [member, name] : host_->present)
        names.insert(name);
    EXPECT_THAT(names, ElementsAre("Ada", "Ben", "Cleo", "Dan"));
    EXPECT_NE(host_->flow(base::FlowKind::audio), base::FlowId{});
    EXPECT_NE(host_->flow(base::FlowKind::video), base::FlowId{});
}

TEST_F(SessionTest, carries_chat_complete_and_in_each_senders_order) {
    constexpr int lines = 50;
    for (int line = 0; line < lines; ++line)
        for (auto* each : everyone())
            each->say(std::to_string(line));
    for (auto* each : everyone()) {
        ASSERT_TRUE(each->until([&] { return each->chat.size() == 3 * lines && each->accepted == lines; }))
            << "member " << each->self.value() << " heard " << testing::PrintToString(each->heard());
        std::map<base::MemberIndex, int> next;
        for (const auto& [sender, text] : each->chat)
            EXPECT_EQ(text, std::to_string(next[sender]++));
        EXPECT_EQ(next.size(), 3U);
        EXPECT_FALSE(next.contains(each->self));
    }
}

TEST_F(SessionTest, carries_media_on_its_own_queue_to_all_others) {
    settle();
    const auto flow = host_->flow(base::FlowKind::video);
    base::Bytes picture(20'000);
    for (std::size_t i = 0; i < picture.size(); ++i)
        picture[i] = static_cast<std::uint8_t>(i * 13);
    const auto captured_at = Session::now();
    ASSERT_TRUE(guests_[0]
                    ->session()
                    .publish({flow, wire::MessageFlags::of(true, false, 0), picture, captured_at})
                    .has_value());
    for (auto* each : {&*host_, guests_[1].get(), guests_[2].get()}) {
        ASSERT_TRUE(each->session().media().wait(std::chrono::seconds{30}));
        const auto event = each->session().media().pop();
        ASSERT_TRUE(event.has_value());
        const auto& media = std::get<MediaMessage>(*event);
        EXPECT_EQ(media.kind, base::FlowKind::video);
        EXPECT_EQ(media.message.sender, guests_[0]->self);
        EXPECT_EQ(media.message.body, picture);
        EXPECT_TRUE(media.message.flags.is_key_frame());
        EXPECT_GE(media.message.received_at, captured_at);
    }
    EXPECT_TRUE(guests_[0]->session().media().empty());
    ASSERT_TRUE(guests_[1]->session().request_key_frame(flow, guests_[0]->self).has_value());
    ASSERT_TRUE(guests_[0]->session().media().wait(std::chrono::seconds{30}));
    const auto asked = guests_[0]->session().media().pop();
    ASSERT_TRUE(asked.has_value());
    EXPECT_EQ(std::get<node::KeyFrameRequested>(*asked).flow, flow);
}

TEST_F(SessionTest, carries_a_screen_as_pictures_and_a_stroke_as_words) {
    settle();
    auto& sender = guests_[0]->session();
    const auto screen = host_->flow(base::FlowKind::screen);
    ASSERT_TRUE(sender.publish({screen, {}, base::Bytes(3000, 7)}).has_value());
    ASSERT_TRUE(sender.publish({host_->flow(base::FlowKind::board), {}, {'i', 'n', 'k'}}).has_value());
    for (auto* each : {&*host_, guests_[1].get(), guests_[2].get()}) {
        ASSERT_TRUE(each->until([&] { return !each->chat.empty(); }));
        EXPECT_EQ(each->chat, (std::vector{std::pair{guests_[0]->self, std::string{"ink"}}})) << "and no picture";
        ASSERT_TRUE(each->session().media().wait(std::chrono::seconds{30}));
        const auto event = each->session().media().pop();
        ASSERT_TRUE(event.has_value());
        const auto& media = std::get<MediaMessage>(*event);
        EXPECT_EQ(media.kind, base::FlowKind::screen);
        EXPECT_EQ(media.message.flow, screen);
        EXPECT_EQ(media.message.body.size(), 3000U);
    }
}

TEST_F(SessionTest, carries_many_small_messages_one_by_one_to_all_others) {
    settle();
    const auto flow = host_->flow(base::FlowKind::audio);
    constexpr std::uint8_t messages = 60; // as many as the flow may send at once
    for (std::uint8_t i = 0; i < messages; ++i)
        ASSERT_TRUE(guests_[0]->session().publish({flow, {}, base::Bytes(1U + i % 7, i)}).has_value());
    for (auto* each : {&*host_, guests_[1].get(), guests_[2].get()}) {
        for (std::uint8_t i = 0; i < messages; ++i) {
            ASSERT_TRUE(each->session().media().wait(std::chrono::seconds{30})) << int{i};
            const auto event = each->session().media().pop();
            ASSERT_TRUE(event.has_value());
            const auto& message = std::get<MediaMessage>(*event).message;
            EXPECT_EQ(message.body, base::Bytes(1U + i % 7, i));
            EXPECT_EQ(message.sequence, base::SequenceNumber{i + 1U});
            EXPECT_EQ(message.flags, wire::MessageFlags{});
        }
    }
}

TEST_F(SessionTest, tells_the_others_of_a_member_who_leaves) {
    const auto left = guests_[1]->self;
    guests_[1]->session().leave();
    ASSERT_TRUE(guests_[1]->until_finished());
    EXPECT_EQ(guests_[1]->end_reason(), node::EndReason::left);
    for (auto* each : {&*host_, guests_[0].get(), guests_[2].get()}) {
        ASSERT_TRUE(each->until_present(3));
        EXPECT_THAT(each->gone, ElementsAre(Pair(left, node::LeaveReason::left)));
    }
    EXPECT_EQ(guests_[1]->session().publish({}), std::unexpected(PostError::over));
}

TEST_F(SessionTest, leaves_when_it_is_destroyed) {
    const auto left = guests_[2]->self;
    guests_[2]->drop();
    ASSERT_TRUE(host_->until_present(3));
    EXPECT_THAT(host_->gone, ElementsAre(Pair(left, node::LeaveReason::left)));
}

TEST_F(SessionTest, ends_for_everyone_when_a_moderator_says_so) {
    guests_[0]->session().end();
    ASSERT_TRUE(guests_[0]->until([&] { return !guests_[0]->refusals.empty(); }));
    EXPECT_THAT(guests_[0]->refusals, ElementsAre(node::CommandError::not_permitted));
    EXPECT_FALSE(guests_[0]->finished.has_value());
    host_->session().end();
    for (auto* each : everyone()) {
        ASSERT_TRUE(each->until_finished());
        EXPECT_EQ(each->end_reason(), node::EndReason::ended_for_all);
        EXPECT_EQ(each->finished->sentence, explain(node::EndReason::ended_for_all));
    }
}

TEST_F(SessionTest, tells_everyone_when_the_host_closes_the_relay) {
    host_->session().close_relay();
    for (auto& guest : guests_) {
        ASSERT_TRUE(guest->until_finished());
        EXPECT_EQ(guest->end_reason(), node::EndReason::relay_closed);
    }
    ASSERT_TRUE(host_->until_finished());
    EXPECT_EQ(host_->end_reason(), node::EndReason::left);
}

TEST_F(SessionTest, tells_everyone_when_the_host_leaves) {
    const auto before = Session::now();
    host_->drop();
    EXPECT_LT(Session::now() - before, 2 * Session::leave_time_max);
    for (auto& guest : guests_) {
        ASSERT_TRUE(guest->until_finished());
        EXPECT_EQ(guest->end_reason(), node::EndReason::relay_closed);
    }
}

TEST_F(SessionTest, the_relay_goes_on_after_its_host_left_until_the_last_member_left) {
    host_->session().leave_relay_running();
    for (auto& guest : guests_)
        ASSERT_TRUE(guest->until_present(3));
    settle_guests();
    guests_[0]->say("still here");
    ASSERT_TRUE(guests_[1]->until([&] { return !guests_[1]->chat.empty(); }));
    EXPECT_FALSE(host_->session().wait_finished(base::Duration::zero()));
    for (auto& guest : guests_) {
        guest->session().leave();
        ASSERT_TRUE(guest->until_finished());
        EXPECT_EQ(guest->end_reason(), node::EndReason::left);
    }
    ASSERT_TRUE(host_->until_finished());
    EXPECT_EQ(host_->end_reason(), node::EndReason::left);
}

TEST_F(SessionTest, a_relay_that_goes_on_is_closed_for_everyone_when_its_session_is_destroyed) {
    host_->session().leave_relay_running();
    ASSERT_TRUE(guests_[0]->until_present(3));
    host_->drop();
    for (auto& guest : guests_) {
        ASSERT_TRUE(guest->until_finished());
        EXPECT_EQ(guest->end_reason(), node::EndReason::relay_closed);
    }
}

TEST_F(SessionTest, members_are_told_that_the_hosts_relay_keeps_nothing) {
    for (auto* each : everyone())
        EXPECT_EQ(each->durable, std::optional{false});
}

TEST_F(SessionTest, knows_the_conference_clock) {
    ASSERT_TRUE(guests_[0]->until([&] { return guests_[0]->health.has_value(); }));
    const auto clock = guests_[0]->session().conference_clock();
    ASSERT_TRUE(clock.has_value());
    // One machine, one clock: the true offset is zero.
    EXPECT_LE(std::chrono::abs(clock->value), clock->error_max);
    EXPECT_LT(clock->error_max, base::Duration{std::chrono::seconds{1}});
}

} // namespace
} // namespace plenum::client
