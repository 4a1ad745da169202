// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/chat_times.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

const QDateTime wall = QDateTime::fromSecsSinceEpoch(1'000'000'000);
constexpr base::LocalTime now{1000s};
constexpr base::ClockOffset clock{.value = 500s};

TEST(ChatTimes, are_told_once_there_is_a_clock) {
    ChatTimes times;
    times.note(ui::ChatId{7}, base::ConferenceTime{1490s});
    times.note(ui::ChatId{8}, {});
    EXPECT_TRUE(times.take(std::nullopt, now, wall).empty());
    EXPECT_EQ(times.take(clock, now, wall), (ChatTimes::Times{{ui::ChatId{7}, wall.addSecs(-10)}}));
    EXPECT_TRUE(times.take(clock, now, wall).empty()) << "and not again";
}

TEST(ChatTimes, are_bounded) {
    ChatTimes times;
    for (std::uint64_t message = 0; message < ChatTimes::messages_max + 3; ++message)
        times.note(ui::ChatId{message}, base::ConferenceTime{1490s});
    EXPECT_EQ(times.take(clock, now, wall).size(), ChatTimes::messages_max);
}

} // namespace
} // namespace plenum::app
