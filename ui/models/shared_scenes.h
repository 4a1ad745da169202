// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/scene_cloud.h"
#include "ui/port/conference_ports.h"

#include <functional>

namespace plenum::ui {

/// Scenes in three dimensions that people share: whose is offered, and whether it is looked at. Only then is it
/// received.
class SharedScenes : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to People")
    Q_PROPERTY(plenum::ui::SceneCloud* cloud READ cloud CONSTANT)
    /// On the stage.
    Q_PROPERTY(bool open READ open WRITE set_open NOTIFY changed)
    /// memberIndex of whose scene is offered or shown; 0 for none.
    Q_PROPERTY(int sharer READ sharer NOTIFY changed)
    Q_PROPERTY(int count READ count NOTIFY changed)
    /// "Ada Moreau shares a scene in 3-D."; empty for nobody.
    Q_PROPERTY(QString words READ words NOTIFY changed)
    /// For screen readers.
    Q_PROPERTY(QString news READ news NOTIFY changed)

  public:
    /// Empty for a stranger.
    using NameOf = std::function<QString(base::MemberIndex)>;

    SharedScenes(const ConferencePorts& ports, NameOf name_of);

    [[nodiscard]] SceneCloud* cloud() { return &cloud_; }
    [[nodiscard]] bool open() const { return open_ && !sharers_.isEmpty(); }
    void set_open(bool open);
    [[nodiscard]] int sharer() const;
    [[nodiscard]] int count() const { return static_cast<int>(sharers_.size()); }
    [[nodiscard]] QString words() const;
    [[nodiscard]] const QString& news() const { return news_; }

    /// Where several share, that of another.
    Q_INVOKABLE void show_next();
    void clear();
    void retranslate() { emit changed(); }

  signals:
    void changed();

  private:
    void follow();
    void watch();

    ScenePort& port_;
    NameOf name_of_;
    SceneCloud cloud_;
    /// Of others; the first is offered or shown.
    QList<base::MemberIndex> sharers_;
    base::MemberIndex self_;
    base::MemberIndex watched_;
    bool open_{false};
    QString news_;
};

} // namespace plenum::ui
