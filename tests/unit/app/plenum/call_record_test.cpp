// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/call_record.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

CallRecord a_record() {
    CallRecord record;
    record.link = QStringLiteral("plenum://127.0.0.1:7700/room#secret");
    record.title = QStringLiteral("Weekly");
    record.hosted = true;
    record.relay = base::Seed{};
    record.relay->bytes[3] = 7;
    record.microphone_on = false;
    record.standby = {base::MemberIndex{3}, {{"10.0.0.9", base::Address::v4(10, 0, 0, 9, 7700)}}, {}, {}};
    record.standby.conference.bytes[2] = 9;
    record.standby.fence = base::ConferenceTime{base::Duration{(std::int64_t{1} << 60) + 1}};
    record.drafts = {{QString{}, QStringLiteral("half a \"thought\"\n")}, {QStringLiteral("Red"), QStringLiteral("x")}};
    return record;
}

TEST(CallRecord, comes_back_as_it_was_written) {
    EXPECT_EQ(CallRecord::from_json(a_record().to_json()), a_record());
    auto guest = a_record();
    guest.hosted = false;
    guest.relay.reset();
    EXPECT_EQ(CallRecord::from_json(guest.to_json()), guest);
}

TEST(CallRecord, a_file_that_is_none_of_ours_is_no_record) {
    EXPECT_EQ(CallRecord::from_json({}), std::nullopt);
    EXPECT_EQ(CallRecord::from_json("[1, 2]"), std::nullopt);
    EXPECT_EQ(CallRecord::from_json("{\"version\": 2, \"link\": \"plenum://a\"}"), std::nullopt);
    EXPECT_EQ(CallRecord::from_json("{\"version\": 1}"), std::nullopt) << "without a link it leads nowhere";
    auto cut = a_record().to_json();
    cut.chop(9);
    EXPECT_EQ(CallRecord::from_json(cut), std::nullopt);
    const auto odd = CallRecord::from_json(R"({"version": 1, "link": "plenum://a", "relay": "zz", "hosted": 3})");
    ASSERT_TRUE(odd.has_value());
    EXPECT_EQ(odd->relay, std::nullopt);
    EXPECT_FALSE(odd->hosted);
}

} // namespace
} // namespace plenum::app
