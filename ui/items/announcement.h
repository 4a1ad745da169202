// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQuickItem>

namespace plenum::ui {

/// Nothing to see: a sentence that screen readers say as soon as it is another. Whoever uses it gives it the role and
/// name of an alert.
class Announcement : public QQuickItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(QString text READ text WRITE set_text NOTIFY text_changed)

  public:
    using QQuickItem::QQuickItem;

    [[nodiscard]] const QString& text() const { return text_; }
    void set_text(const QString& text);

  signals:
    void text_changed();

  private:
    QString text_;
};

} // namespace plenum::ui
