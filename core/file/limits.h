// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"

#include <cstddef>
#include <cstdint>

/// Bounds of the exchange of files (docs/files.md, "Bounds").
namespace plenum::file::limits {

inline constexpr std::uint64_t content_bytes_max = 100 * 1024 * 1024;
/// As copies of the whiteboard: the control log bounds messages of reliable flows.
inline constexpr std::size_t piece_bytes = 15 * 1024;
inline constexpr std::size_t piece_message_bytes_max = piece_bytes + 64;
inline constexpr std::uint64_t pieces_max = (content_bytes_max + piece_bytes - 1) / piece_bytes;

/// Ranges of missing pieces in one request. What is missing beyond is asked for later.
inline constexpr std::size_t ranges_max = 32;
/// A message on the flow for requests.
inline constexpr std::size_t request_bytes_max = 512;

/// Contents that one program holds for others, and those that it asks for. Of these, so many large and small ones are
/// on their way at once, so that an image does not wait for films.
inline constexpr std::size_t held_max = 1024;
inline constexpr std::size_t fetches_max = 256;
inline constexpr std::uint64_t small_bytes_max = 4 * 1024 * 1024;
inline constexpr std::size_t large_fetches_at_once = 2;
inline constexpr std::size_t small_fetches_at_once = 4;
/// Members of whom it is remembered how they served one content.
inline constexpr std::size_t sources_max = 64;

/// Flows on which one member gives at the same time; a person may create 8 in all.
inline constexpr std::size_t servings_max = 2;
/// Requests that wait at one member: of one other, and of all.
inline constexpr std::size_t waiting_per_member_max = 8;
inline constexpr std::size_t waiting_max = 512;
/// Pieces on their way until the slowest receiver has told that it has them: the relay and the receivers' programs
/// keep few.
inline constexpr std::uint64_t window_pieces = 16;
/// Each so many, a receiver tells.
inline constexpr std::uint64_t progress_pieces = 4;
/// Pieces of one content before others that wait have their turn.
inline constexpr std::uint64_t turn_pieces = 512;
/// Times that one person gets the whole of a content: resumed ones need a little more than one.
inline constexpr std::uint64_t servings_per_person = 3;
/// Persons and contents for which this is counted. Beyond, nobody new is served.
inline constexpr std::size_t accounts_max = 16'384;
/// Times that a member may stop listening while it is served.
inline constexpr std::size_t stalls_max = 20;

/// Answers to members who look for somebody with a content: waiting ones of one member, and of all.
inline constexpr std::size_t answers_per_member_max = 16;
inline constexpr std::size_t answers_max = 128;
/// As many answers of others make ours superfluous.
inline constexpr std::size_t answers_enough = 3;

static_assert(piece_message_bytes_max <= base::limits::chat_bytes_max, "as the control log has it for reliable flows");
static_assert(window_pieces * piece_message_bytes_max <= base::limits::unconfirmed_bytes_max);
static_assert(servings_max + 1 < base::limits::created_flows_per_person_max);

} // namespace plenum::file::limits
