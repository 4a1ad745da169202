// SPDX-License-Identifier: Apache-2.0
// Samples of live flows that members pull from histories: at the subscriber, at the relay and at the publisher.
#include "core/peer/pull_messages.h"
#include "tests/unit/node/dishonest_relay.h"
#include "tests/unit/node/floor_fixture.h"
#include "tests/unit/node/hall_ids.h"

#include <gmock/gmock.h>

namespace plenum::test {
namespace {

using tag::ProxyPlace;
using tag::PullError;
using testing::ElementsAre;
using testing::IsEmpty;

base::Bytes body(std::uint64_t number, std::size_t bytes = 60) {
    return base::Bytes(bytes, static_cast<std::uint8_t>(number));
}

tag::Pull numbered(std::uint64_t number) { return tag::PullNumber{base::SequenceNumber{number}}; }

class Pulls : public Floor {
  protected:
    /// One message each 20 ms, of which each has other content.
    void publish(Hall::Place& by, std::uint64_t first, std::uint64_t last, base::FlowId flow = voice,
                 std::size_t bytes = 60) {
        for (auto i = first; i <= last; ++i) {
            const auto flags = wire::MessageFlags::of(flow == camera && i == first, false, 0);
            // Headers tell microseconds.
            hall.now += 300ns;
            hall.command(by, node::Publish{flow, flags, body(i, bytes)});
            hall.run(20ms);
        }
        hall.run(100ms);
    }
    /// Of Bob's messages.
    base::PullId pull(Hall::Place& by, tag::Pull what, ProxyPlace place, base::FlowId flow = voice) {
        request = request.next();
        hall.command(by, node::Pull{flow, self(bob), what, place, request});
        return request;
    }
    /// Numbers of what the last pull gave; with the error behind, where it failed.
    std::vector<std::uint64_t> answer(const Hall::Place& place) const {
        std::vector<std::uint64_t> numbers;
        for (const auto& sample : Hall::all<node::SamplePulled>(place)) {
            if (sample.request != request) continue;
            EXPECT_TRUE(!sample.readable || sample.body == body(sample.sequence.value(), sample.body.size()));
            numbers.push_back(sample.sequence.value());
        }
        return numbers;
    }
    std::optional<PullError> error(const Hall::Place& place) const {
        for (const auto& failed : Hall::all<node::PullFailed>(place))
            if (failed.request == request) return failed.error;
        return std::nullopt;
    }
    std::vector<std::uint64_t> pulled(Hall::Place& by, tag::Pull what, ProxyPlace place, base::FlowId flow = voice) {
        pull(by, what, place, flow);
        hall.run(200ms);
        EXPECT_EQ(error(by), std::nullopt) << base::enumerator_name(error(by).value_or(PullError{}));
        return answer(by);
    }
    std::optional<PullError> failure(Hall::Place& by, tag::Pull what, ProxyPlace place, base::FlowId flow = voice) {
        pull(by, what, place, flow);
        hall.run(200ms);
        EXPECT_THAT(answer(by), IsEmpty());
        return error(by);
    }
    base::ConferenceTime sent_at(std::uint64_t number) {
        for (const auto& message : Hall::all<node::MessageReceived>(cem))
            if (message.sequence.value() == number) return message.sent_at;
        return {};
    }
    base::PullId request{};
};

class PullsFrom : public Pulls, public testing::WithParamInterface<ProxyPlace> {};
INSTANTIATE_TEST_SUITE_P(Places, PullsFrom,
                         testing::Values(ProxyPlace::subscriber, ProxyPlace::publisher, ProxyPlace::relay),
                         [](const auto& place) { return std::string{base::enumerator_name(place.param)}; });

TEST_P(PullsFrom, every_place_give_the_newest_one_before_it_a_number_and_a_time) {
    publish(bob, 1, 20);
    EXPECT_THAT(pulled(alice, tag::PullLatest{}, GetParam()), ElementsAre(20));
    EXPECT_THAT(pulled(alice, tag::PullLatest{3}, GetParam()), ElementsAre(17));
    EXPECT_THAT(pulled(alice, numbered(5), GetParam()), ElementsAre(5));
    EXPECT_THAT(pulled(alice, tag::PullRange{sent_at(7), sent_at(9)}, GetParam()), ElementsAre(7, 8, 9));
    const auto samples = Hall::all<node::SamplePulled>(alice);
    EXPECT_EQ(std::ranges::count(samples, true, &node::SamplePulled::last), 4);
    EXPECT_TRUE(samples.back().last);
    EXPECT_EQ(Hall::all<node::MessageReceived>(alice).size(), 20U) << "what is pulled is not received again";
}

TEST_P(PullsFrom, every_place_tell_why_there_is_nothing) {
    publish(bob, 1, 5);
    EXPECT_EQ(failure(alice, tag::PullLatest{5}, GetParam()), PullError::never_published);
    EXPECT_EQ(failure(alice, numbered(6), GetParam()), PullError::future);
    EXPECT_EQ(failure(alice, numbered(0), GetParam()), PullError::wrong);
    const auto now = sent_at(5) + 1h;
    EXPECT_EQ(failure(alice, tag::PullRange{now, now}, GetParam()), PullError::future);
    EXPECT_EQ(failure(alice, tag::PullRange{sent_at(5), sent_at(4)}, GetParam()), PullError::wrong);
    hall.run(base::limits::pull_history_age_max + 1s);
    EXPECT_EQ(failure(alice, tag::PullLatest{}, GetParam()), PullError::expired);
    EXPECT_EQ(failure(alice, numbered(5), GetParam()), PullError::expired);
}

TEST_P(PullsFrom, every_place_give_each_message_of_a_bundle_and_frames_in_many_fragments) {
    std::vector<node::Command> turn;
    for (std::uint64_t i = 1; i <= 4; ++i)
        turn.emplace_back(node::Publish{voice, {}, body(i)});
    hall.commands(bob, turn);
    publish(bob, 1, 3, camera, 20'000);
    EXPECT_THAT(pulled(alice, numbered(3), GetParam()), ElementsAre(3));
    EXPECT_THAT(pulled(alice, tag::PullLatest{3}, GetParam()), ElementsAre(1));
    EXPECT_THAT(pulled(alice, tag::PullRange{{}, sent_at(4)}, GetParam()), ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(pulled(alice, numbered(2), GetParam(), camera), ElementsAre(2));
    EXPECT_EQ(Hall::all<node::SamplePulled>(alice).back().body.size(), 20'000U);
}

TEST_P(PullsFrom, every_place_refuse_more_than_an_answer_holds) {
    publish(bob, 1, 2, camera, base::limits::pull_answer_bytes_max / 2 + 1);
    hall.run(2s);
    EXPECT_EQ(failure(alice, tag::PullRange{{}, sent_at(2)}, GetParam(), camera), PullError::too_much);
    EXPECT_THAT(pulled(alice, tag::PullLatest{}, GetParam(), camera), ElementsAre(2));
}

TEST_P(PullsFrom, every_place_bound_the_age_of_what_they_give) {
    publish(bob, 1, 1);
    hall.run(2s);
    pulled(alice, tag::PullLatest{}, GetParam());
    const auto samples = Hall::all<node::SamplePulled>(alice);
    ASSERT_TRUE(!samples.empty() && samples.back().age_max);
    EXPECT_GE(*samples.back().age_max, 2100ms);
    EXPECT_LE(*samples.back().age_max, 2400ms);
}

TEST_F(Pulls, with_rate_zero_are_all_that_comes) {
    hall.command(alice, node::Subscribe{voice, {}, {0U, ProxyPlace::relay}});
    hall.run(50ms);
    publish(bob, 1, 10);
    EXPECT_TRUE(Hall::all<node::MessageReceived>(alice).empty());
    EXPECT_THAT(pulled(alice, tag::PullLatest{}, ProxyPlace::relay), ElementsAre(10));
    EXPECT_EQ(failure(alice, tag::PullLatest{}, ProxyPlace::subscriber), PullError::no_history);
}

TEST_F(Pulls, begin_anew_at_a_relay_that_restarted_and_go_on_at_the_publisher) {
    publish(bob, 1, 5);
    hall.restart_relay(relay);
    hall.run(5s);
    EXPECT_EQ(failure(alice, tag::PullLatest{}, ProxyPlace::relay), PullError::no_history);
    EXPECT_THAT(pulled(alice, tag::PullLatest{}, ProxyPlace::publisher), ElementsAre(5));
    EXPECT_THAT(pulled(alice, tag::PullLatest{}, ProxyPlace::subscriber), ElementsAre(5));
    publish(bob, 6, 7);
    EXPECT_THAT(pulled(alice, tag::PullLatest{}, ProxyPlace::relay), ElementsAre(7));
    EXPECT_EQ(failure(alice, numbered(5), ProxyPlace::relay), PullError::no_history);
    EXPECT_EQ(failure(alice, tag::PullLatest{2}, ProxyPlace::relay), PullError::no_history);
}

TEST_F(Pulls, of_a_message_that_never_arrived_find_it_at_the_publisher_alone) {
    publish(bob, 1, 2);
    hall.drop_all_to(relay.address, true);
    publish(bob, 3, 3);
    hall.run(800ms);
    hall.drop_all_to(relay.address, false);
    publish(bob, 4, 5);
    EXPECT_EQ(failure(alice, numbered(3), ProxyPlace::relay), PullError::missing);
    EXPECT_EQ(failure(alice, numbered(3), ProxyPlace::subscriber), PullError::missing);
    EXPECT_THAT(pulled(alice, numbered(3), ProxyPlace::publisher), ElementsAre(3));
}

TEST_F(Pulls, of_what_was_sealed_before_a_newcomer_came_are_not_readable) {
    publish(bob, 1, 3);
    auto& dora = hall.add_endpoint();
    hall.join(dora, relay, link, "Dora");
    hall.run(1s);
    publish(bob, 4, 5);
    for (const auto place : {ProxyPlace::relay, ProxyPlace::publisher}) {
        EXPECT_THAT(pulled(dora, numbered(3), place), ElementsAre(3));
        const auto closed = Hall::all<node::SamplePulled>(dora).back();
        EXPECT_FALSE(closed.readable);
        EXPECT_THAT(closed.body, IsEmpty());
        EXPECT_THAT(pulled(dora, numbered(5), place), ElementsAre(5));
        EXPECT_TRUE(Hall::all<node::SamplePulled>(dora).back().readable);
        EXPECT_THAT(pulled(alice, numbered(3), place), ElementsAre(3));
        EXPECT_TRUE(Hall::all<node::SamplePulled>(alice).back().readable) << "she has that key for some seconds more";
    }
    EXPECT_EQ(failure(dora, numbered(3), ProxyPlace::subscriber), PullError::no_history);
}

TEST_F(Pulls, of_reliable_flows_strangers_and_closed_flows_are_wrong) {
    EXPECT_EQ(failure(alice, tag::PullLatest{}, ProxyPlace::relay, chat), PullError::wrong);
    EXPECT_EQ(failure(alice, tag::PullLatest{}, ProxyPlace::relay, base::FlowId{999}), PullError::wrong);
    request = request.next();
    hall.command(alice, node::Pull{voice, base::MemberIndex{999}, tag::PullLatest{}, ProxyPlace::relay, request});
    EXPECT_EQ(error(alice), PullError::wrong);
}

TEST_F(Pulls, from_another_group_are_not_allowed_nor_of_what_was_said_before_one_came_there) {
    hall.command(alice, node::OpenGroup{"Red", {}});
    hall.run(100ms);
    const base::ConversationId red{2};
    const auto place = [&](std::vector<base::MemberIndex> members) {
        hall.command(alice, node::ActOnConversation{log::PlaceMembers{red, std::move(members)}});
        hall.run(100ms);
    };
    place({self(bob), self(cem)});
    base::FlowId voice_of_red;
    for (const auto& flow : Hall::all<node::FlowDeclared>(bob))
        if (flow.conversation == red && flow.spec.kind == base::FlowKind::audio) voice_of_red = flow.flow;
    publish(bob, 1, 3, voice_of_red);
    for (const auto where : {ProxyPlace::relay, ProxyPlace::publisher}) {
        EXPECT_EQ(failure(alice, tag::PullLatest{}, where, voice_of_red), PullError::not_allowed);
        EXPECT_THAT(pulled(cem, tag::PullLatest{}, where, voice_of_red), ElementsAre(3));
    }
    place({self(alice)});
    publish(bob, 4, 4, voice_of_red);
    for (const auto where : {ProxyPlace::relay, ProxyPlace::publisher}) {
        EXPECT_EQ(failure(alice, numbered(3), where, voice_of_red), PullError::no_history);
        EXPECT_THAT(pulled(alice, numbered(4), where, voice_of_red), ElementsAre(4));
    }
}

TEST_F(Pulls, beyond_a_few_at_once_are_refused_and_the_rest_answered) {
    publish(bob, 1, 5);
    for (std::size_t i = 0; i <= base::limits::pulls_max; ++i)
        pull(alice, tag::PullLatest{}, ProxyPlace::publisher);
    EXPECT_EQ(error(alice), PullError::busy);
    hall.run(1s);
    EXPECT_EQ(Hall::all<node::SamplePulled>(alice).size(), base::limits::pulls_max);
}

TEST_F(Pulls, of_someone_who_left_still_come_from_the_relay) {
    publish(bob, 1, 5);
    hall.command(bob, node::LeaveConference{});
    hall.run(1s);
    EXPECT_EQ(failure(alice, tag::PullLatest{}, ProxyPlace::publisher), PullError::unreachable);
    EXPECT_THAT(pulled(alice, tag::PullLatest{}, ProxyPlace::relay), ElementsAre(5));
}

TEST_F(Pulls, of_a_silent_publisher_fail_and_those_behind_are_answered) {
    publish(bob, 1, 5);
    kill(bob);
    pull(alice, tag::PullLatest{}, ProxyPlace::publisher);
    hall.run(base::limits::pull_forward_patience + 1s);
    EXPECT_THAT(error(alice), testing::AnyOf(PullError::no_answer, PullError::unreachable));
    EXPECT_THAT(pulled(alice, tag::PullLatest{}, ProxyPlace::relay), ElementsAre(5));
}

TEST_F(Pulls, without_a_relay_fail_but_not_of_what_is_here) {
    publish(bob, 1, 5);
    pull(alice, tag::PullLatest{}, ProxyPlace::publisher);
    hall.restart_relay_empty(relay);
    kill(relay);
    hall.run(base::limits::pull_patience + 1s);
    EXPECT_THAT(error(alice), testing::AnyOf(PullError::no_answer, PullError::unreachable));
    EXPECT_THAT(pulled(alice, tag::PullLatest{}, ProxyPlace::subscriber), ElementsAre(5));
}

TEST_F(Pulls, of_own_messages_are_answered_here) {
    publish(bob, 1, 5);
    for (const auto place : {ProxyPlace::subscriber, ProxyPlace::publisher, ProxyPlace::relay})
        EXPECT_THAT(pulled(bob, tag::PullLatest{}, place), ElementsAre(5));
}

/// Alice asks a relay that makes up its answers.
class FalseAnswers : public testing::Test {
  protected:
    void SetUp() override {
        relay.live_flows.insert(camera);
        const auto link = relay.create(alice);
        relay.join(alice, link, "Alice");
        relay.join(bob, link, "Bob");
        relay.run(1s);
        for (std::uint8_t i = 1; i <= 3; ++i)
            hall.command(bob, node::Publish{camera, {}, base::Bytes(2000, i)});
        relay.run(1s);
    }
    void ask(tag::Pull what) {
        hall.command(alice, node::Pull{camera, base::MemberIndex{2}, what, ProxyPlace::relay, base::PullId{++asked}});
        relay.run(200ms);
    }
    /// Bob's message, as it was published.
    base::Bytes sealed(std::uint64_t number) const {
        base::Bytes message;
        for (const auto& fragment : relay.fragments)
            if (fragment.flow == camera && fragment.sequence.value() == number) base::append(message, fragment.data);
        return message;
    }
    void answer(base::Bytes data, std::uint64_t only, std::uint32_t bytes_left = 0) {
        wire::PulledPart part;
        part.request = base::PullId{asked};
        part.only = base::SequenceNumber{only};
        part.bytes_left = bytes_left;
        part.data = std::move(data);
        relay.say(alice, base::PriorityClass::bulk, wire::encode(part));
        relay.run(200ms);
    }
    std::optional<PullError> error() const {
        const auto failed = Hall::all<node::PullFailed>(alice);
        return failed.empty() || failed.back().request != base::PullId{asked} ? std::nullopt
                                                                              : std::optional{failed.back().error};
    }

    Hall hall;
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
    DishonestRelay relay{hall};
    std::uint32_t asked{0};
};

TEST_F(FalseAnswers, are_told_from_true_ones) {
    ask(numbered(2));
    answer(sealed(2), 2);
    ASSERT_EQ(error(), std::nullopt);
    ASSERT_EQ(Hall::all<node::SamplePulled>(alice).size(), 1U);
    EXPECT_EQ(Hall::all<node::SamplePulled>(alice)[0].body, base::Bytes(2000, 2));
    auto forged = sealed(2);
    forged.back() ^= 1U;
    for (const auto& [message, only] :
         {std::pair{sealed(1), 1U}, std::pair{sealed(1), 2U}, std::pair{sealed(2), 0U}, std::pair{forged, 2U},
          std::pair{base::Bytes(9), 2U}, std::pair{base::Bytes{}, 2U}}) {
        ask(numbered(2));
        answer(message, only);
        EXPECT_EQ(error(), PullError::bad_answer);
    }
    EXPECT_EQ(Hall::all<node::SamplePulled>(alice).size(), 1U);
}

TEST_F(FalseAnswers, of_any_length_are_bounded) {
    ask(numbered(2));
    for (std::size_t sent = 0; sent <= base::limits::pull_answer_bytes_max; sent += wire::PulledPart::bytes_max)
        answer(base::Bytes(wire::PulledPart::bytes_max), 2, 1);
    EXPECT_EQ(error(), PullError::bad_answer);
    ask(numbered(2));
    for (std::size_t sent = 0; sent <= node::pull_parts_max; ++sent) {
        relay.run(1ms);
        answer({}, 2, 1);
    }
    EXPECT_EQ(error(), PullError::bad_answer);
}

TEST_F(FalseAnswers, that_do_not_come_are_not_waited_for) {
    ask(numbered(2));
    relay.run(base::limits::pull_patience);
    EXPECT_EQ(error(), PullError::no_answer);
    answer(sealed(2), 2);
    EXPECT_TRUE(Hall::all<node::SamplePulled>(alice).empty());
}

} // namespace
} // namespace plenum::test
