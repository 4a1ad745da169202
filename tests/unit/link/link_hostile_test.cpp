// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/datagram_seal.h"
#include "core/wire/choice.h"
#include "tests/unit/link/link_pair.h"

#include <gtest/gtest.h>

#include <tuple>

namespace plenum::link::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// All of a link that can be seen from outside, without the counters that junk may move.
auto visible(const Link& link, base::LocalTime now) {
    const auto stats = link.stats();
    const auto load = link.load();
    const auto wake = link.next_wakeup();
    return std::tuple{stats.rtt,
                      stats.rtt_min,
                      stats.rtt_variance,
                      stats.loss_permille,
                      stats.datagrams_received,
                      stats.bytes_received,
                      stats.packets_lost,
                      stats.fragments_received,
                      load.sent_packets,
                      load.stream_bytes,
                      load.reassembly_bytes,
                      wake.at,
                      wake.reason,
                      link.closed(),
                      link.silent(),
                      link.clock(now)};
}

wire::SealedHeader header_of(base::ByteView datagram) {
    return wire::decode<wire::SealedHeader>(datagram.first(wire::SealedHeader::size)).value();
}

/// A pair that talked for a second, everything that crossed kept, at rest with nothing to send.
class LinkHostile : public testing::Test {
  protected:
    void SetUp() override {
        pair.to_relay.keep = true;
        ASSERT_TRUE(pair.establish());
        pair.every(milliseconds{10}, pair.now, seconds{1},
                   [&] { (void)pair.client.link->send_stream(base::PriorityClass::chat, base::Bytes(50, 3)); });
        pair.run_until(seconds{1} + milliseconds{100});
        wire::FragmentFrame fragment;
        fragment.data.assign(50, 4);
        link::FragmentToSend with_shim{encode_fragment(fragment), base::PriorityClass::chat,
                                       pair.client_now() + std::chrono::seconds{1}};
        with_shim.shim.assign(8, 1);
        (void)pair.client.link->send_fragment(std::move(with_shim), pair.client_now());
        const auto fresh = poll_datagram(*pair.client.link, pair.client_now());
        ASSERT_TRUE(fresh);
        next = fresh->datagram;
    }
    [[nodiscard]] Link& relay() { return *pair.relay.link; }
    [[nodiscard]] auto state() { return visible(relay(), pair.relay_now()); }
    DatagramResult give(const base::Bytes& datagram) {
        return relay().handle_datagram(header_of(datagram), datagram, pair.client_address, pair.relay_now());
    }
    void expect_quiet() {
        EXPECT_FALSE(relay().poll_event());
        EXPECT_FALSE(poll_datagram(relay(), pair.relay_now()));
    }

    LinkPair pair{PairOptions{}};
    /// Sealed by the client, not yet seen by the relay.
    base::Bytes next;
};

TEST_F(LinkHostile, ReplaysChangeNothing) {
    const auto before = state();
    std::uint64_t replayed = 0;
    for (const auto& datagram : pair.to_relay.kept) {
        if (datagram.at(0) != 4) continue;
        EXPECT_EQ(give(datagram), DatagramResult::replayed);
        ++replayed;
    }
    EXPECT_GT(replayed, 50U);
    EXPECT_EQ(relay().stats().replayed, replayed);
    EXPECT_EQ(state(), before);
    expect_quiet();
    EXPECT_EQ(give(next), DatagramResult::accepted);
}

TEST_F(LinkHostile, AnyAlteredByteChangesNothing) {
    const auto before = state();
    for (std::size_t i = 2; i < next.size(); ++i) {
        auto altered = next;
        altered[i] = static_cast<std::uint8_t>(altered[i] ^ 0x10);
        const auto result = give(altered);
        // A number that was used before does not get as far as the key.
        EXPECT_TRUE(result == DatagramResult::forged || (i >= 8 && i < 16 && result == DatagramResult::replayed)) << i;
    }
    // The class: another valid one must not pass either.
    auto altered = next;
    altered[1] = altered[1] == 1 ? 2 : 1;
    EXPECT_EQ(give(altered), DatagramResult::forged);
    EXPECT_EQ(state(), before);
    expect_quiet();
    EXPECT_EQ(give(next), DatagramResult::accepted);
    const auto event = relay().poll_event();
    ASSERT_TRUE(event && std::holds_alternative<FragmentReceived>(*event));
    EXPECT_EQ(std::get<FragmentReceived>(*event).shim, wire::Shim(8, 1));
}

