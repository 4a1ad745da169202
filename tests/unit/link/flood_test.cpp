// SPDX-License-Identifier: Apache-2.0
// Floods of requests: what they cost, whom they keep out, what they are answered.
#include "core/link/handshake_rules.h"
#include "tests/unit/link/allocations.h"
#include "tests/unit/link/handshake_host.h"

#include <algorithm>

namespace plenum::link::test {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

class Flood : public Handshakes {
  protected:
    Flood() { dialer.emplace(dial_options(1)); }

    /// As whoever has the link can make them: mac1 is right, the Noise message is not.
    base::Bytes forged_request(bool with_link = true) {
        wire::HandshakeInit init;
        init.sender = base::SessionIndex{static_cast<std::uint32_t>(random.next())};
        init.conference = host.conference;
        for (auto& byte : init.noise.bytes)
            byte = static_cast<std::uint8_t>(random.next());
        const auto access = with_link ? host.access.copy() : key(99);
        init.mac1 = mac1(mac1_key(access, init.pattern, relay_keys.public_key), wire::encode(init));
        return wire::encode(init);
    }
    base::Address spoofed() {
        base::Address address;
        for (auto& byte : address.ip)
            byte = static_cast<std::uint8_t>(random.next());
        address.port = static_cast<std::uint16_t>(random.next());
        return address;
    }
    /// Spoofed requests, 100 000 a second.
    void flood(base::Duration duration, bool with_link = true) {
        for (const auto end = now + duration; now < end; now += microseconds{10})
            (void)relay.handle_init(spoofed(), forged_request(with_link), now);
    }
    /// A member's call from `from` while the flood goes on, over a path of 20 ms each way; nullopt if it gives up.
    std::optional<base::Duration> call(const base::Address& from, bool with_link = true) {
        const auto began = now;
        while (dialer->trying()) {
            while (const auto datagram = dialer->poll_datagram(now)) {
                flood(milliseconds{20}, with_link);
                const bool last = datagram->front() == 3;
                if (last && relay.handle_final(from, *datagram, now)) return now - began;
                const auto answer = last ? std::nullopt : relay.handle_init(from, *datagram, now);
                if (!answer) continue;
                EXPECT_LE(answer->size(), datagram->size());
                const base::Bytes kept{answer->begin(), answer->end()};
                flood(milliseconds{20}, with_link);
                if (!dialer->handle_cookie(kept, now)) (void)dialer->handle_response(kept, now);
            }
            flood(milliseconds{5}, with_link);
        }
        return std::nullopt;
    }

