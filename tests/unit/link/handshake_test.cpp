// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/initialise.h"
#include "core/link/handshake_rules.h"
#include "tests/unit/link/allocations.h"
#include "tests/unit/link/handshake_host.h"
#include "tests/unit/link/link_pair.h"

#include <gtest/gtest.h>

#include <map>

namespace plenum::link::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// Of a confirmation: the payload without an index, and its tag.
constexpr std::size_t end_bytes = 2 + crypto::tag_size;

TEST_F(Handshakes, KnownRelay) { complete(dial_options()); }

TEST_F(Handshakes, Open) {
    auto options = dial_options();
    options.pattern = wire::HandshakePattern::open;
    options.conference = {};
    options.remote_static.reset();
    options.psk = host.open.copy();
    complete(std::move(options));
}

/// The best that both can, and other keys for each.
TEST_F(Handshakes, TheCipherIsAgreed) {
    ASSERT_TRUE(crypto::initialise());
    const auto none = available_ciphers(false);
    wire::CipherSet both;
    both.add(wire::Cipher::aes256_gcm);
    std::map<wire::Cipher, base::SecretKey> keys;
    for (const auto ours : {none, both}) {
        for (const auto theirs : {none, both}) {
            auto options = dial_options();
            options.ciphers = ours;
            Acceptor relay{{.static_keys = relay_keys.copy(), .ciphers = theirs}, host};
            host.seeds = 0;
            Dialer dialer{std::move(options)};
            const auto response = relay.handle_init(from_client, dialer.poll_datagram(start).value(), start);
            const auto dialled = dialer.handle_response(response.value(), start);
            const auto accepted = relay.handle_final(from_client, dialer.poll_datagram(start).value(), start);
            ASSERT_TRUE(dialled && accepted);
            const auto aes = ours == both && theirs == both;
            EXPECT_EQ(dialled->cipher, aes ? wire::Cipher::aes256_gcm : wire::Cipher::chacha20_poly1305);
            EXPECT_EQ(accepted->cipher, dialled->cipher);
            EXPECT_EQ(accepted->keys.send.expose(), dialled->keys.receive.expose());
            keys[accepted->cipher] = accepted->keys.send.expose();
        }
    }
    EXPECT_EQ(keys.size(), 2U);
    EXPECT_NE(keys[wire::Cipher::aes256_gcm], keys[wire::Cipher::chacha20_poly1305]);
    EXPECT_EQ(available_ciphers(true).contains(wire::Cipher::aes256_gcm),
              crypto::available(crypto::Cipher::aes256_gcm));
}

/// Two who hold the right keys, one of whom says something else than was offered.
TEST_F(Handshakes, ACipherThatWasNotOfferedMakesNoSession) {
    auto options = dial_options();
    Dialer dialer{dial_options()};
    const auto init = wire::decode<wire::HandshakeInit>(dialer.poll_datagram(start).value()).value();
    crypto::HandshakeOptions keys;
    keys.static_keys = options.static_keys.copy();
    keys.ephemeral_keys = crypto::ExchangeKeyPair::from_seed(options.ephemeral_seed);
    keys.remote_static = relay_keys.public_key;
    keys.psk = noise_psk(host.access);
    crypto::Handshake liar{crypto::pattern_xk_psk3, crypto::Role::initiator,
                           prologue(init.pattern, init.conference, init.sender), std::move(keys)};
    ASSERT_EQ(liar.write_message({}).value(), base::Bytes(init.noise.bytes.begin(), init.noise.bytes.end()));
    const auto answer = request(from_client, wire::encode(init), start).value();
    const auto response = wire::decode<wire::HandshakeResponse>(answer).value();
    const auto offered = wire::decode<wire::ResponsePayload>(liar.read_message(response.noise).value()).value();
    EXPECT_FALSE(offered.ciphers.contains(wire::Cipher::aes256_gcm));
    wire::HandshakeFinal last;
    last.receiver = offered.sender;
    last.noise = liar.write_message(wire::encode(wire::FinalPayload{wire::Cipher::aes256_gcm, {}})).value();
    EXPECT_FALSE(acceptor.handle_final(from_client, wire::encode(last), start));
    EXPECT_EQ(acceptor.stats().malformed, 1U);
    EXPECT_EQ(acceptor.stats().established, 0U);
}

