// SPDX-License-Identifier: Apache-2.0
#include "core/link/clock_filter.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace plenum::link {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr base::LocalTime start{seconds{20}};

/// One exchange with a clock that is `offset` ahead.
bool exchange(ClockFilter& filter, base::LocalTime at, base::Duration offset, base::Duration away, base::Duration held,
              base::Duration back) {
    const auto request = filter.make_request(at);
    const base::ConferenceTime received{at.time_since_epoch() + offset + away};
    return filter.handle_response({request.sent_at, received, received + held}, at + away + held + back);
}

TEST(ClockFilter, OneExchangeGivesHalfItsDelayAsTheBound) {
    ClockFilter filter;
    EXPECT_FALSE(filter.offset(start));
    EXPECT_TRUE(exchange(filter, start, seconds{100}, milliseconds{10}, milliseconds{3}, milliseconds{30}));
    const auto clock = filter.offset(start + milliseconds{43}).value();
    EXPECT_EQ(clock.value, seconds{100} - milliseconds{10}); // wrong by half of the ways' difference
    EXPECT_GE(clock.error_max, milliseconds{20});
    EXPECT_LE(clock.error_max, milliseconds{20} + microseconds{25});
}

TEST(ClockFilter, TheTightestBoundNowIsTaken) {
    ClockFilter filter;
    ASSERT_TRUE(exchange(filter, start, seconds{1}, milliseconds{1}, {}, milliseconds{1}));
    ASSERT_TRUE(exchange(filter, start + seconds{1}, seconds{1}, milliseconds{9}, {}, milliseconds{9}));
    EXPECT_EQ(filter.offset(start + seconds{2})->value, seconds{1});
    // 1 ms and 400 ppm of drift reach 5 ms after ten seconds.
    EXPECT_EQ(filter.offset(start + seconds{9})->value, seconds{1});
    const auto grown = filter.offset(start + seconds{11})->error_max;
    EXPECT_GE(grown, milliseconds{5});
    EXPECT_LE(grown, milliseconds{6});
}

TEST(ClockFilter, TheFastestWaysOfTwoExchangesMakeOneBound) {
    ClockFilter filter;
    ASSERT_TRUE(exchange(filter, start, seconds{1}, milliseconds{2}, {}, milliseconds{200}));
    ASSERT_TRUE(exchange(filter, start + milliseconds{300}, seconds{1}, milliseconds{100}, {}, milliseconds{2}));
    const auto clock = filter.offset(start + milliseconds{402}).value();
    EXPECT_LE(std::chrono::abs(clock.value - seconds{1}), milliseconds{1});
    EXPECT_LE(clock.error_max, milliseconds{3});
}

/// What one of two ways takes: between 100 and 330 ms, each for itself or none before the one before it.
class Way {
  public:
    Way(std::uint64_t seed, bool keeps_order) : random_{seed}, keeps_order_{keeps_order} {}
    /// Of what leaves at `at`, after as many others as a voice sends meanwhile.
    base::Duration takes(base::LocalTime at) {
        for (; next_ < at; next_ += milliseconds{20})
            arrives(next_);
        return arrives(at) - at;
    }

  private:
    base::LocalTime arrives(base::LocalTime at) {
        const auto alone = at + base::from_us(random_.between(100'000, 330'000));
        last_ = std::max(last_, alone);
        return keeps_order_ ? last_ : alone;
    }
    base::Random random_;
    bool keeps_order_;
    base::LocalTime next_{start};
    base::LocalTime last_{};
};

/// By how much the clock is wrong at most, from 20 to 80 s after the first exchange, where each way takes 5 to 25 ms.
base::Duration wrong_at_most(std::uint64_t seed, std::int64_t drift_ppm) {
    ClockFilter filter;
    base::Random random{seed};
    const auto way = [&] { return milliseconds{5} + base::Duration{random.between(0, 20'000'000)}; };
    base::Duration most{};
    for (base::Duration at{}; at < seconds{80}; at += ClockFilter::interval_first) {
        const auto now = start + at;
        const auto offset = seconds{100} + at / 1'000'000 * drift_ppm;
        if (const auto clock = filter.offset(now); at > seconds{20}) {
            most = std::max(most, base::Duration{std::chrono::abs(clock->value - offset)});
            EXPECT_LE(std::chrono::abs(clock->value - offset), clock->error_max);
        }
        const auto away = way();
        EXPECT_TRUE(exchange(filter, now, offset, away, {}, way()));
    }
    return most;
}

