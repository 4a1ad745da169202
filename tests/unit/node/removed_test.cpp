// SPDX-License-Identifier: Apache-2.0
// Two hundred members, a tenth of all datagrams lost, and one who is removed and whom the relay helps: it gets every
// sealed message there is, and the log as it goes on. From a second after the entry it opens none of them.
#include "core/member/roster.h"
#include "tests/unit/node/dishonest_relay.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::test {
namespace {

constexpr std::size_t members = 200;
constexpr std::size_t speakers = 5;
constexpr base::FlowId voice{1};
constexpr base::FlowId chat{3};

/// The keys of one member, taken out of the log, and what they open.
class Reader {
  public:
    Reader(const DishonestRelay::Puppet& puppet, const node::ConferenceLink& link)
        : roster_{{link, "Reader", puppet.identity.copy(), puppet.exchange.copy()}, outbox_} {}

    /// Goes on past its own removal: whatever later turns give it, it takes.
    void read(const std::vector<base::Bytes>& entries, base::LocalTime now) {
        for (; next_ < entries.size(); ++next_) {
            if (!removed_) {
                removed_ = !roster_.apply(entries[next_], now).has_value();
                if (!removed_) continue;
            }
            const auto entry = wire::decode<log::Entry>(entries[next_]).value();
            const auto by = wire::decode<log::SignedOperation>(entry.signed_operation).value();
            const auto operation = wire::decode_choice<log::Operation>(by.operation).value();
            if (const auto* turn = std::get_if<log::EpochTurn>(&operation)) {
                EXPECT_NE(roster_.keys().ring().adopt(*turn, self_, now), node::KeyRing::Adoption::adopted);
                if (turn->history) links_.insert_or_assign(turn->epoch, *turn->history);
                roster_.keys().ring().recover_history(links_);
            }
        }
        if (!removed_) self_ = roster_.self();
    }
    [[nodiscard]] bool opens(const wire::MessageHeader& header, base::ByteView sealed) {
        base::Bytes associated{roster_.state().conference.bytes.begin(), roster_.state().conference.bytes.end()};
        wire::Writer to{associated};
        wire::put(to, header);
        const auto chain = header.lifetime == base::Duration{} ? node::Chain::history : node::Chain::media;
        return roster_.keys()
            .ring()
            .open(chain, {header.sender, header.flow}, {header.sequence}, associated, sealed)
            .has_value();
    }
    [[nodiscard]] bool removed() const { return removed_; }