TEST_F(Handshakes, WithoutTheRelaysKeyThereIsNoCall) {
    auto options = dial_options();
    options.remote_static.reset();
    Dialer dialer{std::move(options)};
    EXPECT_EQ(dialer.state(), Dialer::State::impossible);
    EXPECT_FALSE(dialer.poll_datagram(start));
    EXPECT_EQ(dialer.next_wakeup(), base::local_time_max);
}

TEST_F(Handshakes, TheSameRequestIsRepeatedWithBackoffAndThenGivenUp) {
    Dialer dialer{dial_options()};
    const auto first = dialer.poll_datagram(start).value();
    EXPECT_FALSE(dialer.poll_datagram(start));
    std::vector<base::Duration> waits;
    auto now = start;
    while (dialer.state() == Dialer::State::calling) {
        const auto next = dialer.next_wakeup();
        ASSERT_GT(next, now);
        const auto datagram = dialer.poll_datagram(next);
        if (datagram) {
            waits.push_back(next - now);
            EXPECT_EQ(*datagram, first);
        }
        now = next;
    }
    EXPECT_EQ(dialer.state(), Dialer::State::given_up);
    EXPECT_EQ(now, start + seconds{10});
    const std::array expected{milliseconds{250}, milliseconds{500}, milliseconds{1000}, milliseconds{2000},
                              milliseconds{2000}};
    ASSERT_GE(waits.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_GE(waits[i], expected[i]);
        EXPECT_LE(waits[i], expected[i] * 5 / 4);
    }
    EXPECT_EQ(dialer.next_wakeup(), base::local_time_max);
}

TEST_F(Handshakes, TheConfirmationIsRepeatedUntilConfirmed) {
    Dialer dialer{dial_options()};
    const auto init = dialer.poll_datagram(start).value();
    ASSERT_TRUE(dialer.handle_response(request(from_client, init, start).value(), start));
    EXPECT_EQ(dialer.state(), Dialer::State::confirming);
    const auto last = dialer.poll_datagram(start).value();
    EXPECT_EQ(last.at(0), static_cast<std::uint8_t>(wire::DatagramType::handshake_final));
    const auto again = dialer.next_wakeup();
    EXPECT_GE(again, start + milliseconds{250});
    EXPECT_LE(again, start + milliseconds{320});
    EXPECT_EQ(dialer.poll_datagram(again), last);
    dialer.confirm();
    EXPECT_EQ(dialer.state(), Dialer::State::confirmed);
    EXPECT_FALSE(dialer.poll_datagram(again + seconds{5}));
    EXPECT_EQ(dialer.next_wakeup(), base::local_time_max);
}

/// Every single bit of a request matters: with any one turned there is silence, and nothing is remembered.
TEST_F(Handshakes, AnAlteredRequestGetsSilence) {
    Dialer dialer{dial_options()};
    const auto init = dialer.poll_datagram(start).value();
    for (std::size_t i = 0; i < init.size(); ++i) {
        for (const int bit : {0x01, 0x80}) {
            auto altered = init;
            altered[i] = static_cast<std::uint8_t>(altered[i] ^ bit);
            const auto answer = request(from_client, altered, start);
            // Behind a right mac1, a wrong mac2 may be an old one: it gets a new cookie and leaves nothing.
            const bool mac2 = i >= init.size() - wire::Mac::size;
            EXPECT_EQ(answer.has_value(), mac2) << i;
            EXPECT_TRUE(!answer || answer->front() == static_cast<std::uint8_t>(wire::DatagramType::cookie_reply)) << i;
        }
        EXPECT_FALSE(request(from_client, base::ByteView{init}.first(i), start)) << i;
    }
    auto longer = init;
    longer.push_back(0);
    EXPECT_FALSE(request(from_client, longer, start));
    EXPECT_EQ(acceptor.size(), 0U);
    EXPECT_EQ(host.seeds, 0U) << "no curve arithmetic for what mac1 does not vouch for";
    EXPECT_GT(acceptor.stats().wrong_mac, 100U);
    EXPECT_GT(acceptor.stats().unknown_conference, 10U);
    EXPECT_TRUE(request(from_client, init, start)) << "and the true one is answered as before";
}

