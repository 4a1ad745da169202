// SPDX-License-Identifier: Apache-2.0
#include "core/link/path_mtu.h"

#include <gtest/gtest.h>

namespace plenum::link::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr base::LocalTime start{seconds{10}};

/// A path that carries datagrams up to some length; each probe is answered after 50 ms.
struct Searched {
    PathMtu mtu{{}, start};
    base::LocalTime now{start};
    std::size_t carries{1452};
    std::size_t probes{0};
    std::size_t lost{0};

    /// Until nothing is due for a minute.
    void search() {
        while (mtu.next_at() <= now + seconds{60}) {
            now = std::max(now, mtu.next_at());
            const auto bytes = mtu.next_probe(now);
            ASSERT_TRUE(bytes);
            mtu.handle_probe_sent();
            EXPECT_FALSE(mtu.next_probe(now + seconds{5}));
            now += milliseconds{50};
            ++probes;
            if (*bytes <= carries) {
                mtu.handle_probe_acknowledged(*bytes, now);
            } else {
                ++lost;
                mtu.handle_probe_lost(*bytes, now);
            }
        }
    }
};

TEST(PathMtu, BeginsWithWhatEachPathCarries) {
    const PathMtu mtu{{}, start};
    EXPECT_EQ(mtu.size(), 1200U);
    EXPECT_FALSE(mtu.next_probe(start));
}

TEST(PathMtu, TheUsualSizeTakesOneProbeAndJumboThreeInVain) {
    Searched path;
    path.search();
    EXPECT_EQ(path.mtu.size(), 1452U);
    EXPECT_EQ(path.probes, 4U);
    EXPECT_EQ(path.lost, 3U);
}

TEST(PathMtu, AJumboPathIsFoundAtOnce) {
    Searched path;
    path.carries = 20'000;
    path.search();
    EXPECT_EQ(path.mtu.size(), base::limits::datagram_bytes_top);
    EXPECT_EQ(path.probes, 2U);
    EXPECT_EQ(path.mtu.next_at(), base::local_time_max);
}

TEST(PathMtu, ATunnelsSizeIsFoundByHalving) {
    for (const std::size_t carries : {1200U, 1201U, 1280U, 1392U, 1420U, 1451U}) {
        Searched path;
        path.carries = carries;
        path.search();
        EXPECT_LE(path.mtu.size(), carries);
        EXPECT_GT(path.mtu.size() + 17, carries);
        EXPECT_LE(path.probes, 18U);
    }
}

/// A probe that is lost once or twice is not too long.
TEST(PathMtu, ChanceDoesNotMakeAPathNarrow) {
    Searched path;
    path.carries = 0;
    for (int i = 0; i < 2; ++i) {
        path.now = path.mtu.next_at();
        const auto bytes = path.mtu.next_probe(path.now);
        ASSERT_EQ(bytes, 1452U);
        path.mtu.handle_probe_sent();
        path.mtu.handle_probe_lost(*bytes, path.now);
    }
    path.carries = 1500;
    path.search();
    EXPECT_EQ(path.mtu.size(), 1452U);
    EXPECT_EQ(path.lost, 3U) << "what was lost of one size counts against no other";
}

TEST(PathMtu, AfterTenMinutesItTriesAgain) {
    Searched path;
    path.carries = 1300;
    path.search();
    const auto before = path.mtu.size();
    path.carries = 1500;
    EXPECT_GE(path.mtu.next_at() - path.now, seconds{590});
    EXPECT_LE(path.mtu.next_at() - path.now, seconds{601});
    path.now = path.mtu.next_at();
    path.search();
    EXPECT_LT(before, 1452U);
    EXPECT_EQ(path.mtu.size(), 1452U);
}

TEST(PathMtu, ABlackHoleIsLongOnesLostWhileShortOnesArrive) {
    Searched path;
    path.search();
    // All are lost: the path is cut, not narrow.
    for (int i = 0; i < 50; ++i)
        EXPECT_FALSE(path.mtu.handle_lost(1452, path.now));
    // A long one arrives: it was chance.
    path.mtu.handle_acknowledged(1452);
    for (int i = 0; i < 5; ++i) {
        path.mtu.handle_acknowledged(200);
        EXPECT_FALSE(path.mtu.handle_lost(1452, path.now));
    }
    EXPECT_TRUE(path.mtu.handle_lost(1452, path.now));
    EXPECT_EQ(path.mtu.size(), 1200U);
    path.carries = 1300;
    path.search();
    EXPECT_GT(path.mtu.size(), 1283U);
    EXPECT_LE(path.mtu.size(), 1300U);
}

/// Short ones that are lost say nothing.
TEST(PathMtu, LossOfShortOnesIsNoBlackHole) {
    Searched path;
    path.search();
    for (int i = 0; i < 100; ++i) {
        path.mtu.handle_acknowledged(500);
        EXPECT_FALSE(path.mtu.handle_lost(1200, path.now));
    }
    EXPECT_EQ(path.mtu.size(), 1452U);
}

} // namespace
} // namespace plenum::link::test
