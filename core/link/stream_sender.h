// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/intervals.h"
#include "core/base/limits.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace plenum::link {

/// Bytes that may be in flight of a stream of which `in_order` arrived in order: what the receiver may have to hold out
/// of order. It grows with what was carried, so that nobody makes us hold more than they gave us before, up to what a
/// path of half a second needs that loses a tenth.
[[nodiscard]] constexpr std::uint64_t stream_window(std::uint64_t in_order) {
    constexpr std::uint64_t at_first = 256 * 1024;
    return std::clamp<std::uint64_t>(in_order, at_first, base::limits::stream_buffer_bytes_max);
}

/// The sending half of one reliable ordered stream: messages go in, each after its varint length; pieces come out until
/// each byte is acknowledged.
class StreamSender {
  public:
    struct Piece {
        std::uint64_t offset;
        base::ByteView bytes; ///< valid until the next call that is not const
        bool again;           ///< was sent before
    };

    /// False if it does not fit the buffer.
    [[nodiscard]] bool push(base::ByteView message);

    /// Whether `take` would give something.
    [[nodiscard]] bool ready() const;
    /// The next piece of at most `bytes_max`: what was lost before what is new.
    [[nodiscard]] std::optional<Piece> take(std::size_t bytes_max);

    void handle_acknowledged(std::uint64_t offset, std::size_t length);
    /// It shall be sent again, unless acknowledged in the meantime.
    void handle_lost(std::uint64_t offset, std::size_t length);

    /// Whether the window reaches beyond what was pushed.
    [[nodiscard]] bool has_room() const { return end() < window_end(); }
    /// All below is acknowledged.
    [[nodiscard]] std::uint64_t acknowledged_end() const { return base_; }
    /// End of what was pushed.
    [[nodiscard]] std::uint64_t end() const { return base_ + buffered(); }
    /// Bytes not acknowledged.
    [[nodiscard]] std::size_t buffered() const { return buffer_.size() - head_; }

  private:
    /// Pieces lost or acknowledged out of order that are told apart; beyond it more is sent again than needed.
    static constexpr std::size_t runs_max = 1024;

    [[nodiscard]] std::uint64_t window_end() const { return base_ + stream_window(base_); }
    void skip_acknowledged();
    void trim();
    [[nodiscard]] base::ByteView view(std::uint64_t offset, std::size_t length) const;

    /// From `head_` on: the bytes from offset `base_` on.
    base::Bytes buffer_;
    std::size_t head_{0};
    /// Lowest offset that is not acknowledged.
    std::uint64_t base_{0};
    /// First offset never sent.
    std::uint64_t sent_end_{0};
    base::IntervalSet acknowledged_{runs_max};
    base::IntervalSet lost_{runs_max};
};

} // namespace plenum::link
