// SPDX-License-Identifier: Apache-2.0
#include "ui/items/announcement.h"

#include <QAccessible>

namespace plenum::ui {

void Announcement::set_text(const QString& text) {
    if (text == text_) return;
    text_ = text;
    emit text_changed();
    if (text.isEmpty()) return;
    // Qt 6.4 has no announcements of their own; an alert is what readers say by themselves.
    QAccessibleEvent event{this, QAccessible::Alert};
    QAccessible::updateAccessibility(&event);
}

} // namespace plenum::ui