TEST_F(LinkHostile, TruncatedAndLengthenedOnesChangeNothing) {
    const auto before = state();
    for (std::size_t size = wire::SealedHeader::size; size < next.size(); ++size)
        EXPECT_EQ(give({next.begin(), next.begin() + static_cast<std::ptrdiff_t>(size)}), DatagramResult::forged);
    auto longer = next;
    longer.push_back(0);
    EXPECT_EQ(give(longer), DatagramResult::forged);
    longer.resize(5000);
    EXPECT_EQ(give(longer), DatagramResult::forged);
    EXPECT_EQ(state(), before);
    EXPECT_EQ(give(next), DatagramResult::accepted);
}

TEST_F(LinkHostile, AnotherSessionsDatagramsChangeNothing) {
    PairOptions options;
    options.seed = 77;
    LinkPair other{options};
    other.to_relay.keep = true;
    ASSERT_TRUE(other.establish());
    const auto before = state();
    for (auto datagram : other.to_relay.kept) {
        if (datagram.at(0) != 4) continue;
        EXPECT_EQ(give(datagram), DatagramResult::forged);
        // Addressed to this session, and with a number it has not seen.
        std::copy_n(next.begin() + 4, 12, datagram.begin() + 4);
        EXPECT_EQ(give(datagram), DatagramResult::forged);
    }
    // What this side sent itself, sent back.
    EXPECT_EQ(state(), before);
    EXPECT_EQ(give(next), DatagramResult::accepted);
}

/// Only the peer's last word ends the wait for it.
TEST_F(LinkHostile, WhileItClosesJunkChangesNothing) {
    relay().close(wire::CloseReason::restarting, pair.relay_now());
    for (std::size_t size = wire::SealedHeader::size; size <= next.size(); ++size)
        EXPECT_EQ(give({next.begin(), next.begin() + static_cast<std::ptrdiff_t>(size)}), DatagramResult::ignored);
    EXPECT_FALSE(relay().finished());
    pair.client.link->close(wire::CloseReason::leaving, pair.client_now());
    const auto last = poll_datagram(*pair.client.link, pair.client_now()).value().datagram;
    auto altered = last;
    altered.back() ^= 1;
    EXPECT_EQ(give(altered), DatagramResult::ignored);
    EXPECT_FALSE(relay().finished());
    EXPECT_EQ(give(last), DatagramResult::accepted);
    EXPECT_TRUE(relay().finished());
}

TEST_F(LinkHostile, ADatagramSaysOfWhatClassItIs) { EXPECT_EQ(header_of(next).priority, base::PriorityClass::chat); }

/// Whoever sends from an address that is not theirs makes nobody answer there with more than they sent.
TEST_F(LinkHostile, AnAddressIsAskedWithNoMoreThanCameFromIt) {
    const auto elsewhere = base::Address::v4(203, 0, 113, 9, 999);
    ASSERT_EQ(relay().handle_datagram(header_of(next), next, elsewhere, pair.relay_now()), DatagramResult::accepted);
    std::size_t sent = 0;
    for (auto now = pair.relay_now(); now < pair.relay_now() + seconds{5}; now += milliseconds{10}) {
        while (const auto datagram = poll_datagram(relay(), now))
            sent += datagram->to == elsewhere ? datagram->datagram.size() : 0;
    }
    EXPECT_GT(sent, 0U);
    EXPECT_LE(sent, 3 * next.size());
}

/// The peer has the keys and says what no correct peer says.
class LinkLyingPeer : public testing::Test {
  protected:
    static constexpr base::LocalTime start{seconds{50}};

