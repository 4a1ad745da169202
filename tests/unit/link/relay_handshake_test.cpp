// SPDX-License-Identifier: Apache-2.0
// KKpsk2 between two relays that know each other's keys.
#include "tests/unit/link/allocations.h"
#include "tests/unit/link/handshake_host.h"

namespace plenum::link::test {
namespace {

using std::chrono::seconds;

class RelayHandshakes : public Handshakes {};

TEST_F(RelayHandshakes, TwoRelaysMeet) { complete(relay_options()); }

/// In KK the answer ends the Noise handshake: what follows shows that the initiator has the keys.
TEST_F(RelayHandshakes, ThereIsNoSessionBeforeTheInitiatorShowedTheKeys) {
    Dialer dialer{relay_options()};
    const auto response = request(from_client, dialer.poll_datagram(start).value(), start).value();
    EXPECT_EQ(acceptor.stats().established, 0U);
    ASSERT_TRUE(dialer.handle_response(response, start));
    const auto last = dialer.poll_datagram(start).value();
    for (std::size_t i = 0; i < last.size(); ++i) {
        auto altered = last;
        altered[i] ^= 0x10;
        EXPECT_FALSE(acceptor.handle_final(from_client, altered, start)) << i;
        EXPECT_FALSE(acceptor.handle_final(from_client, base::ByteView{last}.first(i), start)) << i;
    }
    EXPECT_FALSE(acceptor.handle_final(from_other, last, start));
    EXPECT_TRUE(acceptor.handle_final(from_client, last, start));
    EXPECT_FALSE(acceptor.handle_final(from_client, last, start)) << "once";
}

TEST_F(RelayHandshakes, EveryBitOfRequestAndAnswerCounts) {
    Dialer dialer{relay_options()};
    const auto init = dialer.poll_datagram(start).value();
    for (std::size_t i = 0; i < init.size() - wire::Mac::size; ++i) {
        auto altered = init;
        altered[i] ^= 0x04;
        EXPECT_FALSE(request(from_client, altered, start)) << i;
    }
    EXPECT_EQ(host.seeds, 0U);
    const auto response = request(from_client, init, start).value();
    for (std::size_t i = 0; i < response.size(); ++i) {
        auto altered = response;
        altered[i] ^= 0x04;
        EXPECT_FALSE(dialer.handle_response(altered, start)) << i;
    }
    EXPECT_TRUE(dialer.handle_response(response, start));
}

/// Someone who knows what both relays are called and what they share, but has neither's key.
TEST_F(RelayHandshakes, AnotherKeyUnderTheSameHandleIsRefused) {
    auto options = relay_options();
    options.static_keys = crypto::ExchangeKeyPair::from_seed(seed(0x66));
    Dialer impostor{std::move(options)};
    EXPECT_FALSE(request(from_client, impostor.poll_datagram(start).value(), start));
    EXPECT_EQ(acceptor.stats().forged, 1U);
    EXPECT_EQ(acceptor.size(), 0U);
}

TEST_F(RelayHandshakes, ARelayThatNobodyKnowsGetsSilence) {
    auto options = relay_options();
    options.conference = relay_handle(relay_keys.public_key);
    Dialer unknown{std::move(options)};
    EXPECT_FALSE(request(from_client, unknown.poll_datagram(start).value(), start));
    EXPECT_EQ(acceptor.stats().unknown_conference, 1U);
    auto without_key = relay_options();
    without_key.remote_static.reset();
    EXPECT_EQ(Dialer{std::move(without_key)}.state(), Dialer::State::impossible);
}

TEST_F(RelayHandshakes, AnotherSharedKeyIsRefused) {
    auto options = relay_options();
    options.psk = key(99);
    Dialer stranger{std::move(options)};
    EXPECT_FALSE(request(from_client, stranger.poll_datagram(start).value(), start));
    EXPECT_EQ(acceptor.stats().wrong_mac, 1U);
}

/// The right keys and psk do not help under another pattern: it is bound, and so are the keys of mac1.
TEST_F(RelayHandshakes, ARequestOfOnePatternIsNoneOfAnother) {
    Dialer dialer{relay_options()};
    auto init = dialer.poll_datagram(start).value();
    for (const auto pattern : {std::uint8_t{1}, std::uint8_t{2}}) {
        init[1] = pattern;
        EXPECT_FALSE(request(from_client, init, start)) << int{pattern};
    }
}

TEST_F(RelayHandshakes, ARepeatedRequestGetsTheSameAnswerAndNothingIsAllocated) {
    Dialer dialer{relay_options()};
    const auto init = dialer.poll_datagram(start).value();
    const auto first = request(from_client, init, start);
    EXPECT_EQ(request(from_client, init, start + seconds{1}), first);
    const auto before = allocations();
    EXPECT_TRUE(acceptor.handle_init(from_client, init, start + seconds{1}));
    EXPECT_TRUE(acceptor.handle_init(from_other, init, start + seconds{1}));
    EXPECT_EQ(allocations() - before, 0U);
}

TEST_F(RelayHandshakes, ASessionIsContinuedAndItsCipherAgreed) {
    auto options = relay_options();
    options.continues = base::SessionIndex{77};
    options.ciphers.add(wire::Cipher::aes256_gcm);
    Acceptor relay{{.static_keys = relay_keys.copy(), .ciphers = options.ciphers}, host};
    Dialer dialer{std::move(options)};
    const auto response = relay.handle_init(from_client, dialer.poll_datagram(start).value(), start).value();
    ASSERT_TRUE(dialer.handle_response(response, start));
    const auto session = relay.handle_final(from_client, dialer.poll_datagram(start).value(), start);
    ASSERT_TRUE(session);
    EXPECT_EQ(session->continues, base::SessionIndex{77});
    EXPECT_EQ(session->cipher, wire::Cipher::aes256_gcm);
}

} // namespace
} // namespace plenum::link::test
