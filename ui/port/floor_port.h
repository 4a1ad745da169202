// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/plugin.h"
#include "ui/port/floor_types.h"

#include <QObject>

#include <algorithm>
#include <span>

namespace plenum::ui {

/// Who may speak, draw or share.
class FloorPort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    /// To have it or not to have it any more: asks, takes the request back or releases, whichever is needed. The last
    /// word counts.
    virtual void want_floor(base::TokenId floor, bool wanted, RequestClass priority) = 0;
    /// What may not be done comes as a problem.
    virtual void act_on_floor(const FloorAct& act) = 0;
    /// Whether this program can do what such a floor is for. Floors of other purposes are not shown.
    [[nodiscard]] virtual bool shows(FloorPurpose purpose) const = 0;
    /// Whether there is something for such a floor to govern where we are, and none that does.
    [[nodiscard]] virtual bool can_create_floor(FloorPurpose purpose) const = 0;
    /// Those of this program, as they describe themselves; a new floor begins with the first.
    [[nodiscard]] virtual std::span<const base::PluginDescriptor> floor_styles() const = 0;
    /// Null for one that this program does not have.
    [[nodiscard]] const base::PluginDescriptor* find_style(const QString& id) const {
        const auto styles = floor_styles();
        const auto found =
            std::ranges::find_if(styles, [&](const auto& style) { return id == QLatin1String{style.id}; });
        return found == styles.end() ? nullptr : &*found;
    }
    /// Whether getting the floor that we asked for opens a microphone that was off.
    virtual void set_floor_opens_microphone(bool opens) = 0;

  signals:
    /// However it changed. Comes for each floor on joining, after the members.
    void floor_changed(const plenum::ui::Floor& floor);
    /// It is no more, or of a group that we are no longer in.
    void floor_over(plenum::base::TokenId floor);
    /// Comes before the change that it tells of.
    void floor_ended(plenum::base::TokenId floor, const plenum::ui::FloorEnded& ended);
};

} // namespace plenum::ui
