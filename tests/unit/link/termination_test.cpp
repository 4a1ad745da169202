// SPDX-License-Identifier: Apache-2.0
#include "core/link/termination.h"

#include "core/base/enums.h"

#include <gtest/gtest.h>

namespace plenum::link::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr base::LocalTime start{seconds{3}};

TEST(Termination, SaysACloseThatNeedsNoAnswerThreeTimes) {
    Termination termination;
    EXPECT_TRUE(termination.close(wire::CloseReason::protocol_error, ClosedBy::self, start));
    EXPECT_FALSE(termination.awaits_answer());
    auto now = start;
    for (int i = 0; i < 3; ++i) {
        EXPECT_FALSE(termination.is_finished()) << i;
        now = termination.next_at();
        const auto frame = termination.poll_close(now, true);
        ASSERT_TRUE(frame);
        EXPECT_EQ(frame->reason, wire::CloseReason::protocol_error);
        EXPECT_FALSE(termination.poll_close(now, true)) << "not twice at one time";
    }
    EXPECT_EQ(now, start + milliseconds{60});
    EXPECT_TRUE(termination.is_finished());
}

TEST(Termination, RepeatsACloseUntilItIsAnswered) {
    const auto answered = [] {
        for (const auto reason : base::enum_values<wire::CloseReason>)
            if (wire::is_answered(reason)) return reason;
        return wire::CloseReason::leaving;
    }();
    ASSERT_TRUE(wire::is_answered(answered));
    Termination termination;
    termination.close(answered, ClosedBy::self, start);
    EXPECT_TRUE(termination.awaits_answer());
    int said = 0;
    while (termination.next_at() < start + seconds{50})
        said += termination.poll_close(termination.next_at(), true).has_value() ? 1 : 0;
    EXPECT_GE(said, 100);
    EXPECT_LE(said, 120);
    termination.handle_answer();
    EXPECT_TRUE(termination.is_finished());
}

TEST(Termination, IsFinishedOnceNothingSealsAnyMore) {
    Termination termination;
    termination.close(wire::CloseReason::leaving, ClosedBy::self, start);
    EXPECT_FALSE(termination.poll_close(start, false));
    EXPECT_TRUE(termination.is_finished());
}

TEST(Termination, TellsOfTheFirstEndOnce) {
    Termination termination;
    EXPECT_TRUE(termination.end(ClosedBy::silence, std::nullopt));
    EXPECT_FALSE(termination.close(wire::CloseReason::leaving, ClosedBy::self, start));
    EXPECT_TRUE(termination.is_finished());
    const auto closed = termination.poll_event();
    ASSERT_TRUE(closed);
    EXPECT_EQ(closed->by, ClosedBy::silence);
    EXPECT_FALSE(termination.poll_event());
}

} // namespace
} // namespace plenum::link::test
