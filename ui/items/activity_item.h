// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/activities.h"

#include <QPointer>
#include <QQuickPaintedItem>

#include <set>

namespace plenum::ui {

/// The picture of the activity that we are in, and its mouse, touch and keys. While it has the keyboard, the space bar
/// is the activity's; everywhere else it stays the key to talk.
class ActivityItem : public QQuickPaintedItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(plenum::ui::Activities* activities READ activities WRITE set_activities NOTIFY changed)
    Q_PROPERTY(bool dark MEMBER dark_ NOTIFY changed)
    Q_PROPERTY(bool still MEMBER still_ NOTIFY changed)
    Q_PROPERTY(double textScale MEMBER text_scale_ NOTIFY changed)
    Q_PROPERTY(QColor background MEMBER background_ NOTIFY changed)
    Q_PROPERTY(QColor ink MEMBER ink_ NOTIFY changed)
    Q_PROPERTY(QColor inkDim MEMBER ink_dim_ NOTIFY changed)
    Q_PROPERTY(QColor line MEMBER line_ NOTIFY changed)
    Q_PROPERTY(QColor accent MEMBER accent_ NOTIFY changed)

  public:
    explicit ActivityItem(QQuickItem* parent = nullptr);

    [[nodiscard]] Activities* activities() const { return activities_; }
    void set_activities(Activities* activities);
    void paint(QPainter* painter) override;

  signals:
    void changed();
    /// Escape.
    void leaveWanted();

  protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void hoverMoveEvent(QHoverEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    template <class Call>
    void ask(const Call& call) {
        auto* run = activities_ ? activities_->run() : nullptr;
        if (run != nullptr) run->ask(call);
    }

    QPointer<Activities> activities_;
    bool dark_{true};
    bool still_{false};
    double text_scale_{1};
    QColor background_;
    QColor ink_;
    QColor ink_dim_;
    QColor line_;
    QColor accent_;
    std::set<activity::Key> held_;
};

} // namespace plenum::ui
