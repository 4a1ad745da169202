// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/plugin.h"
#include "core/base/time.h"
#include "core/base/units.h"

#include <cstdint>
#include <span>
#include <string_view>

/// Floor policies: by which rules a token goes from one person to the next (MCP: mechanism and policy are apart).
///
/// A policy sees how things stand and says what should come next; an arbiter asks it whenever something changed or the
/// time came that it named, and makes an entry of the log of what it says, which everyone checks like any other. So a
/// policy has no rights of its own, needs no memory that the log has not, and may run in another program after a crash.
///
/// Plain values and views alone cross this boundary, so that a policy can be built outside this tree.
namespace plenum::token {

struct PersonView {
    base::MemberIndex member{};
    /// There, and in the group, if it is a group's token.
    bool present{true};
    bool moderates{false};
    /// In `Settings::panel`.
    bool on_panel{false};
    /// On the panel, and without the token since they gave it back, or since it was taken other than for silence.
    bool stood_down{false};
    /// How long they held the token before, in all.
    base::Duration held_before{};
    /// When anything but silence last came from them on the token's flows; zero for never.
    base::ConferenceTime spoke_at{};
};

struct HolderView {
    base::MemberIndex member{};
    base::ConferenceTime since{};
    /// Who gave them a copy, a member or one who left since; 0 for a grant.
    base::MemberIndex giver{};
};

struct RequestView {
    base::MemberIndex member{};
    /// 1 normal, 2 priority, 3 point of order; 1 for a point of order that waits in line (docs/floor.md).
    std::uint8_t priority{1};
    bool accepted{false};
    base::ConferenceTime since{};
};

struct FloorView {
    base::ConferenceTime now{};
    /// As moderators set them: text of the policy's own making; empty for its defaults.
    std::string_view parameters;
    /// Holders at once; 0 without bound.
    std::uint16_t holders_max{1};
    /// Everyone holds it.
    bool distributed{false};
    /// In the order they came to hold it.
    std::span<const HolderView> holders;
    /// In order; pending ones last.
    std::span<const RequestView> requests;
    /// All members, by index.
    std::span<const PersonView> people;
};

enum class FloorAct : std::uint8_t {
    none = 1,
    grant = 2,       ///< to `member`
    transfer = 3,    ///< from `other` to `member`
    copy = 4,        ///< from `other` to `member`
    delete_copy = 5, ///< of `member`
    revoke = 6,      ///< from `member`
    place = 7,       ///< the request of `member` at `position`
    deny = 8,        ///< the request of `member`
    distribute = 9,
    recall = 10, ///< ends a distribution
};

struct FloorChoice {
    FloorAct act{FloorAct::none};
    base::MemberIndex member{};
    base::MemberIndex other{};
    std::uint16_t position{0};
    /// With `none`: ask again by then, if nothing changes.
    base::ConferenceTime ask_again{base::ConferenceTime::max()};
};

class FloorPolicy {
  public:
    FloorPolicy() = default;
    FloorPolicy(const FloorPolicy&) = delete;
    FloorPolicy& operator=(const FloorPolicy&) = delete;
    virtual ~FloorPolicy() = default;

    /// Whether it understands these. Told to the moderator who sets them.
    [[nodiscard]] virtual bool accepts(std::string_view parameters) const = 0;
    /// The one thing to do now, if any. Asked again with the outcome until it says none; the same view gives the same
    /// choice. What the rules refuse is not done, and the policy not asked again until something changes.
    [[nodiscard]] virtual FloorChoice decide(const FloorView& floor) = 0;
};

/// For a policy of type T, which is made without arguments.
template <class T>
[[nodiscard]] constexpr base::PluginDescriptor style_of(const char* id, const char* title, const char* about) {
    base::PluginDescriptor descriptor;
    descriptor.id = id;
    descriptor.title = title;
    descriptor.about = about;
    descriptor.create = [](const void*) { return static_cast<void*>(static_cast<FloorPolicy*>(new T)); };
    descriptor.destroy = [](void* made) { delete static_cast<FloorPolicy*>(made); };
    return descriptor;
}

} // namespace plenum::token
