// SPDX-License-Identifier: Apache-2.0
#include "core/conversation/stream_table.h"

namespace plenum::conversation {

Stream* StreamTable::find(base::MemberIndex sender) {
    const auto place = std::ranges::lower_bound(index_, sender, {}, &Item::sender);
    return place != index_.end() && place->sender == sender ? place->stream.get() : nullptr;
}

Stream* StreamTable::find_or_add(base::MemberIndex sender) {
    const auto place = std::ranges::lower_bound(index_, sender, {}, &Item::sender);
    if (place != index_.end() && place->sender == sender) return place->stream.get();
    if (index_.size() >= senders_max) return nullptr;
    auto stream = std::make_unique<Stream>();
    stream->sender = sender;
    return index_.insert(place, {sender, std::move(stream)})->stream.get();
}

Stream* StreamTable::find_or_foresee(base::MemberIndex sender) {
    const bool to_come = sender > newest_member_ && sender.value() - newest_member_.value() <= newcomers_max;
    return to_come ? find_or_add(sender) : find(sender);
}

bool StreamTable::erase(base::MemberIndex sender) {
    const auto* stream = find(sender);
    if (stream != nullptr && !stream->held.empty()) return false;
    std::erase_if(index_, [&](const Item& item) { return item.sender == sender; });
    return true;
}

} // namespace plenum::conversation
