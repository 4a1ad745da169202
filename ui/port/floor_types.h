// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <QDateTime>
#include <QList>
#include <QMetaType>
#include <QString>
#include <QStringView>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <variant>

/// Who may speak, draw or show, who waits for it, and by which rules: values that cross ConferencePorts. A floor is a
/// token (docs/floor.md).
namespace plenum::ui {

/// What a floor is for, so that it has words of its own.
enum class FloorPurpose : std::uint8_t {
    voice = 1,
    pen = 2,    ///< of the whiteboard
    screen = 3, ///< that somebody shares
    other = 4,
};
inline constexpr std::array creatable_purposes{FloorPurpose::voice, FloorPurpose::pen, FloorPurpose::screen};

/// By the label that programs know such a floor by.
[[nodiscard]] inline FloorPurpose purpose_of(QStringView label) {
    if (label == QLatin1String{"voice"}) return FloorPurpose::voice;
    if (label == QLatin1String{"pen"}) return FloorPurpose::pen;
    if (label == QLatin1String{"screen"}) return FloorPurpose::screen;
    return FloorPurpose::other;
}
/// Empty for `other`.
[[nodiscard]] inline QString label_of(FloorPurpose purpose) {
    switch (purpose) {
    case FloorPurpose::voice: return QStringLiteral("voice");
    case FloorPurpose::pen: return QStringLiteral("pen");
    case FloorPurpose::screen: return QStringLiteral("screen");
    case FloorPurpose::other: break;
    }
    return {};
}

enum class RequestClass : std::uint8_t {
    normal = 1,
    priority = 2,       ///< of moderators
    point_of_order = 3, ///< about how the meeting is held; goes before the others
};

struct FloorHolder {
    base::MemberIndex member;
    QDateTime since;
    /// Who gave them a copy; 0 where it is none.
    base::MemberIndex giver;
    /// Nothing is heard of them: when it goes back. Null otherwise.
    QDateTime returns_at{};
    /// The giver did it, and no style in their name.
    bool shared_by_hand{true};
    friend bool operator==(const FloorHolder&, const FloorHolder&) = default;
};

struct FloorRequest {
    base::MemberIndex member;
    RequestClass priority{RequestClass::normal};
    /// Stands in the queue; else a moderator has yet to accept it.
    bool accepted{false};
    QDateTime since;
    friend bool operator==(const FloorRequest&, const FloorRequest&) = default;
};

/// By which rules a floor goes from one to the next; moderators set them.
struct FloorSettings {
    /// Identifier of a style; empty: moderators decide.
    QString style;
    /// What the style is told, in its own words (plugins/floor/README.md).
    QString parameters;
    /// At once; 0 without bound.
    int holders_max{1};
    bool moderated{false};
    /// Nobody but moderators may ask.
    bool locked{false};
    /// Holders may hand it on, and give copies.
    bool may_pass{true};
    bool may_share{false};
    /// Whom a style may give it unasked; ascending.
    QList<base::MemberIndex> panel;
    /// Speaking time; 0 is without end.
    std::chrono::seconds warned_after{};
    std::chrono::seconds revoked_after{};
    /// Neither a style nor moderators decide: how a floor is left that is removed.
    [[nodiscard]] bool without_rules() const { return style.isEmpty() && holders_max == 0; }
    friend bool operator==(const FloorSettings&, const FloorSettings&) = default;
};

struct Floor {
    base::TokenId id;
    /// What programs know it by: voice, pen, screen.
    QString label;
    /// Of the group whose it is; empty for the plenary's.
    QString group;
    /// What needs it.
    bool demands_microphone{false};
    bool demands_camera{false};
    bool demands_chat{false};
    /// In the order they came to hold it.
    QList<FloorHolder> holders;
    /// In order; those not yet accepted come last.
    QList<FloorRequest> requests;
    /// Everyone holds it.
    bool everyone{false};
    /// We hold it, and nothing is heard of the relay for so long that it counts as lost.
    bool out_of_reach{false};
    FloorSettings settings;
    /// Who chose them; 0 where that is not known.
    base::MemberIndex settings_by{};
    /// No rules, and everyone has it: as if there were none.
    [[nodiscard]] bool removed() const { return everyone && settings.style.isEmpty(); }
    [[nodiscard]] FloorPurpose purpose() const { return demands_microphone ? FloorPurpose::voice : purpose_of(label); }
    friend bool operator==(const Floor&, const Floor&) = default;
};

/// How somebody's holding or asking ended, other than of their own will.
enum class FloorEnd : std::uint8_t {
    refused = 1,   ///< the request was
    revoked = 2,   ///< by a moderator, or by the style
    time_over = 3, ///< the speaking time was
    lost = 4,      ///< nothing was heard of them any more
};
struct FloorEnded {
    base::MemberIndex member;
    FloorEnd end{FloorEnd::revoked};
    /// Who did it; 0 is the style, or the relay.
    base::MemberIndex by{};
};

// What holders, and who decides, may do with a floor.
struct GrantFloor {
    base::TokenId floor;
    base::MemberIndex member;
};
struct PassFloor {
    base::TokenId floor;
    base::MemberIndex from;
    base::MemberIndex to;
};
/// Both hold it then; `from` may take it back.
struct ShareFloor {
    base::TokenId floor;
    base::MemberIndex from;
    base::MemberIndex to;
};
struct TakeBackFloor {
    base::TokenId floor;
    base::MemberIndex member;
};
struct RevokeFloor {
    base::TokenId floor;
    base::MemberIndex member;
};
struct RefuseRequest {
    base::TokenId floor;
    base::MemberIndex member;
};
/// Accepts it too. 0 is next; beyond the end is the end.
struct PlaceRequest {
    base::TokenId floor;
    base::MemberIndex member;
    int place{0};
};
/// Only what differs from `before` changes: another moderator may change something else at the same time.
struct ConfigureFloor {
    base::TokenId floor;
    FloorSettings settings;
    /// As whoever changes them saw them; absent: as they are.
    std::optional<FloorSettings> before{};
};
/// Everyone has it, those who come later too.
struct OpenFloor {
    base::TokenId floor;
};
/// From here on nobody speaks, draws or shows without it.
struct CreateFloor {
    FloorPurpose purpose{FloorPurpose::voice};
    FloorSettings settings;
};
using FloorAct = std::variant<GrantFloor, PassFloor, ShareFloor, TakeBackFloor, RevokeFloor, RefuseRequest,
                              PlaceRequest, ConfigureFloor, OpenFloor, CreateFloor>;

} // namespace plenum::ui

Q_DECLARE_METATYPE(plenum::ui::Floor)
