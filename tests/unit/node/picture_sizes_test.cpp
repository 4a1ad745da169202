// SPDX-License-Identifier: Apache-2.0
// A camera in two sizes: which of them each receiver gets, and which its publisher is told to send.
#include "core/tag/key_frame_ages.h"
#include "core/tag/size_demand.h"
#include "tests/unit/node/floor_fixture.h"

namespace plenum::test {
namespace {

using base::PictureSize;
using base::PictureSizes;

constexpr base::FlowId camera{2};
constexpr base::Duration frame_time = 33ms;

/// Bob has a camera in two sizes, as an encoder that follows what it is asked for.
class Sizes : public Floor {
  protected:
    void SetUp() override {
        Floor::SetUp();
        hall.command(bob, node::OfferSizes{camera, true});
        hall.run(50ms);
    }
    void film(base::Duration duration) {
        for (const auto end = hall.now + duration; hall.now < end; hall.run(frame_time)) {
            take_in_events();
            for (const auto size : {PictureSize::large, PictureSize::small})
                if (wanted.has(size)) send(size);
        }
    }
    void take_in_events() {
        for (; looked_at < bob.events.size(); ++looked_at) {
            const auto& event = bob.events[looked_at];
            if (const auto* demand = std::get_if<node::FlowDemand>(&event)) {
                if (demand->sizes.small && !wanted.small) key_wanted.small = true;
                if (demand->sizes.large && !wanted.large) key_wanted.large = true;
                wanted = demand->sizes;
            } else if (const auto* asked = std::get_if<node::KeyFrameRequested>(&event)) {
                key_wanted.add(asked->size);
                ++key_requests[asked->size];
            }
        }
    }
    void send(PictureSize size) {
        auto& due = size == PictureSize::small ? key_wanted.small : key_wanted.large;
        const bool key = std::exchange(due, false);
        hall.command(bob, node::Publish{camera, wire::MessageFlags::of(key, false, 0).of_size(size),
                                        base::Bytes(size == PictureSize::small ? 200 : 900, 1)});
        ++sent[size];
    }
    void subscribe(Hall::Place& place, bool small, std::optional<std::uint32_t> rate_hz = {}) {
        hall.command(place, node::Subscribe{camera, {}, {rate_hz, tag::ProxyPlace::relay, small}});
    }
    /// Since the last call.
    std::map<PictureSize, int> received(const Hall::Place& place) {
        std::map<PictureSize, int> count;
        for (auto& from = counted[&place]; from < place.events.size(); ++from) {
            const auto* message = std::get_if<node::MessageReceived>(&place.events[from]);
            if (message != nullptr && message->flow == camera) ++count[message->flags.size()];
        }
        return count;
    }
    /// Each run of messages of one size begins with its key frame.
    static bool decodes(const Hall::Place& place) {
        std::optional<PictureSize> size;
        for (const auto& message : Hall::all<node::MessageReceived>(place)) {
            if (message.flow != camera || message.flags.size() == size) continue;
            if (!message.flags.is_key_frame()) return false;
            size = message.flags.size();
        }
        return true;
    }

