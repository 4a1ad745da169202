// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"
#include "core/wire/fields.h"

#include <optional>

/// Datagrams before decryption (docs/protocol.md §1). The first byte tells which.
namespace plenum::wire {

inline constexpr std::uint16_t protocol_version = 3;

enum class DatagramType : std::uint8_t {
    handshake_init = 1,
    handshake_response = 2,
    handshake_final = 3,
    sealed = 4,
    cookie_reply = 5,
};

/// Which Noise pattern a handshake runs (security.md, Handshakes).
enum class HandshakePattern : std::uint8_t {
    known_relay = 1, ///< XKpsk3: the link pins the relay's key
    open = 2,        ///< XXpsk3: to create a conference on a relay known by its address alone
    relays = 3,      ///< KKpsk2: between relays that know each other's keys
};

using Mac = base::FixedBytes<struct MacTag, 16>;
using CookieNonce = base::FixedBytes<struct CookieNonceTag, 24>;
using SealedCookie = base::FixedBytes<struct SealedCookieTag, 32>;
using InitNoise = base::FixedBytes<struct InitNoiseTag, 48>;
using Padding = base::FixedBytes<struct PaddingTag, 26>;

/// Padded so that no answer is larger than its request.
struct HandshakeInit {
    static constexpr std::string_view name = "handshake_init";
    DatagramType datagram_type{DatagramType::handshake_init};
    HandshakePattern pattern{HandshakePattern::known_relay};
    base::SessionIndex sender{};
    base::ConferenceHandle conference{};
    InitNoise noise{};
    Padding padding{};
    Mac mac1{};
    Mac mac2{};

    static constexpr auto fields() {
        using T = HandshakeInit;
        return Fields{
            Field<&T::datagram_type, U8>{"type", "1"},
            Field<&T::pattern, U8>{"pattern", "1 XKpsk3, 2 XXpsk3, 3 KKpsk2"},
            Field<&T::sender, U32>{"sender", "session index at which the sender takes answers; random"},
            Field<&T::conference, Fixed<16>>{"conference",
                                             "handle from the link; to create a conference its last six bits and zero "
                                             "before; between relays what the initiator is known by"},
            Field<&T::noise, Fixed<48>>{"noise", "first Noise message, without payload"},
            Field<&T::padding, Fixed<26>>{"padding", "zero; makes the request as long as any answer"},
            Field<&T::mac1, Fixed<16>>{"mac1", "keyed BLAKE2b over all before it; a wrong one gets silence"},
            Field<&T::mac2, Fixed<16>>{"mac2", "keyed with the cookie, over all before it; zero without one"},
        };
    }
    friend bool operator==(const HandshakeInit&, const HandshakeInit&) = default;
};

/// What datagrams are sealed with, agreed in the handshake.
enum class Cipher : std::uint8_t {
    chacha20_poly1305 = 1, ///< RFC 8439; everywhere
    aes256_gcm = 2,        ///< where the processor has AES instructions: half the time
};

/// Bit n stands for cipher n + 1.
struct CipherSet {
    std::uint8_t bits{1};

    [[nodiscard]] bool contains(Cipher cipher) const { return (bits & bit(cipher)) != 0; }
    void add(Cipher cipher) { bits = static_cast<std::uint8_t>(bits | bit(cipher)); }
    friend bool operator==(const CipherSet&, const CipherSet&) = default;

  private:
    [[nodiscard]] static std::uint8_t bit(Cipher cipher) {
        return static_cast<std::uint8_t>(1U << (static_cast<unsigned>(cipher) - 1));
    }
};

struct CipherBits {
    static void put(Writer& to, const CipherSet& value) { to.u8(value.bits); }
    static void get(Reader& from, CipherSet& value) { value.bits = from.u8(); }
    static std::string text() { return "u8 bits"; }
};

struct HandshakeResponse {
    static constexpr std::string_view name = "handshake_response";
    DatagramType datagram_type{DatagramType::handshake_response};
    base::SessionIndex receiver{};
    base::Bytes noise;

    static constexpr auto fields() {
        using T = HandshakeResponse;
        return Fields{
            Field<&T::datagram_type, U8>{"type", "2"},
            Field<&T::receiver, U32>{"receiver", "the request's sender"},
            Field<&T::noise, Rest<101>>{
                "noise", "second Noise message around response_payload: 53 bytes in XK and KK, 101 in XX"},
        };
    }
    friend bool operator==(const HandshakeResponse&, const HandshakeResponse&) = default;
};

/// Inside the response's Noise message, so that nobody can alter it unnoticed.
struct ResponsePayload {
    static constexpr std::string_view name = "response_payload";
    base::SessionIndex sender{};
    CipherSet ciphers{};

