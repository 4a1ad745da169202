// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/video_shares.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;
using ui::VideoShare;

constexpr base::FlowId camera{4};
constexpr base::MemberIndex us{1};
constexpr base::MemberIndex ann{2};

base::IdentityKey key(std::uint8_t first) {
    base::IdentityKey made{};
    made.bytes[0] = first;
    return made;
}

class Shares : public testing::Test {
  protected:
    Shares() {
        base::FlowSpec spec;
        spec.kind = base::FlowKind::video;
        spec.rate_hz = 30;
        view.handle(node::FlowDeclared{.flow = camera, .name = "camera", .spec = spec});
        spec.kind = base::FlowKind::audio;
        view.handle(node::FlowDeclared{.flow = base::FlowId{1}, .name = "audio", .spec = spec});
        view.handle(node::MemberJoined{.member = us, .name = "Us", .identity = key(1), .self = true});
        join(ann);
    }
    void join(base::MemberIndex index) {
        view.handle(node::MemberJoined{.member = index, .name = "Ann", .identity = key(2)});
    }
    /// "FLOW MEMBER RATE" of what the session is told now.
    std::vector<std::string> told() {
        std::vector<std::string> result;
        for (const auto& each : shares.changes(view)) {
            const auto rate = each.wanted.rate_hz ? std::to_string(*each.wanted.rate_hz) : "all";
            result.push_back(std::to_string(each.flow.value()) + " " + std::to_string(each.sender.value()) + " " +
                             rate + (each.wanted.small ? " small" : ""));
            shares.note_told(each);
        }
        return result;
    }

    client::ConferenceView view;
    VideoShares shares;
};

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

TEST_F(Shares, nothing_is_told_while_everything_is_wanted) { EXPECT_THAT(told(), IsEmpty()); }

TEST_F(Shares, a_choice_is_told_once_and_taken_back_by_everything) {
    shares.set(key(2), VideoShare::half);
    EXPECT_THAT(told(), ElementsAre("4 2 15"));
    EXPECT_THAT(told(), IsEmpty());
    shares.set(key(2), std::nullopt);
    EXPECT_THAT(told(), ElementsAre("4 2 all"));
}

TEST_F(Shares, one_person_goes_before_all) {
    shares.set_all(VideoShare::none);
    shares.set(key(2), VideoShare::everything);
    EXPECT_THAT(told(), UnorderedElementsAre("4 0 0", "4 2 all"));
    EXPECT_EQ(shares.of(key(2)), VideoShare::everything);
    EXPECT_EQ(shares.of(key(3)), VideoShare::none);
    shares.set(key(2), std::nullopt);
    EXPECT_THAT(told(), ElementsAre("4 2 0")) << "a subscription to one sender stays, so it follows that to all";
    shares.set_all(VideoShare::everything);
    EXPECT_THAT(told(), UnorderedElementsAre("4 0 all", "4 2 all"));
}

TEST_F(Shares, who_comes_back_under_another_index_is_treated_as_before) {
    shares.set(key(2), VideoShare::stills);
    (void)told();
    view.handle(node::MemberLeft{.member = ann, .reason = node::LeaveReason::left});
    EXPECT_THAT(told(), IsEmpty());
    join(base::MemberIndex{7});
    EXPECT_THAT(told(), ElementsAre("4 7 1"));
}

TEST_F(Shares, after_our_own_return_all_is_told_again) {
    shares.set_all(VideoShare::low);
    EXPECT_THAT(told(), ElementsAre("4 0 8"));
    shares.tell_again();
    EXPECT_THAT(told(), ElementsAre("4 0 8"));
    shares.tell_again();
    shares.set_all(VideoShare::everything);
    EXPECT_THAT(told(), ElementsAre("4 0 all"));
}

TEST_F(Shares, what_the_session_did_not_take_is_told_again) {
    shares.set_all(VideoShare::low);
    EXPECT_EQ(shares.changes(view).size(), 1U);
    EXPECT_THAT(told(), ElementsAre("4 0 8"));
}

TEST_F(Shares, a_small_tile_asks_for_small_pictures_whatever_the_rate) {
    shares.set_small(key(2), true);
    EXPECT_THAT(told(), ElementsAre("4 2 all small"));
    shares.set(key(2), VideoShare::half);
    EXPECT_THAT(told(), ElementsAre("4 2 15 small"));
    shares.set_small(key(2), false);
    EXPECT_THAT(told(), ElementsAre("4 2 15"));
}

