// SPDX-License-Identifier: Apache-2.0
// Whatever is dialled leads to the loop that has the conference.
#include "core/base/home.h"
#include "core/peer/hello.h"
#include "core/relay/relay_conference.h"
#include "tests/unit/node/stranger.h"

#include <gmock/gmock.h>

namespace plenum::node {
namespace {

using test::Hall;
using test::Stranger;
using namespace std::chrono_literals;

const base::Address outside_home = base::Address::v4(203, 0, 113, 7, 4711);

TEST(Homes, a_door_is_known_at_each_of_them) {
    base::ConferenceHandle conference;
    conference.bytes.fill(0xa7);
    base::ConferenceHandle door;
    door.bytes.fill(0x40);
    const auto there = base::at_home_of(conference, door);
    EXPECT_EQ(there.bytes.back(), 0x40 | (0xa7 & base::home_mask));
    EXPECT_TRUE(base::share_home(there, conference));
    EXPECT_TRUE(base::is_door(there, door));
    EXPECT_FALSE(base::is_door(conference, door));
    auto next = conference;
    next.bytes.back() ^= 0x40;
    EXPECT_TRUE(base::share_home(next, conference));
    next.bytes.back() ^= 1;
    EXPECT_FALSE(base::share_home(next, conference));
}

TEST(Homes, a_session_bears_its_loops_number) {
    Hall hall;
    auto& relay = hall.add_relay({}, false, {5, 8});
    for (std::uint8_t salt = 1; salt < 20; ++salt) {
        Stranger stranger{hall, relay, outside_home, salt};
        const auto session = stranger.shake_hands(stranger.without_link());
        ASSERT_TRUE(session.has_value());
        EXPECT_EQ(session->remote.value() % 8, 5U);
    }
}

TEST(Homes, new_links_lead_where_the_old_ones_led) {
    Hall hall;
    auto& relay = hall.add_relay();
    auto& alice = hall.add_endpoint();
    const auto link = hall.create(alice, relay, "Review");
    hall.join(alice, relay, link, "Alice");
    hall.run(1s);
    constexpr std::size_t changes = 5;
    for (std::size_t i = 0; i < changes; ++i) {
        hall.command(alice, ChangeLink{});
        hall.run(1s);
    }
    const auto changed = Hall::all<LinkChanged>(alice);
    ASSERT_EQ(changed.size(), changes);
    for (const auto& each : changed) {
        const auto door = LinkKeys::from(each.link.secret).door;
        EXPECT_NE(door, LinkKeys::from(link.secret).door);
        EXPECT_TRUE(base::share_home(door, LinkKeys::from(link.secret).door));
    }
}

/// What the relay answers to whoever asks for a conference of `handle` at the home of `dialled`.
wire::CreateOutcome make(const base::ConferenceHandle& handle, const base::ConferenceHandle& dialled) {
    Hall hall;
    auto& relay = hall.add_relay();
    Stranger maker{hall, relay, outside_home, 1};
    auto options = maker.without_link();
    options.conference = base::at_home_of(dialled, creation_door());
    auto session = maker.shake_hands(std::move(options));
    EXPECT_TRUE(session.has_value());
    log::Genesis genesis;
    genesis.relay_exchange = relay.node->relay_key();
    base::Seed halls;
    halls.bytes.fill(77);
    genesis.relay_identity = RelayKeys::from(halls).identity.public_key;
    log::SignedOperation draft;
    draft.conference = handle;
    draft.author_sequence = 1;
    maker.begin(std::move(*session));
    maker.say(wire::CreateConference{
        handle, {}, wire::encode(log::sign_operation(std::move(draft), genesis, maker.identity()))});
    maker.run(500ms);
    const auto* answer = maker.heard.empty() ? nullptr : std::get_if<wire::CreateAnswer>(&maker.heard.back());
    EXPECT_NE(answer, nullptr);
    return answer == nullptr ? wire::CreateOutcome{} : answer->outcome;
}

TEST(Homes, a_conference_is_made_at_its_own_alone) {
    base::ConferenceHandle handle;
    handle.bytes.fill(9);
    EXPECT_EQ(make(handle, handle), wire::CreateOutcome::created);
    auto elsewhere = handle;
    elsewhere.bytes.back() ^= 1;
    EXPECT_EQ(make(handle, elsewhere), wire::CreateOutcome::refused) << "another loop has it";
}

} // namespace
} // namespace plenum::node
