// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plenum::sim {

/// What people say of tokens besides asking for them and giving them back, which they always do. A seed draws which of
/// these there are.
enum class FloorAction : std::uint8_t {
    point_of_order = 1, ///< asks in that class now and then
    priority = 2,       ///< moderators ask in that class
    transfer = 3,       ///< holders, and moderators from anybody to anybody
    copy = 4,           ///< the same
    delete_copy = 5,    ///< givers, and moderators
    grant = 6,          ///< the others: moderators alone
    revoke = 7,
    deny = 8,
    place = 9,
    distribute = 10,
    recall = 11,  ///< ends a distribution
    style = 12,   ///< another style, its parameters, how many may hold it
    limits = 13,  ///< speaking time
    lock = 14,    ///< who may ask
    accept = 15,  ///< whether requests wait for a moderator
    rights = 16,  ///< whether holders hand on and copy
    panel = 17,   ///< who is on it
    arbiter = 18, ///< a member in place of the relay
    group = 19,   ///< discussion groups: open, place, close, with tokens of their own
    mute = 20,    ///< moderators ask somebody, or everyone, to mute
    record = 21,  ///< anybody tells that they record, or no longer
};

struct FloorActionTraits {
    FloorAction action;
    std::string_view name;
    /// Changes settings: moderators do this at times that all moderators share, so that they edit at once.
    bool edits;
};
/// In the order of `FloorAction`.
[[nodiscard]] std::span<const FloorActionTraits> all_floor_actions();
/// Styles of meeting by name; the empty one is no style: moderators decide.
[[nodiscard]] std::span<const std::string_view> all_floor_styles();

/// `[floor]`: people draw what they say of the scenario's tokens.
struct FloorPlan {
    std::uint32_t moderators{2};
    /// Of which each is there in a seed with this chance.
    std::vector<FloorAction> actions;
    std::vector<std::string> styles;
    std::uint32_t on_ppm{700'000};
    /// Between two acts of one person, and between two edits: means that each seed draws.
    base::Duration act_min{std::chrono::milliseconds{500}};
    base::Duration act_max{std::chrono::seconds{8}};
    base::Duration edit_min{std::chrono::seconds{2}};
    base::Duration edit_max{std::chrono::seconds{15}};
    /// Open at once, at most.
    std::uint32_t groups{2};
    /// Of the times of edits, the same for everyone.
    std::uint64_t edits_seed{0};

    [[nodiscard]] bool has(FloorAction action) const;
};

/// What one seed makes of a plan.
[[nodiscard]] FloorPlan for_seed(FloorPlan plan, std::uint64_t seed);

} // namespace plenum::sim