TEST(ClockFilter, OnJitteryPathsClocksThatDriftApartAreKnownWithinAMillisecond) {
    base::Duration sum{};
    int runs = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        for (const std::int64_t drift_ppm : {-200, -30, 0, 100}) {
            const auto wrong = wrong_at_most(seed, drift_ppm);
            EXPECT_LE(wrong, milliseconds{1}) << seed << ' ' << drift_ppm;
            sum += wrong;
            ++runs;
        }
    }
    EXPECT_LE(sum / runs, microseconds{400}) << "without the trend of the drift: 900";
}

/// Where delays vary, the true offset lies within the bound always and within the doubt, which is far less.
TEST(ClockFilter, TheDoubtIsFarLessThanTheBound) {
    for (const bool keeps_order : {false, true}) {
        base::Duration doubts{};
        base::Duration bounds{};
        for (std::uint64_t round = 0; round < 50; ++round) {
            ClockFilter filter;
            Way there{2 * round + 1, keeps_order};
            Way back{2 * round + 2, keeps_order};
            auto at = start;
            for (int i = 0; i < 200; ++i) {
                const auto away = there.takes(at);
                const auto now = at + away + back.takes(at + away);
                ASSERT_TRUE(exchange(filter, at, seconds{1}, away, {}, now - at - away));
                at += filter.interval();
                const auto clock = filter.offset(now);
                if (!clock) continue;
                const auto error = std::chrono::abs(clock->value - seconds{1});
                ASSERT_LE(error, clock->error_max);
                EXPECT_LE(error, filter.doubt(*clock)) << round << ", exchange " << i;
                if (i < 150) continue;
                doubts += filter.doubt(*clock);
                bounds += clock->error_max;
            }
        }
        EXPECT_LE(doubts, bounds / 2) << (keeps_order ? "in order" : "each for itself");
    }
}

