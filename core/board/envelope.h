// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/units.h"

#include <optional>
#include <string_view>

/// A message of the board on its flow: the index of its sender (u32), then the message.
///
/// A member that comes back as a new one publishes once more what the relay did not have, in its new name. Numbers and
/// identities in such a message are the old sender's, so it must count for nobody.
namespace plenum::board {

inline constexpr std::size_t envelope_bytes = 4;
/// The live flow of pointers (presence.h), which the first program that needs it creates.
inline constexpr std::string_view pointers_flow = "board/pointers";

[[nodiscard]] base::Bytes enclose(base::MemberIndex sender, base::ByteView message);
/// Nullopt where somebody else was its sender.
[[nodiscard]] std::optional<base::Bytes> open_envelope(base::MemberIndex sender, base::ByteView bytes);

} // namespace plenum::board
