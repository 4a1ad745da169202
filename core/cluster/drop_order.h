// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cluster/ensemble_id.h"
#include "core/wire/fields.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

/// Which ensembles all cameras drop when the path cannot carry all of them.
///
/// The problem: a camera that drops a frame on its own leaves an ensemble of which the others' frames are of no use.
/// The intuition: priorities follow from the ensemble's number alone, so one level says to all hosts the same
/// ensembles, evenly spaced. The alternative, to drop the oldest, needs a message for each and drops in bursts.
namespace plenum::cluster {

inline constexpr unsigned priority_max = 7;

/// 0 for every second ensemble, 1 for every second of the others, and so on, up to `priority_max`.
[[nodiscard]] constexpr unsigned priority_of(EnsembleId id) {
    return std::min(static_cast<unsigned>(std::countr_zero(id.number.value())), priority_max);
}

/// Drops the ensembles after one and through another that have a priority below the level.
struct DropOrder {
    static constexpr std::string_view name = "DropOrder";
    EnsembleId after;
    EnsembleId through;
    std::uint8_t level{0};
    friend bool operator==(const DropOrder&, const DropOrder&) = default;
    [[nodiscard]] constexpr bool drops(EnsembleId id) const {
        return after < id && id <= through && priority_of(id) < level;
    }
    static constexpr auto fields() {
        using T = DropOrder;
        return wire::Fields{
            wire::Field<&T::after, wire::Nested<EnsembleId>>{"after", "the last that all hosts keep"},
            wire::Field<&T::through, wire::Nested<EnsembleId>>{"through", "the last that may be dropped"},
            wire::Field<&T::level, wire::U8>{"level", "priorities below it are dropped; 0: none"}};
    }
};

/// The order by which about `kept` of the ensembles after `begun` stay. `begun`: the newest of which some camera began
/// to send its frame; `newest`: the last one captured. Nullopt if no more than `kept` wait.
[[nodiscard]] constexpr std::optional<DropOrder> order_drops(EnsembleId begun, EnsembleId newest, std::uint64_t kept) {
    if (newest.number <= begun.number) return std::nullopt;
    const auto survivors = [&](unsigned level) {
        return (newest.number.value() >> level) - (begun.number.value() >> level);
    };
    unsigned level = 0;
    while (level < priority_max && survivors(level) > kept)
        ++level;
    if (level == 0) return std::nullopt;
    return DropOrder{begun, newest, static_cast<std::uint8_t>(level)};
}

} // namespace plenum::cluster