TEST_F(Handshakes, AWrongKeyGetsSilence) {
    auto options = dial_options();
    options.psk = key(99);
    Dialer stranger{std::move(options)};
    EXPECT_FALSE(request(from_client, stranger.poll_datagram(start).value(), start));
    EXPECT_EQ(acceptor.stats().wrong_mac, 1U);
    options = dial_options();
    options.remote_static = crypto::ExchangeKeyPair::from_seed(seed(0x33)).public_key;
    Dialer misled{std::move(options)};
    EXPECT_FALSE(request(from_client, misled.poll_datagram(start).value(), start));
    EXPECT_EQ(acceptor.stats().wrong_mac, 2U);
    EXPECT_EQ(acceptor.size(), 0U);
}

TEST_F(Handshakes, AnAlteredResponseChangesNothing) {
    Dialer dialer{dial_options()};
    const auto init = dialer.poll_datagram(start).value();
    const auto response = request(from_client, init, start).value();
    for (std::size_t i = 0; i < response.size(); ++i) {
        EXPECT_FALSE(dialer.handle_response(base::ByteView{response}.first(i), start)) << i;
        auto altered = response;
        altered[i] = static_cast<std::uint8_t>(altered[i] ^ 0x40);
        EXPECT_FALSE(dialer.handle_response(altered, start)) << i;
    }
    auto longer = response;
    longer.push_back(7);
    EXPECT_FALSE(dialer.handle_response(longer, start));
    EXPECT_EQ(dialer.state(), Dialer::State::calling);
    EXPECT_TRUE(dialer.handle_response(response, start));
    EXPECT_FALSE(dialer.handle_response(response, start)) << "a repetition gives no second session";
}

TEST_F(Handshakes, AResponseToAnotherRequestChangesNothing) {
    Dialer one{dial_options(1)};
    Dialer two{dial_options(2)};
    const auto to_one = request(from_client, one.poll_datagram(start).value(), start).value();
    const auto to_two = request(from_client, two.poll_datagram(start).value(), start).value();
    auto readdressed = to_two;
    std::copy_n(to_one.begin() + 1, 4, readdressed.begin() + 1);
    EXPECT_FALSE(one.handle_response(to_two, start));
    EXPECT_FALSE(one.handle_response(readdressed, start));
    EXPECT_TRUE(one.handle_response(to_one, start));
}

TEST_F(Handshakes, AnAlteredOrStrangeConfirmationChangesNothing) {
    Dialer dialer{dial_options()};
    const auto init = dialer.poll_datagram(start).value();
    ASSERT_TRUE(dialer.handle_response(request(from_client, init, start).value(), start));
    const auto last = dialer.poll_datagram(start).value();
    // Its end is another matter (TheEndOfAConfirmationIsWrongFourTimesAtMost).
    for (std::size_t i = 0; i < last.size() - end_bytes; ++i) {
        auto altered = last;
        altered[i] = static_cast<std::uint8_t>(altered[i] ^ 0x04);
        EXPECT_FALSE(acceptor.handle_final(from_client, altered, start)) << i;
        EXPECT_FALSE(acceptor.handle_final(from_client, base::ByteView{last}.first(i), start)) << i;
    }
    EXPECT_FALSE(acceptor.handle_final(from_other, last, start)) << "not where the request came from";
    EXPECT_TRUE(acceptor.handle_final(from_client, last, start));
    EXPECT_FALSE(acceptor.handle_final(from_client, last, start)) << "once";
    EXPECT_EQ(acceptor.stats().established, 1U);
}

