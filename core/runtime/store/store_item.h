// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/storage.h"

#include <variant>

namespace plenum::runtime {

/// What a store is told to keep, or to keep no longer, in the order in which a node said so.
using StoreItem = std::variant<node::StoreConference, node::StoreEntry, node::StoreCheckpoint, node::StoreMessage,
                               node::StoreRole, node::ForgetMessages, node::ForgetConference>;

[[nodiscard]] inline base::ConferenceHandle conference_of(const StoreItem& item) {
    return std::visit([](const auto& each) { return each.conference; }, item);
}
/// 0 for what nobody waits for.
[[nodiscard]] inline std::uint64_t number_of(const StoreItem& item) {
    return std::visit(
        [](const auto& each) -> std::uint64_t {
            if constexpr (requires { each.number; })
                return each.number;
            else
                return 0;
        },
        item);
}
/// Of what it carries.
[[nodiscard]] inline std::size_t bytes_in(const StoreItem& item) {
    if (const auto* entry = std::get_if<node::StoreEntry>(&item)) return entry->entry.size();
    if (const auto* checkpoint = std::get_if<node::StoreCheckpoint>(&item)) return checkpoint->state.size();
    if (const auto* word = std::get_if<node::StoreMessage>(&item)) return word->word.sealed.size();
    return 0;
}

} // namespace plenum::runtime
