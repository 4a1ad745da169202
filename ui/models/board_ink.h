// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/board/board_tools.h"

#include <QColor>
#include <QObject>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// How what we draw looks: from now on, and of what is selected.
class BoardInk : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Whiteboard")
    Q_PROPERTY(QColor colour READ colour WRITE set_colour NOTIFY changed)
    /// In board units.
    Q_PROPERTY(double lineWidth READ line_width WRITE set_line_width NOTIFY changed)
    /// Shapes have the colour inside, too.
    Q_PROPERTY(bool filled READ filled WRITE set_filled NOTIFY changed)

  public:
    /// `tools` outlives this.
    explicit BoardInk(BoardTools& tools, QObject* parent = nullptr);

    [[nodiscard]] QColor colour() const;
    void set_colour(const QColor& colour);
    [[nodiscard]] double line_width() const;
    void set_line_width(double width);
    [[nodiscard]] bool filled() const;
    void set_filled(bool filled);

  signals:
    void changed();

  private:
    void set(const board::Style& style);

    BoardTools& tools_;
};

} // namespace plenum::ui