/// Whoever copies a true one and alters its end costs us curve arithmetic.
TEST_F(Handshakes, TheEndOfAConfirmationIsWrongFourTimesAtMost) {
    const auto confirm = [&](std::uint8_t number, int wrong_ones) {
        Dialer dialer{dial_options(number)};
        const auto init = dialer.poll_datagram(start).value();
        EXPECT_TRUE(dialer.handle_response(request(from_client, init, start).value(), start));
        const auto last = dialer.poll_datagram(start).value();
        for (int i = 0; i < wrong_ones; ++i) {
            auto altered = last;
            altered[altered.size() - 1 - static_cast<std::size_t>(i) % end_bytes] ^= 0x04;
            EXPECT_FALSE(acceptor.handle_final(from_client, altered, start)) << i;
        }
        return acceptor.handle_final(from_client, last, start).has_value();
    };
    EXPECT_TRUE(confirm(1, 3)) << "a copy that overtakes the true one ends nothing";
    EXPECT_EQ(acceptor.stats().forged, 3U);
    EXPECT_FALSE(confirm(2, 100));
    EXPECT_EQ(acceptor.stats().forged, 7U) << "four looked at, and no more";
    EXPECT_EQ(acceptor.stats().unknown_final, 97U);
    EXPECT_TRUE(confirm(3, 0)) << "the next handshake is a new one";
}

/// One network makes no more of them than it may make requests.
TEST_F(Handshakes, WrongConfirmationsCountLikeRequests) {
    AcceptorOptions options{.static_keys = relay_keys.copy(), .half_open_max = 4};
    options.buckets = {.per_second = 1, .burst = 2, .networks_max = 16};
    Acceptor relay{std::move(options), host};
    std::vector<base::Bytes> altered;
    for (std::uint8_t i = 0; i < 2; ++i) {
        Dialer dialer{dial_options(i)};
        const auto answer = relay.handle_init(from_client, dialer.poll_datagram(start).value(), start);
        ASSERT_TRUE(dialer.handle_response(answer.value(), start));
        altered.push_back(dialer.poll_datagram(start).value());
        altered.back().back() ^= 1;
    }
    for (int i = 0; i < 10; ++i) {
        for (const auto& last : altered)
            EXPECT_FALSE(relay.handle_final(from_client, last, start));
    }
    EXPECT_EQ(relay.stats().forged, 4U) << "each once, and two more for the network";
    EXPECT_EQ(relay.stats().rate_limited, 16U);
}

TEST_F(Handshakes, ARepeatedRequestGetsTheSameAnswerAndNoNewState) {
    Dialer dialer{dial_options()};
    const auto init = dialer.poll_datagram(start).value();
    const auto first = request(from_client, init, start);
    EXPECT_EQ(request(from_client, init, start + seconds{1}), first);
    EXPECT_EQ(acceptor.size(), 1U);
    EXPECT_EQ(acceptor.stats().repeated, 1U);
    EXPECT_EQ(host.seeds, 1U);
    ASSERT_TRUE(dialer.handle_response(*first, start));
    ASSERT_TRUE(acceptor.handle_final(from_client, dialer.poll_datagram(start).value(), start));
    EXPECT_FALSE(request(from_client, init, start + seconds{1})) << "late, after all is done: its keys are gone";
    EXPECT_EQ(acceptor.stats().answered, 1U);
    EXPECT_EQ(acceptor.size(), 1U);
}

/// An unfinished one may have been sent from elsewhere meanwhile; a finished one is somebody who overheard it.
TEST_F(Handshakes, ARequestThatIsPlayedAgainFromElsewhere) {
    Dialer dialer{dial_options()};
    const auto init = dialer.poll_datagram(start).value();
    const auto first = request(from_client, init, start).value();
    const auto elsewhere = request(from_other, init, start);
    EXPECT_TRUE(elsewhere && elsewhere != first) << "from elsewhere it is another one";
    ASSERT_TRUE(dialer.handle_response(first, start));
    ASSERT_TRUE(acceptor.handle_final(from_client, dialer.poll_datagram(start).value(), start));
    const auto draws = host.draws;
    for (const auto wait : {seconds{0}, seconds{1}, seconds{6}, seconds{3600}}) {
        EXPECT_FALSE(request(from_client, init, start + wait));
        EXPECT_FALSE(request(from_other, init, start + wait));
    }
    EXPECT_EQ(acceptor.stats().replayed, 8U);
    EXPECT_EQ(acceptor.stats().cookies, 0U);
    EXPECT_EQ(acceptor.size(), 0U) << "and it holds no slot";
    EXPECT_EQ(host.draws, draws);
}

