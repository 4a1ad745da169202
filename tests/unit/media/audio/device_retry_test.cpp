// SPDX-License-Identifier: Apache-2.0
#include "media/audio/device_retry.h"

#include <gtest/gtest.h>

namespace plenum::media {
namespace {

using namespace std::chrono_literals;

TEST(DeviceRetry, is_due_an_interval_after_the_last_opening) {
    const base::LocalTime start{1h};
    DeviceRetry retry;
    retry.handle_opened(start);
    EXPECT_FALSE(retry.due(start + DeviceRetry::interval - 1ms));
    EXPECT_TRUE(retry.due(start + DeviceRetry::interval));
    retry.handle_opened(start + DeviceRetry::interval);
    EXPECT_FALSE(retry.due(start + 2 * DeviceRetry::interval - 1ms));
    EXPECT_TRUE(retry.due(start + 2 * DeviceRetry::interval));
}

} // namespace
} // namespace plenum::media
