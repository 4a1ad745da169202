// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/device_faults.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

constexpr auto microphone = ui::DeviceKind::microphone;
const media::MediaError missing{media::MediaError::Kind::no_device, {}};

TEST(DeviceFaults, fault_is_told_once_until_the_device_works_again) {
    DeviceFaults faults;
    const auto first = faults.report(microphone, missing);
    ASSERT_TRUE(first.has_value());
    EXPECT_EQ(first->kind, ui::ProblemKind::no_microphone);
    EXPECT_FALSE(faults.report(microphone, missing).has_value());
    EXPECT_FALSE(faults.works(microphone));
    EXPECT_TRUE(faults.works(ui::DeviceKind::camera));
    faults.clear(microphone);
    EXPECT_TRUE(faults.works(microphone));
    EXPECT_TRUE(faults.report(microphone, missing).has_value());
}

TEST(DeviceFaults, retry_of_the_same_device_does_not_tell_the_same_fault_again) {
    DeviceFaults faults;
    EXPECT_TRUE(faults.report(microphone, missing).has_value());
    faults.retry(microphone);
    EXPECT_TRUE(faults.works(microphone));
    EXPECT_FALSE(faults.report(microphone, missing).has_value());
}

} // namespace
} // namespace plenum::app