/// The oldest go first, and not before the last half of those that may be known.
TEST_F(Handshakes, OfFinishedOnesTheLastAreKnown) {
    Acceptor relay{{.static_keys = relay_keys.copy(), .half_open_max = 4, .used_requests_max = 8}, host};
    std::vector<base::Bytes> inits;
    for (std::uint8_t i = 0; i < 9; ++i) {
        Dialer dialer{dial_options(i)};
        inits.push_back(dialer.poll_datagram(start).value());
        const auto answer = relay.handle_init(from_client, inits.back(), start);
        ASSERT_TRUE(dialer.handle_response(answer.value(), start));
        ASSERT_TRUE(relay.handle_final(from_client, dialer.poll_datagram(start).value(), start));
    }
    const auto later = start + seconds{10};
    for (std::size_t i = 0; i < inits.size(); ++i)
        EXPECT_EQ(relay.handle_init(from_other, inits[i], later).has_value(), i < 4) << i;
}

/// Whoever asks next does not wait for an ephemeral key, and nobody gets another's.
TEST_F(Handshakes, AnEphemeralKeyIsMadeBeforeItIsAskedFor) {
    EXPECT_FALSE(acceptor.prepared());
    acceptor.prepare();
    acceptor.prepare();
    EXPECT_EQ(host.seeds, 1U);
    std::vector<base::Bytes> responses;
    for (std::uint8_t i = 0; i < 3; ++i) {
        Dialer dialer{dial_options(i)};
        responses.push_back(request(from_client, dialer.poll_datagram(start).value(), start).value());
        EXPECT_EQ(host.seeds, i + 1U);
        EXPECT_FALSE(acceptor.prepared());
        EXPECT_TRUE(dialer.handle_response(responses.back(), start));
        EXPECT_TRUE(acceptor.handle_final(from_client, dialer.poll_datagram(start).value(), start));
    }
    const auto ephemeral = [&](std::size_t i) {
        const auto response = wire::decode<wire::HandshakeResponse>(responses[i]).value();
        return base::Bytes{response.noise.begin(), response.noise.begin() + base::ExchangeKey::size};
    };
    EXPECT_NE(ephemeral(0), ephemeral(1));
    EXPECT_NE(ephemeral(1), ephemeral(2));
}

TEST_F(Handshakes, HalfOpenOnesAgeOut) {
    Dialer dialer{dial_options()};
    const auto init = dialer.poll_datagram(start).value();
    ASSERT_TRUE(dialer.handle_response(request(from_client, init, start).value(), start));
    const auto last = dialer.poll_datagram(start).value();
    EXPECT_EQ(acceptor.next_wakeup(), start + seconds{5});
    acceptor.expire(start + milliseconds{4999});
    EXPECT_EQ(acceptor.size(), 1U);
    EXPECT_FALSE(acceptor.handle_final(from_client, last, start + seconds{5}));
    EXPECT_EQ(acceptor.size(), 0U);
    EXPECT_EQ(acceptor.stats().expired, 1U);
    EXPECT_EQ(acceptor.next_wakeup(), base::local_time_max);
}

TEST_F(Handshakes, AFullRingLetsTheOldestGo) {
    std::vector<Dialer> dialers;
    std::vector<base::Bytes> responses;
    for (std::uint8_t i = 0; i < 5; ++i) {
        dialers.emplace_back(dial_options(i));
        const auto init = dialers.back().poll_datagram(start).value();
        responses.push_back(request(from_client, init, start).value());
    }
    EXPECT_EQ(acceptor.size(), 4U);
    EXPECT_EQ(acceptor.stats().evicted, 1U);
    for (std::size_t i = 0; i < 5; ++i) {
        ASSERT_TRUE(dialers[i].handle_response(responses[i], start));
        const auto session = acceptor.handle_final(from_client, dialers[i].poll_datagram(start).value(), start);
        EXPECT_EQ(session.has_value(), i > 0) << i;
    }
}

