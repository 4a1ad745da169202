// SPDX-License-Identifier: Apache-2.0
#include "media/camera/reference_clock_gst.h"

#include "media/clock.h"

#include <gtest/gtest.h>
#include <thread>

namespace plenum::media {
namespace {

using namespace std::chrono_literals;

TEST(ReferenceClock, tells_what_a_served_clock_shows_once_it_is_in_step) {
    const auto server = ReferenceClockServer::start(0);
    ASSERT_TRUE(server) << server.error().text;
    const auto open = [&](const char* host) {
        return ReferenceClock::open(ReferenceClock::Net{host, (*server)->port()});
    };
    const auto clock = open("127.0.0.1");
    const auto other = open("127.0.0.2");
    ASSERT_TRUE(clock && other);
    const auto read = [](const ReferenceClock& from) {
        auto reading = from.read();
        for (const auto end = local_now() + 20s; !reading && local_now() < end; reading = from.read())
            std::this_thread::sleep_for(5ms);
        return reading;
    };
    const auto reading = read(**clock);
    ASSERT_TRUE(reading);
    // It is this machine's own.
    EXPECT_LT(std::chrono::abs(reading->ahead), 5ms);
    const auto elsewhere = read(**other);
    ASSERT_TRUE(elsewhere);
    EXPECT_NE(elsewhere->id, reading->id);
}

TEST(ReferenceClock, is_not_known_while_nobody_serves_it) {
    const auto clock = ReferenceClock::open(ReferenceClock::Net{"127.0.0.1", 9});
    ASSERT_TRUE(clock);
    std::this_thread::sleep_for(50ms);
    EXPECT_FALSE((*clock)->read());
}

TEST(ReferenceClock, says_that_a_port_is_taken) {
    const auto first = ReferenceClockServer::start(0);
    ASSERT_TRUE(first);
    const auto second = ReferenceClockServer::start((*first)->port());
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().text.find(std::to_string((*first)->port())), std::string::npos);
}

} // namespace
} // namespace plenum::media
