// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/crypto/keys.h"
#include "core/crypto/noise.h"
#include "core/crypto/secret.h"
#include "core/link/retransmission.h"
#include "core/link/session.h"
#include "core/wire/datagram.h"

#include <cstdint>
#include <optional>

namespace plenum::link {

struct DialOptions {
    wire::HandshakePattern pattern{wire::HandshakePattern::known_relay};
    /// Zero where the pattern is `open`; `relay_handle` of our own key where it is `relays`.
    base::ConferenceHandle conference{};
    crypto::ExchangeKeyPair static_keys;
    /// The relay's key, from the link; needed by `known_relay` and `relays`, ignored by `open`.
    std::optional<base::ExchangeKey> remote_static;
    /// Access key of the conference; for `open` the key that stands for the relay's creation secret, for `relays` one
    /// that the two relays share.
    crypto::SecretKey psk;
    /// What this side can.
    wire::CipherSet ciphers{};
    /// For new keys of a session: the index at which the peer takes its datagrams.
    std::optional<base::SessionIndex> continues;
    /// Index at which answers shall come; random, and unused at this node.
    base::SessionIndex local;
    /// Fresh for each dialer, never used twice.
    base::Seed ephemeral_seed;
    /// Of the jitter between repetitions; no secret.
    std::uint64_t jitter_seed{0};
    base::LocalTime now;
    /// After which the dialer stops. Too short gives up on slow paths, too long keeps people waiting.
    base::Duration give_up_after{std::chrono::seconds{10}};
};

/// The initiator's side of one handshake (security.md, Handshakes): repeats its request until an answer comes, then its
/// confirmation until the session is known to work.
///
/// Use: `poll_datagram` until nullopt and send what it gives; at `next_wakeup` again. `handle_response` gives, once,
/// the session: make the Link of it at once and keep the dialer beside it. Poll the dialer before the Link, so that the
/// confirmation leaves before the first sealed datagram. When the Link says `Established` (a sealed datagram of the
/// peer opened), call `confirm`: the confirmation arrived, the dialer is done. Until then the confirmation is repeated,
/// since the peer could not ask for it: to a datagram that it cannot open it answers with silence.
class Dialer {
  public:
    enum class State : std::uint8_t {
        calling = 1,    ///< no answer yet
        confirming = 2, ///< there is a session, but nothing sealed came yet
        confirmed = 3,
        given_up = 4,   ///< the time given is over
        impossible = 5, ///< options lack a key that the pattern needs, or a key is of small order
    };

    explicit Dialer(DialOptions options);

    /// A datagram whose type is handshake_response and whose receiver is `local`. Gives the session the first time that
    /// one is right. What is malformed, forged, for another handshake or a repetition gives nullopt and changes
    /// nothing.
    [[nodiscard]] std::optional<Session> handle_response(base::ByteView datagram, base::LocalTime now);

    /// A datagram whose type is cookie_reply and whose receiver is `local`: the relay is under load and wants to see
    /// that we receive here. The request goes out again with mac2, at once the first time and then with the
    /// repetitions. False for what is malformed, forged, for another request, or comes when no answer is waited for.
    [[nodiscard]] bool handle_cookie(base::ByteView datagram, base::LocalTime now);

    /// The next datagram to send now, if any.
    [[nodiscard]] std::optional<base::Bytes> poll_datagram(base::LocalTime now);
    /// When `poll_datagram` has something again, or gives up; `local_time_max` when done.
    [[nodiscard]] base::LocalTime next_wakeup() const;

    /// The session works: no more repetitions.
    void confirm();

    [[nodiscard]] State state() const { return state_; }
    /// Still repeats something: there is no session yet, or none that is known to work.
    [[nodiscard]] bool trying() const { return state_ == State::calling || state_ == State::confirming; }
    [[nodiscard]] base::SessionIndex local() const { return local_; }
    /// Whether it is for new keys of a session.
    [[nodiscard]] bool continues() const { return continues_.has_value(); }

  private:
    [[nodiscard]] std::optional<Session> finish(const wire::ResponsePayload& response, base::LocalTime now);
    void write_init(DialOptions& options);
    [[nodiscard]] base::MutableByteView mac2_place();

    State state_{State::calling};
    wire::HandshakePattern pattern_;
    base::ConferenceHandle conference_;
    wire::CipherSet ciphers_;
    std::optional<base::SessionIndex> continues_;
    base::SessionIndex local_;
    base::SessionIndex remote_{};
    Retransmission retransmission_;
    crypto::Handshake handshake_;
    crypto::SecretKey cookie_key_;
    wire::Mac mac1_{};
    /// The request went out with one at once: whoever answers with cookies over and over gets no more requests for it.
    bool cookie_taken_{false};
    /// What is repeated: the request, then the confirmation; the same each time but for mac2.
    base::Bytes datagram_;
};

} // namespace plenum::link