    base::Random random{17};
    base::LocalTime now{start};
    Acceptor relay{AcceptorOptions{.static_keys = relay_keys.copy()}, host};
    std::optional<Dialer> dialer;
};

TEST_F(Flood, WhoeverHasNoLinkGetsSilenceAndMovesNothing) {
    const auto before = allocations();
    const auto datagram = forged_request(false);
    const auto made = allocations() - before;
    flood(seconds{1}, false);
    EXPECT_EQ(relay.stats().wrong_mac, 100'000U);
    EXPECT_EQ(relay.stats().cookies + relay.stats().answered + relay.stats().forged, 0U);
    EXPECT_EQ(allocations() - before - made, made * 100'000) << "making them allocates, taking them does not";
    EXPECT_EQ(host.seeds, 0U) << "no curve arithmetic";
    EXPECT_FALSE(relay.under_load());
    const auto took = call(from_client, false);
    ASSERT_TRUE(took);
    EXPECT_LE(*took, milliseconds{70}) << "under no load nobody is asked for a cookie";
}

/// The worst that someone with the link can do without receiving where it says it is.
TEST_F(Flood, AMemberGetsInPastSpoofedRequests) {
    flood(seconds{1});
    EXPECT_TRUE(relay.under_load());
    EXPECT_LE(relay.stats().forged, 200U) << "what came before the load was seen";
    EXPECT_GT(relay.stats().cookies, 99'000U);
    const auto before = host.seeds;
    const auto took = call(from_client);
    ASSERT_TRUE(took);
    EXPECT_GE(*took, milliseconds{100}) << "a cookie is a round trip more";
    EXPECT_LE(*took, milliseconds{140});
    EXPECT_EQ(relay.stats().answered, 1U);
    EXPECT_EQ(host.seeds - before, 1U) << "curve arithmetic for the member alone";
    EXPECT_EQ(relay.size(), 1U) << "a flood takes no slot from anyone";
}

TEST_F(Flood, WhenItIsOverNobodyIsAskedForACookieAnyMore) {
    flood(seconds{1});
    now += seconds{3};
    const auto cookies = relay.stats().cookies;
    const auto init = dialer->poll_datagram(now).value();
    EXPECT_EQ(relay.handle_init(from_client, init, now).value().front(), 2);
    EXPECT_EQ(relay.stats().cookies, cookies);
}

/// Too slow to be a flood, but they pile up.
TEST_F(Flood, AHalfFullRingAsksForCookiesAtAnyRate) {
    constexpr auto half = base::limits::half_open_max / 2;
    for (std::size_t i = 0; i < half + 10; ++i) {
        now += std::chrono::microseconds{8000}; // 125 a second
        auto options = dial_options();
        options.local = base::SessionIndex{static_cast<std::uint32_t>(i)};
        Dialer another{std::move(options)};
        const auto answer = relay.handle_init(spoofed(), another.poll_datagram(start).value(), now);
        EXPECT_EQ(answer.value().front(), i < half ? 2 : 5) << i;
    }
    EXPECT_EQ(relay.size(), half);
}

/// Receiving at one's address does not open the door: there is a rate for that.
TEST_F(Flood, OneNetworkThatAnswersCookiesHasARateAndLeavesOthersTheirs) {
    flood(seconds{1});
    std::uint64_t began = relay.stats().forged;
    const auto jar_of = [&](const base::Address& from, base::Bytes request) {
        const auto cookie_datagram = relay.handle_init(from, request, now).value();
        const auto reply = wire::decode<wire::CookieReply>(cookie_datagram).value();
        const auto access = cookie_key(host.access, wire::HandshakePattern::known_relay, relay_keys.public_key);
        const auto cookie = crypto::open_cookie(access, crypto::CookieNonce{reply.nonce.bytes},
                                                base::ByteView{request}.subspan(wire::handshake_init_bytes - 32, 16),
                                                crypto::SealedCookie{reply.sealed.bytes});
        std::ranges::copy(mac2(cookie.value(), request).bytes, request.end() - 16);
        return request;
    };
    for (int i = 0; i < 2000; ++i) {
        now += milliseconds{1};
        const auto from = base::Address::v4(198, 51, 100, static_cast<std::uint8_t>(i), 4000);
        std::ignore = relay.handle_init(from, jar_of(from, forged_request()), now);
    }
    const auto done = relay.stats().forged - began;
    EXPECT_GE(done, 256U + 110U);
    EXPECT_LE(done, 256U + 140U) << "a burst, and 64 a second for two seconds";
    EXPECT_EQ(relay.stats().rate_limited, 2000U - done);
    EXPECT_TRUE(call(from_client));
}

/// Too slow for the gauge of load, and more than one network may send: someone who has the link and makes up addresses
/// in it shuts nobody else of it out.
TEST_F(Flood, SpoofedRequestsOfAQuietKindLeaveTheirNetworkItsWayIn) {
    for (int i = 0; i < 3000; ++i) {
        now += milliseconds{10};
        const auto from = base::Address::v4(192, 0, 2, static_cast<std::uint8_t>(i), 4000);
        EXPECT_TRUE(relay.handle_init(from, forged_request(), now) == std::nullopt || i > 256);
    }
    EXPECT_FALSE(relay.under_load());
    EXPECT_GT(relay.stats().cookies, 500U) << "the network has used up what comes without one";
    dialer.emplace([&] {
        auto options = dial_options(1);
        options.now = now;
        return options;
    }());
    const auto init = dialer->poll_datagram(now).value();
    const auto cookie = relay.handle_init(from_client, init, now).value();
    ASSERT_TRUE(dialer->handle_cookie(base::Bytes{cookie.begin(), cookie.end()}, now));
    const auto answer = relay.handle_init(from_client, dialer->poll_datagram(now).value(), now);
    ASSERT_TRUE(answer);
    EXPECT_TRUE(dialer->handle_response(*answer, now));
    EXPECT_EQ(relay.stats().rate_limited, 0U);
}

class Cookies : public Flood {
  protected:
    void SetUp() override {
        flood(milliseconds{50});
        ASSERT_TRUE(relay.under_load());
        init = dialer->poll_datagram(now).value();
        reply = ask(from_client, init).value();
        ASSERT_EQ(reply.size(), wire::cookie_reply_bytes);
    }
    std::optional<base::Bytes> ask(const base::Address& from, const base::Bytes& request) {
        const auto answer = relay.handle_init(from, request, now);
        if (!answer) return std::nullopt;
        return base::Bytes{answer->begin(), answer->end()};
    }
    /// The request as it goes out after `reply`.
    base::Bytes again() {
        EXPECT_TRUE(dialer->handle_cookie(reply, now));
        return dialer->poll_datagram(now).value();
    }

    base::Bytes init;
    base::Bytes reply;
};

TEST_F(Cookies, AnAlteredOneIsNotTaken) {
    for (std::size_t i = 0; i < reply.size(); ++i) {
        auto altered = reply;
        altered[i] ^= 0x20;
        EXPECT_FALSE(dialer->handle_cookie(altered, now)) << i;
        EXPECT_FALSE(dialer->handle_cookie(base::ByteView{reply}.first(i), now)) << i;
    }
    EXPECT_FALSE(dialer->poll_datagram(now)) << "and nothing goes out for it";
    EXPECT_EQ(ask(from_client, again()).value().front(), 2);
}

TEST_F(Cookies, OneForAnotherRequestIsNotTaken) {
    Dialer other{dial_options(2)};
    auto readdressed = ask(from_client, other.poll_datagram(now).value()).value();
    std::copy_n(reply.begin() + 1, 4, readdressed.begin() + 1);
    EXPECT_FALSE(dialer->handle_cookie(readdressed, now));
}

TEST_F(Cookies, OneOpensTheDoorForItsAddressAndPortAlone) {
    const auto request = again();
    const auto slots = relay.size();
    for (const auto& from : {from_other, base::Address{from_client.ip, 5001}}) {
        const auto answer = ask(from, request);
        ASSERT_TRUE(answer);
        EXPECT_EQ(answer->front(), 5) << "a cookie, and no more";
    }
    EXPECT_EQ(relay.size(), slots);
    EXPECT_EQ(ask(from_client, request).value().front(), 2);
}

TEST_F(Cookies, AWrongMac2IsAskedAgainWhateverTheLoad) {
    auto request = again();
    request.back() ^= 1;
    EXPECT_EQ(ask(from_client, request).value().front(), 5);
    now += seconds{3};
    EXPECT_EQ(ask(from_client, request).value().front(), 5);
    EXPECT_FALSE(relay.under_load());
    EXPECT_EQ(relay.stats().answered, 0U);
}

/// A cookie that was given just before a turn holds as long as the request that carries it is repeated.
TEST_F(Cookies, ASecretTurnsEveryTwoMinutesAndHoldsTenSecondsMore) {
    const auto request = again();
    now += std::chrono::minutes{2} + seconds{9};
    EXPECT_EQ(ask(from_client, request).value().front(), 2);
    EXPECT_EQ(ask(from_other, request).value().front(), 5) << "for its address alone, as before";
    now += seconds{6}; // and its half-open handshake is gone
    EXPECT_EQ(ask(from_client, request).value().front(), 5);
}

TEST_F(Cookies, AfterALongQuietNoOldSecretHolds) {
    const auto request = again();
    now += std::chrono::minutes{10};
    EXPECT_EQ(ask(from_client, request).value().front(), 5);
}

/// Whoever answers with cookies over and over makes nobody send more than without.
TEST_F(Cookies, TheRequestGoesOutAtOnceOnce) {
    (void)again();
    EXPECT_TRUE(dialer->handle_cookie(reply, now));
    EXPECT_FALSE(dialer->poll_datagram(now));
    EXPECT_TRUE(dialer->poll_datagram(dialer->next_wakeup()));
}

TEST_F(Cookies, AskingAllocatesNothing) {
    const auto before = allocations();
    for (int i = 0; i < 100; ++i)
        EXPECT_TRUE(relay.handle_init(from_client, init, now));
    EXPECT_EQ(allocations() - before, 0U);
}

} // namespace
} // namespace plenum::link::test