/// On a path with delays of a few ms more now and then, as most are, there is next to no doubt soon.
TEST(ClockFilter, WhereDelaysHardlyVaryThereIsHardlyAnyDoubt) {
    base::Random random{9};
    const auto way = [&] { return milliseconds{30} + base::from_us(random.between(0, 2'000)); };
    ClockFilter filter;
    auto at = start;
    for (int i = 0; i < 16; ++i) {
        ASSERT_TRUE(exchange(filter, at, seconds{1}, way(), {}, way()));
        at += filter.interval();
    }
    const auto clock = filter.offset(at).value();
    EXPECT_GE(clock.error_max, milliseconds{30});
    EXPECT_LE(filter.doubt(clock), milliseconds{10});
    EXPECT_GE(filter.doubt(clock), std::chrono::abs(clock.value - seconds{1}));
}

/// After thirty exchanges with ways that vary by so much: between requests of their own, and in what leaves anyway.
std::pair<base::Duration, base::Duration> intervals_where_ways_vary_by(base::Duration range) {
    base::Random random{11};
    const auto way = [&] { return milliseconds{100} + base::from_us(random.between(0, base::to_us(range))); };
    ClockFilter filter;
    EXPECT_EQ(filter.interval(), ClockFilter::interval_first) << "nothing answered yet";
    EXPECT_EQ(filter.interval_riding(), ClockFilter::interval_first);
    for (int i = 0; i < 30; ++i)
        EXPECT_TRUE(exchange(filter, start + i * milliseconds{75}, seconds{1}, way(), {}, way()));
    return {filter.interval(), filter.interval_riding()};
}

TEST(ClockFilter, WhileInDoubtItAsksMoreOften) {
    constexpr auto first = ClockFilter::interval_first;
    EXPECT_EQ(intervals_where_ways_vary_by({}), std::pair(ClockFilter::interval_even, ClockFilter::interval_even));
    EXPECT_EQ(intervals_where_ways_vary_by(milliseconds{4}), std::pair(ClockFilter::interval_even, first));
    EXPECT_EQ(intervals_where_ways_vary_by(milliseconds{15}), std::pair(ClockFilter::interval_uneven, first));
    EXPECT_EQ(intervals_where_ways_vary_by(milliseconds{200}), std::pair(first, first));
}

/// The program stood still while the answers waited: all that were asked for before look alike.
TEST(ClockFilter, ExchangesThatSpannedAPauseAreNotTakenAlone) {
    ClockFilter filter;
    std::vector<wire::ClockRequestFrame> requests;
    for (int i = 0; i < 3; ++i)
        requests.push_back(filter.make_request(start + i * milliseconds{75}));
    const auto woken = start + seconds{16};
    for (const auto& request : requests) {
        const base::ConferenceTime there{request.sent_at.time_since_epoch() + seconds{100}};
        ASSERT_TRUE(filter.handle_response({request.sent_at, there, there}, woken));
        EXPECT_FALSE(filter.offset(woken));
    }
    ASSERT_TRUE(exchange(filter, woken, seconds{100}, milliseconds{10}, {}, milliseconds{10}));
    EXPECT_LE(filter.offset(woken + milliseconds{20})->error_max, milliseconds{11});
}

/// Whose every exchange is slow has a clock with the second that began after the first.
TEST(ClockFilter, ASlowPathIsBelievedTheSecondTime) {
    ClockFilter filter;
    ASSERT_TRUE(exchange(filter, start, seconds{100}, milliseconds{600}, {}, milliseconds{600}));
    EXPECT_FALSE(filter.offset(start + milliseconds{1200}));
    const auto again = start + milliseconds{1200};
    ASSERT_TRUE(exchange(filter, again, seconds{100}, milliseconds{600}, {}, milliseconds{600}));
    EXPECT_EQ(filter.offset(again + milliseconds{1200})->value, seconds{100});
}

TEST(ClockFilter, AnswersThatCannotBeAreRefused) {
    ClockFilter filter;
    const auto request = filter.make_request(start);
    const base::ConferenceTime far{seconds{500}};
    EXPECT_FALSE(filter.handle_response({start + milliseconds{1}, far, far}, start + seconds{1})) << "not asked";
    EXPECT_FALSE(filter.handle_response({request.sent_at, far, far - milliseconds{1}}, start + seconds{1}));
    EXPECT_FALSE(filter.handle_response({request.sent_at, far, far + seconds{2}}, start + seconds{1}));
    EXPECT_FALSE(filter.offset(start + seconds{1}));
    EXPECT_TRUE(filter.handle_response({request.sent_at, far, far}, start + seconds{1}));
    EXPECT_FALSE(filter.handle_response({request.sent_at, far, far}, start + seconds{1})) << "answered already";
}

TEST(ClockFilter, OldRequestsAreForgotten) {
    ClockFilter filter;
    const auto first = filter.make_request(start);
    for (int i = 1; i < 140; ++i)
        (void)filter.make_request(start + milliseconds{i});
    EXPECT_FALSE(filter.handle_response({first.sent_at, base::ConferenceTime{}, base::ConferenceTime{}}, start));
}

TEST(ClockFilter, AnotherClockReplacesTheOldOne) {
    ClockFilter filter;
    for (int i = 0; i < 10; ++i)
        ASSERT_TRUE(exchange(filter, start + seconds{i}, seconds{1}, milliseconds{1}, {}, milliseconds{1}));
    ASSERT_TRUE(exchange(filter, start + seconds{10}, seconds{90}, milliseconds{20}, {}, milliseconds{20}));
    EXPECT_EQ(filter.offset(start + seconds{11})->value, seconds{90});
}

/// Whole microseconds on the wire must not break the bound of an exchange that takes hardly longer.
TEST(ClockFilter, TheBoundCoversRounding) {
    for (std::int64_t ns = 0; ns < 3000; ns += 7) {
        ClockFilter filter;
        const auto at = start + base::Duration{ns};
        const base::Duration offset{1'000'000'000 + ns * 3};
        const auto cut = [](base::Duration time) { return base::ConferenceTime{base::from_us(base::to_us(time))}; };
        const auto request = filter.make_request(at);
        const auto arrival = at.time_since_epoch() + offset + base::Duration{300};
        ASSERT_TRUE(filter.handle_response({request.sent_at, cut(arrival), cut(arrival)}, at + base::Duration{900}));
        const auto clock = filter.offset(at + base::Duration{900}).value();
        EXPECT_LE(std::chrono::abs(clock.value - offset), clock.error_max);
        EXPECT_LE(clock.error_max, microseconds{3});
    }
}

} // namespace
} // namespace plenum::link
