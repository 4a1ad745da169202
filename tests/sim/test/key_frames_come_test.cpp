// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/key_frames_come.h"

#include "tests/sim/test/canary.h"

#include <gmock/gmock.h>

namespace plenum::sim {
namespace {

using namespace canary;
using testing::HasSubstr;
using testing::Optional;

constexpr FlowId camera{2};

class KeyFramesTest : public testing::Test {
  protected:
    KeyFramesTest() {
        join_both(checker);
        checker.on_command(alice, node::OfferSizes{camera, true}, start);
    }
    void publish(bool key = false, PictureSize size = PictureSize::large) {
        const auto flags = wire::MessageFlags::of(key, false, 0).of_size(size);
        checker.on_command(alice, node::Publish{camera, flags, {}}, now);
        checker.on_publication(alice, publication(camera, ++sent), now);
    }
    void film(Duration duration) {
        for (const auto end = now + duration; now < end; now += 1s)
            publish();
    }
    KeyFramesCome checker;
    std::uint64_t sent{0};
    VirtualTime now{start + 1min};
};

TEST_F(KeyFramesTest, allows_key_frames_that_come_in_time_and_pauses) {
    for (int i = 0; i < 3; ++i) {
        publish(true);
        film(KeyFramesCome::age_max);
    }
    now += 1min;
    film(KeyFramesCome::slack);
    publish(true);
    checker.on_event(alice, node::PhaseChanged{node::Phase::joined}, now);
    film(KeyFramesCome::age_max);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

TEST_F(KeyFramesTest, catches_a_history_without_a_young_key_frame) {
    publish(true);
    film(KeyFramesCome::age_max + 2s);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("41 s younger than the newest key frame of its size")));
    note_canary(checker);
}

TEST_F(KeyFramesTest, catches_that_only_one_size_has_one) {
    publish(true, PictureSize::small);
    for (int i = 0; i < 50; ++i) {
        publish(true);
        publish(false, PictureSize::small);
        now += 1s;
    }
    EXPECT_NE(checker.broken(), std::nullopt);
}

} // namespace
} // namespace plenum::sim