    LinkLyingPeer() {
        LinkOptions options;
        options.local = base::SessionIndex{1};
        options.remote = base::SessionIndex{2};
        base::SecretKey one;
        one.bytes.fill(1);
        base::SecretKey two;
        two.bytes.fill(2);
        options.keys = {crypto::SecretKey{one}, crypto::SecretKey{two}};
        options.now = start;
        link.emplace(std::move(options));
        sealer.emplace(crypto::SecretKey{two});
        while (poll_datagram(*link, start)) {
        }
    }
    DatagramResult say(const base::Bytes& plaintext) {
        wire::SealedHeader header;
        header.receiver = base::SessionIndex{1};
        header.number = base::PacketNumber{number++};
        auto datagram = wire::encode(header);
        datagram.resize(wire::SealedHeader::size + plaintext.size() + crypto::tag_size);
        const auto bytes = base::MutableByteView{datagram};
        (void)sealer->seal(bytes.subspan(16), bytes.first(16), plaintext, header.number);
        return link->handle_datagram(header, datagram, {}, start);
    }
    DatagramResult say(const wire::Frame& frame) { return say(wire::encode_choice(frame)); }
    void expect_closed() {
        std::optional<Closed> closed;
        while (auto event = link->poll_event()) {
            if (const auto* one = std::get_if<Closed>(&*event)) closed = *one;
        }
        ASSERT_TRUE(closed);
        EXPECT_EQ(closed->by, ClosedBy::self);
        EXPECT_EQ(closed->reason, wire::CloseReason::protocol_error);
        EXPECT_TRUE(poll_datagram(*link, start));
    }

    std::optional<Link> link;
    std::optional<crypto::DatagramSealer> sealer;
    std::uint64_t number{0};
};

TEST_F(LinkLyingPeer, CorrectFramesPass) {
    EXPECT_EQ(say(wire::PingFrame{}), DatagramResult::accepted);
    EXPECT_EQ(say(wire::AckFrame{base::PacketNumber{0}, {}, 0, {}}), DatagramResult::accepted);
    EXPECT_EQ(say(wire::StreamFrame{base::PriorityClass::chat, 0, {1, 9}}), DatagramResult::accepted);
    EXPECT_FALSE(link->closed());
}

TEST_F(LinkLyingPeer, NothingAtAll) {
    EXPECT_EQ(say(base::Bytes{}), DatagramResult::malformed);
    expect_closed();
}
TEST_F(LinkLyingPeer, AFrameOfAnUnknownType) {
    EXPECT_EQ(say(base::Bytes{200}), DatagramResult::malformed);
    expect_closed();
}
TEST_F(LinkLyingPeer, AFrameThatEndsTooEarly) {
    auto bytes = wire::encode_choice(wire::Frame{wire::StreamFrame{base::PriorityClass::chat, 0, {1, 9}}});
    bytes.pop_back();
    EXPECT_EQ(say(bytes), DatagramResult::malformed);
    expect_closed();
}
TEST_F(LinkLyingPeer, AnAcknowledgementOfWhatWasNeverSent) {
    EXPECT_EQ(say(wire::AckFrame{base::PacketNumber{1}, {}, 0, {}}), DatagramResult::malformed);
    expect_closed();
}
TEST_F(LinkLyingPeer, AnAcknowledgementBelowZero) {
    EXPECT_EQ(say(wire::AckFrame{base::PacketNumber{0}, {}, 1, {}}), DatagramResult::malformed);
    expect_closed();
}
TEST_F(LinkLyingPeer, AStreamBeyondItsWindow) {
    EXPECT_EQ(say(wire::StreamFrame{base::PriorityClass::chat, 256 * 1024, {1}}), DatagramResult::malformed);
    expect_closed();
}
TEST_F(LinkLyingPeer, AMessageBeyondItsLimit) {
    base::Bytes prefix;
    wire::Writer{prefix}.varint(base::limits::control_message_bytes_max + 1);
    EXPECT_EQ(say(wire::StreamFrame{base::PriorityClass::chat, 0, prefix}), DatagramResult::malformed);
    expect_closed();
}
TEST_F(LinkLyingPeer, AfterTheEndNothingIsTaken) {
    EXPECT_EQ(say(wire::CloseFrame{wire::CloseReason::leaving}), DatagramResult::accepted);
    EXPECT_TRUE(link->closed());
    EXPECT_EQ(say(wire::PingFrame{}), DatagramResult::ignored);
    EXPECT_FALSE(poll_datagram(*link, start));
}
/// Answers nobody asked for move no clock, and questions beyond what is kept cost nothing.
TEST_F(LinkLyingPeer, ClockAnswersNobodyAskedFor) {
    EXPECT_EQ(say(wire::ClockResponseFrame{start, base::ConferenceTime{seconds{9}}, base::ConferenceTime{seconds{9}}}),
              DatagramResult::accepted);
    EXPECT_FALSE(link->clock(start));
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(say(wire::ClockRequestFrame{start}), DatagramResult::accepted);
}
/// Fragments nobody polls for pile up to a bound and no further.
TEST_F(LinkLyingPeer, MoreQuestionsAtOnceThanAreAnswered) {
    base::Bytes plaintext;
    wire::Writer to{plaintext};
    for (std::uint64_t i = 0; i < 100; ++i)
        wire::put_choice(to, wire::Frame{wire::PathChallengeFrame{i}});
    EXPECT_EQ(say(plaintext), DatagramResult::accepted);
    std::size_t bytes = 0;
    while (const auto datagram = poll_datagram(*link, start))
        bytes += datagram->datagram.size();
    EXPECT_GT(bytes, 0U);
    EXPECT_LE(bytes, 200U);
}

