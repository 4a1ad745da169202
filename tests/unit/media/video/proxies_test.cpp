// SPDX-License-Identifier: Apache-2.0
// A camera at 30 Hz and subscribers at lower rates, over a real relay, with the proxy in each place (push-pull §2.2).
#include "media/video/frame_gate.h"
#include "media/video/vp8_decoder_gst.h"
#include "media/video/vp8_encoder_gst.h"
#include "tests/unit/media/support/signals.h"
#include "tests/unit/node/hall.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace plenum::test {
namespace {

using tag::ProxyPlace;

constexpr int frames = 240;
constexpr base::Duration frame_time{base::from_us(33'333)};
/// Until then thinners measure how often each layer comes.
constexpr int frames_first = 90;
constexpr base::FlowId camera{2};
/// Headers of datagrams and messages, acknowledgements, clock readings and key frames of silence.
constexpr double overhead_share = 1.2;
constexpr double overhead_bytes_a_second = 2000;

/// Encoded once for all tests.
const std::vector<media::EncodedFrame>& encoded() {
    static const auto all = [] {
        std::vector<media::EncodedFrame> sent;
        auto encoder = media::Vp8Encoder::create({.bitrate_bps = 500'000});
        for (int i = 0; i < frames; ++i)
            if (auto frame = encoder->encode(media::test::moving_picture(i, 320, 240)).value())
                sent.push_back(std::move(*frame));
        return sent;
    }();
    return all;
}

/// What a subscriber got after the first frames.
struct Seen {
    /// Between pictures shown, in frames of the camera.
    std::vector<int> steps;
    double body_bytes{0};
    double link_bytes{0};
    int key_requests{0};
    bool decoded{true};
};

class Cinema {
  public:
    explicit Cinema(std::size_t subscribers) {
        const auto link = hall_.create(publisher_, relay_);
        join(publisher_, link);
        for (std::size_t i = 0; i < subscribers; ++i)
            join(*subscribers_.emplace_back(&hall_.add_endpoint()), link);
    }
    void subscribe(std::size_t which, std::uint32_t rate_hz, ProxyPlace place) {
        hall_.command(*subscribers_[which], node::Subscribe{camera, {}, {rate_hz, place}});
        hall_.run(100ms);
    }
    void show() {
        for (std::size_t i = 0; i < encoded().size(); ++i) {
            const auto& frame = encoded()[i];
            // Bytes count from here on.
            if (i == frames_first) hall_.capture = true;
            const auto flags = wire::MessageFlags::of(frame.key_frame, frame.discardable, frame.temporal_layer);
            hall_.command(publisher_, node::Publish{camera, flags, media::pack_frame(frame)});
            hall_.run(frame_time);
        }
        hall_.run(200ms);
    }
    [[nodiscard]] Seen seen_by(std::size_t which) const {
        Seen seen;
        auto decoder = media::Vp8Decoder::create().value();
        media::FrameGate gate;
        std::optional<base::ConferenceTime> last;
        for (const auto& message : Hall::all<node::MessageReceived>(*subscribers_[which])) {
            const auto frame = media::unpack_frame(message.body).value();
            const base::LocalTime now{frame.captured_at.time_since_epoch()};
            const bool counts = now >= base::LocalTime{} + frame_time * frames_first;
            if (counts) seen.body_bytes += static_cast<double>(message.body.size());
            gate.push(message.sequence, frame, now);
            while (const auto next = gate.pop(now)) {
                const auto picture = decoder.decode(*next);
                seen.decoded = seen.decoded && picture && *picture;
                if (counts && last) seen.steps.push_back(step(next->captured_at - *last));
                last = next->captured_at;
            }
            seen.key_requests += gate.take_key_request(now) ? 1 : 0;
        }
        seen.link_bytes = bytes(relay_, *subscribers_[which]);
        return seen;
    }
    [[nodiscard]] double uploaded() const { return bytes(publisher_, relay_); }
    [[nodiscard]] static double seconds() {
        return std::chrono::duration<double>(frame_time * (frames - frames_first)).count();
    }

  private:
    void join(Hall::Place& place, const node::ConferenceLink& link) {
        hall_.join(place, relay_, link, "Someone");
        hall_.run(500ms);
    }
    [[nodiscard]] double bytes(const Hall::Place& from, const Hall::Place& to) const {
        double sum = 0;
        for (const auto& sent : hall_.captured)
            if (sent.from == from.address && sent.to == to.address) sum += static_cast<double>(sent.bytes.size());
        return sum;
    }
    static int step(base::Duration between) { return static_cast<int>((between + frame_time / 2) / frame_time); }

    Hall hall_;
    Hall::Place& relay_{hall_.add_relay({}, false)};
    Hall::Place& publisher_{hall_.add_endpoint()};
    std::vector<Hall::Place*> subscribers_;
};

/// What is asked for, and the steps between pictures that the camera's layers offer next to it.
struct Wanted {
    std::uint32_t rate_hz;
    int step_min;
    int step_max;
};
/// Layer 0 comes each 16 frames; 1 Hz takes one of two, now and then the next.
constexpr std::array rates{Wanted{30, 1, 1}, Wanted{15, 2, 2}, Wanted{8, 4, 4}, Wanted{1, 16, 32}};

void expect_even(const Seen& seen, const Wanted& wanted) {
    EXPECT_TRUE(seen.decoded) << wanted.rate_hz;
    EXPECT_EQ(seen.key_requests, 0) << wanted.rate_hz;
    const auto span = frames - frames_first;
    EXPECT_GE(static_cast<int>(seen.steps.size()), span / wanted.step_max - 1) << wanted.rate_hz;
    ASSERT_FALSE(seen.steps.empty());
    // One frame that the encoder leaves out may move a picture by one.
    EXPECT_GE(*std::ranges::min_element(seen.steps), wanted.step_min - 1) << wanted.rate_hz;
    EXPECT_LE(*std::ranges::max_element(seen.steps), wanted.step_max + 1) << wanted.rate_hz;
}

void expect_bytes_of(const Seen& seen) {
    EXPECT_LE(seen.link_bytes, overhead_share * seen.body_bytes + overhead_bytes_a_second * Cinema::seconds());
    EXPECT_GE(seen.link_bytes, seen.body_bytes);
}

TEST(VideoProxies, at_the_relay_give_each_subscriber_its_rate_and_no_more_bytes) {
    Cinema cinema{rates.size() + 1};
    for (std::size_t i = 0; i < rates.size(); ++i)
        cinema.subscribe(i, rates[i].rate_hz, ProxyPlace::relay);
    cinema.subscribe(rates.size(), 0, ProxyPlace::relay);
    cinema.show();
    for (std::size_t i = 0; i < rates.size(); ++i) {
        const auto seen = cinema.seen_by(i);
        expect_even(seen, rates[i]);
        expect_bytes_of(seen);
        testing::Test::RecordProperty("link_bytes_" + std::to_string(rates[i].rate_hz),
                                      static_cast<int>(seen.link_bytes));
    }
    const auto none = cinema.seen_by(rates.size());
    EXPECT_EQ(none.body_bytes, 0);
    EXPECT_LE(none.link_bytes, overhead_bytes_a_second * Cinema::seconds()) << "who pulls gets nothing pushed";
}

TEST(VideoProxies, at_the_subscriber_give_each_application_its_rate) {
    Cinema cinema{rates.size()};
    for (std::size_t i = 0; i < rates.size(); ++i)
        cinema.subscribe(i, rates[i].rate_hz, ProxyPlace::subscriber);
    cinema.show();
    for (std::size_t i = 0; i < rates.size(); ++i)
        expect_even(cinema.seen_by(i), rates[i]);
}

TEST(VideoProxies, at_the_publisher_spare_its_own_link) {
    double before = 0;
    for (const auto& wanted : rates) {
        Cinema cinema{2};
        for (const std::size_t which : {0U, 1U})
            cinema.subscribe(which, wanted.rate_hz, ProxyPlace::publisher);
        cinema.show();
        const auto seen = cinema.seen_by(0);
        expect_even(seen, wanted);
        expect_bytes_of(seen);
        EXPECT_LE(cinema.uploaded(), overhead_share * seen.body_bytes + overhead_bytes_a_second * Cinema::seconds());
        EXPECT_TRUE(before == 0 || cinema.uploaded() < before) << wanted.rate_hz;
        before = cinema.uploaded();
    }
}

TEST(VideoProxies, more_subscribers_cost_the_publisher_no_more_upload) {
    const auto uploaded = [](std::size_t subscribers) {
        Cinema cinema{subscribers};
        for (std::size_t i = 0; i < subscribers; ++i)
            cinema.subscribe(i, rates[i % rates.size()].rate_hz, ProxyPlace::relay);
        cinema.show();
        return cinema.uploaded();
    };
    EXPECT_NEAR(uploaded(8) / uploaded(1), 1, 0.03);
}

} // namespace
} // namespace plenum::test
