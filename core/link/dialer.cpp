// SPDX-License-Identifier: Apache-2.0
#include "core/link/dialer.h"

#include "core/base/check.h"
#include "core/link/handshake_rules.h"

#include <algorithm>
#include <utility>

namespace plenum::link {

namespace {

crypto::Handshake make_handshake(const DialOptions& options) {
    crypto::HandshakeOptions keys;
    keys.static_keys = options.static_keys.copy();
    keys.ephemeral_keys = crypto::ExchangeKeyPair::from_seed(options.ephemeral_seed);
    if (options.pattern != wire::HandshakePattern::open) keys.remote_static = options.remote_static;
    keys.psk = noise_psk(options.psk);
    return crypto::Handshake{noise_pattern(options.pattern), crypto::Role::initiator,
                             prologue(options.pattern, options.conference, options.local), std::move(keys)};
}

} // namespace

Dialer::Dialer(DialOptions options)
    : pattern_{options.pattern},
      conference_{options.conference},
      ciphers_{options.ciphers},
      continues_{options.continues},
      local_{options.local},
      retransmission_{options.now, options.give_up_after, options.jitter_seed},
      handshake_{make_handshake(options)} {
    write_init(options);
}

void Dialer::write_init(DialOptions& options) {
    const auto noise = handshake_.write_message({});
    if (!noise) {
        state_ = State::impossible;
        return;
    }
    wire::HandshakeInit init;
    init.pattern = pattern_;
    init.sender = local_;
    init.conference = conference_;
    const auto message = wire::InitNoise::from(*noise);
    CHECK(message.has_value());
    init.noise = *message;
    const auto key = mac1_key(options.psk, pattern_, options.remote_static.value_or(base::ExchangeKey{}));
    mac1_ = init.mac1 = mac1(key, wire::encode(init));
    cookie_key_ = cookie_key(options.psk, pattern_, options.remote_static.value_or(base::ExchangeKey{}));
    datagram_ = wire::encode(init);
}

std::optional<Session> Dialer::handle_response(base::ByteView datagram, base::LocalTime now) {
    if (state_ != State::calling) return std::nullopt;
    const auto response = wire::decode<wire::HandshakeResponse>(datagram);
    if (!response || response->datagram_type != wire::DatagramType::handshake_response) return std::nullopt;
    if (response->receiver != local_) return std::nullopt;
    const auto opened = handshake_.read_message(response->noise);
    if (!opened) return std::nullopt;
    const auto payload = wire::decode<wire::ResponsePayload>(*opened);
    auto session = payload ? finish(*payload, now) : std::nullopt;
    // The peer proved to have the right keys, and speaks wrongly or has a key of small order: there is no way on.
    if (!session) state_ = State::impossible;
    return session;
}

/// Writes the confirmation.
std::optional<Session> Dialer::finish(const wire::ResponsePayload& response, base::LocalTime now) {
    const wire::FinalPayload decided{choose_cipher(ciphers_, response.ciphers), continues_};
    const auto decision = wire::encode(decided);
    base::Bytes noise;
    if (!handshake_.finished()) {
        auto message = handshake_.write_message(decision);
        if (!message) return std::nullopt;
        noise = std::move(*message);
    }
    const auto split = handshake_.split();
    if (!split) return std::nullopt;
    if (noise.empty()) noise = seal_confirmation(*split, decision);
    datagram_ = wire::encode(wire::HandshakeFinal{.receiver = response.sender, .noise = std::move(noise)});
    remote_ = response.sender;
    state_ = State::confirming;
    retransmission_.restart(now);
    return Session{.pattern = pattern_,
                   .initiator = true,
                   .conference = conference_,
                   .address = {},
                   .local = local_,
                   .remote = remote_,
                   .keys = session_keys(*split, decided.cipher),
                   .cipher = decided.cipher,
                   .remote_static = handshake_.remote_static().value_or(base::ExchangeKey{}),
                   .continues = continues_,
                   .handshake_hash = handshake_.handshake_hash()};
}

bool Dialer::handle_cookie(base::ByteView datagram, base::LocalTime now) {
    if (state_ != State::calling) return false;
    const auto reply = wire::decode<wire::CookieReply>(datagram);
    if (!reply || reply->datagram_type != wire::DatagramType::cookie_reply || reply->receiver != local_) return false;
    const auto cookie = crypto::open_cookie(cookie_key_, crypto::CookieNonce{reply->nonce.bytes}, mac1_.view(),
                                            crypto::SealedCookie{reply->sealed.bytes});
    if (!cookie) return false;
    const auto mac = mac2(*cookie, datagram_);
    std::ranges::copy(mac.bytes, datagram_.end() - wire::Mac::size);
    if (!std::exchange(cookie_taken_, true)) retransmission_.send_at_once(now);
    return true;
}

std::optional<base::Bytes> Dialer::poll_datagram(base::LocalTime now) {
    if (!trying()) return std::nullopt;
    if (retransmission_.given_up(now)) {
        state_ = State::given_up;
        return std::nullopt;
    }
    if (!retransmission_.due(now)) return std::nullopt;
    retransmission_.handle_sent(now);
    return datagram_;
}

base::LocalTime Dialer::next_wakeup() const { return trying() ? retransmission_.next_at() : base::local_time_max; }

void Dialer::confirm() {
    if (state_ == State::confirming) state_ = State::confirmed;
}

} // namespace plenum::link
