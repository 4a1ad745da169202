// SPDX-License-Identifier: Apache-2.0
// New keys for a session that goes on meanwhile.
#include "tests/unit/link/link_pair.h"

#include <gtest/gtest.h>

#include <map>

namespace plenum::link::test {
namespace {

using base::PriorityClass;
using std::chrono::milliseconds;
using std::chrono::seconds;

struct PathCase {
    std::uint32_t loss_permille;
    std::uint64_t seed;
};

class LinkRekey : public testing::TestWithParam<PathCase> {
  protected:
    static PairOptions options() {
        PairOptions options;
        options.to_relay = options.to_client = jittery(GetParam().loss_permille, GetParam().loss_permille);
        options.seed = GetParam().seed;
        return options;
    }
};
INSTANTIATE_TEST_SUITE_P(Loss, LinkRekey, testing::Values(PathCase{0, 1}, PathCase{50, 2}, PathCase{300, 3}));

/// Ten minutes in which each side says something every 20 ms: all of it arrives, in order and in time, through five
/// handshakes, and no packet number comes twice.
TEST_P(LinkRekey, NothingIsLostAndNothingWaits) {
    LinkPair pair{options()};
    ASSERT_TRUE(pair.establish());
    std::vector<base::Bytes> said;
    Duration gap_max{};
    Duration heard_last{};
    std::size_t heard = 0;
    pair.every(milliseconds{20}, pair.now, seconds{600}, [&] {
        said.push_back(
            base::Bytes{static_cast<std::uint8_t>(said.size()), static_cast<std::uint8_t>(said.size() >> 8)});
        ASSERT_TRUE(pair.client.link->send_stream(PriorityClass::chat, said.back()));
        ASSERT_TRUE(pair.relay.link->send_stream(PriorityClass::chat, said.back()));
        const auto now_heard = pair.client.messages[PriorityClass::chat].size();
        if (now_heard > heard) {
            if (heard > 0) gap_max = std::max(gap_max, pair.now - heard_last);
            heard_last = pair.now;
            heard = now_heard;
        }
    });
    pair.run_until(seconds{605});
    EXPECT_EQ(pair.relay.messages[PriorityClass::chat], said);
    EXPECT_EQ(pair.client.messages[PriorityClass::chat], said);
    EXPECT_GE(pair.rekeyed_at.size(), 4U);
    EXPECT_LE(pair.rekeyed_at.size(), 5U);
    for (std::size_t i = 1; i < pair.rekeyed_at.size(); ++i) {
        EXPECT_GE(pair.rekeyed_at[i] - pair.rekeyed_at[i - 1], seconds{115});
        EXPECT_LE(pair.rekeyed_at[i] - pair.rekeyed_at[i - 1], seconds{130});
    }
    // In order: what is lost several times in a row holds up what is behind it, new keys or not.
    const std::map<std::uint32_t, base::Duration> bands{
        {0, milliseconds{120}}, {50, milliseconds{600}}, {300, milliseconds{2500}}};
    EXPECT_LE(gap_max, bands.at(GetParam().loss_permille));
    EXPECT_TRUE(pair.client.silent_at.empty() && pair.relay.silent_at.empty());
    EXPECT_FALSE(pair.client.closed || pair.relay.closed);
    EXPECT_EQ(pair.relay.results[DatagramResult::forged], 0U);
    EXPECT_EQ(pair.client.results[DatagramResult::forged], 0U);
}

TEST(LinkKeys, WithoutNewOnesTheLinkEndsAfterThreeMinutes) {
    LinkPair pair{PairOptions{}};
    pair.rekeys = false;
    ASSERT_TRUE(pair.establish());
    pair.every(milliseconds{20}, pair.now, seconds{170},
               [&] { (void)pair.client.link->send_stream(PriorityClass::chat, base::Bytes(5, 3)); });
    pair.run_until(seconds{179});
    EXPECT_FALSE(pair.client.closed || pair.relay.closed);
    pair.run_until(seconds{181});
    for (const auto* side : {&pair.client, &pair.relay}) {
        ASSERT_TRUE(side->closed);
        EXPECT_EQ(side->closed->first.by, ClosedBy::age);
        EXPECT_FALSE(side->closed->first.reason);
        EXPECT_TRUE(side->link->finished());
    }
}

TEST(LinkKeys, ManyDatagramsWantNewOnesEarly) {
    PairOptions options;
    options.key_limits.emplace();
    options.key_limits->rekey_packets = 500;
    options.key_limits->refuse_packets = 1000;
    LinkPair pair{options};
    ASSERT_TRUE(pair.establish());
    std::size_t said = 0;
    pair.every(milliseconds{5}, pair.now, seconds{20},
               [&] { said += pair.relay.link->send_stream(PriorityClass::chat, base::Bytes(5, 3)) ? 1 : 0; });
    pair.run_until(seconds{21});
    EXPECT_FALSE(pair.client.closed || pair.relay.closed);
    EXPECT_GE(pair.rekeyed_at.size(), 5U);
    EXPECT_EQ(pair.client.messages[PriorityClass::chat].size(), said);
    EXPECT_GT(said, 3900U);
}

/// A peer need not renew them, and many datagrams leave at one time.
TEST(LinkKeys, UsedUpWithinOneTurnTheyEndTheLink) {
    for (std::uint64_t most = 20; most < 30; ++most) {
        PairOptions options;
        options.key_limits.emplace();
        options.key_limits->rekey_packets = options.key_limits->refuse_packets = most;
        LinkPair pair{options};
        pair.rekeys = false;
        ASSERT_TRUE(pair.establish());
        auto& link = *pair.relay.link;
        std::uint64_t sequence = 0;
        for (auto now = pair.relay_now(); !link.closed(); now += milliseconds{50}) {
            for (int i = 0; i < 4; ++i)
                std::ignore =
                    link.send_fragment(fragment_of(++sequence, 100, PriorityClass::audio, now + seconds{1}), now);
            while (poll_datagram(link, now)) {
            }
        }
        EXPECT_TRUE(link.finished());
    }
}

} // namespace
} // namespace plenum::link::test
