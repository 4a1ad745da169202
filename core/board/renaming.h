// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/operations.h"

#include <vector>

namespace plenum::board {

/// Messages that one sender made and nobody got, as those of another, who has sent nothing yet: a program that comes
/// back into a call is a new member. Their own objects get new names. What they say of older gestures and strokes of
/// the former sender is left out, since only that sender could say it.
[[nodiscard]] std::vector<base::Bytes> renamed(const std::vector<base::Bytes>& messages, base::MemberIndex from,
                                               base::MemberIndex to);

} // namespace plenum::board
