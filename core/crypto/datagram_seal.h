// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/units.h"
#include "core/crypto/replay_window.h"
#include "core/crypto/secret.h"
#include "core/wire/datagram.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace plenum::crypto {

/// Bytes that sealing adds.
inline constexpr std::size_t tag_size = 16;

using wire::Cipher;
/// Whether this machine can. Without `initialise()` AES-256-GCM counts as not available.
[[nodiscard]] bool available(Cipher cipher);

/// A key ready for use: of AES-256-GCM its schedule, made once. Nonce = four zero bytes and the packet number,
/// little-endian (as in Noise, §12.3).
class DatagramKey {
  public:
    /// Precondition: `cipher` is available.
    DatagramKey(SecretKey key, Cipher cipher);

    void seal(base::MutableByteView out, base::ByteView header, base::ByteView plaintext, std::uint64_t number) const;
    /// False if forged.
    [[nodiscard]] bool open(base::MutableByteView out, base::ByteView header, base::ByteView sealed,
                            std::uint64_t number) const;

  private:
    /// As libsodium keeps it: round keys and powers of the hash key, no pointers.
    struct alignas(16) Schedule : Secret<struct AesScheduleTag, 512> {};

    SecretKey key_;
    std::unique_ptr<Schedule> schedule_;
};

/// Seals the datagrams of one direction of one session. Allocates nothing.
class DatagramSealer {
  public:
    explicit DatagramSealer(SecretKey key, Cipher cipher = Cipher::chacha20_poly1305);

    /// Writes ciphertext and tag to the front of `out`, which needs `plaintext.size() + tag_size` bytes, and returns
    /// how many. `out` may begin where `plaintext` does, otherwise they must not overlap. `header` is
    /// authenticated and goes in the clear. Numbers must rise: a nonce never comes twice (checked: our own bug).
    std::size_t seal(base::MutableByteView out, base::ByteView header, base::ByteView plaintext,
                     base::PacketNumber number);
    /// `datagram` holds a header of `header_size` bytes, the plaintext and `tag_size` bytes of room for the tag.
    void seal_in_place(base::MutableByteView datagram, std::size_t header_size, base::PacketNumber number);

  private:
    DatagramKey key_;
    std::uint64_t number_min_{0};
};

enum class OpenResult : std::uint8_t {
    opened = 1,
    replay = 2,  ///< this number was opened before
    too_old = 3, ///< too far below the newest to know
    forged = 4,  ///< altered, truncated, or not sealed with this key
};

struct Opened {
    OpenResult result{OpenResult::forged};
    /// Bytes of plaintext; 0 unless opened.
    std::size_t size{0};
};

/// Opens the datagrams of one direction of one session, each number once. Allocates nothing.
class DatagramOpener {
  public:
    explicit DatagramOpener(SecretKey key, Cipher cipher = Cipher::chacha20_poly1305);

    /// Writes the plaintext to the front of `out`, which needs `sealed.size() - tag_size` bytes and may begin where
    /// `sealed` does. The window moves only for what is authentic. Unless opened, what `out` holds is unspecified.
    [[nodiscard]] Opened open(base::MutableByteView out, base::ByteView header, base::ByteView sealed,
                              base::PacketNumber number);
    /// A whole datagram: afterwards the plaintext stands behind the header.
    [[nodiscard]] Opened open_in_place(base::MutableByteView datagram, std::size_t header_size,
                                       base::PacketNumber number);

  private:
    DatagramKey key_;
    ReplayWindow window_;
};

} // namespace plenum::crypto
