// SPDX-License-Identifier: Apache-2.0
// What those who shake hands refuse although it has the right keys, and what they must not repeat.
#include "core/link/cookie_jar.h"
#include "tests/unit/link/handshake_host.h"

#include <functional>

namespace plenum::link::test {
namespace {

class Refusals : public Handshakes {
  protected:
    /// A request as someone would write it who has the link: altered, and with a right mac.
    base::Bytes altered_request(const std::function<void(wire::HandshakeInit&)>& change) {
        Dialer dialer{dial_options()};
        auto init = wire::decode<wire::HandshakeInit>(dialer.poll_datagram(start).value()).value();
        change(init);
        const auto key = mac1_key(host.access, init.pattern, relay_keys.public_key);
        init.mac1 = mac1(key, wire::encode(init));
        return wire::encode(init);
    }
    wire::CookieReply cookie_for(base::ByteView request) {
        const auto init = wire::decode<wire::HandshakeInit>(request).value();
        return jar.reply(init, cookie_key(host.access, init.pattern, relay_keys.public_key), from_client, start);
    }
    CookieJar jar{crypto::SeededRandom{seed(7)}};
};

TEST_F(Refusals, ARequestIsPaddedWithNothing) {
    EXPECT_TRUE(request(from_client, altered_request([](auto&) {}), start));
    EXPECT_FALSE(request(from_client, altered_request([](auto& init) { init.padding.bytes[3] = 1; }), start));
    EXPECT_EQ(acceptor.stats().malformed, 1U);
}

TEST_F(Refusals, AForgedRequestUnderARightMacGetsSilence) {
    EXPECT_FALSE(request(from_client, altered_request([](auto& init) { init.noise.bytes.back() ^= 1; }), start));
    EXPECT_FALSE(request(from_client, altered_request([](auto& init) { init.noise = {}; }), start));
    EXPECT_EQ(acceptor.stats().forged, 2U);
    EXPECT_EQ(acceptor.stats().answered, 0U);
}

TEST_F(Refusals, ARequestWhoseConfirmationsWereForgedIsNotAnsweredAgain) {
    Dialer dialer{dial_options()};
    const auto init = dialer.poll_datagram(start).value();
    ASSERT_TRUE(dialer.handle_response(request(from_client, init, start).value(), start));
    auto last = dialer.poll_datagram(start).value();
    EXPECT_TRUE(request(from_client, init, start)) << "as long as it may be finished";
    last.back() ^= 1;
    for (int i = 0; i < 4; ++i)
        EXPECT_FALSE(acceptor.handle_final(from_client, last, start));
    EXPECT_FALSE(request(from_client, init, start));
    EXPECT_EQ(acceptor.stats().replayed, 1U);
}

TEST_F(Refusals, NoTwoCookiesGoUnderOneNonce) {
    Dialer dialer{dial_options()};
    const auto init = dialer.poll_datagram(start).value();
    const auto one = cookie_for(init);
    EXPECT_NE(one.nonce, cookie_for(init).nonce);
    EXPECT_FALSE(one.nonce.is_zero());
}

TEST_F(Refusals, ACookieThatComesAfterTheAnswerChangesNothing) {
    Dialer early{dial_options()};
    const auto cookie = wire::encode(cookie_for(early.poll_datagram(start).value()));
    EXPECT_TRUE(early.handle_cookie(cookie, start));
    Dialer dialer{dial_options()};
    ASSERT_TRUE(
        dialer.handle_response(request(from_client, dialer.poll_datagram(start).value(), start).value(), start));
    EXPECT_FALSE(dialer.handle_cookie(cookie, start));
    EXPECT_TRUE(acceptor.handle_final(from_client, dialer.poll_datagram(start).value(), start));
}

TEST_F(Refusals, AConfirmationShorterThanItsTagIsNone) {
    const crypto::TransportKeys keys{key(1), key(1)};
    const base::Bytes payload{1, 2, 3};
    const auto sealed = seal_confirmation(keys, payload);
    base::Bytes out(sealed.size());
    EXPECT_EQ(open_confirmation(keys, sealed, out), payload.size());
    for (std::size_t size = 0; size < sealed.size(); ++size)
        EXPECT_FALSE(open_confirmation(keys, base::ByteView{sealed}.first(size), out)) << size;
}

TEST(AddressBytes, HaveAllOfThePort) {
    const auto of = [](std::uint16_t port) { return address_bytes(base::Address::v4(192, 0, 2, 1, port)); };
    EXPECT_NE(of(0x1234), of(0x1334));
    EXPECT_NE(of(0x1234), of(0x1235));
}

} // namespace
} // namespace plenum::link::test
