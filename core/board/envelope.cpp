// SPDX-License-Identifier: Apache-2.0
#include "core/board/envelope.h"

#include <algorithm>

namespace plenum::board {

base::Bytes enclose(base::MemberIndex sender, base::ByteView message) {
    base::Bytes bytes;
    bytes.reserve(envelope_bytes + message.size());
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes.push_back(static_cast<std::uint8_t>(sender.value() >> shift));
    bytes.insert(bytes.end(), message.begin(), message.end());
    return bytes;
}

std::optional<base::Bytes> open_envelope(base::MemberIndex sender, base::ByteView bytes) {
    const auto expected = enclose(sender, {});
    if (bytes.size() <= envelope_bytes || !std::ranges::equal(bytes.first(envelope_bytes), expected))
        return std::nullopt;
    return base::Bytes{bytes.begin() + envelope_bytes, bytes.end()};
}

} // namespace plenum::board
