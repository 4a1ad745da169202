// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/base/bytes.h"
#include "core/base/limits.h"
#include "core/base/time.h"
#include "core/crypto/hash.h"
#include "core/crypto/keys.h"
#include "core/crypto/noise.h"
#include "core/crypto/random.h"
#include "core/crypto/secret.h"
#include "core/link/half_open.h"
#include "core/link/request_admission.h"
#include "core/link/session.h"
#include "core/link/used_requests.h"
#include "core/wire/datagram.h"

#include <cstdint>
#include <expected>
#include <optional>

namespace plenum::link {

/// SipHashes of a request: with its address and sender, which make it the same request; and of the Noise message
/// alone, which is the same wherever it is played again.
struct RequestDigests {
    std::uint64_t request{0};
    std::uint64_t noise{0};
};

/// What an acceptor asks of whoever owns it. The draws happen only for requests whose mac1 is right.
class AcceptorHost {
  public:
    virtual ~AcceptorHost() = default;
    /// The key that handshakes for this conference must carry, null for a conference that is not here. For
    /// `HandshakePattern::open` the key that stands for the relay's creation secret, whatever the conference.
    /// The pointer is used before the next call and not kept.
    [[nodiscard]] virtual const crypto::SecretKey* access_key(wire::HandshakePattern pattern,
                                                              const base::ConferenceHandle& conference) = 0;
    /// The static key of the relay that is known by this handle, null for one that is not; needed for
    /// `HandshakePattern::relays` alone, whose `access_key` is what the two share. Used before the next call.
    [[nodiscard]] virtual const base::ExchangeKey* relay_key(const base::ConferenceHandle&) { return nullptr; }
    /// A request named a conference whose `access_key` is null. Strangers can name any, from any address.
    virtual void handle_unknown(const base::ConferenceHandle&, const base::Address&, base::LocalTime) {}
    /// Whether everyone may have that key, so that `AcceptorOptions::open_buckets` count.
    [[nodiscard]] virtual bool is_open(wire::HandshakePattern pattern, const base::ConferenceHandle&) {
        return pattern == wire::HandshakePattern::open;
    }
    /// A random index that no session of this node has and that was not given out within the last 5 s.
    [[nodiscard]] virtual base::SessionIndex draw_index() = 0;
    /// A seed that comes only once.
    [[nodiscard]] virtual base::Seed draw_seed() = 0;
};

struct AcceptorOptions {
    crypto::ExchangeKeyPair static_keys;
    /// Of what the acceptor needs for itself; never the same twice outside tests.
    base::Seed seed{};
    /// What this side can; those of tests and simulators do not depend on the machine.
    wire::CipherSet ciphers{};
    std::size_t half_open_max{base::limits::half_open_max};
    base::Duration half_open_age_max{base::limits::half_open_age_max};
    std::size_t used_requests_max{base::limits::used_requests_max};
    LoadOptions load{};
    BucketOptions buckets{};
    /// For requests with a key that everyone may have and whose sessions may found conferences. The burst
    /// lets a whole address's worth of sessions (limits::sessions_per_address_max) begin twice.
    BucketOptions open_buckets{.per_second = 8, .burst = 128, .networks_max = 1024};
};

struct AcceptorStats {
    std::uint64_t malformed{0}; ///< not a handshake datagram of this version
    std::uint64_t unknown_conference{0};
    std::uint64_t wrong_mac{0}; ///< mac1 does not hold: no curve arithmetic was done
    /// Answered with a cookie: under load, because mac2 was wrong, or because others used up what may come from this
    /// network without a cookie.
    std::uint64_t cookies{0};
    std::uint64_t rate_limited{0};  ///< the network had its share: silence, though a cookie was right
    std::uint64_t forged{0};        ///< mac1 or index right, Noise message wrong
    std::uint64_t repeated{0};      ///< requests answered again, with the same answer
    std::uint64_t replayed{0};      ///< requests of handshakes that were finished: silence
    std::uint64_t unknown_final{0}; ///< confirmations of no handshake that is half open
    std::uint64_t evicted{0};       ///< oldest out, because the ring was full
    std::uint64_t expired{0};
    std::uint64_t answered{0};
    std::uint64_t established{0};
};

/// The responder's side of all handshakes of one node (security.md, Before the handshake): mac1, then a cookie where
/// the node is under load, the request has a mac2 or its network sent much without, then the rate of the network, and
/// only then curve arithmetic. To everything wrong it answers with silence, and no answer is larger than its request.
/// Nothing is allocated for an initiator who has not answered an answer.
class Acceptor {
  public:
    /// Last messages of one handshake whose keys held and whose end did not. Whoever copies the true one and alters its
    /// end makes such; fewer would let a single copy that overtakes the true one end the handshake.
    static constexpr std::uint8_t wrong_finals_max = 4;

