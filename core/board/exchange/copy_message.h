// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/limits.h"
#include "core/board/journal.h"

#include <optional>
#include <string_view>
#include <variant>

/// Messages on a flow between a member who may miss parts of the board and one who gives what it has. The one who asks
/// creates the flow, whose name begins with `copy_flow_prefix`, and tells what it has. The other answers with a
/// `CopyBegins` and an encoded `Copy` in pieces, or with a `CopyRefused`.
namespace plenum::board {

inline constexpr std::string_view copy_flow_prefix = "board/copy/";
/// An encoded copy. Larger boards are not copied.
inline constexpr std::size_t copy_bytes_max = 64 * 1024 * 1024;
/// Messages of a copy: a board takes no more, since each operation counts with its overhead.
inline constexpr std::size_t copy_messages_max = limits::board_bytes_top / limits::operation_overhead;
inline constexpr std::size_t copy_piece_bytes = 15 * 1024;
/// Under way before the receiver has told that it has them: what the relay keeps for us stays small.
inline constexpr std::size_t copy_window_bytes = 12 * copy_piece_bytes;
/// Each so many, the receiver tells.
inline constexpr std::size_t copy_progress_bytes = 4 * copy_piece_bytes;
inline constexpr std::size_t copy_message_bytes_max = copy_piece_bytes + 5;
static_assert(copy_message_bytes_max <= base::limits::chat_bytes_max, "as the control log has it for reliable flows");
static_assert(copy_window_bytes + copy_message_bytes_max <= base::limits::unconfirmed_bytes_max);

/// From the one who asks: what it has.
struct CopyRequest {
    Frontier seen;
};
struct CopyBegins {
    std::uint32_t bytes{0};
    /// The giver misses nothing that it knows of.
    bool complete{false};
};
struct CopyPiece {
    /// Of its first byte in the copy.
    std::uint32_t offset{0};
    base::Bytes bytes;
};
/// Who was asked has no board, or too large a one.
struct CopyRefused {};
/// From the one who asked: has so much of the copy.
struct CopyProgress {
    std::uint32_t bytes{0};
};
using CopyMessage = std::variant<CopyRequest, CopyBegins, CopyPiece, CopyRefused, CopyProgress>;

[[nodiscard]] base::Bytes encode(const CopyMessage& message);
[[nodiscard]] std::optional<CopyMessage> decode_copy_message(base::ByteView bytes);

[[nodiscard]] base::Bytes encode(const Copy& copy);
/// Nullopt where the bytes are no copy, or a message is empty; what they claim is checked by `Journal::merge`.
[[nodiscard]] std::optional<Copy> decode_copy(base::ByteView bytes);

} // namespace plenum::board
