// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugins/activities/target/game.h"
#include "ui/activity/activity.h"

#include <QRectF>

namespace plenum::target {

struct Scene {
    const Game& game;
    const std::map<base::MemberIndex, activity::Player>& players;
    const activity::Look& look;
};

/// The largest place for the field in the middle of an area.
[[nodiscard]] QRectF field_rect(QSizeF area);
/// Every target size and every player has a shape of its own, beside the colour.
void paint_scene(QPainter& painter, QSizeF area, const Scene& scene);
/// "Ann"; a dash for who has left.
[[nodiscard]] QString name_of(const std::map<base::MemberIndex, activity::Player>& players, base::MemberIndex member);

} // namespace plenum::target