TEST_F(Shares, small_pictures_are_a_share_of_their_own) {
    shares.set(key(2), VideoShare::small);
    EXPECT_THAT(told(), ElementsAre("4 2 all small"));
    shares.set(key(2), std::nullopt);
    EXPECT_THAT(told(), ElementsAre("4 2 all"));
}

/// 30 pictures a second in three layers of 7.5, 7.5 and 15, of 4000, 2000 and 1000 bytes.
CallMedia::Reception after(int seconds) {
    const auto count = [&](double hz, std::uint64_t bytes) {
        const auto messages = static_cast<std::uint64_t>(hz * seconds);
        return CallMedia::LayerCount{messages, messages * bytes};
    };
    CallMedia::Reception reception;
    reception.video_at = base::LocalTime{1s};
    reception.layers = {count(7.5, 4000), count(7.5, 2000), count(15, 1000)};
    return reception;
}

TEST(Gauge, expects_of_each_share_what_its_layers_bring) {
    VideoGauge gauge;
    const auto everything = [](base::MemberIndex) { return VideoShare::everything; };
    (void)gauge.look({{ann, after(0)}}, base::LocalTime{10s}, everything);
    const auto rates = gauge.look({{ann, after(2)}}, base::LocalTime{12s}, everything);
    ASSERT_EQ(rates.size(), 1);
    EXPECT_EQ(rates[0].now.value(), 60'000U);
    const auto expected = [&](VideoShare share) { return rates[0].expected.value(share).value(); };
    EXPECT_EQ(expected(VideoShare::everything), 60'000U);
    EXPECT_EQ(expected(VideoShare::half), 45'000U) << "without the top layer";
    EXPECT_EQ(expected(VideoShare::low), 30'000U) << "layer 0 alone";
    EXPECT_EQ(expected(VideoShare::stills), 4'000U);
    EXPECT_EQ(expected(VideoShare::none), 0U);
}

TEST(Gauge, remembers_the_full_rate_while_less_comes) {
    VideoGauge gauge;
    const auto everything = [](base::MemberIndex) { return VideoShare::everything; };
    const auto none = [](base::MemberIndex) { return VideoShare::none; };
    (void)gauge.look({{ann, after(0)}}, base::LocalTime{10s}, everything);
    (void)gauge.look({{ann, after(2)}}, base::LocalTime{12s}, everything);
    (void)gauge.look({{ann, after(3)}}, base::LocalTime{13s}, none);
    const auto rates = gauge.look({{ann, after(3)}}, base::LocalTime{14s}, none);
    ASSERT_EQ(rates.size(), 1);
    EXPECT_EQ(rates[0].now.value(), 0U);
    EXPECT_EQ(rates[0].expected.value(VideoShare::everything).value(), 60'000U);
}

TEST(Gauge, guesses_what_small_pictures_take_until_some_came) {
    VideoGauge gauge;
    const auto everything = [](base::MemberIndex) { return VideoShare::everything; };
    const auto small = [](base::MemberIndex) { return VideoShare::small; };
    (void)gauge.look({{ann, after(0)}}, base::LocalTime{10s}, everything);
    auto rates = gauge.look({{ann, after(2)}}, base::LocalTime{12s}, everything);
    ASSERT_EQ(rates.size(), 1);
    EXPECT_EQ(rates[0].expected.value(VideoShare::small).value(), 18'750U);
    auto reception = after(2);
    (void)gauge.look({{ann, reception}}, base::LocalTime{13s}, small);
    reception.small_layers[0] = {60, 12'000};
    rates = gauge.look({{ann, reception}}, base::LocalTime{14s}, small);
    ASSERT_EQ(rates.size(), 1);
    EXPECT_EQ(rates[0].now.value(), 12'000U);
    EXPECT_EQ(rates[0].expected.value(VideoShare::small).value(), 12'000U);
    EXPECT_EQ(rates[0].expected.value(VideoShare::everything).value(), 60'000U);
}

TEST(Gauge, says_nothing_of_who_shows_no_picture) {
    VideoGauge gauge;
    const auto everything = [](base::MemberIndex) { return VideoShare::everything; };
    EXPECT_TRUE(gauge.look({{ann, CallMedia::Reception{}}}, base::LocalTime{10s}, everything).isEmpty());
}

} // namespace
} // namespace plenum::app
