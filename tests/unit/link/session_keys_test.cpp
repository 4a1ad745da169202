// SPDX-License-Identifier: Apache-2.0
#include "core/link/session_keys.h"

#include "core/base/limits.h"

#include <gtest/gtest.h>

namespace plenum::link::test {
namespace {

using crypto::OpenResult;
using std::chrono::milliseconds;
using std::chrono::seconds;

crypto::SecretKey key(std::uint8_t fill) {
    base::SecretKey bytes;
    bytes.bytes.fill(fill);
    return bytes;
}

/// Keys of handshake `number`, as each side has them. Indices: 10·number at the initiator, 10·number + 1 at the other.
Keying keying(std::uint8_t number, bool initiator) {
    const base::SessionIndex ours{10U * number};
    const base::SessionIndex theirs{10U * number + 1};
    const auto up = static_cast<std::uint8_t>(2 * number);
    const auto down = static_cast<std::uint8_t>(2 * number + 1);
    if (initiator) return {ours, theirs, {key(up), key(down)}};
    return {theirs, ours, {key(down), key(up)}};
}

class Keys : public testing::Test {
  protected:
    base::Bytes seal(SessionKeys& by) {
        wire::SealedHeader header;
        header.receiver = by.remote();
        header.number = base::PacketNumber{number++};
        auto datagram = wire::encode(header);
        datagram.resize(datagram.size() + 3 + crypto::tag_size);
        by.seal(datagram, 0, header.number);
        return datagram;
    }
    SessionKeys::Opened open(SessionKeys& by, const base::Bytes& datagram) {
        base::Bytes out(datagram.size());
        const auto header = wire::decode<wire::SealedHeader>(base::ByteView{datagram}.first(16)).value();
        return by.open(out, header, datagram, now);
    }
    void expect_opens(SessionKeys& by, const base::Bytes& datagram, bool confirmed = false) {
        const auto opened = open(by, datagram);
        EXPECT_EQ(opened.result, OpenResult::opened);
        EXPECT_EQ(opened.confirmed, confirmed);
    }
    /// A second handshake, whose confirmation has arrived.
    void rekey(std::uint8_t which = 2) {
        caller.add(keying(which, true), now);
        answerer.add(keying(which, false), now);
    }

