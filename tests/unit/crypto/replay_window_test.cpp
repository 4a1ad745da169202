// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/replay_window.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace plenum::crypto {
namespace {

using enum ReplayWindow::Answer;
constexpr auto size = ReplayWindow::size;

TEST(ReplayWindow, ZeroIsANumberLikeAnyOther) {
    ReplayWindow window;
    EXPECT_EQ(window.check(0), fresh);
    window.mark(0);
    EXPECT_EQ(window.check(0), replay);
    EXPECT_EQ(window.check(1), fresh);
}

TEST(ReplayWindow, CheckingMarksNothing) {
    ReplayWindow window;
    EXPECT_EQ(window.check(size * 10), fresh);
    EXPECT_EQ(window.check(size * 10), fresh);
    EXPECT_EQ(window.check(0), fresh);
}

TEST(ReplayWindow, SeveralAreFreshIfAllAre) {
    ReplayWindow window;
    window.mark(100, 4);
    for (std::uint64_t number = 100; number < 104; ++number)
        EXPECT_EQ(window.check(number), replay) << number;
    EXPECT_EQ(window.check(99), fresh);
    EXPECT_EQ(window.check(104), fresh);
    EXPECT_EQ(window.check(96, 4), fresh);
    EXPECT_EQ(window.check(97, 4), replay) << "its last";
    EXPECT_EQ(window.check(103, 4), replay) << "its first";
    EXPECT_EQ(window.check(98, 20), replay) << "those in the middle";
    EXPECT_EQ(window.check(104, 200), fresh);
    window.mark(100 + size, 1);
    EXPECT_EQ(window.check(99, 3), too_old);
}

TEST(ReplayWindow, HoldsExactlyItsSize) {
    // Whatever the position of the highest number within its word.
    for (std::uint64_t offset = 0; offset < 130; ++offset) {
        ReplayWindow window;
        const auto highest = 3 * size + offset;
        window.mark(highest);
        EXPECT_EQ(window.check(highest), replay);
        EXPECT_EQ(window.check(highest + 1), fresh);
        EXPECT_EQ(window.check(highest - 1), fresh);
        EXPECT_EQ(window.check(highest - size + 1), fresh) << offset;
        EXPECT_EQ(window.check(highest - size), too_old) << offset;
        window.mark(highest - size + 1);
        EXPECT_EQ(window.check(highest - size + 1), replay) << offset;
        EXPECT_EQ(window.check(highest - size + 2), fresh) << offset;
        EXPECT_EQ(window.check(highest), replay) << offset;
    }
}

TEST(ReplayWindow, RemembersAcrossItsWholeLength) {
    ReplayWindow window;
    for (std::uint64_t number = 0; number < 2 * size; number += 3)
        window.mark(number);
    const auto highest = (2 * size - 1) / 3 * 3;
    for (auto number = highest - size + 1; number <= highest; ++number) {
        EXPECT_EQ(window.check(number), number % 3 == 0 ? replay : fresh) << number;
    }
}

TEST(ReplayWindow, AJumpForgetsWhatTheRingHeldBefore) {
    for (const std::uint64_t jump : {size - 64, size - 1, size, size + 1, size + 63, size + 64, size + 65, 2 * size,
                                     100 * size, std::uint64_t{1} << 60}) {
        ReplayWindow window;
        for (std::uint64_t number = 0; number < size; ++number)
            window.mark(number);
        const auto highest = size - 1 + jump;
        window.mark(highest);
        EXPECT_EQ(window.check(highest), replay);
        for (auto number = highest - size + 1; number < highest; ++number) {
            ASSERT_EQ(window.check(number), number < size ? replay : fresh) << jump << ' ' << number;
        }
    }
}

TEST(ReplayWindow, MarkingAgainOrTooLateChangesNothing) {
    ReplayWindow window;
    window.mark(size + 5);
    window.mark(5);
    EXPECT_EQ(window.check(5), too_old);
    EXPECT_EQ(window.check(6), fresh);
    window.mark(size + 5);
    EXPECT_EQ(window.check(size + 5), replay);
    // Two turns of the ring of 129 words further: where an unguarded mark would leave its bit.
    window.mark(3 * size);
    window.mark(5);
    EXPECT_EQ(window.check(5 + 2 * 129 * 64), fresh);
}

TEST(ReplayWindow, ReachesTheLastNumber) {
    constexpr auto last = std::numeric_limits<std::uint64_t>::max();
    ReplayWindow window;
    window.mark(last);
    EXPECT_EQ(window.check(last), replay);
    EXPECT_EQ(window.check(last - 1), fresh);
    EXPECT_EQ(window.check(last - size + 1), fresh);
    EXPECT_EQ(window.check(last - size), too_old);
    EXPECT_EQ(window.check(0), too_old);
}

/// The plain meaning, with nothing forgotten.
struct Model {
    std::set<std::uint64_t> seen;
    std::uint64_t highest{0};
    [[nodiscard]] ReplayWindow::Answer check(std::uint64_t number) const {
        if (number <= highest && highest - number >= size) return too_old;
        return seen.contains(number) ? replay : fresh;
    }
};

TEST(ReplayWindow, AgreesWithTheModelOnRandomTraffic) {
    std::array<std::uint64_t, 4> counts{};
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        base::Random random{seed};
        ReplayWindow window;
        Model model;
        for (int step = 0; step < 20'000; ++step) {
            const auto reach = random.chance(20'000) ? 3 * size : std::uint64_t{200};
            auto number = model.highest + random.below(reach);
            const auto back = random.chance(100'000) ? 2 * size : std::uint64_t{300};
            if (random.chance(600'000)) number = model.highest - std::min(model.highest, random.below(back));
            const auto answer = window.check(number);
            ASSERT_EQ(answer, model.check(number)) << "seed " << seed << " step " << step << " number " << number;
            ++counts[static_cast<std::size_t>(answer)];
            if (answer != fresh || random.chance(100'000)) continue;
            window.mark(number);
            model.seen.insert(number);
            model.highest = std::max(model.highest, number);
        }
    }
    for (const auto answer : {fresh, replay, too_old})
        EXPECT_GT(counts[static_cast<std::size_t>(answer)], 1000U);
}

} // namespace
} // namespace plenum::crypto
