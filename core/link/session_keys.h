// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/crypto/datagram_seal.h"
#include "core/crypto/noise.h"
#include "core/wire/datagram.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace plenum::link {

/// What one handshake gives a link.
struct Keying {
    /// Index at which this side takes datagrams, and the one at which the peer does.
    base::SessionIndex local;
    base::SessionIndex remote;
    crypto::TransportKeys keys;
    crypto::Cipher cipher{crypto::Cipher::chacha20_poly1305};
};

/// Which side of a session this is. The initiator begins it anew when its keys are old.
enum class KeyRole : std::uint8_t { initiator = 1, responder = 2 };

/// How long keys hold. Times are WireGuard's (§6.1: REKEY_AFTER_TIME, REJECT_AFTER_TIME).
struct KeyLimits {
    /// Age at which the initiator begins another handshake. Lower costs handshakes, higher leaves it less time.
    base::Duration rekey_after{std::chrono::seconds{120}};
    /// Age from which on keys neither seal nor open.
    base::Duration refuse_after{std::chrono::seconds{180}};
    /// For how long keys that were replaced still open, from the first datagram under the new ones on: what was
    /// overtaken on the way. Beyond the longest delay and jitter that we serve; longer only keeps keys alive.
    base::Duration old_kept{std::chrono::seconds{5}};
    /// Datagrams sealed or opened after which the initiator begins another handshake, and after which none is sealed.
    /// WireGuard §6.1 for ChaCha20-Poly1305 (its REJECT_AFTER_MESSAGES is beyond what an acknowledgement can name).
    std::uint64_t rekey_packets{std::uint64_t{1} << 60};
    std::uint64_t refuse_packets{std::uint64_t{1} << 61};
    /// Forged datagrams after which none is opened (RFC 9001 §6.6).
    std::uint64_t forgeries_max{std::uint64_t{1} << 36};

    /// With the packets of RFC 9001 §6.6 for AES-256-GCM: 2^23 sealed, begun anew at half of it.
    [[nodiscard]] static KeyLimits of(crypto::Cipher cipher);
};

/// The keys of a link: those it seals with, those of handshakes that the peer has not yet been seen to finish, and
/// those it sealed with before. Packet numbers run on through all of them, each key sees only its own.
///
/// Handshakes can cross: the confirmation of an earlier one may reach the peer after that of a later one, which then
/// seals with the earlier one's keys. So two of those to come are known, and two of those that were replaced.
class SessionKeys {
  public:
    static constexpr std::size_t kept_max = 2;

    SessionKeys(Keying first, KeyRole role, base::LocalTime now, std::optional<KeyLimits> limits = std::nullopt);

    /// Keys of a further handshake. The initiator's confirmation has shown the responder that its peer has them, so
    /// there they seal from now on; the initiator seals with them once something opened under them.
    void add(Keying keying, base::LocalTime now);

    struct Opened {
        crypto::OpenResult result{crypto::OpenResult::forged};
        std::size_t size{0};
        /// The first under keys that were added: the peer has them.
        bool confirmed{false};
    };
    /// Forged too is what names no index of these, or one whose keys are too old. Precondition: the datagram has its
    /// header, its shim and a tag.
    [[nodiscard]] Opened open(base::MutableByteView out, const wire::SealedHeader& header, base::ByteView datagram,
                              base::LocalTime now);
    /// `datagram` as for DatagramSealer::seal_in_place, with a shim of so many bytes behind its header. Precondition:
    /// `usable`.
    void seal(base::MutableByteView datagram, std::size_t shim_bytes, base::PacketNumber number);

    /// False once the keys that seal are too old or used up: then the link has ended.
    [[nodiscard]] bool usable(base::LocalTime now) const;
    [[nodiscard]] base::LocalTime unusable_at() const { return current_.born + current_.limits.refuse_after; }
    /// When another handshake should begin; `local_time_max` while the outcome of one is awaited that began after that
    /// of the keys that seal.
    [[nodiscard]] base::LocalTime rekey_at() const;
    /// When the initiator is to be told that another handshake should begin: once for each keys.
    [[nodiscard]] base::LocalTime rekey_request_at() const {
        return role_ == KeyRole::initiator && !rekey_requested_ ? rekey_at() : base::local_time_max;
    }
    void handle_rekey_requested() { rekey_requested_ = true; }
    [[nodiscard]] KeyRole role() const { return role_; }

    /// Of the keys that seal.
    [[nodiscard]] base::SessionIndex local() const { return current_.local; }
    [[nodiscard]] base::SessionIndex remote() const { return current_.remote; }
    /// Whether datagrams to this index may open.
    [[nodiscard]] bool takes(base::SessionIndex local) const;

  private:
    struct Generation {
        base::SessionIndex local;
        base::SessionIndex remote;
        crypto::DatagramSealer sealer;
        crypto::DatagramOpener opener;
        KeyLimits limits;
        base::LocalTime born;
        std::uint64_t sealed{0};
        std::uint64_t opened{0};
        std::uint64_t forged{0};
        /// From when on it opens nothing: unknown while the peer was not seen to have other keys.
        base::LocalTime until{base::local_time_max};
        /// Its first datagram was opened.
        [[nodiscard]] bool confirmed() const { return opened > 0; }
    };

    [[nodiscard]] Generation make(Keying keying, base::LocalTime now) const;
    [[nodiscard]] Generation* find(base::SessionIndex local, base::LocalTime now);
    void replace_current(Generation by);
    [[nodiscard]] bool is_awaited(const Generation& keys) const;
    void confirm(const Generation& keys, base::LocalTime now);

    KeyRole role_;
    bool rekey_requested_{false};
    std::optional<KeyLimits> limits_;
    Generation current_;
    /// The newest at the back.
    std::vector<Generation> awaited_;
    std::vector<Generation> replaced_;
};

} // namespace plenum::link
