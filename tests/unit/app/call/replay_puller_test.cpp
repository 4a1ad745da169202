// SPDX-License-Identifier: Apache-2.0
#include "app/call/replay_puller.h"

#include <gtest/gtest.h>

#include <vector>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;
using tag::PullError;

constexpr base::FlowId voice{1};
constexpr base::MemberIndex ada{2};
constexpr base::MemberIndex ben{3};

ReplayPuller::Range range(base::MemberIndex sender, base::Duration from, base::Duration to) {
    return {voice, sender, base::ConferenceTime{from}, base::ConferenceTime{to}};
}

class Pulling : public testing::Test {
  protected:
    [[nodiscard]] std::pair<base::Duration, base::Duration> times(std::size_t pull) const {
        const auto& asked_for = std::get<tag::PullRange>(asked.at(pull).what);
        return {asked_for.from.time_since_epoch(), asked_for.to.time_since_epoch()};
    }
    bool answer(std::size_t pull, bool readable = true, bool last = true) {
        node::SamplePulled sample;
        sample.request = asked.at(pull).request;
        sample.flow = voice;
        sample.sender = asked.at(pull).sender;
        sample.readable = readable;
        sample.last = last;
        return puller.handle(sample);
    }
    void refuse(std::size_t pull, PullError why) {
        puller.handle(node::PullFailed{asked.at(pull).request, voice, asked.at(pull).sender, why});
    }

    std::vector<node::Pull> asked;
    bool reachable{true};
    ReplayPuller puller{[this](const node::Pull& pull) {
        if (reachable) asked.push_back(pull);
        return reachable;
    }};
};

TEST_F(Pulling, asks_the_relay_for_what_is_wanted) {
    puller.want({range(ada, 1s, 3s)});
    ASSERT_EQ(asked.size(), 1U);
    EXPECT_EQ(asked[0].place, tag::ProxyPlace::relay);
    EXPECT_EQ(asked[0].sender, ada);
    EXPECT_TRUE(puller.busy());
    EXPECT_TRUE(answer(0, true, false));
    EXPECT_TRUE(answer(0));
    EXPECT_FALSE(puller.busy());
    EXPECT_FALSE(answer(0)) << "nobody asked for it any more";
}

TEST_F(Pulling, halves_what_is_too_much_and_takes_the_newer_first) {
    puller.want({range(ada, 0s, 8s)});
    refuse(0, PullError::too_much);
    ASSERT_EQ(asked.size(), 3U);
    EXPECT_EQ(times(1), (std::pair<base::Duration, base::Duration>{4s, 8s}));
    EXPECT_EQ(times(2), (std::pair<base::Duration, base::Duration>{0s, 4s}));
}

TEST_F(Pulling, does_not_halve_for_ever) {
    puller.want({range(ada, 0s, 150ms)});
    refuse(0, PullError::too_much);
    EXPECT_EQ(asked.size(), 1U);
    EXPECT_FALSE(puller.busy());
}

TEST_F(Pulling, asks_for_a_few_at_once) {
    std::vector<ReplayPuller::Range> wanted;
    for (int i = 0; i < 10; ++i)
        wanted.push_back(range(ada, i * 1s, (i + 1) * 1s));
    puller.want(wanted);
    EXPECT_EQ(asked.size(), ReplayPuller::asked_max);
    refuse(1, PullError::missing);
    EXPECT_EQ(asked.size(), ReplayPuller::asked_max + 1) << "a gap says nothing of what is before it";
}

TEST_F(Pulling, where_the_history_ends_it_asks_no_more_of_that_person) {
    puller.want({range(ada, 8s, 9s), range(ben, 8s, 9s), range(ben, 6s, 7s), range(ben, 4s, 5s), range(ada, 2s, 3s),
                 range(ben, 2s, 3s)});
    ASSERT_EQ(asked.size(), 4U);
    refuse(0, PullError::expired);
    ASSERT_EQ(asked.size(), 5U);
    EXPECT_EQ(asked[4].sender, ben);
}

TEST_F(Pulling, what_no_key_opens_is_told_and_older_is_not_asked_for) {
    puller.want({range(ada, 8s, 9s), range(ada, 6s, 7s), range(ada, 4s, 5s), range(ada, 3s, 4s), range(ada, 2s, 3s)});
    EXPECT_FALSE(answer(0, false));
    EXPECT_EQ(puller.unreadable(), std::set{ada});
    EXPECT_EQ(asked.size(), 4U);
}

TEST_F(Pulling, without_a_relay_nothing_is_under_way) {
    reachable = false;
    puller.want({range(ada, 8s, 9s), range(ada, 6s, 7s)});
    EXPECT_FALSE(puller.busy());
}

} // namespace
} // namespace plenum::app
