// SPDX-License-Identifier: Apache-2.0
// A camera in two sizes over a real relay, with a receiver whose link carries less than the large one.
#include "media/video/frame_gate.h"
#include "media/video/two_size_encoder.h"
#include "media/video/vp8_decoder_gst.h"
#include "tests/unit/media/support/signals.h"
#include "tests/unit/node/hall.h"

#include <gtest/gtest.h>

namespace plenum::test {
namespace {

constexpr base::FlowId camera{2};
constexpr base::Duration frame_time{base::from_us(33'333)};
constexpr int whole_bitrate = 600'000;
constexpr int width = 480;
constexpr int height = 272;

/// A link of so many bytes a second, with a queue of a fifth of a second.
class Bottleneck {
  public:
    explicit Bottleneck(std::uint64_t rate) : rate_{rate} {}
    std::optional<base::Duration> pass(std::size_t bytes, base::LocalTime now) {
        constexpr base::Duration queue_max = 200ms;
        free_at_ = std::max(free_at_, now);
        if (free_at_ - now > queue_max) return std::nullopt;
        free_at_ += base::Duration{std::chrono::seconds{1}} * static_cast<std::int64_t>(bytes) /
                    static_cast<std::int64_t>(rate_);
        return free_at_ - now + 10ms;
    }
    void set_rate(std::uint64_t rate) { rate_ = rate; }

  private:
    std::uint64_t rate_;
    base::LocalTime free_at_{};
};

/// What a receiver saw of the camera.
struct Seen {
    std::map<base::PictureSize, int> pictures;
    std::map<base::PictureSize, std::size_t> bytes;
    /// Pictures that the gate let pass and that did not decode.
    int broken{0};
    std::uint64_t dropped{0};
};

class Receiver {
  public:
    explicit Receiver(Hall::Place& place) : place_{place} {}
    Hall::Place& place() { return place_; }
    /// Since the last call.
    Seen look() {
        Seen seen;
        for (; at_ < place_.events.size(); ++at_) {
            const auto* message = std::get_if<node::MessageReceived>(&place_.events[at_]);
            if (message == nullptr || message->flow != camera) continue;
            auto frame = media::unpack_frame(message->body).value();
            const auto size = message->flags.size();
            frame.small = size == base::PictureSize::small;
            seen.bytes[size] += message->body.size();
            gate_.push(message->sequence, frame, message->received_at);
            while (const auto next = gate_.pop(message->received_at)) {
                const auto picture = decoder_.decode(*next);
                if (!picture || !*picture)
                    ++seen.broken;
                else
                    ++seen.pictures[next->small ? base::PictureSize::small : base::PictureSize::large];
            }
        }
        seen.dropped = gate_.counters().dropped;
        return seen;
    }
    bool wants_key(base::LocalTime now) { return gate_.take_key_request(now); }

  private:
    Hall::Place& place_;
    std::size_t at_{0};
    media::FrameGate gate_;
    media::Vp8Decoder decoder_{media::Vp8Decoder::create().value()};
};

class NarrowLink : public testing::Test {
  protected:
    NarrowLink() {
        const auto link = hall.create(publisher, relay);
        join(publisher, link);
        join(wide.place(), link);
        join(narrow.place(), link);
        hall.command(publisher, node::OfferSizes{camera, true});
        hall.run(100ms);
        hall.way = [this](const base::Address& from, const base::Address& to,
                          std::size_t bytes) -> std::optional<base::Duration> {
            if (from == relay.address && to == narrow.place().address) return bottleneck.pass(bytes, hall.now);
            return base::Duration{10ms};
        };
    }
    void join(Hall::Place& place, const node::ConferenceLink& link) {
        hall.join(place, relay, link, "Someone");
        hall.run(500ms);
    }
    /// Takes, encodes and sends, as VideoSender does.
    void film(base::Duration duration) {
        for (const auto end = hall.now + duration; hall.now < end; hall.run(frame_time)) {
            take_in_events();
            const auto frames = encoder.encode(media::test::moving_picture(picture++, width, height)).value();
            for (const auto& frame : frames) {
                const auto flags = wire::MessageFlags::of(frame.key_frame, frame.discardable, frame.temporal_layer)
                                       .of_size(frame.small ? base::PictureSize::small : base::PictureSize::large);
                hall.command(publisher, node::Publish{camera, flags, media::pack_frame(frame), hall.now});
            }
            for (auto* receiver : {&wide, &narrow}) {
                seen[receiver] = add(seen[receiver], receiver->look());
                if (receiver->wants_key(hall.now))
                    hall.command(receiver->place(), node::RequestKeyFrame{camera, base::MemberIndex{1}});
            }
        }
    }
    static Seen add(Seen sum, const Seen& more) {
        for (const auto& [size, count] : more.pictures)
            sum.pictures[size] += count;
        for (const auto& [size, count] : more.bytes)
            sum.bytes[size] += count;
        sum.broken += more.broken;
        return sum;
    }
    void take_in_events() {
        for (; at < publisher.events.size(); ++at) {
            const auto& event = publisher.events[at];
            if (const auto* demand = std::get_if<node::FlowDemand>(&event)) encoder.set_sizes(demand->sizes);
            if (const auto* asked = std::get_if<node::KeyFrameRequested>(&event))
                encoder.request_key_frame(asked->size);
            if (const auto* health = std::get_if<node::LinkHealth>(&event))
                encoder.set_rate(rate.handle(health->send_rate));
        }
    }

    Hall hall;
    Hall::Place& relay{hall.add_relay({}, false)};
    Hall::Place& publisher{hall.add_endpoint()};
    Receiver wide{hall.add_endpoint()};
    Receiver narrow{hall.add_endpoint()};
    Bottleneck bottleneck{25'000};
    media::PictureRate rate{{.bitrate_max_bps = whole_bitrate, .pixels = width * height}};
    media::TwoSizeEncoder encoder{media::TwoSizeEncoder::create({.bitrate_bps = whole_bitrate}).value()};
    std::map<Receiver*, Seen> seen;
    std::size_t at{0};
    int picture{0};
};

TEST_F(NarrowLink, gets_the_small_size_at_full_rate_and_costs_the_others_nothing) {
    // Found out, and each layer of the small size added after three seconds.
    film(13s);
    seen.clear();
    constexpr int seconds = 5;
    film(base::Duration{std::chrono::seconds{seconds}});
    auto& at_narrow = seen[&narrow];
    auto& at_wide = seen[&wide];
    const auto per_second = [&](std::size_t bytes) { return static_cast<int>(bytes) / seconds; };
    const auto small_bytes = per_second(at_narrow.bytes[base::PictureSize::small]);
    const auto large_bytes = per_second(at_wide.bytes[base::PictureSize::large]);
    RecordProperty("narrow_bytes_a_second", small_bytes);
    RecordProperty("wide_bytes_a_second", large_bytes);
    EXPECT_GE(at_narrow.pictures[base::PictureSize::small], 28 * seconds);
    EXPECT_LE(at_narrow.pictures[base::PictureSize::large], 2);
    EXPECT_LT(small_bytes, 18'750);
    EXPECT_GE(at_wide.pictures[base::PictureSize::large], 29 * seconds);
    EXPECT_FALSE(at_wide.bytes.contains(base::PictureSize::small));
    EXPECT_EQ(at_narrow.broken + at_wide.broken, 0);
    // The publisher follows its own link, which is wide.
    EXPECT_EQ(rate.choice(), (media::PictureRate::Choice{whole_bitrate, 0}));
    EXPECT_GT(large_bytes, 40'000);
}

TEST_F(NarrowLink, that_widens_gets_the_large_size_again) {
    film(9s);
    bottleneck.set_rate(1'000'000);
    film(22s);
    seen.clear();
    film(2s);
    EXPECT_GE(seen[&narrow].pictures[base::PictureSize::large], 55);
    EXPECT_EQ(seen[&narrow].broken, 0);
}

} // namespace
} // namespace plenum::test