    static constexpr base::LocalTime start{seconds{500}};
    base::LocalTime now{start};
    std::uint64_t number{0};
    SessionKeys caller{keying(1, true), KeyRole::initiator, now};
    SessionKeys answerer{keying(1, false), KeyRole::responder, now};
};

TEST_F(Keys, TheCallerSealsWithNewOnesOnceItHeardUnderThem) {
    expect_opens(answerer, seal(caller));
    now += seconds{120};
    caller.add(keying(2, true), now);
    EXPECT_EQ(caller.remote(), base::SessionIndex{11});
    expect_opens(answerer, seal(caller)); // the confirmation is lost: nothing stops
    expect_opens(caller, seal(answerer));
    answerer.add(keying(2, false), now);
    EXPECT_EQ(answerer.remote(), base::SessionIndex{20});
    expect_opens(answerer, seal(caller)); // still under the old ones
    expect_opens(caller, seal(answerer), true);
    EXPECT_EQ(caller.remote(), base::SessionIndex{21});
    expect_opens(answerer, seal(caller), true);
    expect_opens(caller, seal(answerer));
}

TEST_F(Keys, OldOnesOpenForFiveSecondsAfterTheNewOnesDid) {
    const auto late = seal(caller);
    const auto later = seal(caller);
    const auto answered_late = seal(answerer);
    now += seconds{120};
    rekey();
    expect_opens(caller, seal(answerer), true);
    now += seconds{2};
    expect_opens(answerer, seal(caller), true);
    now += milliseconds{2900};
    expect_opens(caller, answered_late);
    now += milliseconds{2000};
    expect_opens(answerer, late);
    EXPECT_TRUE(answerer.takes(base::SessionIndex{11}));
    now += milliseconds{200};
    EXPECT_EQ(open(answerer, later).result, OpenResult::forged);
    EXPECT_FALSE(answerer.takes(base::SessionIndex{11}));
    EXPECT_TRUE(answerer.takes(base::SessionIndex{21}));
}

TEST_F(Keys, NothingOpensTwiceUnderAnyKeys) {
    const auto old = seal(caller);
    expect_opens(answerer, old);
    rekey();
    expect_opens(caller, seal(answerer), true);
    const auto fresh = seal(caller);
    expect_opens(answerer, fresh, true);
    EXPECT_EQ(open(answerer, old).result, OpenResult::replay);
    EXPECT_EQ(open(answerer, fresh).result, OpenResult::replay);
    auto readdressed = old;
    std::copy_n(fresh.begin() + 4, 4, readdressed.begin() + 4);
    EXPECT_NE(open(answerer, readdressed).result, OpenResult::opened);
}

TEST_F(Keys, AfterThreeMinutesTheyNeitherSealNorOpen) {
    const auto late = seal(caller);
    const auto later = seal(caller);
    EXPECT_EQ(caller.unusable_at(), start + seconds{180});
    now = start + milliseconds{179'999};
    EXPECT_TRUE(caller.usable(now));
    expect_opens(answerer, late);
    now = start + seconds{180};
    EXPECT_FALSE(caller.usable(now));
    EXPECT_EQ(open(answerer, later).result, OpenResult::forged);
}

TEST_F(Keys, AreWantedAnewAfterTwoMinutesOrManyDatagrams) {
    EXPECT_EQ(caller.rekey_at(), start + seconds{120});
    KeyLimits few;
    few.rekey_packets = 3;
    few.refuse_packets = 5;
    few.forgeries_max = 4;
    SessionKeys sealing{keying(1, true), KeyRole::initiator, now, few};
    SessionKeys opening{keying(1, false), KeyRole::responder, now, few};
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(sealing.rekey_at() <= now, i >= 3) << i;
        EXPECT_EQ(opening.rekey_at() <= now, i >= 3) << i;
        EXPECT_TRUE(sealing.usable(now));
        expect_opens(opening, seal(sealing));
    }
    EXPECT_FALSE(sealing.usable(now));
    EXPECT_DEATH(seal(sealing), "refuse_packets");
    sealing.add(keying(2, true), now);
    EXPECT_EQ(sealing.rekey_at(), base::local_time_max) << "one is on its way";
}

TEST_F(Keys, TheInitiatorIsAskedOnceForNewOnes) {
    EXPECT_EQ(answerer.rekey_request_at(), base::local_time_max);
    EXPECT_EQ(caller.rekey_request_at(), start + seconds{120});
    now += seconds{120};
    caller.handle_rekey_requested();
    EXPECT_EQ(caller.rekey_request_at(), base::local_time_max);
    rekey();
    expect_opens(caller, seal(answerer), true);
    EXPECT_EQ(caller.rekey_request_at(), now + seconds{120});
}

TEST_F(Keys, TooManyForgeriesEndThem) {
    KeyLimits few;
    few.forgeries_max = 4;
    SessionKeys opening{keying(1, false), KeyRole::responder, now, few};
    const auto genuine = seal(caller);
    auto forged = seal(caller);
    forged.back() ^= 1;
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(open(opening, forged).result, OpenResult::forged);
    expect_opens(opening, genuine);
    EXPECT_EQ(open(opening, forged).result, OpenResult::forged);
    EXPECT_EQ(open(opening, seal(caller)).result, OpenResult::forged);
}

/// A confirmation that was lost for long, and another handshake: whichever the peer takes, and in whatever order.
TEST_F(Keys, HandshakesThatCrossCostNothing) {
    for (const bool earlier_last : {false, true}) {
        caller = SessionKeys{keying(1, true), KeyRole::initiator, now};
        answerer = SessionKeys{keying(1, false), KeyRole::responder, now};
        expect_opens(answerer, seal(caller));
        now += seconds{120};
        caller.add(keying(2, true), now);
        now += seconds{10};
        caller.add(keying(3, true), now);
        const auto before = seal(caller);
        answerer.add(keying(earlier_last ? 3 : 2, false), now);
        const auto between = seal(answerer);
        answerer.add(keying(earlier_last ? 2 : 3, false), now);
        const auto last = seal(answerer);
        expect_opens(answerer, before);
        expect_opens(answerer, seal(caller)); // nothing came to the caller yet
        expect_opens(caller, between, true);
        const auto under_between = seal(caller);
        expect_opens(caller, last, true);
        EXPECT_EQ(caller.remote(), base::SessionIndex{earlier_last ? 21U : 31U});
        expect_opens(answerer, seal(caller), true);
        expect_opens(answerer, under_between);
        expect_opens(caller, seal(answerer));
        EXPECT_EQ(caller.rekey_at(), now - (earlier_last ? seconds{10} : seconds{0}) + seconds{120});
        now += seconds{300};
    }
}

TEST_F(Keys, OfHandshakesThatNeverEndTwoAreKnown) {
    for (std::uint8_t which = 2; which < 6; ++which)
        caller.add(keying(which, true), now);
    for (std::uint8_t which = 2; which < 6; ++which)
        EXPECT_EQ(caller.takes(base::SessionIndex{10U * which}), which >= 4) << int{which};
    EXPECT_TRUE(caller.takes(base::SessionIndex{10})) << "and those it seals with";
}

/// The answerer forgets a handshake that nobody confirms, so that nothing can come under its keys for ever.
TEST_F(Keys, AwaitedOnesAreForgottenOnceTheyCannotCome) {
    caller.add(keying(2, true), now);
    caller.add(keying(3, true), now);
    answerer.add(keying(3, false), now);
    expect_opens(caller, seal(answerer), true);
    now += base::limits::half_open_age_max + seconds{5} - milliseconds{1};
    expect_opens(caller, seal(answerer));
    EXPECT_TRUE(caller.takes(base::SessionIndex{20}));
    now += milliseconds{1};
    expect_opens(caller, seal(answerer));
    EXPECT_FALSE(caller.takes(base::SessionIndex{20}));
}

TEST(KeyLimits, AreThoseOfTheCipher) {
    const auto aes = KeyLimits::of(crypto::Cipher::aes256_gcm);
    const auto chacha = KeyLimits::of(crypto::Cipher::chacha20_poly1305);
    EXPECT_EQ(aes.refuse_packets, std::uint64_t{1} << 23);
    EXPECT_LT(aes.rekey_packets, aes.refuse_packets);
    EXPECT_EQ(chacha.rekey_packets, std::uint64_t{1} << 60);
    EXPECT_LT(chacha.refuse_packets, wire::varint_max);
}

} // namespace
} // namespace plenum::link::test
