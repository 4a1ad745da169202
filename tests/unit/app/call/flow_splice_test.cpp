// SPDX-License-Identifier: Apache-2.0
#include "app/call/flow_splice.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

constexpr base::MemberIndex self{4};
constexpr base::MemberIndex other{5};

/// Messages of one sender, by flow and number.
node::MessageReceived message(std::uint16_t flow, std::uint64_t number, base::Duration sent_at) {
    node::MessageReceived made;
    made.flow = base::FlowId{flow};
    made.sender = other;
    made.sequence = base::SequenceNumber{number};
    made.sent_at = base::ConferenceTime{sent_at};
    return made;
}

std::uint64_t placed(FlowSplice& splice, const node::MessageReceived& message) {
    const auto place = splice.place(message);
    return place ? place->value() : 0;
}

TEST(FlowSplice, one_flow_keeps_its_numbers) {
    FlowSplice splice;
    EXPECT_EQ(placed(splice, message(1, 700, 10ms)), 700U);
    EXPECT_EQ(placed(splice, message(1, 703, 70ms)), 703U);
    EXPECT_EQ(placed(splice, message(1, 702, 50ms)), 702U) << "overtaken";
}

TEST(FlowSplice, another_flow_goes_on_where_the_one_before_stood) {
    FlowSplice splice;
    EXPECT_EQ(placed(splice, message(1, 700, 10ms)), 700U);
    EXPECT_EQ(placed(splice, message(3, 1, 30ms)), 701U);
    EXPECT_EQ(placed(splice, message(3, 2, 50ms)), 702U);
    EXPECT_EQ(placed(splice, message(1, 699, 9ms)), 0U) << "late, of the flow before";
    EXPECT_EQ(placed(splice, message(3, 3, 70ms)), 703U);
    EXPECT_EQ(placed(splice, message(1, 701, 90ms)), 704U) << "back again";
}

TEST(FlowSplice, people_do_not_meet) {
    FlowSplice splice;
    EXPECT_EQ(placed(splice, message(1, 700, 10ms)), 700U);
    auto of_another = message(3, 5, 5ms);
    of_another.sender = self;
    EXPECT_EQ(placed(splice, of_another), 5U);
    splice.forget(other);
    EXPECT_EQ(placed(splice, message(1, 2, 1ms)), 2U);
}

} // namespace
} // namespace plenum::app