    static constexpr auto fields() {
        using T = ResponsePayload;
        return Fields{
            Field<&T::sender, U32>{"sender", "session index at which this side takes answers; random"},
            Field<&T::ciphers, CipherBits>{"ciphers", "what this side can: bit 0 ChaCha20-Poly1305, 1 AES-256-GCM; "
                                                      "others mean nothing yet"},
        };
    }
    friend bool operator==(const ResponsePayload&, const ResponsePayload&) = default;
};

/// Static key, sealed, and the payload at its longest, sealed.
inline constexpr std::size_t final_noise_bytes_max = 32 + 16 + 6 + 16;

struct HandshakeFinal {
    static constexpr std::string_view name = "handshake_final";
    DatagramType datagram_type{DatagramType::handshake_final};
    base::SessionIndex receiver{};
    base::Bytes noise;

    static constexpr auto fields() {
        using T = HandshakeFinal;
        return Fields{
            Field<&T::datagram_type, U8>{"type", "3"},
            Field<&T::receiver, U32>{"receiver", "the response's sender"},
            Field<&T::noise, Rest<final_noise_bytes_max>>{
                "noise", "third Noise message around final_payload; in KK, which has two, the first transport message"},
        };
    }
    friend bool operator==(const HandshakeFinal&, const HandshakeFinal&) = default;
};

/// Inside the last Noise message: what the initiator decides once it knows who answers.
struct FinalPayload {
    static constexpr std::string_view name = "final_payload";
    Cipher cipher{Cipher::chacha20_poly1305};
    std::optional<base::SessionIndex> continues;

    static constexpr auto fields() {
        using T = FinalPayload;
        return Fields{
            Field<&T::cipher, U8>{"cipher", "1 ChaCha20-Poly1305, 2 AES-256-GCM; one that the response offered"},
            Field<&T::continues, Optional<U32>>{"continues", "index at which the other side takes datagrams of the "
                                                             "session that gets new keys; absent for a new session"},
        };
    }
    friend bool operator==(const FinalPayload&, const FinalPayload&) = default;
};

/// Instead of a response: the request shall come again with a mac2, which shows that its sender receives at its
/// address.
struct CookieReply {
    static constexpr std::string_view name = "cookie_reply";
    DatagramType datagram_type{DatagramType::cookie_reply};
    base::SessionIndex receiver{};
    CookieNonce nonce{};
    SealedCookie sealed{};

    static constexpr auto fields() {
        using T = CookieReply;
        return Fields{
            Field<&T::datagram_type, U8>{"type", "5"},
            Field<&T::receiver, U32>{"receiver", "the request's sender"},
            Field<&T::nonce, Fixed<24>>{"nonce", "random"},
            Field<&T::sealed, Fixed<32>>{"sealed", "XChaCha20-Poly1305 of the cookie (16 bytes); associated data: the "
                                                   "request's mac1"},
        };
    }
    friend bool operator==(const CookieReply&, const CookieReply&) = default;
};

/// Of what stands between the header of a sealed datagram and its ciphertext, authenticated and in the clear: cells for
/// an aggregation point (core/cluster/shim.h).
inline constexpr std::size_t shim_bytes_max = 20;
using Shim = base::Bytes;

/// Header of a sealed datagram: in the clear and authenticated, so that a receiver can choose session and queue
/// before any decryption (µChoices, "Packet Demultiplexing"). A shim, ciphertext and a 16-byte tag follow.
struct SealedHeader {
    static constexpr std::string_view name = "sealed";
    static constexpr std::size_t size = 16;
    /// Where `shim_bytes` stands.
    static constexpr std::size_t shim_bytes_at = 2;
    DatagramType datagram_type{DatagramType::sealed};
    base::PriorityClass priority{base::PriorityClass::control};
    std::uint8_t shim_bytes{0};
    std::uint8_t reserved{0};
    base::SessionIndex receiver{};
    base::PacketNumber number{};

    static constexpr auto fields() {
        using T = SealedHeader;
        return Fields{
            Field<&T::datagram_type, U8>{"type", "4"},
            Field<&T::priority, U8>{"class", "most urgent priority class inside"},
            Field<&T::shim_bytes, U8>{"shim_bytes", "of the shim behind this header, at most 20; 0: there is none"},
            Field<&T::reserved, U8>{"reserved", "zero; other values are refused"},
            Field<&T::receiver, U32>{"receiver", "session index that the receiver gave in the handshake"},
            Field<&T::number, U64>{"number", "packet number, the nonce; rises by one from 0"},
        };
    }
    friend bool operator==(const SealedHeader&, const SealedHeader&) = default;
};

inline constexpr std::size_t handshake_init_bytes = 128;
inline constexpr std::size_t handshake_response_bytes_max = 5 + 101;
inline constexpr std::size_t cookie_reply_bytes = 61;
static_assert(handshake_response_bytes_max <= handshake_init_bytes && cookie_reply_bytes <= handshake_init_bytes,
              "an answer is never larger than its request");

} // namespace plenum::wire
