// SPDX-License-Identifier: Apache-2.0
#include "core/flow/fragment.h"

#include "core/base/check.h"

#include <algorithm>

namespace plenum::flow {

using base::limits::fragment_bytes_max;

std::size_t fragments_of(base::ByteView message) {
    CHECK(!message.empty() && message.size() <= base::limits::message_bytes_max);
    return (message.size() + fragment_bytes_max - 1) / fragment_bytes_max;
}

void cut(wire::FragmentFrame& fragment, base::ByteView message, std::size_t index) {
    const auto rest = message.subspan(index * fragment_bytes_max);
    const auto piece = rest.first(std::min(fragment_bytes_max, rest.size()));
    fragment.index = static_cast<std::uint16_t>(index);
    fragment.count = static_cast<std::uint16_t>(fragments_of(message));
    fragment.data.assign(piece.begin(), piece.end());
}

std::vector<wire::FragmentFrame> split(const wire::FragmentFrame& head, base::ByteView message) {
    std::vector<wire::FragmentFrame> fragments(fragments_of(message), head);
    for (std::size_t i = 0; i < fragments.size(); ++i)
        cut(fragments[i], message, i);
    return fragments;
}

} // namespace plenum::flow
