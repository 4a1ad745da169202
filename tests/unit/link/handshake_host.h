// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/link/acceptor.h"
#include "core/link/dialer.h"
#include "core/link/handshake_rules.h"

#include <gtest/gtest.h>

#include <vector>

/// An acceptor with one conference, and dialers to it.
namespace plenum::link::test {

inline constexpr auto from_client = base::Address::v4(192, 0, 2, 1, 5000);
inline constexpr auto from_other = base::Address::v4(192, 0, 2, 2, 5000);
inline constexpr base::LocalTime start{std::chrono::seconds{100}};

inline base::Seed seed(std::uint8_t fill) {
    base::Seed result;
    result.bytes.fill(fill);
    return result;
}
inline crypto::SecretKey key(std::uint8_t fill) { return crypto::SecretKey{base::SecretKey{seed(fill).bytes}}; }

class Host : public AcceptorHost {
  public:
    const crypto::SecretKey* access_key(wire::HandshakePattern pattern, const base::ConferenceHandle& handle) override {
        if (pattern == wire::HandshakePattern::open) return &open;
        if (pattern == wire::HandshakePattern::relays) return relay_key(handle) != nullptr ? &shared : nullptr;
        return handle == conference ? &access : nullptr;
    }
    const base::ExchangeKey* relay_key(const base::ConferenceHandle& handle) override {
        return handle == relay_handle(other_relay) ? &other_relay : nullptr;
    }
    base::SessionIndex draw_index() override {
        ++draws;
        return base::SessionIndex{static_cast<std::uint32_t>(indices.empty() ? random.next() : indices[draws - 1])};
    }
    base::Seed draw_seed() override { return seed(static_cast<std::uint8_t>(++seeds)); }

    base::ConferenceHandle conference{{1, 2, 3}};
    crypto::SecretKey access{key(11)};
    crypto::SecretKey open{key(12)};
    /// Of the two relays.
    crypto::SecretKey shared{key(13)};
    base::ExchangeKey other_relay{crypto::ExchangeKeyPair::from_seed(seed(0x20)).public_key};
    std::vector<std::uint32_t> indices;
    std::size_t draws{0};
    std::size_t seeds{0};
    base::Random random{5};
};

class Handshakes : public testing::Test {
  protected:
    [[nodiscard]] DialOptions dial_options(std::uint8_t number = 1) const {
        DialOptions options;
        options.conference = host.conference;
        options.static_keys = crypto::ExchangeKeyPair::from_seed(seed(0x20));
        options.remote_static = relay_keys.public_key;
        options.psk = host.access.copy();
        options.local = base::SessionIndex{1000U + number};
        options.ephemeral_seed = seed(static_cast<std::uint8_t>(0x80 + number));
        options.jitter_seed = number;
        options.now = start;
        return options;
    }
    /// From a relay to a relay.
    [[nodiscard]] DialOptions relay_options(std::uint8_t number = 1) const {
        auto options = dial_options(number);
        options.pattern = wire::HandshakePattern::relays;
        options.conference = relay_handle(options.static_keys.public_key);
        options.psk = host.shared.copy();
        return options;
    }
    /// A request's answer, kept.
    std::optional<base::Bytes> request(const base::Address& from, base::ByteView init, base::LocalTime now) {
        const auto answer = acceptor.handle_init(from, init, now);
        if (!answer) return std::nullopt;
        return base::Bytes{answer->begin(), answer->end()};
    }
    /// Runs one handshake to its end and checks that both sides agree.
    void complete(DialOptions options) {
        const auto local = options.local;
        const auto pattern = options.pattern;
        Dialer dialer{std::move(options)};
        const auto init = dialer.poll_datagram(start).value();
        EXPECT_EQ(init.size(), wire::handshake_init_bytes);
        const auto response = request(from_client, init, start).value();
        EXPECT_LE(response.size(), init.size());
        const auto dialled = dialer.handle_response(response, start);
        ASSERT_TRUE(dialled);
        const auto last = dialer.poll_datagram(start).value();
        const auto accepted = acceptor.handle_final(from_client, last, start);
        ASSERT_TRUE(accepted);
        EXPECT_EQ(dialled->keys.send.expose(), accepted->keys.receive.expose());
        EXPECT_EQ(dialled->keys.receive.expose(), accepted->keys.send.expose());
        EXPECT_NE(dialled->keys.send.expose(), dialled->keys.receive.expose());
        EXPECT_EQ(dialled->handshake_hash, accepted->handshake_hash);
        EXPECT_EQ(dialled->remote_static, relay_keys.public_key);
        EXPECT_EQ(accepted->remote_static, crypto::ExchangeKeyPair::from_seed(seed(0x20)).public_key);
        EXPECT_EQ(accepted->remote, local);
        EXPECT_EQ(dialled->local, local);
        EXPECT_EQ(dialled->remote, accepted->local);
        EXPECT_EQ(accepted->address, from_client);
        EXPECT_EQ(accepted->pattern, pattern);
        EXPECT_TRUE(dialled->initiator && !accepted->initiator);
    }

    Host host;
    crypto::ExchangeKeyPair relay_keys{crypto::ExchangeKeyPair::from_seed(seed(0x10))};
    Acceptor acceptor{AcceptorOptions{.static_keys = relay_keys.copy(), .half_open_max = 4}, host};
};

} // namespace plenum::link::test
