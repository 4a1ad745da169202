// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QList>
#include <QQuickPaintedItem>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// A line over time, the newest at the right, and maybe a second one behind it. A negative value is a gap and is
/// marked.
class SeriesItem : public QQuickPaintedItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(QList<double> values MEMBER values_ NOTIFY changed)
    Q_PROPERTY(QList<double> others MEMBER others_ NOTIFY changed)
    /// Where the scale ends; it begins at 0.
    Q_PROPERTY(double maximum MEMBER maximum_ NOTIFY changed)
    /// Values that fill the width.
    Q_PROPERTY(int places MEMBER places_ NOTIFY changed)
    Q_PROPERTY(QColor ink MEMBER ink_ NOTIFY changed)
    Q_PROPERTY(QColor otherInk MEMBER other_ink_ NOTIFY changed)
    Q_PROPERTY(QColor gapInk MEMBER gap_ink_ NOTIFY changed)
    Q_PROPERTY(QColor line MEMBER line_ NOTIFY changed)

  public:
    explicit SeriesItem(QQuickItem* parent = nullptr);
    void paint(QPainter* painter) override;

  signals:
    void changed();

  private:
    void paint_series(QPainter& painter, const QList<double>& values, const QColor& ink) const;

    QList<double> values_;
    QList<double> others_;
    double maximum_{1};
    int places_{150};
    QColor ink_;
    QColor other_ink_;
    QColor gap_ink_;
    QColor line_;
};

} // namespace plenum::ui
