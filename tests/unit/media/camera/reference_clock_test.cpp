// SPDX-License-Identifier: Apache-2.0
#include "media/camera/reference_clock_gst.h"

#include "tests/unit/media/support/pulse_server.h"

#include <gmock/gmock.h>

namespace plenum::media {
namespace {

using namespace std::chrono_literals;

TEST(ReferenceClock, tells_what_a_served_clock_shows_once_it_is_in_step) {
    const auto server = ReferenceClockServer::start(0);
    ASSERT_TRUE(server) << server.error().text;
    const auto port = (*server)->port();
    const auto clock = ReferenceClock::open(ReferenceClock::Net{"127.0.0.1", port});
    const auto other = ReferenceClock::open(ReferenceClock::Net{"127.0.0.2", port});
    const auto unserved = ReferenceClock::open(ReferenceClock::Net{"127.0.0.1", 9});
    ASSERT_TRUE(clock && other && unserved);
    ASSERT_TRUE(test::wait_until([&] { return (*clock)->read() && (*other)->read(); }));
    // It is this machine's own.
    EXPECT_LT(std::chrono::abs((*clock)->read()->ahead), 5ms);
    EXPECT_NE((*clock)->read()->id, (*other)->read()->id);
    EXPECT_FALSE((*unserved)->read());
}

TEST(ReferenceClockServer, refuses_a_port_at_which_another_one_serves) {
    const auto server = ReferenceClockServer::start(0);
    ASSERT_TRUE(server) << server.error().text;
    const auto port = (*server)->port();
    const auto second = ReferenceClockServer::start(port);
    ASSERT_FALSE(second) << "cameras would follow either of the two";
    EXPECT_THAT(second.error().text, testing::HasSubstr(std::to_string(port)));
}

} // namespace
} // namespace plenum::media
