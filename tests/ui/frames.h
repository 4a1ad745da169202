// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QEvent>
#include <QQuickWindow>
#include <QtQuickTest/quicktest.h>

/// A window drawn by software spends most of its time on frames that no test looks at.
namespace plenum::ui::frames {

/// Before the application: a frame is drawn when it is asked for, or after so long for whoever waits.
inline void draw_seldom() { qputenv("QT_QPA_UPDATE_IDLE_TIME", "50"); }

/// Gives items their place and draws the frame now, where any of them waits for that. Whether one did.
inline bool polish(QQuickWindow& window) {
    if (!QQuickTest::qIsPolishScheduled(&window)) return false;
    QEvent update{QEvent::UpdateRequest};
    QCoreApplication::sendEvent(&window, &update);
    return true;
}

} // namespace plenum::ui::frames
