// SPDX-License-Identifier: Apache-2.0
#include "core/sched/intake.h"

#include "core/base/limits.h"
#include "core/base/random.h"
#include "core/wire/datagram.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

namespace plenum::sched {
namespace {

using base::PriorityClass;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;

constexpr base::LocalTime start{seconds{4}};
constexpr base::SessionIndex ours{77};

class IntakeTest : public testing::Test {
  protected:
    void push(base::Bytes bytes, base::LocalTime at = start) { intake.push({from, memory.emplace_back(bytes)}, at); }
    static base::Bytes sealed(PriorityClass priority, std::uint8_t mark, base::SessionIndex receiver = ours) {
        base::Bytes bytes = wire::encode(wire::SealedHeader{wire::DatagramType::sealed, priority, 0, 0, receiver, {}});
        bytes.resize(base::limits::datagram_overhead);
        bytes.push_back(mark);
        return bytes;
    }
    static base::Bytes handshake(std::uint8_t mark) {
        base::Bytes bytes(wire::handshake_init_bytes);
        bytes.front() = static_cast<std::uint8_t>(wire::DatagramType::handshake_init);
        bytes.back() = mark;
        return bytes;
    }
    /// Last bytes of what is taken.
    std::vector<int> take(std::size_t count, base::LocalTime at = start) {
        std::vector<Intake::Datagram> taken(count);
        taken.resize(intake.take(taken, at));
        std::vector<int> marks;
        for (const auto& each : taken) {
            EXPECT_EQ(each.from, from);
            marks.push_back(each.bytes.back());
        }
        return marks;
    }

