// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/datagram_seal.h"
#include "core/crypto/noise.h"
#include "tests/vectors/noise_table.h"
#include "tests/vectors/vector_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>

namespace plenum::vectors {
namespace {

constexpr std::string_view file_name = "noise-25519-sha512.txt";

using crypto::Handshake;
using crypto::Role;

struct Case {
    std::map<std::string, std::string> fields;
    /// Payload and ciphertext.
    std::vector<std::vector<std::string>> messages;
    [[nodiscard]] std::string field(const std::string& name) const {
        const auto found = fields.find(name);
        return found == fields.end() ? std::string{} : found->second;
    }
};

Case parse(const std::vector<std::string>& line) {
    Case result;
    for (const auto& field : line) {
        const auto equals = field.find('=');
        const auto name = field.substr(0, equals);
        const auto value = field.substr(equals + 1);
        if (name == "m") {
            result.messages.push_back(split(value, ':'));
        } else {
            result.fields[name] = value;
        }
    }
    return result;
}

std::optional<crypto::ExchangeKeyPair> pair_in(const Case& test, const std::string& name) {
    auto secret = crypto::SecretKey::from(unhex(test.field(name)));
    if (!secret) return std::nullopt;
    return crypto::ExchangeKeyPair::from_secret(std::move(*secret));
}

Handshake side(const Case& test, const crypto::Pattern& pattern, Role role) {
    const std::string own = role == Role::initiator ? "init" : "resp";
    const std::string other = role == Role::initiator ? "resp" : "init";
    crypto::HandshakeOptions options;
    options.static_keys = pair_in(test, own + "_static");
    options.ephemeral_keys = pair_in(test, own + "_ephemeral");
    const auto other_known = role == Role::initiator ? pattern.responder_known : pattern.initiator_known;
    if (other_known) options.remote_static = pair_in(test, other + "_static")->public_key;
    for (const auto& text : split(test.field(own + "_psks"), ',')) {
        auto psk = crypto::SecretKey::from(unhex(text));
        if (!psk) continue;
        if (!options.psk) {
            options.psk = std::move(psk);
        } else {
            options.further_psks.push_back(std::move(*psk));
        }
    }
    return Handshake{pattern, role, unhex(test.field(own + "_prologue")), std::move(options)};
}

/// One direction after the handshake: a Noise transport message is a datagram without a header.
struct Direction {
    crypto::DatagramSealer sealer;
    crypto::DatagramOpener opener;
    std::uint64_t number{0};
};

void check_transport(Direction& direction, const std::vector<std::string>& message) {
    const auto payload = unhex(message.at(0));
    base::Bytes sealed(payload.size() + crypto::tag_size);
    const base::PacketNumber number{direction.number++};
    ASSERT_EQ(direction.sealer.seal(sealed, {}, payload, number), sealed.size());
    EXPECT_EQ(base::to_hex(sealed), message.at(1));
    base::Bytes opened(payload.size());
    EXPECT_EQ(direction.opener.open(opened, {}, sealed, number).result, crypto::OpenResult::opened);
    EXPECT_EQ(opened, payload);
}

void check_handshake(const Case& test, Handshake& initiator, Handshake& responder, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        auto& writer = i % 2 == 0 ? initiator : responder;
        auto& reader = i % 2 == 0 ? responder : initiator;
        const auto message = writer.write_message(unhex(test.messages.at(i).at(0)));
        ASSERT_TRUE(message) << static_cast<int>(message.error());
        ASSERT_EQ(base::to_hex(*message), test.messages[i].at(1)) << "message " << i;
        auto forged = *message;
        forged.back() ^= 1;
        // From the second message on every pattern has a key.
        if (i > 0) {
            EXPECT_FALSE(reader.read_message(forged)) << "message " << i;
        }
        const auto payload = reader.read_message(*message);
        ASSERT_TRUE(payload) << static_cast<int>(payload.error());
        ASSERT_EQ(base::to_hex(*payload), test.messages[i].at(0)) << "message " << i;
    }
    ASSERT_TRUE(initiator.finished() && responder.finished());
    EXPECT_EQ(initiator.handshake_hash(), responder.handshake_hash());
    if (test.fields.contains("hash")) {
        EXPECT_EQ(base::to_hex(initiator.handshake_hash()), test.field("hash"));
    }
}

void check_case(const Case& test, const crypto::Pattern& pattern) {
    auto initiator = side(test, pattern, Role::initiator);
    auto responder = side(test, pattern, Role::responder);
    const auto count = pattern.messages.size();
    ASSERT_GT(test.messages.size(), count);
    check_handshake(test, initiator, responder, count);
    if (testing::Test::HasFatalFailure()) return;
    auto ours = initiator.split();
    auto theirs = responder.split();
    ASSERT_TRUE(ours && theirs);
    Direction there{crypto::DatagramSealer{std::move(ours->send)}, crypto::DatagramOpener{std::move(theirs->receive)}};
    Direction back{crypto::DatagramSealer{std::move(theirs->send)}, crypto::DatagramOpener{std::move(ours->receive)}};
    const auto one_way = count == 1;
    for (auto i = count; i < test.messages.size(); ++i) {
        check_transport(one_way || i % 2 == 0 ? there : back, test.messages[i]);
    }
}

TEST(NoiseVectors, EveryPublishedCase) {
    const auto lines = read_cases(file_name);
    if (lines.empty()) GTEST_SKIP() << reason_absent(file_name);
    std::multiset<std::string> seen;
    for (const auto& line : lines) {
        const auto test = parse(line);
        const auto name = test.field("name");
        SCOPED_TRACE(name);
        const auto pattern = find_pattern(split(name, '_').at(1));
        ASSERT_TRUE(pattern);
        seen.insert(pattern->name);
        ASSERT_NO_FATAL_FAILURE(check_case(test, pattern->pattern));
    }
    for (const std::string in_use : {"XKpsk3", "XXpsk3", "KKpsk2"})
        EXPECT_GE(seen.count(in_use), 1U) << in_use;
    RecordProperty("cases", static_cast<int>(seen.size()));
    std::cout << seen.size() << " cases of " << std::set(seen.begin(), seen.end()).size() << " patterns\n";
}

TEST(NoiseVectors, TheTablesOfThePatternsInUseAgree) {
    for (const auto* pattern : {&crypto::pattern_xk_psk3, &crypto::pattern_xx_psk3, &crypto::pattern_kk_psk2}) {
        const auto other = find_pattern(pattern->name);
        ASSERT_TRUE(other);
        EXPECT_EQ(pattern->initiator_known, other->pattern.initiator_known);
        EXPECT_EQ(pattern->responder_known, other->pattern.responder_known);
        EXPECT_TRUE(std::equal(
            pattern->messages.begin(), pattern->messages.end(), other->messages.begin(), other->messages.end(),
            [](const auto& a, const auto& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }));
    }
}

} // namespace
} // namespace plenum::vectors
