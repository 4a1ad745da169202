// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"

#include <cstddef>
#include <cstdint>

/// Bounds of a chat (docs/chat.md, "Bounds"). Those of one sender follow from that sender's messages alone, so all
/// replicas judge alike. Those of all together protect the process; full replicas may differ.
namespace plenum::chat::limits {

/// One message on its flow.
inline constexpr std::size_t message_bytes_max = base::limits::chat_bytes_max;
/// Text of an answer or an edit: with the other fields it fits a message.
inline constexpr std::size_t text_bytes_max = message_bytes_max - 64;

/// Lines kept of one sender, and their bytes; the oldest go. A window shows 5,000 of all together.
inline constexpr std::size_t sender_lines_max = 4096;
inline constexpr std::size_t sender_bytes_max = 4 * 1024 * 1024;
/// Edits, deletions and reactions of one sender: one every second for 18 hours.
inline constexpr std::uint32_t sender_changes_max = 65'536;
/// Of these, such as wait for the line that they name, and their bytes.
inline constexpr std::size_t sender_waiting_max = 1024;
inline constexpr std::size_t waiting_bytes_max = 16 * 1024 * 1024;

/// Memory of a line beside its text, and of a change that waits.
inline constexpr std::size_t line_overhead = 256;
inline constexpr std::size_t change_overhead = 256;
/// Lines of all senders. Beyond, the oldest of the sender with the most bytes go.
inline constexpr std::size_t transcript_bytes_max = 64 * 1024 * 1024;
/// People with reactions, counted at each line.
inline constexpr std::size_t reactions_max = 262'144;

/// A file that is offered in the chat.
inline constexpr std::uint64_t file_bytes_max = 100 * 1024 * 1024;
inline constexpr std::size_t file_name_bytes_max = 200;
/// RFC 6838 §4.2 allows 127 for each half; types in use are far shorter.
inline constexpr std::size_t media_type_bytes_max = 100;
/// Width and height of an image, in pixels.
inline constexpr std::uint32_t image_side_max = 32'768;

static_assert(text_bytes_max + line_overhead <= sender_bytes_max, "one line must fit");

} // namespace plenum::chat::limits
