// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/ids.h"
#include "core/crypto/hash.h"
#include "core/crypto/keys.h"
#include "core/crypto/secret.h"

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

/// Noise Protocol Framework, revision 34, with 25519_ChaChaPoly_SHA512 (security.md, Handshakes).
namespace plenum::crypto {

/// What a handshake message is made of (§7.1): keys sent, and secrets mixed in.
enum class NoiseToken : std::uint8_t { e = 1, s = 2, ee = 3, es = 4, se = 5, ss = 6, psk = 7 };
using NoiseMessage = std::span<const NoiseToken>;

/// A pattern as data; what it points to must outlive its handshakes. Messages alternate, the initiator's first.
struct Pattern {
    std::string_view name;       ///< as in the protocol name, modifiers included: "XKpsk3"
    bool initiator_known{false}; ///< pre-message: the responder has the initiator's static key
    bool responder_known{false}; ///< pre-message: the initiator has the responder's static key
    std::span<const NoiseMessage> messages;
};

/// Client to relay: the relay's key is pinned by the link.
extern const Pattern pattern_xk_psk3;
/// Member to member.
extern const Pattern pattern_xx_psk3;
/// Relay to relay, both keys known.
extern const Pattern pattern_kk_psk2;

enum class Role : std::uint8_t { initiator = 1, responder = 2 };

enum class NoiseError : std::uint8_t {
    missing_key = 1, ///< the pattern needs a key that the options do not have
    wrong_turn = 2,  ///< it is the other's turn to write
    finished = 3,    ///< the handshake has no more messages
    not_finished = 4,
    too_long = 5,  ///< over 65535 bytes (§3)
    too_short = 6, ///< shorter than the pattern's keys and tags
    bad_key = 7,   ///< a public key whose shared secret is all zero
    forged = 8,    ///< a tag does not match: altered, other keys, other psk or other prologue
    /// The same of the last tag, in a message that has others before it: what stood before the payload was right.
    forged_end = 9,
};

struct HandshakeOptions {
    std::optional<ExchangeKeyPair> static_keys;
    /// Fresh for each handshake and never used for another.
    std::optional<ExchangeKeyPair> ephemeral_keys;
    std::optional<base::ExchangeKey> remote_static;
    std::optional<SecretKey> psk;
    /// For patterns with several psk tokens.
    std::vector<SecretKey> further_psks;
};

/// One key a direction, for DatagramSealer and DatagramOpener.
struct TransportKeys {
    SecretKey send;
    SecretKey receive;
};

/// A handshake between two messages without the keys that its owner has anyway: small, for tables that strangers fill.
struct PausedHandshake {
    SecretKey512 chaining_key;
    Sha512 hash{};
    SecretKey cipher_key;
    /// Secret half of the ephemeral pair.
    SecretKey ephemeral;
    std::uint8_t nonce{0};
    std::uint8_t message_index{0};
};

/// One side of one handshake. A call that fails leaves it as it was, so a forged message costs nothing but the work.
/// Not for several threads.
class Handshake {
  public:
    /// If `options` lacks what pattern and role need, every call answers `missing_key`.
    Handshake(const Pattern& pattern, Role role, base::ByteView prologue, HandshakeOptions options);
    /// Goes on where `pause` stopped; `options` as then, but for the ephemeral keys.
    [[nodiscard]] static Handshake resume(const Pattern& pattern, Role role, const PausedHandshake& paused,
                                          HandshakeOptions options);

    /// The next message with `payload` in it, to the front of `out`, which needs `overhead() + payload.size()` bytes;
    /// gives how many. Allocates nothing. Payloads are as secret as the pattern makes that message (§7.7).
    /// Errors: missing_key, wrong_turn, finished, too_long, bad_key.
    [[nodiscard]] std::expected<std::size_t, NoiseError> write_message(base::ByteView payload,
                                                                       base::MutableByteView out);
    [[nodiscard]] std::expected<base::Bytes, NoiseError> write_message(base::ByteView payload);
    /// Takes the other's next message, writes its payload to the front of `out`, which needs as many bytes as `message`
    /// is longer than `overhead()`; gives how many. Allocates nothing. Unless it succeeds, what `out` holds is
    /// unspecified. Errors: missing_key, wrong_turn, finished, too_long, too_short, bad_key, forged, forged_end.
    [[nodiscard]] std::expected<std::size_t, NoiseError> read_message(base::ByteView message,
                                                                      base::MutableByteView out);
    [[nodiscard]] std::expected<base::Bytes, NoiseError> read_message(base::ByteView message);

    /// What is needed to go on later. Precondition: ephemeral keys are there, and what is still to come mixes in none
    /// of the other's keys that came so far (true of a responder that waits for the third message of XK or XX).
    [[nodiscard]] PausedHandshake pause() const;

    [[nodiscard]] bool finished() const { return state_.message_index == pattern_.messages.size(); }
    [[nodiscard]] bool our_turn() const;
    /// Bytes the next message takes besides its payload.
    [[nodiscard]] std::size_t overhead() const;
    /// Unique to this handshake once finished (§11.2): what identities sign to be bound to it.
    [[nodiscard]] const Sha512& handshake_hash() const { return state_.hash; }
    /// The other's static key, from the options or as soon as it came.
    [[nodiscard]] const std::optional<base::ExchangeKey>& remote_static() const { return state_.remote_static; }
    /// Error: not_finished.
    [[nodiscard]] std::expected<TransportKeys, NoiseError> split() const;

  private:
    struct State {
        SecretKey512 chaining_key;
        Sha512 hash{};
        SecretKey cipher_key;
        bool has_key{false};
        std::uint64_t nonce{0};
        std::optional<base::ExchangeKey> remote_static;
        std::optional<base::ExchangeKey> remote_ephemeral;
        std::size_t message_index{0};
        std::size_t psk_index{0};
        [[nodiscard]] State copy() const;

        void mix_hash(base::ByteView data);
        void mix_key(base::ByteView input);
        void mix_key_and_hash(base::ByteView input);
        void set_cipher_key(const SecretKey512& key);
        /// What is sealed to the front of `out`; gives its size.
        [[nodiscard]] std::size_t encrypt_and_hash(base::MutableByteView out, base::ByteView plaintext);
        /// Size of the plaintext, which goes to the front of `out`; nullopt if forged.
        [[nodiscard]] std::optional<std::size_t> decrypt_and_hash(base::MutableByteView out, base::ByteView ciphertext);
    };

    Handshake(const Pattern& pattern, Role role, HandshakeOptions options);
    [[nodiscard]] bool keys_complete() const;
    [[nodiscard]] bool rest_needs_remote_keys() const;
    [[nodiscard]] std::optional<NoiseError> refusal(bool writing) const;
    [[nodiscard]] std::expected<void, NoiseError> write_token(State& state, NoiseToken token,
                                                              base::MutableByteView& rest) const;
    [[nodiscard]] std::expected<void, NoiseError> read_token(State& state, NoiseToken token,
                                                             base::ByteView& rest) const;
    [[nodiscard]] std::expected<void, NoiseError> mix_token(State& state, NoiseToken token) const;
    void mix_ephemeral(State& state, const base::ExchangeKey& key) const;
    [[nodiscard]] const SecretKey* psk(std::size_t index) const;

    Pattern pattern_;
    Role role_;
    HandshakeOptions options_;
    bool psk_mode_{false};
    bool complete_{false};
    State state_;
};

} // namespace plenum::crypto