    PictureSizes wanted{true, false};
    PictureSizes key_wanted{true, true};
    std::map<PictureSize, int> sent;
    std::map<PictureSize, int> key_requests;
    std::map<const Hall::Place*, std::size_t> counted;
    std::size_t looked_at{0};
};

TEST_F(Sizes, nothing_changes_while_everybody_wants_the_large_one) {
    film(3s);
    EXPECT_EQ(sent[PictureSize::small], 0);
    EXPECT_TRUE(Hall::all<node::FlowDemand>(bob).empty());
    EXPECT_EQ(received(alice)[PictureSize::large], sent[PictureSize::large]);
    EXPECT_EQ(key_requests[PictureSize::large], 0);
}

TEST_F(Sizes, who_finds_the_small_one_enough_gets_it_alone_and_others_go_on) {
    film(1s);
    subscribe(cem, true);
    film(500ms);
    std::ignore = received(cem);
    const auto before = sent;
    std::ignore = received(alice);
    film(3s);
    const auto at_cem = received(cem);
    EXPECT_FALSE(at_cem.contains(PictureSize::large));
    EXPECT_NEAR(at_cem.at(PictureSize::small), sent[PictureSize::small] - before.at(PictureSize::small), 2);
    const auto at_alice = received(alice);
    EXPECT_FALSE(at_alice.contains(PictureSize::small));
    EXPECT_NEAR(at_alice.at(PictureSize::large), sent[PictureSize::large] - before.at(PictureSize::large), 2);
    EXPECT_TRUE(decodes(alice) && decodes(cem));
}

TEST_F(Sizes, the_picture_goes_on_while_the_size_changes) {
    film(1s);
    std::ignore = received(cem);
    subscribe(cem, true);
    film(1s);
    auto at_cem = received(cem);
    EXPECT_NEAR(at_cem[PictureSize::large] + at_cem[PictureSize::small], 1s / frame_time, 3);
    subscribe(cem, false);
    film(1s);
    at_cem = received(cem);
    EXPECT_NEAR(at_cem[PictureSize::large] + at_cem[PictureSize::small], 1s / frame_time, 3);
    EXPECT_GT(at_cem[PictureSize::large], 20);
    EXPECT_TRUE(decodes(cem));
    EXPECT_EQ(key_requests[PictureSize::large], 1);
}

TEST_F(Sizes, a_size_that_nobody_wants_stops_within_seconds) {
    film(1s);
    subscribe(cem, true);
    subscribe(alice, true);
    film(tag::SizeDemand::linger + 500ms);
    EXPECT_EQ(wanted, (PictureSizes{false, true}));
    subscribe(alice, false);
    subscribe(cem, false);
    film(tag::SizeDemand::linger + 500ms);
    EXPECT_EQ(wanted, (PictureSizes{true, false}));
    EXPECT_TRUE(decodes(alice) && decodes(cem));
}

TEST_F(Sizes, the_history_of_each_size_that_is_sent_gets_a_key_frame_in_time_though_nobody_asks) {
    film(1s);
    subscribe(cem, true);
    film(500ms);
    auto before = key_requests;
    film(3 * tag::KeyFrameAges::age_max + 2s);
    for (const auto size : {PictureSize::large, PictureSize::small})
        EXPECT_EQ(key_requests[size] - before[size], 3) << "and no more, which would cost";
    EXPECT_TRUE(decodes(alice) && decodes(cem));
}

TEST_F(Sizes, those_who_ask_together_cost_one_key_frame) {
    film(1s);
    subscribe(alice, true);
    subscribe(cem, true);
    film(2s);
    EXPECT_LE(key_requests[PictureSize::small], 1);
    EXPECT_EQ(key_requests[PictureSize::large], 0);
}

TEST_F(Sizes, a_receiver_that_misses_a_key_frame_asks_for_that_of_its_size) {
    film(1s);
    subscribe(cem, true);
    film(2s);
    key_requests.clear();
    hall.command(cem, node::RequestKeyFrame{camera, self(bob)});
    film(500ms);
    EXPECT_EQ(key_requests[PictureSize::small], 1);
    EXPECT_EQ(key_requests[PictureSize::large], 0);
}

TEST_F(Sizes, a_rate_thins_the_small_size_too) {
    film(1s);
    subscribe(cem, true, 0);
    film(1s);
    std::ignore = received(cem);
    film(2s);
    EXPECT_TRUE(received(cem).empty());
    subscribe(cem, true);
    film(2s);
    EXPECT_GT(received(cem)[PictureSize::small], 30);
    EXPECT_TRUE(decodes(cem));
}

TEST_F(Sizes, outlast_the_loss_of_the_relay) {
    film(1s);
    subscribe(cem, true);
    subscribe(alice, true);
    film(tag::SizeDemand::linger + 500ms);
    EXPECT_FALSE(wanted.large);
    hall.restart_relay(relay);
    film(15s);
    std::ignore = received(cem);
    std::ignore = received(alice);
    film(2s);
    EXPECT_FALSE(received(cem).contains(PictureSize::large));
    EXPECT_GT(received(alice)[PictureSize::small], 30);
    EXPECT_EQ(wanted, (PictureSizes{false, true}));
}

TEST_F(Sizes, a_newcomer_has_pictures_of_the_size_that_had_paused) {
    film(1s);
    subscribe(cem, true);
    subscribe(alice, true);
    film(tag::SizeDemand::linger + 500ms);
    EXPECT_FALSE(wanted.large);
    auto& dan = hall.add_endpoint();
    hall.join(dan, relay, link, "Dan");
    film(2s);
    EXPECT_GT(received(dan)[PictureSize::large], 20);
    EXPECT_TRUE(decodes(dan));
}

TEST_F(Sizes, a_small_message_of_a_camera_that_is_not_offered_goes_to_nobody) {
    hall.command(bob, node::OfferSizes{camera, false});
    hall.run(50ms);
    for (int i = 0; i < 10; ++i)
        send(PictureSize::small);
    hall.run(100ms);
    EXPECT_TRUE(received(alice).empty());
    film(1s);
    EXPECT_GT(received(alice)[PictureSize::large], 20);
}

TEST_F(Sizes, of_a_flow_that_is_no_camera_are_refused) {
    hall.command(bob, node::OfferSizes{voice, true});
    hall.command(bob, node::OfferSizes{base::FlowId{999}, true});
    EXPECT_EQ(refusals(bob), (std::vector{node::CommandError::unknown_flow, node::CommandError::unknown_flow}));
}

TEST_F(Sizes, the_declared_rate_passes_in_both) {
    film(1s);
    subscribe(cem, true);
    film(5s);
    EXPECT_TRUE(Hall::all<node::FlowExceeded>(bob).empty());
}

} // namespace
} // namespace plenum::test
