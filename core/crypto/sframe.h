// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/crypto/replay_window.h"
#include "core/crypto/secret.h"

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>

/// Frames sealed end to end (RFC 9605, SFrame): header, ciphertext, 16-byte tag.
namespace plenum::crypto {

/// RFC 9605 §8.1. All with full tags.
enum class FrameSuite : std::uint16_t {
    aes_256_gcm_sha512 = 0x0005,       ///< needs AES in the processor (see `available`); for conformance
    chacha20_poly1305_sha512 = 0xf001, ///< private range; the one in use
};
/// Whether this processor can; AES only after crypto::initialise() has looked.
[[nodiscard]] bool available(FrameSuite suite);

enum class FrameError : std::uint8_t {
    malformed = 1,    ///< no SFrame header, one not in its shortest form, or shorter than a tag
    wrong_key_id = 2, ///< for another key: look that one up, never try
    forged = 3,       ///< altered, or other associated data, or other key
    replay = 4,       ///< this counter was opened before
    too_old = 5,      ///< more than a replay window below the newest
};

/// RFC 9605 §4.3: which key, and the frame's number under it.
struct FrameHeader {
    static constexpr std::size_t size_max = 17;
    std::uint64_t key_id{0};
    std::uint64_t counter{0};

    /// Bytes that `write` will write: 1 to 17.
    [[nodiscard]] std::size_t encoded_size() const;
    /// To the front of `out`, which must be long enough.
    void write(base::MutableByteView out) const;

    struct Decoded;
    /// The header at the front of `bytes`; error: malformed.
    [[nodiscard]] static std::expected<Decoded, FrameError> decode(base::ByteView bytes);
    friend bool operator==(const FrameHeader&, const FrameHeader&) = default;
};
struct FrameHeader::Decoded {
    FrameHeader header;
    std::size_t size{0};
};

/// Key and salt of one key id (RFC 9605 §4.4.2).
struct FrameKey {
    SecretKey key;
    Secret<struct FrameSaltTag, 12> salt;
};
/// `base_key` may have any length; ours have 32 bytes.
[[nodiscard]] FrameKey frame_key(FrameSuite suite, std::uint64_t key_id, base::ByteView base_key);

/// Seals one sender's frames of one stream in one epoch.
class FrameSealer {
  public:
    /// `suite` must be available.
    FrameSealer(const SecretKey& base_key, std::uint64_t key_id,
                FrameSuite suite = FrameSuite::chacha20_poly1305_sha512);
    /// For base keys of other lengths.
    FrameSealer(base::ByteView base_key, std::uint64_t key_id, FrameSuite suite);

    /// Header, ciphertext, tag. `associated_data` is authenticated and not in the result. Counters must rise: a nonce
    /// never comes twice (checked: our own bug).
    [[nodiscard]] base::Bytes seal(std::uint64_t counter, base::ByteView associated_data, base::ByteView plaintext);
    /// The same, appended to `to`.
    void seal(std::uint64_t counter, base::ByteView associated_data, base::ByteView plaintext, base::Bytes& to);
    [[nodiscard]] std::uint64_t key_id() const { return key_id_; }

  private:
    FrameSuite suite_;
    std::uint64_t key_id_;
    FrameKey key_;
    std::optional<std::uint64_t> counter_last_;
    /// Of the last call; keeps its memory.
    base::Bytes associated_;
};

/// Opens one sender's frames of one stream in one epoch, each counter once.
class FrameOpener {
  public:
    FrameOpener(const SecretKey& base_key, std::uint64_t key_id,
                FrameSuite suite = FrameSuite::chacha20_poly1305_sha512);
    FrameOpener(base::ByteView base_key, std::uint64_t key_id, FrameSuite suite);

    /// The plaintext. All errors of FrameError; only success changes the opener. `counters`: a frame that stands for
    /// so many, from its own on, of which none may have been opened before.
    [[nodiscard]] std::expected<base::Bytes, FrameError> open(base::ByteView associated_data, base::ByteView frame,
                                                              std::uint64_t counters = 1);
    /// For who had to look into the frame before: `front` is what its header was decoded as.
    [[nodiscard]] std::expected<base::Bytes, FrameError> open(const FrameHeader::Decoded& front,
                                                              base::ByteView associated_data, base::ByteView frame,
                                                              std::uint64_t counters);
    [[nodiscard]] std::uint64_t key_id() const { return key_id_; }

  private:
    FrameSuite suite_;
    std::uint64_t key_id_;
    FrameKey key_;
    ReplayWindow window_;
    /// Of the last call; keeps its memory.
    base::Bytes associated_;
};

} // namespace plenum::crypto
