// SPDX-License-Identifier: Apache-2.0
// Bounds of what a relay keeps for a member behind an edge.
#include "core/peer/hello.h"
#include "core/relay/edge/edge_path.h"
#include "core/relay/edge/held_messages.h"

#include <gtest/gtest.h>

namespace plenum::node {
namespace {

using namespace std::chrono_literals;

constexpr base::LocalTime now{1s};
constexpr auto stream = base::PriorityClass::chat;

wire::BodyReference reference(std::uint64_t first) {
    wire::BodyReference body;
    body.session = 1;
    body.first = first;
    body.count = 1;
    return body;
}

TEST(HeldMessages, bodies_that_take_the_place_of_references_count_among_what_waits) {
    constexpr std::size_t body_bytes = 60 * 1024;
    constexpr std::size_t bodies = HeldMessages::bytes_max / body_bytes;
    HeldMessages held;
    for (std::size_t i = 0; i <= bodies; ++i)
        ASSERT_TRUE(held.add(stream, reference(i), now));
    for (std::size_t i = 0; i < bodies; ++i)
        EXPECT_TRUE(held.fill(held.holes()[i], base::Bytes(body_bytes)));
    EXPECT_FALSE(held.fill(held.holes()[bodies], base::Bytes(body_bytes)));
    EXPECT_FALSE(held.fits());
    held.forget_filled();
    EXPECT_TRUE(held.holes().empty());
    held.move([](base::PriorityClass, const base::Bytes&) { return true; });
    EXPECT_TRUE(held.fits()) << "what has gone on waits no longer";
}

TEST(HeldMessages, wait_for_so_many_bodies_and_no_more) {
    HeldMessages held;
    for (std::size_t i = 0; i < HeldMessages::holes_max; ++i)
        ASSERT_TRUE(held.add(stream, reference(i), now));
    EXPECT_FALSE(held.add(stream, reference(HeldMessages::holes_max), now));
    EXPECT_EQ(held.holes().size(), HeldMessages::holes_max);
    EXPECT_TRUE(held.fill(held.holes()[0], base::Bytes(10)));
    held.forget_filled();
    EXPECT_TRUE(held.add(stream, reference(HeldMessages::holes_max), now));
}

TEST(EdgePath, sends_no_mark_beyond_those_that_an_edge_keeps_to_itself) {
    link::LinkOptions options;
    options.keys = {crypto::SecretKey{base::SecretKey{}}, crypto::SecretKey{base::SecretKey{}}};
    options.now = now;
    link::Link link{std::move(options)};
    EdgePath path{wire::RelayedMember{}};
    const auto written = [&] { return link.stream_progress(base::PriorityClass::control).written; };
    const auto send_and_mark = [&] {
        EXPECT_TRUE(send_control(link, wire::RelayedSilence{true}));
        const auto before = written();
        path.mark(link);
        return written() > before;
    };
    for (std::size_t i = 0; i < EdgePath::marks_max; ++i)
        ASSERT_TRUE(send_and_mark());
    EXPECT_FALSE(send_and_mark());
    path.handle(wire::DeliveryMark{1});
    EXPECT_GT(path.delivered(), 0U);
    const auto before = written();
    path.mark(link);
    EXPECT_GT(written(), before) << "behind all that was sent meanwhile";
    path.handle(wire::DeliveryMark{EdgePath::marks_max + 1});
    EXPECT_EQ(path.delivered(), before);
}

} // namespace
} // namespace plenum::node
