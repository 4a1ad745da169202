// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "core/tag/thinner.h"
#include "media/video/frame_gate.h"
#include "media/video/vp8_decoder_gst.h"
#include "media/video/vp8_encoder_gst.h"
#include "tests/unit/media/support/signals.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::media {
namespace {

using namespace std::chrono_literals;

constexpr int width = 320;
constexpr int height = 240;
constexpr int frames = 300;
constexpr base::Duration frame_time{base::from_us(33'333)};

struct Sent {
    VideoFrame picture;
    EncodedFrame frame;
    /// What a decoder shows that got everything.
    VideoFrame decoded;
};

/// A camera at 30 Hz for ten seconds, without the frames that the encoder left out.
const std::vector<Sent>& camera() {
    static const auto all = [] {
        std::vector<Sent> sent;
        auto encoder = Vp8Encoder::create({.bitrate_bps = 500'000});
        auto decoder = Vp8Decoder::create();
        for (int i = 0; i < frames; ++i) {
            auto picture = test::moving_picture(i, width, height);
            auto frame = encoder->encode(picture).value();
            if (!frame) continue;
            auto decoded = decoder->decode(*frame).value().value();
            sent.push_back({std::move(picture), std::move(*frame), std::move(decoded)});
        }
        return sent;
    }();
    return all;
}

/// A receiver that checks each picture that it shows.
class Receiver {
  public:
    Receiver() : decoder_{Vp8Decoder::create().value()} {}

    void receive(std::size_t which, base::LocalTime now) {
        gate_.push(base::SequenceNumber{which + 1}, camera()[which].frame, now);
    }
    void show(base::LocalTime now) {
        while (const auto frame = gate_.pop(now)) {
            const auto sent = std::ranges::find(camera(), frame->captured_at,
                                                [](const Sent& each) { return each.frame.captured_at; });
            const auto decoded = decoder_.decode(*frame);
            ASSERT_TRUE(decoded && *decoded);
            ASSERT_GT(test::luma_psnr(sent->picture, **decoded), 26);
            ASSERT_EQ(*(*decoded)->pixels, *sent->decoded.pixels) << "artefacts";
            ++shown;
            shown_at = now;
        }
        requests += gate_.take_key_request(now) ? 1 : 0;
    }

    int shown{0};
    int requests{0};
    base::LocalTime shown_at{};

  private:
    FrameGate gate_;
    Vp8Decoder decoder_;
};

TEST(Healing, seven_percent_loss_costs_no_key_frame_and_stops_pictures_for_600_ms_at_most) {
    base::Random random{7};
    Receiver receiver;
    base::LocalTime now{};
    base::LocalTime lost_at{};
    int lost = 0;
    for (std::size_t i = 0; i < camera().size(); ++i) {
        now = base::LocalTime{camera()[i].frame.captured_at.time_since_epoch()};
        const auto& frame = camera()[i].frame;
        // Links send key frames twice on such a path.
        if (!frame.key_frame && random.chance(70'000)) {
            ++lost;
            if (!frame.discardable) lost_at = now;
        } else {
            receiver.receive(i, now);
        }
        receiver.show(now);
        ASSERT_LE(now - std::max(receiver.shown_at, lost_at), 600ms);
    }
    EXPECT_GE(lost, 15);
    EXPECT_GE(receiver.shown, frames / 2);
    EXPECT_EQ(receiver.requests, 0);
}

/// What is asked for, and what the layers offer next to it.
using Rates = std::pair<std::uint32_t, double>;
class ThinnedRates : public testing::TestWithParam<Rates> {};

TEST_P(ThinnedRates, decode_cleanly) {
    const auto [asked, offered] = GetParam();
    tag::Thinner thinner{tag::Thinner::Stream::layered, asked};
    Receiver receiver;
    int warm = 0;
    for (std::size_t i = 0; i < camera().size(); ++i) {
        const auto& frame = camera()[i].frame;
        const auto sent_at = frame.captured_at + 1s;
        const auto flags = wire::MessageFlags::of(frame.key_frame, frame.discardable, frame.temporal_layer);
        const base::LocalTime now{frame.captured_at.time_since_epoch()};
        if (thinner.passes(base::SequenceNumber{i + 1}, sent_at, flags)) receiver.receive(i, now);
        receiver.show(now);
        if (now < base::LocalTime{4s}) warm = receiver.shown;
    }
    EXPECT_EQ(receiver.requests, 0);
    // In the first seconds the thinner measures the rates of the layers.
    EXPECT_NEAR(receiver.shown - warm, 6 * offered, 2);
}

INSTANTIATE_TEST_SUITE_P(Healing, ThinnedRates,
                         testing::Values(Rates{30, 30}, Rates{15, 15}, Rates{8, 7.5}, Rates{2, 1.875}, Rates{1, 1}),
                         [](const auto& each) { return std::to_string(each.param.first) + "_hz"; });

TEST(Healing, slow_cameras_have_anchors_as_often) {
    for (const int rate : {8, 10, 15, 24}) {
        auto encoder = Vp8Encoder::create({.bitrate_bps = 500'000});
        auto decoder = Vp8Decoder::create();
        base::ConferenceTime anchor_at{};
        std::uint16_t last_key = 0;
        for (int i = 0; i < 10 * rate; ++i) {
            auto picture = test::moving_picture(i, width, height);
            picture.captured_at = base::ConferenceTime{base::from_us(1'000'000LL * i / rate)};
            const auto frame = encoder->encode(picture).value();
            if (!frame || frame->temporal_layer > 0) continue;
            if (frame->key_frame) last_key = frame->index;
            EXPECT_EQ(frame->depends_on, last_key);
            const auto decoded = decoder->decode(*frame).value();
            EXPECT_GT(test::luma_psnr(picture, *decoded), 26);
            if (anchor_at > base::ConferenceTime{4s}) {
                EXPECT_LE(picture.captured_at - anchor_at, 700ms) << rate;
                EXPECT_GE(picture.captured_at - anchor_at, 250ms) << rate;
            }
            anchor_at = picture.captured_at;
        }
        EXPECT_GT(anchor_at, base::ConferenceTime{9s});
    }
}

TEST(Healing, an_encoder_that_begins_anew_uses_other_numbers) {
    std::vector<std::uint16_t> numbers;
    for (const int second : {0, 1, 60}) {
        auto encoder = Vp8Encoder::create({});
        auto frame = encoder->encode(test::moving_picture(30 * second, width, height)).value();
        ASSERT_TRUE(frame && frame->depends_on == frame->index);
        EXPECT_EQ(std::ranges::count(numbers, frame->index), 0);
        numbers.push_back(frame->index);
    }
}

} // namespace
} // namespace plenum::media
