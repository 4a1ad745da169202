// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/members_model.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <QtQml/qqmlregistration.h>

#include <map>

namespace plenum::ui {

/// Who draws on the whiteboard, or on a shared screen, in words.
class BoardNews : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Whiteboard")
    /// Now; empty for nobody else.
    Q_PROPERTY(QString drawing READ drawing NOTIFY changed)
    /// Somebody drew since we looked.
    Q_PROPERTY(bool unseen READ unseen NOTIFY changed)
    /// For screen readers.
    Q_PROPERTY(QString news READ news NOTIFY changed)

  public:
    /// Where people draw.
    enum class Place : std::uint8_t { board = 1, screen };
    /// Somebody draws for so long after each piece.
    static constexpr qint64 drawing_ms = 2500;

    /// `members` outlives this.
    BoardNews(const MembersModel& members, Place place, QObject* parent = nullptr);

    [[nodiscard]] QString drawing() const;
    [[nodiscard]] bool unseen() const { return unseen_; }
    [[nodiscard]] const QString& news() const { return news_; }

    /// `looking`: we see it.
    void note(base::MemberIndex sender, bool looking);
    void look();
    void clear();

  signals:
    void changed();

  private:
    const MembersModel& members_;
    Place place_;
    /// When each drew last.
    std::map<base::MemberIndex, qint64> drew_;
    bool unseen_{false};
    QString news_;
    QElapsedTimer clock_;
    QTimer timer_;
};

} // namespace plenum::ui