  private:
    node::Outbox outbox_{false};
    node::Roster roster_;
    base::MemberIndex self_{};
    log::HistoryLinks links_;
    std::size_t next_{0};
    bool removed_{false};
};

class Removed : public testing::Test {
  protected:
    void gather() {
        people.push_back(&hall.add_endpoint());
        link = relay.create(*people[0]);
        relay.join(*people[0], link, "Alice");
        eve_keys.emplace(relay.join_puppet(30, &link));
        spy_keys.emplace(relay.join_puppet(31, &link));
        eve.emplace(*eve_keys, link);
        spy.emplace(*spy_keys, link);
        relay.lenient = true;
        relay.live_flows = {base::FlowId{0}};
        relay.loss_permille = 100;
        hall.tamper = [this](const base::Address&, const base::Address&, base::Bytes bytes) {
            return losses.chance(100'000) ? base::Bytes{} : std::move(bytes);
        };
        while (people.size() < members - 2) {
            people.push_back(&hall.add_endpoint());
            enter(*people.back());
            if (people.size() % 20 == 0) relay.run(500ms);
        }
        for (int seconds = 0; seconds < 60 && !all_joined(); ++seconds) {
            relay.run(1s);
            for (auto* place : people) {
                if (!Hall::joined(*place) && !Hall::all<node::Ended>(*place).empty()) enter(*place);
            }
        }
        ASSERT_TRUE(all_joined());
        ASSERT_EQ(relay.state.members.size(), members);
    }
    /// Anew for whom too much of it was lost the time before.
    void enter(Hall::Place& place) {
        place.events.clear();
        hall.command(place, node::JoinConference{link, relay.address, "Someone"});
    }
    [[nodiscard]] bool all_joined() const {
        return std::ranges::all_of(people, [](const auto* place) { return Hall::joined(*place); });
    }
    void talk(base::Duration time) {
        for (const auto end = hall.now + time; hall.now < end; relay.run(5ms)) {
            const auto ms = hall.now.time_since_epoch() / 1ms;
            for (std::size_t i = 0; i < speakers; ++i) {
                if (ms / 5 % 4 == 0) hall.say(*people[i], std::string(80, 'v'), voice);
                if (ms / 5 % 20 == static_cast<long>(i)) hall.say(*people[i], "words", chat);
            }
            look();
        }
    }
    void look() {
        eve->read(relay.entries(), hall.now);
        spy->read(relay.entries(), hall.now);
        for (; fragments_seen < relay.fragments.size(); ++fragments_seen)
            judge(relay.fragments[fragments_seen].data, relay.fragments[fragments_seen].flow);
        for (; messages_seen < relay.messages.size(); ++messages_seen)
            judge(relay.messages[messages_seen].sealed, relay.messages[messages_seen].flow);
    }
    void judge(base::ByteView bytes, base::FlowId flow) {
        if (flow != voice && flow != chat) return;
        wire::Reader from{bytes};
        wire::MessageHeader header;
        wire::get(from, header);
        const auto sealed = from.rest();
        ASSERT_TRUE(from.ok());
        const bool first = seen.insert({header.flow, header.sender, header.sequence}).second;
        if (!first) return; // sent again
        EXPECT_TRUE(spy->opens(header, sealed)) << "who is still a member opens everything";
        const bool opened = eve->opens(header, sealed);
        // Reliable messages do not say when they were sealed but by when they came, which is later.
        const auto at = header.sent_at.time_since_epoch();
        if (!removal) {
            opened_before += opened ? 1 : 0;
        } else if (at > *removal + 1s) {
            ++sealed_after;
            opened_after += opened ? 1 : 0;
        } else if (opened) {
            last_opened = std::max(last_opened, at - *removal);
        }
    }

    Hall hall;
    DishonestRelay relay{hall};
    std::vector<Hall::Place*> people;
    node::ConferenceLink link;
    std::optional<DishonestRelay::Puppet> eve_keys;
    std::optional<DishonestRelay::Puppet> spy_keys;
    std::optional<Reader> eve;
    std::optional<Reader> spy;
    base::Random losses{5};
    std::set<std::tuple<base::FlowId, base::MemberIndex, base::SequenceNumber>> seen;
    std::size_t fragments_seen{0};
    std::size_t messages_seen{0};
    /// When the entry was made.
    std::optional<base::Duration> removal;
    base::Duration last_opened{};
    std::size_t opened_before{0};
    std::size_t sealed_after{0};
    std::size_t opened_after{0};
};

TEST_F(Removed, opens_nothing_sealed_a_second_after_the_entry) {
    gather();
    talk(2s);
    EXPECT_GT(opened_before, 100U) << "whoever never opened anything shows nothing";
    hall.command(*people[0], node::RemoveMember{eve_keys->member, false});
    while (relay.state.find(eve_keys->member) != nullptr)
        talk(5ms);
    removal = relay.state.removed.empty() ? std::nullopt : std::optional{hall.now.time_since_epoch() - 5ms};
    ASSERT_TRUE(removal);
    talk(4s);
    EXPECT_TRUE(eve->removed());
    EXPECT_GT(sealed_after, 200U);
    EXPECT_EQ(opened_after, 0U);
    std::printf("%zu members; opened before the removal: %zu; last one %lld ms after the entry; sealed later than a "
                "second after it: %zu, opened of these: %zu\n",
                relay.state.members.size() + 1, opened_before, static_cast<long long>(last_opened / 1ms), sealed_after,
                opened_after);
}

} // namespace
} // namespace plenum::test
