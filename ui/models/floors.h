// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/floor_news.h"
#include "ui/port/session_port.h"

#include <QTimer>

#include <map>
#include <memory>
#include <vector>

namespace plenum::ui {

/// All floors of the conference, in order of their identifiers, and what a person is told of them.
class Floors : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(int count READ rowCount NOTIFY changed)
    /// The one that speaking needs; null where nobody needs any.
    Q_PROPERTY(plenum::ui::FloorModel* voice READ voice NOTIFY changed)
    /// The one that drawing needs; null where nobody needs any.
    Q_PROPERTY(plenum::ui::FloorModel* pen READ pen NOTIFY changed)
    /// Voice needs a floor, and it is not ours.
    Q_PROPERTY(bool barred READ barred NOTIFY changed)
    /// Who has it then: "The floor is with Ann."; empty where it is ours or nobody needs it. Of the camera the same.
    Q_PROPERTY(QString whose READ whose NOTIFY changed)
    Q_PROPERTY(QString cameraWhose READ camera_whose NOTIFY changed)
    /// What to tell a person who talks all the same, and what a button beside it does; empty for no button.
    Q_PROPERTY(QString barredWords READ barred_words NOTIFY ticked)
    Q_PROPERTY(QString barredAction READ barred_action NOTIFY changed)
    /// What a moderator can have people ask for besides: "voice", "pen", "screen".
    Q_PROPERTY(QStringList missing READ missing NOTIFY changed)
    /// memberIndexes of those who may speak by the floor; empty while everyone may.
    Q_PROPERTY(QList<int> speakerIndexes READ speaker_indexes NOTIFY changed)
    /// Who waits for any of them and gets none by speaking alone.
    Q_PROPERTY(int waiting READ waiting NOTIFY changed)
    Q_PROPERTY(plenum::ui::FloorNews* news READ news CONSTANT)

  public:
    enum RoleId { floor_role = Qt::UserRole + 1 };

    Floors(FloorPort& port, SessionPort& session, const MembersModel& members, FloorModel::Clock clock,
           QObject* parent = nullptr);

    void clear();
    void tick();
    void retranslate();

    [[nodiscard]] FloorModel* voice() const;
    [[nodiscard]] FloorModel* pen() const;
    [[nodiscard]] bool barred() const;
    [[nodiscard]] QString whose() const;
    [[nodiscard]] QString camera_whose() const;
    /// As `whose` of the plenary's voice, also while we speak in a group; empty where we are heard there.
    [[nodiscard]] QString plenary_whose() const;
    [[nodiscard]] QString barred_words() const;
    [[nodiscard]] QString barred_action() const;
    [[nodiscard]] int waiting() const;
    [[nodiscard]] QList<int> speaker_indexes() const;
    [[nodiscard]] FloorNews* news() { return &news_; }
    /// Of the floor that speaking needs; empty while everyone has it.
    [[nodiscard]] QList<base::MemberIndex> speakers() const;

    [[nodiscard]] QStringList missing() const;
    /// Moderators: from now on whoever does this (one of `missing`) needs the floor for it.
    Q_INVOKABLE void create(const QString& what);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

  signals:
    void changed();
    void ticked();
    /// We had the floor that speaking needs, and it was taken from us.
    void voice_taken();

  private:
    [[nodiscard]] std::vector<std::unique_ptr<FloorModel>>::iterator find(base::TokenId floor);
    void take(const Floor& floor);
    void add(const Floor& floor);
    void remove(base::TokenId floor);
    [[nodiscard]] QString whose(const FloorModel* floor) const;
    [[nodiscard]] const Floor* removed(FloorPurpose purpose) const;

    FloorPort& port_;
    SessionPort& session_;
    const MembersModel& members_;
    FloorModel::Clock clock_;
    QTimer timer_;
    std::vector<std::unique_ptr<FloorModel>> rows_;
    /// Removed by a moderator: one of these comes back before a new one is made for the same.
    std::map<base::TokenId, Floor> removed_;
    base::MemberIndex self_;
    bool moderates_{false};
    FloorNews news_;
};

} // namespace plenum::ui
