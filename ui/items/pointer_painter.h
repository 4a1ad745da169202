// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <QColor>
#include <QPainter>
#include <QPointF>
#include <QString>

#include <vector>

namespace plenum::ui {

/// Paints where people point, with their names, on the whiteboard and on shared screens alike.
class PointerPainter {
  public:
    static constexpr QColor own_laser{0xe5, 0x2b, 0x2b};

    explicit PointerPainter(QPainter& painter) : painter_{painter} {}

    [[nodiscard]] static QColor colour_of(base::MemberIndex member);
    void paint_pointer(QPointF tip, const QString& name, const QColor& colour);
    /// The newest point last.
    void paint_trail(const std::vector<QPointF>& trail, const QColor& colour);

  private:
    QPainter& painter_;
};

} // namespace plenum::ui
