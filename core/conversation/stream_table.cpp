// SPDX-License-Identifier: Apache-2.0
#include "core/conversation/stream_table.h"

#include <algorithm>

namespace plenum::conversation {

Stream* StreamTable::find(base::MemberIndex sender) {
    const auto place = std::ranges::lower_bound(index_, sender, {}, &Item::sender);
    return place != index_.end() && place->sender == sender ? place->stream.get() : nullptr;
}

Stream& StreamTable::add(base::MemberIndex sender) {
    const auto place = std::ranges::lower_bound(index_, sender, {}, &Item::sender);
    auto stream = std::make_unique<Stream>();
    stream->sender = sender;
    return *index_.insert(place, {sender, std::move(stream)})->stream;
}

void StreamTable::erase(base::MemberIndex sender) {
    std::erase_if(index_, [&](const Item& item) { return item.sender == sender; });
}

} // namespace plenum::conversation
