// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// Bounds of a whiteboard (docs/board.md, "Bounds"). `Board` enforces the bounds of one sender, which all replicas
/// judge alike because they read each sender's operations in the same order. `BoardEditor` enforces the bounds on the
/// work of several people, such as objects on a page: replicas see that work in different orders.
namespace plenum::board::limits {

/// One message: small beside strokes in progress, and a relay forwards it in four packets.
/// With its envelope it is no larger than what the standard flow is declared for.
inline constexpr std::size_t message_bytes_max = 4096 - 8;
/// The smallest operations have 2 bytes. A message of small ones must not cost more than a message of large ones.
inline constexpr std::size_t message_operations_max = 256;

/// Sixteenths of a board unit in ±2^20 units: wide enough for any board, and the sum of any two fits 32 bits.
inline constexpr std::int32_t coordinate_max = 1 << 24;
/// Coordinates relative to an object's position.
inline constexpr std::int32_t offset_max = 2 * coordinate_max;
/// Depths and page orders: sums and differences fit 64 bits, and a varint holds the zig-zag form.
inline constexpr std::int64_t rank_max = std::int64_t{1} << 60;
/// Scale in 1/4096: from 1/4096 to 256.
inline constexpr std::uint32_t scale_one = 4096;
inline constexpr std::uint32_t scale_max = 256 * scale_one;
/// Width of lines and size of letters, in sixteenths of a unit: 256 and 1024 units.
inline constexpr std::uint32_t line_width_max = 256 * 16;
inline constexpr std::uint32_t font_size_max = 1024 * 16;
inline constexpr std::uint32_t font_size_usual = 24 * 16;

/// Points of one stroke: four minutes of a pen at 60 points a second. The editor continues in a new stroke.
inline constexpr std::uint32_t stroke_points_max = 16'384;
/// A text and the other fields of its operation fit one message.
inline constexpr std::size_t text_bytes_max = 3072;
inline constexpr std::size_t page_name_bytes_max = 120;
inline constexpr std::size_t media_type_bytes_max = 64;
/// Pixels of a side, as decoders of pictures accept.
inline constexpr std::uint32_t image_pixels_max = 16'384;

/// Of an image's content. Programs make them smaller before they send them.
inline constexpr std::uint32_t image_bytes_max = 16 * 1024 * 1024;
/// A page's background, and the picture of a shared screen, begins at the origin and is so wide, in board units.
inline constexpr std::int32_t background_width = 1200;

/// Gestures of a sender that can still be undone. Older ones are settled.
inline constexpr std::uint32_t undo_gestures = 200;
/// Writes of one gesture: moving this many objects is one action. It bounds the cost of an undo.
inline constexpr std::uint32_t gesture_writes_max = 4096;
/// Clearing a page counts as this many writes, because it touches every object on the page.
inline constexpr std::uint32_t clear_writes = 1024;

/// Memory of an operation beside its own bytes: an object with its places in the indexes.
inline constexpr std::size_t operation_overhead = 512;
/// Memory of a sender beside its operations.
inline constexpr std::size_t sender_overhead = 1024;
/// Bytes and overheads of one sender for the life of the board: 170,000 strokes of 50 points.
inline constexpr std::uint64_t sender_bytes_max = 128 * 1024 * 1024;
/// Memory of a scene of a shared screen. Each operation that names one is charged, since any may be the first.
inline constexpr std::size_t screen_overhead = 512;
/// Writes that a sender's operations touch, undone and redone ones each time: twice the operations that fit its bytes,
/// or 512 clearings, each of which may touch all objects of a page on every replica.
inline constexpr std::uint64_t sender_work_max = 512 * 1024;
/// Pages that one sender adds.
inline constexpr std::uint32_t sender_pages_max = 256;
/// Bytes and overheads of all senders at which editors make nothing new.
inline constexpr std::uint64_t board_bytes_max = 256 * 1024 * 1024;
/// Bytes and overheads of all senders at which a replica accepts nothing more, to protect its process.
inline constexpr std::uint64_t board_bytes_top = 2 * board_bytes_max;

/// Pages of a board, and objects on a page, at which editors make no more.
inline constexpr std::size_t pages_max = 256;
inline constexpr std::size_t page_objects_max = 200'000;

/// Presence: points of a laser's trail, and objects in a preview.
inline constexpr std::size_t trail_points_max = 32;
inline constexpr std::size_t preview_objects_max = 48;
inline constexpr std::size_t presence_bytes_max = 1024;

/// An encoded snapshot: no larger than the operations of a full board with the ranks of their writes.
inline constexpr std::uint64_t snapshot_bytes_max = board_bytes_top;

static_assert(text_bytes_max + 512 <= message_bytes_max, "an operation with the longest text must fit a message");
static_assert(clear_writes <= gesture_writes_max, "a page must be cleared in one gesture");
static_assert(sender_work_max >= 2 * (sender_bytes_max / operation_overhead), "bytes end a sender's drawing first");
static_assert(sender_bytes_max <= board_bytes_max, "one sender alone must not fill the board");

} // namespace plenum::board::limits