TEST_F(LinkLyingPeer, MoreFragmentsThanAnyonePolls) {
    for (int i = 0; i < 5000; ++i)
        EXPECT_EQ(say(wire::FragmentFrame{}), DatagramResult::accepted);
    std::size_t events = 0;
    while (link->poll_event())
        ++events;
    EXPECT_LE(events, 4200U);
    EXPECT_GE(events, 4000U);
    EXPECT_GE(link->stats().events_dropped, 800U);
}

/// Sequences of frames with random values: whatever happens, it is one of the results and never an abort.
TEST(LinkFuzz, RandomFramesAndBytes) {
    base::Random random{99};
    for (int run = 0; run < 300; ++run) {
        LinkOptions options;
        options.local = base::SessionIndex{1};
        options.keys = {crypto::SecretKey{base::SecretKey{}}, crypto::SecretKey{base::SecretKey{}}};
        base::LocalTime now{seconds{1}};
        options.now = now;
        Link link{std::move(options)};
        crypto::DatagramSealer sealer{crypto::SecretKey{base::SecretKey{}}};
        for (std::uint64_t number = 0; number < 60 && !link.closed(); ++number) {
            now += milliseconds{random.between(0, 300)};
            (void)link.send_stream(static_cast<base::PriorityClass>(random.between(1, 7)),
                                   base::Bytes(random.below(2000)));
            while (poll_datagram(link, now)) {
            }
            base::Bytes plaintext;
            const auto count = 1 + random.below(3);
            for (std::uint64_t i = 0; i < count; ++i) {
                wire::AckFrame ack{base::PacketNumber{random.below(40)},
                                   milliseconds{random.between(0, 50)},
                                   random.below(3),
                                   {{random.below(3), random.below(3)}}};
                wire::StreamFrame stream{static_cast<base::PriorityClass>(random.between(1, 7)), random.below(300),
                                         base::Bytes(random.below(80), 1)};
                const std::array<wire::Frame, 7> frames{ack,
                                                        wire::PaddingFrame{base::Bytes(random.below(2000))},
                                                        stream,
                                                        wire::PingFrame{},
                                                        wire::FragmentFrame{},
                                                        wire::PathChallengeFrame{random.next()},
                                                        wire::PathResponseFrame{random.next()}};
                base::append(plaintext, wire::encode_choice(frames[random.below(frames.size())]));
            }
            if (random.chance(100'000))
                plaintext[random.below(plaintext.size())] = static_cast<std::uint8_t>(random.next());
            wire::SealedHeader header;
            header.receiver = base::SessionIndex{1};
            header.number = base::PacketNumber{number};
            auto datagram = wire::encode(header);
            datagram.resize(16 + plaintext.size() + 16);
            const auto bytes = base::MutableByteView{datagram};
            (void)sealer.seal(bytes.subspan(16), bytes.first(16), plaintext, header.number);
            const auto result = link.handle_datagram(header, datagram, {}, now);
            EXPECT_TRUE(result == DatagramResult::accepted || (result == DatagramResult::malformed && link.closed()));
            while (link.poll_event()) {
            }
        }
    }
}

} // namespace
} // namespace plenum::link::test
