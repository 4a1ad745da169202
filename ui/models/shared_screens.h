// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/screen_share.h"

namespace plenum::ui {

/// The screens that people share: whose is shown, whether it is looked at, and what is said of it. Its picture is a
/// `ScreenItem`.
class SharedScreens : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to People")
    Q_PROPERTY(plenum::ui::ScreenShare* own READ own CONSTANT)
    /// On the stage; opens by itself when somebody begins to share.
    Q_PROPERTY(bool open READ open WRITE set_open NOTIFY changed)
    /// memberIndex of whose screen is shown; 0 for none.
    Q_PROPERTY(int sharer READ sharer NOTIFY changed)
    /// "Ada Moreau shares a screen."; empty for nobody.
    Q_PROPERTY(QString words READ words NOTIFY changed)
    /// How many others share one.
    Q_PROPERTY(int count READ count NOTIFY changed)
    /// For screen readers.
    Q_PROPERTY(QString news READ news NOTIFY changed)

  public:
    /// Both outlive this.
    SharedScreens(const ConferencePorts& ports, const MembersModel& members, QObject* parent = nullptr);

    [[nodiscard]] ScreenShare* own() { return &own_; }
    [[nodiscard]] bool open() const { return open_ && sharer() != 0; }
    void set_open(bool open);
    [[nodiscard]] int sharer() const { return sharers_.isEmpty() ? 0 : sharers_.back(); }
    [[nodiscard]] QString words() const;
    [[nodiscard]] int count() const { return static_cast<int>(sharers_.size()); }
    [[nodiscard]] const QString& news() const { return news_; }
    /// Of whose screen is shown; empty for none.
    [[nodiscard]] media::VideoFrame picture() const { return pictures_.value(sharer()); }

    /// Where several share, that of another.
    Q_INVOKABLE void show_next();
    void clear();
    void retranslate() { emit changed(); }

  signals:
    void changed();
    /// The picture of whose screen is shown is another one.
    void picture_changed();

  private:
    void take(int member, const media::VideoFrame& frame);

    const MembersModel& members_;
    ScreenShare own_;
    /// In the order in which they were begun or chosen; the last is shown.
    QList<int> sharers_;
    QHash<int, media::VideoFrame> pictures_;
    bool open_{true};
    QString news_;
};

} // namespace plenum::ui
