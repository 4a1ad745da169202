// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/picture_sizes.h"

#include "tests/sim/test/canary.h"

#include <gmock/gmock.h>

namespace plenum::sim {
namespace {

using namespace canary;
using testing::HasSubstr;
using testing::Optional;

constexpr FlowId camera{2};

/// Alice films; Bob looks.
class SizesTest : public testing::Test {
  protected:
    SizesTest() {
        join_both(checker);
        checker.on_command(alice, node::OfferSizes{camera, true}, start);
    }
    std::uint64_t publish(PictureSize size, bool key = false) {
        const auto flags = wire::MessageFlags::of(key, false, 0).of_size(size);
        sent.push_back(flags);
        checker.on_command(alice, node::Publish{camera, flags, {}}, now);
        checker.on_publication(alice, publication(camera, sent.size()), now);
        return sent.size();
    }
    void hear(std::uint64_t sequence) {
        auto message = received(camera, sequence);
        message.flags = sent.at(sequence - 1);
        checker.on_event(bob, message, now);
    }
    void subscribe(bool small) {
        checker.on_command(bob, node::Subscribe{camera, alice_member, {{}, tag::ProxyPlace::relay, small}}, now);
    }
    PictureSizes checker{false};
    std::vector<wire::MessageFlags> sent;
    VirtualTime now{start + 1min};
};

TEST_F(SizesTest, allows_a_change_at_a_key_frame_even_if_that_is_lost) {
    subscribe(true);
    hear(publish(PictureSize::large, true));
    publish(PictureSize::small, true);
    const auto late = publish(PictureSize::small);
    hear(publish(PictureSize::small));
    hear(late);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

TEST_F(SizesTest, catches_a_change_without_a_key_frame) {
    subscribe(true);
    publish(PictureSize::large, true);
    publish(PictureSize::small, true);
    hear(publish(PictureSize::large));
    hear(publish(PictureSize::small));
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("without a key frame between them")));
    note_canary(checker);
}

TEST_F(SizesTest, catches_both_sizes_at_once_in_whatever_order_they_arrive) {
    subscribe(true);
    publish(PictureSize::large, true);
    publish(PictureSize::small, true);
    const auto large = publish(PictureSize::large);
    hear(publish(PictureSize::small));
    hear(large);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("without a key frame between them")));
}

TEST_F(SizesTest, catches_a_size_that_is_sent_though_nobody_wants_it) {
    publish(PictureSize::large, true);
    subscribe(true);
    for (int i = 0; i < 2; ++i) {
        now += 10s;
        publish(PictureSize::large);
    }
    EXPECT_EQ(checker.broken(), std::nullopt) << "it lingers";
    now += 20s;
    publish(PictureSize::large);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("the large size on flow 2 is still sent")));
}

TEST_F(SizesTest, catches_a_small_size_that_nobody_asked_for) {
    publish(PictureSize::small, true);
    now += 20s;
    publish(PictureSize::small);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("the small size on flow 2 is still sent")));
}

TEST_F(SizesTest, catches_a_relay_that_passes_what_is_not_wanted) {
    publish(PictureSize::small, true);
    hear(publish(PictureSize::large, true));
    subscribe(true);
    now += 10s;
    hear(publish(PictureSize::large));
    EXPECT_EQ(checker.broken(), std::nullopt) << "the wish is on its way";
    now += 10s;
    hear(publish(PictureSize::large));
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("which was not wanted for long")));
}

} // namespace
} // namespace plenum::sim