    Acceptor(AcceptorOptions options, AcceptorHost& host);

    /// A datagram whose type is handshake_init; gives what to send back to `from`, good until the next call. The same
    /// request from the same address gets the same answer and no state of its own; once a handshake that it began is
    /// finished, it gets silence, from wherever.
    [[nodiscard]] std::optional<base::ByteView> handle_init(const base::Address& from, base::ByteView datagram,
                                                            base::LocalTime now);
    /// A datagram whose type is handshake_final; gives the session when it completes one. A repetition gives nullopt
    /// and changes nothing, as does whatever is wrong or comes from another address than the request; but a handshake
    /// of which `wrong_finals_max` cost curve arithmetic takes no more.
    [[nodiscard]] std::optional<Session> handle_final(const base::Address& from, base::ByteView datagram,
                                                      base::LocalTime now);

    /// Makes the ephemeral key of the next answer, so that whoever asks next does not wait for it: a quarter of what an
    /// answer costs. Does nothing where it is made.
    void prepare();
    [[nodiscard]] bool prepared() const { return next_ephemeral_.has_value(); }

    /// Forgets what is too old; every handle call does so too.
    void expire(base::LocalTime now);
    /// When the oldest becomes too old; `local_time_max` when there is none.
    [[nodiscard]] base::LocalTime next_wakeup() const;

    /// Requests remembered: half-open ones, and finished ones so that their repetitions begin nothing.
    [[nodiscard]] std::size_t size() const { return ring_.size(); }
    [[nodiscard]] bool under_load() const { return admission_.under_load(); }
    [[nodiscard]] const AcceptorStats& stats() const { return stats_; }

  private:
    [[nodiscard]] std::optional<wire::HandshakeInit> check_init(const base::Address& from, base::ByteView datagram,
                                                                base::LocalTime now);
    [[nodiscard]] bool may_try(const HalfOpen& known, base::LocalTime now);
    [[nodiscard]] std::optional<base::ByteView> ask_for_cookie(const base::Address& from,
                                                               const wire::HandshakeInit& init, base::LocalTime now);
    [[nodiscard]] RequestDigests digest(const base::Address& from, const wire::HandshakeInit& init) const;
    [[nodiscard]] std::optional<base::ByteView> answer_again(const HalfOpen& known, const wire::HandshakeInit& init);
    [[nodiscard]] std::optional<base::ByteView> open(const base::Address& from, const wire::HandshakeInit& init,
                                                     RequestDigests request, base::LocalTime now);
    [[nodiscard]] std::optional<base::SessionIndex> draw_index();
    [[nodiscard]] std::optional<crypto::HandshakeOptions> keys_for(wire::HandshakePattern pattern,
                                                                   const base::ConferenceHandle& conference);
    [[nodiscard]] static std::expected<std::size_t, crypto::NoiseError>
    read_final(crypto::Handshake& handshake, base::ByteView noise, base::MutableByteView out);
    void handle_forged_final(HalfOpen& known, crypto::NoiseError error);
    [[nodiscard]] bool respond(crypto::Handshake& handshake, const wire::HandshakeInit& init, base::SessionIndex local);
    [[nodiscard]] std::optional<Session> finish(HalfOpen& known, const wire::HandshakeFinal& last);
    void make_room();

    AcceptorOptions options_;
    AcceptorHost& host_;
    AcceptorStats stats_;
    crypto::SeededRandom random_;
    crypto::SipKey request_key_;
    HalfOpenRing ring_;
    UsedRequests used_;
    std::optional<crypto::ExchangeKeyPair> next_ephemeral_;
    RequestAdmission admission_;
    /// Memory of the answers, kept from one to the next.
    wire::HandshakeResponse response_;
    wire::HandshakeFinal final_;
    base::Bytes answer_;
    base::Bytes payload_;
};

} // namespace plenum::link
