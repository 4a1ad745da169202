// SPDX-License-Identifier: Apache-2.0
#include "core/flow/fragment.h"

#include "core/base/check.h"

#include <algorithm>

namespace plenum::flow {

std::vector<wire::FragmentFrame> split(const wire::FragmentFrame& head, base::ByteView message) {
    using base::limits::fragment_bytes_max;
    CHECK(!message.empty() && message.size() <= base::limits::message_bytes_max);
    const auto count = (message.size() + fragment_bytes_max - 1) / fragment_bytes_max;
    std::vector<wire::FragmentFrame> fragments;
    fragments.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto piece = message.subspan(i * fragment_bytes_max)
                               .first(std::min(fragment_bytes_max, message.size() - i * fragment_bytes_max));
        auto fragment = head;
        fragment.index = static_cast<std::uint16_t>(i);
        fragment.count = static_cast<std::uint16_t>(count);
        fragment.data.assign(piece.begin(), piece.end());
        fragments.push_back(std::move(fragment));
    }
    return fragments;
}

} // namespace plenum::flow
