// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

namespace plenum::link {

/// The receiving half of one reliable ordered stream: pieces go in, in any order and more than once; whole messages
/// come out, in order and once.
class StreamReceiver {
  public:
    enum class Taken : std::uint8_t {
        taken = 1,     ///< or known already
        no_room = 2,   ///< not all of it was kept: the packet must not be acknowledged
        violation = 3, ///< beyond the window, or a message longer than the limit
    };

    [[nodiscard]] Taken handle(std::uint64_t offset, base::ByteView bytes);
    [[nodiscard]] std::optional<base::Bytes> next_message();
    /// Bytes held, in order or not.
    [[nodiscard]] std::size_t buffered() const { return ready_.size() - head_ + waiting_bytes_; }

  private:
    /// Pieces held out of order; more than a correct sender's window can make of full packets.
    static constexpr std::size_t pieces_max = 2048;

    [[nodiscard]] bool keep(std::uint64_t offset, base::ByteView bytes);
    void take_in(base::ByteView bytes);
    void take_waiting();
    [[nodiscard]] bool lengths_are_right();

    /// In order, from `head_` on not yet handed out.
    base::Bytes ready_;
    std::size_t head_{0};
    /// Where in `ready_` the first message begins whose length was not looked at.
    std::size_t looked_at_{0};
    /// Offset of the first byte that is missing.
    std::uint64_t next_{0};
    /// Out of order, by offset, not overlapping.
    std::map<std::uint64_t, base::Bytes> waiting_;
    std::size_t waiting_bytes_{0};
};

} // namespace plenum::link