/// Of an initiator who has shown nothing but mac1 nothing is kept but a slot that was there before.
TEST_F(Handshakes, NothingIsAllocatedForARequest) {
    for (const auto pattern : {wire::HandshakePattern::known_relay, wire::HandshakePattern::open}) {
        std::vector<base::Bytes> inits;
        for (std::uint8_t i = 0; i < 6; ++i) {
            auto options = dial_options(i);
            options.pattern = pattern;
            if (pattern == wire::HandshakePattern::open) options.psk = host.open.copy();
            Dialer dialer{std::move(options)};
            inits.push_back(dialer.poll_datagram(start).value());
        }
        const auto before = allocations();
        std::size_t answers = 0;
        for (const auto& init : inits) {
            for (int times = 0; times < 2; ++times)
                answers += acceptor.handle_init(from_client, init, start) ? 1 : 0;
        }
        EXPECT_EQ(allocations() - before, 0U);
        EXPECT_EQ(answers, 12U);
    }
    const auto before = allocations();
    EXPECT_EQ(base::Bytes(100).size(), 100U);
    EXPECT_EQ(allocations() - before, 1U) << "what is counted is counted";
}

TEST_F(Handshakes, AnIndexInUseIsDrawnAgain) {
    host.indices = {7, 7, 8};
    Dialer one{dial_options(1)};
    Dialer two{dial_options(2)};
    const auto first = request(from_client, one.poll_datagram(start).value(), start).value();
    const auto second = request(from_client, two.poll_datagram(start).value(), start).value();
    EXPECT_EQ(one.handle_response(first, start)->remote, base::SessionIndex{7});
    EXPECT_EQ(two.handle_response(second, start)->remote, base::SessionIndex{8});
}

/// Nothing that stands in the clear before the Noise message may be exchanged for something else.
TEST(HandshakeRules, EverythingInTheClearIsBound) {
    const base::ConferenceHandle one{{1}};
    const base::ConferenceHandle two{{2}};
    const base::SessionIndex index{7};
    const auto prologue_one = prologue(wire::HandshakePattern::open, one, index);
    EXPECT_NE(prologue_one, prologue(wire::HandshakePattern::known_relay, one, index));
    EXPECT_NE(prologue_one, prologue(wire::HandshakePattern::open, two, index));
    EXPECT_NE(prologue_one, prologue(wire::HandshakePattern::open, one, base::SessionIndex{8}));
    EXPECT_NE(noise_psk(key(1)).expose(), key(1).expose());
    EXPECT_NE(noise_psk(key(1)).expose(), noise_psk(key(2)).expose());
    const auto relay = crypto::ExchangeKeyPair::from_seed(seed(1)).public_key;
    const auto open = wire::HandshakePattern::open;
    const auto known = wire::HandshakePattern::known_relay;
    EXPECT_NE(mac1_key(key(1), known, relay).expose(), mac1_key(key(1), open, relay).expose());
    EXPECT_EQ(mac1_key(key(1), open, {}).expose(), mac1_key(key(1), open, relay).expose());
}

TEST(HandshakeUnderLoss, BothPatternsGetThrough) {
    for (const auto pattern : {wire::HandshakePattern::known_relay, wire::HandshakePattern::open}) {
        for (std::uint64_t number = 1; number <= 40; ++number) {
            PairOptions options;
            options.to_relay = options.to_client = jittery(300, 200);
            options.pattern = pattern;
            options.seed = number;
            LinkPair pair{options};
            ASSERT_TRUE(pair.establish(seconds{12})) << number;
            EXPECT_EQ(pair.dialer->state(), Dialer::State::confirmed);
            EXPECT_EQ(pair.client.session->handshake_hash, pair.relay.session->handshake_hash);
        }
    }
}

} // namespace
} // namespace plenum::link::test
