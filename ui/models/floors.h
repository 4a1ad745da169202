// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/floor_model.h"
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
    /// Voice needs a floor, and it is not ours.
    Q_PROPERTY(bool barred READ barred NOTIFY changed)
    /// Who has it then: "The floor is with Ann."; empty where it is ours or nobody needs it. Of the camera the same.
    Q_PROPERTY(QString whose READ whose NOTIFY changed)
    Q_PROPERTY(QString cameraWhose READ camera_whose NOTIFY changed)
    /// What to tell a person who talks all the same, and what a button beside it does; empty for no button.
    Q_PROPERTY(QString barredWords READ barred_words NOTIFY ticked)
    Q_PROPERTY(QString barredAction READ barred_action NOTIFY changed)
    /// Identifiers and titles of the styles that can be chosen here, in the same order.
    Q_PROPERTY(QStringList styleIds READ style_ids CONSTANT)
    Q_PROPERTY(QStringList styleTitles READ style_titles NOTIFY changed)
    /// What a moderator can have people ask for besides: "voice", "pen", "screen".
    Q_PROPERTY(QStringList missing READ missing NOTIFY changed)
    /// memberIndexes of those who may speak by the floor; empty while everyone may.
    Q_PROPERTY(QList<int> speakerIndexes READ speaker_indexes NOTIFY changed)
    /// Who waits for any of them and gets none by speaking alone.
    Q_PROPERTY(int waiting READ waiting NOTIFY changed)
    /// The last change, for those who hear the screen.
    Q_PROPERTY(QString news READ news NOTIFY news_changed)

  public:
    enum RoleId { floor_role = Qt::UserRole + 1 };

    Floors(FloorPort& port, SessionPort& session, const MembersModel& members, FloorModel::Clock clock,
           QObject* parent = nullptr);

    void clear();
    void tick();
    void retranslate();

    [[nodiscard]] FloorModel* voice() const;
    [[nodiscard]] bool barred() const;
    [[nodiscard]] QString whose() const;
    [[nodiscard]] QString camera_whose() const;
    /// As `whose` of the plenary's voice, also while we speak in a group; empty where we are heard there.
    [[nodiscard]] QString plenary_whose() const;
    [[nodiscard]] QString barred_words() const;
    [[nodiscard]] QString barred_action() const;
    [[nodiscard]] QStringList style_ids() const;
    [[nodiscard]] QStringList style_titles() const;
    [[nodiscard]] int waiting() const;
    [[nodiscard]] QList<int> speaker_indexes() const;
    [[nodiscard]] QString news() const { return news_; }
    /// Of the floor that speaking needs; empty while everyone has it.
    [[nodiscard]] QList<base::MemberIndex> speakers() const;

    /// Where a style stands among `styleIds`; -1 for none of them.
    Q_INVOKABLE int style_place(const QString& id) const { return static_cast<int>(style_ids().indexOf(id)); }
    [[nodiscard]] QStringList missing() const;
    /// Moderators: from now on whoever does this (one of `missing`) needs the floor for it.
    Q_INVOKABLE void create(const QString& what);
    /// Key down asks for the floor that speaking needs, key up gives it back; what was asked for otherwise stays. Down
    /// again while it is still being given back, the key asks for it anew as soon as that came to pass.
    Q_INVOKABLE void hold_to_talk(bool held);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

  signals:
    void changed();
    void ticked();
    void news_changed();
    /// A short word to the person; `kind` as `Client::notice` has it.
    void told(const QString& text, const QString& kind);

  private:
    [[nodiscard]] std::vector<std::unique_ptr<FloorModel>>::iterator find(base::TokenId floor);
    void take(const Floor& floor);
    void add(const Floor& floor);
    void remove(base::TokenId floor);
    void ask_again(FloorModel& floor);
    void tell_own(const FloorModel& now, const Floor& before);
    void tell_others(const FloorModel& now, const Floor& before);
    void tell_silent(const FloorModel& now, const Floor& before);
    void tell_began(const FloorModel& now);
    void tell_style(const FloorModel& now, const Floor& before);
    void tell_points_of_order(const FloorModel& now, const Floor& before);
    void tell_reach(const FloorModel& now, const Floor& before);
    /// Just now, so that what is taken is taken for that.
    [[nodiscard]] bool style_is_new() const;
    [[nodiscard]] QString words_for(const FloorModel& floor, const FloorEnded& ended) const;
    void announce(const QString& words, bool shown);
    /// Of us: what was shown of this floor and us before is so no longer.
    void announce_own(const FloorModel& floor, const QString& words);
    void show_own(const FloorModel& floor, const QString& words);
    [[nodiscard]] QString whose(const FloorModel* floor) const;

    FloorPort& port_;
    SessionPort& session_;
    const MembersModel& members_;
    FloorModel::Clock clock_;
    QTimer timer_;
    std::vector<std::unique_ptr<FloorModel>> rows_;
    /// Told already, and so not told as a plain change.
    std::map<base::TokenId, bool> own_end_told_;
    [[nodiscard]] const Floor* removed(FloorPurpose purpose) const;
    /// Removed by a moderator: one of these comes back before a new one is made for the same.
    std::map<base::TokenId, Floor> removed_;
    base::MemberIndex self_;
    bool moderates_{false};
    bool held_{false};
    bool asked_by_key_{false};
    /// The key is down, and the floor not given back yet since before.
    bool asks_again_{false};
    QDateTime style_changed_at_;
    QString news_;
};

} // namespace plenum::ui