    base::Address from{base::Address::v4(192, 0, 2, 7, 7000)};
    Intake intake{[](base::SessionIndex index) { return index.value() < 1000; }};
    std::deque<base::Bytes> memory;
};

TEST_F(IntakeTest, WhatIsUrgentIsServedFirstAndHandshakesLast) {
    push(handshake(1));
    push(sealed(PriorityClass::chat, 2));
    push(sealed(PriorityClass::video, 3));
    push(sealed(PriorityClass::video, 4));
    push(sealed(PriorityClass::control, 5));
    push(sealed(PriorityClass::audio, 6));
    EXPECT_EQ(intake.size(), 6U);
    EXPECT_THAT(take(2), ElementsAre(5, 6));
    push(sealed(PriorityClass::live, 7));
    EXPECT_THAT(take(9), ElementsAre(7, 3, 4, 2, 1));
    EXPECT_TRUE(intake.empty());
}

TEST_F(IntakeTest, JunkIsToldApartAndTakesNoRoom) {
    push({});
    push({4});
    push(base::Bytes(base::limits::datagram_bytes_top + 1, 4));
    push(base::Bytes(100, 0xff));
    auto classless = sealed(PriorityClass::audio, 1);
    classless[1] = 200;
    push(classless);
    auto cut = handshake(1);
    cut.pop_back();
    push(cut);
    push(base::Bytes(base::limits::datagram_overhead - 1, 4));
    EXPECT_EQ(intake.counters().of(IntakeRefusal::malformed), 7U);
    push(sealed(PriorityClass::control, 1, base::SessionIndex{1000}));
    EXPECT_EQ(intake.counters().of(IntakeRefusal::strange), 1U);
    EXPECT_TRUE(intake.empty());
    EXPECT_EQ(intake.drops().total(), 0U);
}

TEST_F(IntakeTest, NoConnectionHasMoreThanItsShare) {
    for (std::size_t i = 0; i < Intake::share_max + 20; ++i)
        push(sealed(PriorityClass::control, 1));
    EXPECT_EQ(intake.size(), Intake::share_max);
    EXPECT_EQ(intake.counters().of(IntakeRefusal::crowded), 20U);
    push(sealed(PriorityClass::bulk, 2, base::SessionIndex{78}));
    EXPECT_EQ(intake.size(), Intake::share_max + 1) << "another one has its own";
    EXPECT_EQ(take(20).size(), 20U);
    push(sealed(PriorityClass::control, 1));
    EXPECT_EQ(intake.counters().of(IntakeRefusal::crowded), 20U) << "what was served gave its place back";
}

TEST_F(IntakeTest, HandshakesMakeRoomForMembersAndNeverTheOtherWay) {
    for (std::size_t i = 0; i < 2 * Intake::items_max; ++i)
        push(handshake(1));
    EXPECT_EQ(intake.size(), Intake::items_max);
    for (std::uint32_t i = 0; i < Intake::items_max; ++i)
        push(sealed(PriorityClass::chat, 2, base::SessionIndex{i}));
    push(handshake(1));
    EXPECT_EQ(intake.size(), Intake::items_max);
    EXPECT_THAT(take(Intake::items_max), testing::Each(2));
    EXPECT_EQ(intake.drops().of(PriorityClass::chat), 0U);
    EXPECT_EQ(intake.drops().of(PriorityClass::bulk, DropReason::discardable), 2 * Intake::items_max + 1);
}

TEST_F(IntakeTest, WhatWaitedTooLongIsNotServed) {
    push(sealed(PriorityClass::audio, 1));
    push(sealed(PriorityClass::control, 2));
    push(sealed(PriorityClass::audio, 3), start + milliseconds{100});
    EXPECT_THAT(take(9, start + Intake::patience(PriorityClass::audio)), ElementsAre(2, 3));
    EXPECT_EQ(intake.drops().of(PriorityClass::audio, DropReason::expired), 1U);
    push(sealed(PriorityClass::audio, 4));
    EXPECT_THAT(take(9), ElementsAre(4)) << "and its place is free again";
}

TEST_F(IntakeTest, WhatIsKeptNeedsTheCallersMemoryNoLonger) {
    push(sealed(PriorityClass::video, 1));
    push(sealed(PriorityClass::video, 2));
    intake.keep();
    for (auto& bytes : memory)
        std::ranges::fill(bytes, std::uint8_t{0});
    push(sealed(PriorityClass::video, 3));
    intake.keep();
    EXPECT_THAT(take(9), ElementsAre(1, 2, 3));
}

TEST_F(IntakeTest, HasRoomForAsManyAsItHolds) {
    const auto most = std::min(Intake::items_max, Intake::bytes_max / base::limits::datagram_bytes_max);
    EXPECT_TRUE(intake.has_room(most));
    EXPECT_FALSE(intake.has_room(most + 1));
    auto bytes = sealed(PriorityClass::video, 1);
    bytes.resize(base::limits::datagram_bytes_max);
    push(bytes);
    EXPECT_FALSE(intake.has_room(most));
    EXPECT_TRUE(intake.has_room(most - 1));
}

TEST_F(IntakeTest, TheShortestThatIsSealedIsTakenAndNoneShorter) {
    auto bytes = sealed(PriorityClass::video, 1);
    bytes.resize(base::limits::datagram_overhead);
    push(bytes);
    EXPECT_EQ(intake.size(), 1U);
    bytes.pop_back();
    push(bytes);
    bytes.resize(base::limits::datagram_bytes_top + 1);
    push(bytes);
    EXPECT_EQ(intake.size(), 1U);
    bytes.pop_back();
    push(bytes);
    EXPECT_EQ(intake.size(), 2U);
}

TEST_F(IntakeTest, HoldsNoMoreThanItSaysWhateverComes) {
    base::Random random{11};
    for (int i = 0; i < 100'000; ++i) {
        memory.clear();
        base::Bytes bytes(random.below(1400));
        for (auto& byte : bytes)
            byte = static_cast<std::uint8_t>(random.next());
        if (!bytes.empty() && random.chance(700'000)) bytes[0] = static_cast<std::uint8_t>(random.below(7));
        if (bytes.size() > 8 && random.chance(700'000)) {
            bytes[1] = static_cast<std::uint8_t>(random.below(9));
            bytes[4] = bytes[5] = 0;
            bytes[6] &= 7;
        }
        push(std::move(bytes), start + milliseconds{i / 100});
        intake.keep();
        ASSERT_LE(intake.size(), Intake::items_max);
        if (random.chance(100)) std::ignore = take(300, start + milliseconds{i / 100});
    }
    EXPECT_GT(intake.drops().total(), 100U);
    EXPECT_GT(intake.counters().of(IntakeRefusal::malformed), 1000U);
    EXPECT_GT(intake.counters().of(IntakeRefusal::strange), 1000U);
    std::size_t left = 0;
    while (const auto taken = take(32, start + seconds{1}).size())
        left += taken;
    EXPECT_GT(left, 0U);
}

} // namespace
} // namespace plenum::sched
