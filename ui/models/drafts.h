// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QObject>
#include <QString>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// Typed and not sent.
struct Draft {
    /// Whom it was meant for: a group's name, or empty for everyone.
    QString group;
    QString text;

    friend bool operator==(const Draft&, const Draft&) = default;
};

/// What a person typed and did not send, each for those it was meant for: it is never sent to others by itself. It
/// outlives the chat's panel, and a crash.
class Drafts : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to ChatOutbox")
    /// For those to whom we write now.
    Q_PROPERTY(QString text READ text WRITE set_text NOTIFY changed)
    /// The last one for others than those, and its group; empty where there is none.
    Q_PROPERTY(QString otherText READ other_text NOTIFY changed)
    Q_PROPERTY(QString otherGroup READ other_group NOTIFY changed)

  public:
    /// The oldest goes beyond that.
    static constexpr qsizetype drafts_max = 16;

    using QObject::QObject;

    [[nodiscard]] QString text() const;
    [[nodiscard]] QString other_text() const { return other().text; }
    [[nodiscard]] QString other_group() const { return other().group; }
    [[nodiscard]] const QList<Draft>& all() const { return drafts_; }

    void set_text(const QString& text);
    /// We write to `group` now; empty: to everyone.
    void set_group(const QString& group);
    /// All that there are, instead of those here.
    void restore(const QList<Draft>& drafts);
    /// The other one is meant for those to whom we write now, after what is typed already.
    Q_INVOKABLE void take_other();
    Q_INVOKABLE void drop_other();

  signals:
    void changed();

  private:
    [[nodiscard]] Draft other() const;
    void put(const QString& group, const QString& text);

    /// None is empty, no two have one group; the last one typed is the last.
    QList<Draft> drafts_;
    QString group_;
};

} // namespace plenum::ui
