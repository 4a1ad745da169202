// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/wire/frames.h"

#include <vector>

namespace plenum::flow {

/// Cuts a message into fragments of limits::fragment_bytes_max; `head` has all fields but index, count and data.
/// Precondition: 0 < message.size() ≤ limits::message_bytes_max.
[[nodiscard]] std::vector<wire::FragmentFrame> split(const wire::FragmentFrame& head, base::ByteView message);

/// The same one by one, in memory of the caller's: how many there are, and the fields that tell them apart.
[[nodiscard]] std::size_t fragments_of(base::ByteView message);
void cut(wire::FragmentFrame& fragment, base::ByteView message, std::size_t index);

} // namespace plenum::flow
