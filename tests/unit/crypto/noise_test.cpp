// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/noise.h"

#include "core/crypto/datagram_seal.h"
#include "tests/unit/crypto/bytes_of.h"
#include "tests/unit/crypto/noise_figures.h"

#include <gtest/gtest.h>

namespace plenum::crypto {
namespace {

using base::as_bytes;
using base::Bytes;
using test::fixed;
using test::hex;

const Pattern& pattern_named(std::string_view name) {
    for (const auto* pattern : {&pattern_xk_psk3, &pattern_xx_psk3, &pattern_kk_psk2}) {
        if (pattern->name == name) return *pattern;
    }
    ADD_FAILURE() << name;
    return pattern_xk_psk3;
}

ExchangeKeyPair pair_of(std::string_view secret) {
    return ExchangeKeyPair::from_secret(fixed<base::SecretKey>(secret));
}

/// The keys of the published figures.
HandshakeOptions options(const Pattern& pattern, Role role) {
    const auto initiator = role == Role::initiator;
    const auto remote = initiator ? test::figure_responder_static : test::figure_initiator_static;
    HandshakeOptions result;
    result.static_keys = pair_of(initiator ? test::figure_initiator_static : test::figure_responder_static);
    result.ephemeral_keys = pair_of(initiator ? test::figure_initiator_ephemeral : test::figure_responder_ephemeral);
    if (initiator ? pattern.responder_known : pattern.initiator_known) {
        result.remote_static = pair_of(remote).public_key;
    }
    result.psk = SecretKey{fixed<base::SecretKey>(test::figure_psk)};
    return result;
}

struct Sides {
    Handshake initiator;
    Handshake responder;
    Handshake& writer() { return initiator.our_turn() ? initiator : responder; }
    Handshake& reader() { return initiator.our_turn() ? responder : initiator; }
};
Sides sides(const Pattern& pattern) {
    const auto prologue = hex(test::figure_prologue);
    return {{pattern, Role::initiator, prologue, options(pattern, Role::initiator)},
            {pattern, Role::responder, prologue, options(pattern, Role::responder)}};
}

class NoisePattern : public testing::TestWithParam<test::NoiseFigure> {
  protected:
    const Pattern& pattern() { return pattern_named(GetParam().pattern); }
};

TEST_P(NoisePattern, MatchesThePublishedFigures) {
    auto both = sides(pattern());
    const auto count = pattern().messages.size();
    for (std::size_t i = 0; i < count; ++i) {
        auto& reader = both.reader();
        const auto& [payload, expected] = GetParam().messages[i];
        const auto message = both.writer().write_message(hex(payload));
        ASSERT_TRUE(message);
        EXPECT_EQ(base::to_hex(*message), expected);
        const auto read = reader.read_message(*message);
        ASSERT_TRUE(read);
        EXPECT_EQ(base::to_hex(*read), payload);
    }
    ASSERT_TRUE(both.initiator.finished() && both.responder.finished());
    EXPECT_EQ(base::to_hex(both.initiator.handshake_hash()), GetParam().hash);
    EXPECT_EQ(both.initiator.handshake_hash(), both.responder.handshake_hash());
    EXPECT_EQ(both.responder.remote_static(), pair_of(test::figure_initiator_static).public_key);
    EXPECT_EQ(both.initiator.remote_static(), pair_of(test::figure_responder_static).public_key);
    // What follows goes under the keys of each direction.
    std::array sealers{DatagramSealer{both.initiator.split()->send.copy()},
                       DatagramSealer{both.responder.split()->send.copy()}};
    std::array<std::uint64_t, 2> sent{};
    for (std::size_t i = count; i < GetParam().messages.size(); ++i) {
        const auto& [payload, expected] = GetParam().messages[i];
        const auto plaintext = hex(payload);
        Bytes sealed(plaintext.size() + tag_size);
        sealers.at(i % 2).seal(sealed, {}, plaintext, base::PacketNumber{sent.at(i % 2)++});
        EXPECT_EQ(base::to_hex(sealed), expected) << i;
    }
}

TEST_P(NoisePattern, TransportKeysOpenEachOthersDatagrams) {
    auto both = sides(pattern());
    const auto count = pattern().messages.size();
    for (std::size_t i = 0; i < count; ++i) {
        auto& reader = both.reader();
        ASSERT_TRUE(reader.read_message(*both.writer().write_message({})));
    }
    auto ours = both.initiator.split();
    auto theirs = both.responder.split();
    ASSERT_TRUE(ours && theirs);
    EXPECT_EQ(ours->send.expose(), theirs->receive.expose());
    EXPECT_EQ(ours->receive.expose(), theirs->send.expose());
    EXPECT_NE(ours->send.expose(), ours->receive.expose());
}

TEST_P(NoisePattern, EveryBitOfEveryMessageCountsAndAForgeryCostsNothing) {
    auto both = sides(pattern());
    const auto count = pattern().messages.size();
    for (std::size_t i = 0; i < count; ++i) {
        auto& reader = both.reader();
        const auto message = *both.writer().write_message(as_bytes("payload"));
        const auto hash_before = reader.handshake_hash();
        // Where a sealed static key stands before it, what is wrong at the end alone is told apart.
        const auto& tokens = pattern().messages[i];
        const bool key_first = std::ranges::find(tokens, NoiseToken::s) != tokens.end();
        const auto end = message.size() - 7 - tag_size;
        for (std::size_t byte = 0; byte < message.size(); ++byte) {
            auto altered = message;
            altered[byte] ^= static_cast<std::uint8_t>(1U << byte % 8);
            const auto read = reader.read_message(altered);
            ASSERT_FALSE(read) << "message " << i << " byte " << byte;
            const auto expected = key_first && byte >= end ? NoiseError::forged_end : NoiseError::forged;
            ASSERT_TRUE(read.error() == expected || (byte < end && read.error() == NoiseError::bad_key)) << byte;
            ASSERT_EQ(reader.handshake_hash(), hash_before);
        }
        for (std::size_t size = 0; size < message.size(); ++size) {
            const auto read = reader.read_message(base::ByteView{message}.first(size));
            ASSERT_FALSE(read) << "message " << i << " size " << size;
            const auto too_short = size < message.size() - 7;
            const auto forged = key_first ? NoiseError::forged_end : NoiseError::forged;
            EXPECT_EQ(read.error(), too_short ? NoiseError::too_short : forged) << size;
        }
        ASSERT_FALSE(reader.remote_static() && i == 0 && !pattern().responder_known && !pattern().initiator_known);
        ASSERT_EQ(reader.read_message(message), Bytes(as_bytes("payload").begin(), as_bytes("payload").end()));
    }
    EXPECT_TRUE(both.initiator.finished() && both.responder.finished());
    EXPECT_EQ(both.initiator.handshake_hash(), both.responder.handshake_hash());
}

TEST_P(NoisePattern, AnotherPskOrPrologueNeverFinishes) {
    const auto run = [](Sides both) {
        while (!both.initiator.finished() || !both.responder.finished()) {
            auto& reader = both.reader();
            const auto message = both.writer().write_message({});
            if (!message || !reader.read_message(*message)) return false;
        }
        return true;
    };
    EXPECT_TRUE(run(sides(pattern())));
    const auto prologue = hex(test::figure_prologue);
    auto other_psk = options(pattern(), Role::responder);
    other_psk.psk = SecretKey{test::filled<base::SecretKey>(1)};
    EXPECT_FALSE(run({{pattern(), Role::initiator, prologue, options(pattern(), Role::initiator)},
                      {pattern(), Role::responder, prologue, std::move(other_psk)}}));
    EXPECT_FALSE(run({{pattern(), Role::initiator, prologue, options(pattern(), Role::initiator)},
                      {pattern(), Role::responder, as_bytes("other"), options(pattern(), Role::responder)}}));
}

TEST_P(NoisePattern, OverheadIsExact) {
    auto both = sides(pattern());
    const auto count = pattern().messages.size();
    for (std::size_t i = 0; i < count; ++i) {
        auto& reader = both.reader();
        const auto overhead = both.writer().overhead();
        EXPECT_EQ(reader.overhead(), overhead);
        const auto message = both.writer().write_message(as_bytes("12345"));
        ASSERT_TRUE(message);
        EXPECT_EQ(message->size(), overhead + 5);
        ASSERT_TRUE(reader.read_message(*message));
    }
    EXPECT_EQ(both.initiator.overhead(), 0U);
}

TEST_P(NoisePattern, MissingKeysAreNamedNotGuessed) {
    for (const auto role : {Role::initiator, Role::responder}) {
        const auto complete = options(pattern(), role);
        for (int missing = 0; missing < 4; ++missing) {
            if (missing == 2 && !complete.remote_static) continue;
            auto lacking = options(pattern(), role);
            if (missing == 0) lacking.static_keys.reset();
            if (missing == 1) lacking.ephemeral_keys.reset();
            if (missing == 2) lacking.remote_static.reset();
            if (missing == 3) lacking.psk.reset();
            Handshake handshake{pattern(), role, {}, std::move(lacking)};
            EXPECT_EQ(handshake.write_message({}).error(), NoiseError::missing_key) << missing;
            EXPECT_EQ(handshake.read_message(Bytes(200)).error(), NoiseError::missing_key) << missing;
        }
    }
}

/// A responder that put everything away after its answer ends as one that did not.
TEST_P(NoisePattern, PausedAfterTheAnswerItGoesOnAsIfItHadNot) {
    auto both = sides(pattern());
    ASSERT_TRUE(both.responder.read_message(*both.initiator.write_message({})));
    ASSERT_TRUE(both.initiator.read_message(*both.responder.write_message({})));
    const auto paused = both.responder.pause();
    auto kept = options(pattern(), Role::responder);
    kept.ephemeral_keys.reset();
    auto resumed = Handshake::resume(pattern(), Role::responder, paused, std::move(kept));
    if (pattern().messages.size() > 2) {
        const auto message = *both.initiator.write_message(as_bytes("payload"));
        auto altered = message;
        altered.back() ^= 1;
        EXPECT_EQ(resumed.read_message(altered).error(), NoiseError::forged_end);
        EXPECT_EQ(resumed.read_message(message), Bytes(as_bytes("payload").begin(), as_bytes("payload").end()));
    }
    ASSERT_TRUE(resumed.finished());
    EXPECT_EQ(resumed.handshake_hash(), both.initiator.handshake_hash());
    EXPECT_EQ(resumed.remote_static(), pair_of(test::figure_initiator_static).public_key);
    EXPECT_EQ(resumed.split()->send.expose(), both.initiator.split()->receive.expose());
}

INSTANTIATE_TEST_SUITE_P(InUse, NoisePattern, testing::ValuesIn(test::noise_figures),
                         [](const auto& figure) { return std::string{figure.param.pattern}; });

TEST(Noise, TurnsAndEndAreKept) {
    auto both = sides(pattern_xk_psk3);
    EXPECT_TRUE(both.initiator.our_turn());
    EXPECT_FALSE(both.responder.our_turn());
    EXPECT_EQ(both.responder.write_message({}).error(), NoiseError::wrong_turn);
    EXPECT_EQ(both.initiator.read_message(Bytes(100)).error(), NoiseError::wrong_turn);
    EXPECT_EQ(both.initiator.split().error(), NoiseError::not_finished);
    for (int i = 0; i < 3; ++i) {
        auto& reader = both.reader();
        ASSERT_TRUE(reader.read_message(*both.writer().write_message({})));
    }
    EXPECT_EQ(both.initiator.write_message({}).error(), NoiseError::finished);
    EXPECT_EQ(both.responder.read_message(Bytes(100)).error(), NoiseError::finished);
    EXPECT_FALSE(both.initiator.our_turn() || both.responder.our_turn());
}

TEST(Noise, AMessageHasAtMost65535Bytes) {
    auto both = sides(pattern_xk_psk3);
    const auto largest = 65535 - both.initiator.overhead();
    EXPECT_EQ(both.initiator.write_message(Bytes(largest + 1)).error(), NoiseError::too_long);
    EXPECT_EQ(both.responder.read_message(Bytes(65536)).error(), NoiseError::too_long);
    const auto message = both.initiator.write_message(Bytes(largest));
    ASSERT_TRUE(message);
    EXPECT_EQ(message->size(), 65535U);
    EXPECT_TRUE(both.responder.read_message(*message));
}

TEST(Noise, AnEphemeralKeyOfSmallOrderIsRefused) {
    auto both = sides(pattern_xk_psk3);
    auto message = *both.initiator.write_message({});
    auto altered = message;
    std::fill_n(altered.begin(), 32, std::uint8_t{0});
    EXPECT_EQ(both.responder.read_message(altered).error(), NoiseError::bad_key);
    EXPECT_TRUE(both.responder.read_message(message));
}

TEST(Noise, APinnedKeyOfSmallOrderIsRefused) {
    auto bad = options(pattern_xk_psk3, Role::initiator);
    bad.remote_static = base::ExchangeKey{};
    Handshake handshake{pattern_xk_psk3, Role::initiator, {}, std::move(bad)};
    EXPECT_EQ(handshake.write_message({}).error(), NoiseError::bad_key);
    EXPECT_TRUE(handshake.our_turn());
}

TEST(Noise, AnotherRelayCannotAnswer) {
    auto both = sides(pattern_xk_psk3);
    auto other = options(pattern_xk_psk3, Role::responder);
    other.static_keys = ExchangeKeyPair::from_seed(test::filled<base::Seed>(9));
    Handshake impostor{pattern_xk_psk3, Role::responder, hex(test::figure_prologue), std::move(other)};
    EXPECT_EQ(impostor.read_message(*both.initiator.write_message({})).error(), NoiseError::forged);
}

TEST(Noise, StaticKeysAreHiddenUntilTheyAreRead) {
    auto both = sides(pattern_xx_psk3);
    EXPECT_FALSE(both.initiator.remote_static());
    ASSERT_TRUE(both.responder.read_message(*both.initiator.write_message({})));
    ASSERT_TRUE(both.initiator.read_message(*both.responder.write_message({})));
    EXPECT_TRUE(both.initiator.remote_static());
    EXPECT_FALSE(both.responder.remote_static());
}

} // namespace
} // namespace plenum::crypto
