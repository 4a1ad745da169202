// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/members_model.h"
#include "ui/models/pictures.h"
#include "ui/models/settings.h"
#include "ui/models/tile_sizes.h"
#include "ui/port/conference_ports.h"

#include <QVariantMap>
#include <QtQml/qqmlregistration.h>

#include <map>
#include <optional>

namespace plenum::ui {

/// How much of the others' cameras we receive: of all by a setting, of one by a choice that goes before it.
class IncomingVideo : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    /// By memberIndex, of those of whom less than everything is received: a short word for it.
    Q_PROPERTY(QVariantMap reduced READ reduced NOTIFY changed)
    /// By memberIndex, true for those of whom we asked for no pictures.
    Q_PROPERTY(QVariantMap declined READ declined NOTIFY changed)
    /// memberIndex of who is looked at; 0: nobody. What follows is about them.
    Q_PROPERTY(int shown READ shown WRITE show NOTIFY changed)
    Q_PROPERTY(QString name READ name NOTIFY changed)
    /// "everything", "half", "low", "small", "stills" or "none".
    Q_PROPERTY(QString share READ share NOTIFY changed)
    /// {share, words, explanation}, from much to little.
    Q_PROPERTY(QVariantList choices READ choices NOTIFY changed)
    /// What their camera takes of our link now, and would take.
    Q_PROPERTY(QString rate READ rate NOTIFY changed)
    /// What goes from their camera to the relay, and from there to us: {sent, received, share, words}; `share` is the
    /// part that comes to us, 0 … 1. Empty where it is not known.
    Q_PROPERTY(QVariantMap path READ path NOTIFY changed)
    Q_PROPERTY(bool mayUndo READ may_undo NOTIFY changed)

  public:
    /// `members`, `pictures` and `settings` outlive this.
    IncomingVideo(const ConferencePorts& ports, const MembersModel& members, const Pictures& pictures,
                  Settings& settings, QObject* parent = nullptr);

    [[nodiscard]] QVariantMap reduced() const;
    [[nodiscard]] QVariantMap declined() const;
    [[nodiscard]] int shown() const { return static_cast<int>(shown_.value()); }
    [[nodiscard]] QString name() const { return members_.shown_name(shown_); }
    [[nodiscard]] QString share() const;
    [[nodiscard]] QVariantList choices() const;
    [[nodiscard]] QString rate() const;
    [[nodiscard]] QVariantMap path() const;
    [[nodiscard]] bool may_undo() const { return before_.has_value(); }

    void show(int member_index);
    Q_INVOKABLE void choose(const QString& share);
    /// Back to what it was when the person began to look.
    Q_INVOKABLE void undo();
    void clear();
    void retranslate() { emit changed(); }

  signals:
    void changed();

  private:
    using Choice = std::optional<VideoShare>;
    void take(const Member& member);
    void follow_settings();
    void tell(const std::vector<TileSizes::Change>& changes);
    [[nodiscard]] VideoShare share_of(base::MemberIndex member) const;
    [[nodiscard]] Choice choice_of(base::MemberIndex member) const;
    void set(base::MemberIndex member, Choice choice);

    IncomingVideoPort& port_;
    const MembersModel& members_;
    Settings& settings_;
    VideoShare all_{VideoShare::everything};
    /// The others who are here, by the key that stands for each.
    std::map<base::MemberIndex, QString> keys_;
    /// By key: whoever comes back is treated as before.
    QHash<QString, VideoShare> choices_;
    std::map<base::MemberIndex, VideoRate> rates_;
    TileSizes tiles_;
    base::MemberIndex shown_;
    /// What was chosen before the last choice.
    std::optional<Choice> before_;
};

} // namespace plenum::ui
