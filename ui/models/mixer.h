// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/members_model.h"
#include "ui/models/mix_memory.h"
#include "ui/port/conference_ports.h"

#include <QAbstractListModel>
#include <QtQml/qqmlregistration.h>

#include <optional>
#include <vector>

namespace plenum::ui {

/// The mixing desk: a strip for each of the others, one for each computer whose sound comes with a shared screen, one
/// for our microphone, one for the sum.
class Mixer : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(int count READ rowCount NOTIFY count_changed)
    /// In decibels, as all volumes.
    Q_PROPERTY(double ownVolume READ own_volume WRITE set_own_volume NOTIFY changed)
    Q_PROPERTY(double sumVolume READ sum_volume WRITE set_sum_volume NOTIFY changed)
    Q_PROPERTY(float sumLevel READ sum_level NOTIFY sum_changed)
    Q_PROPERTY(bool limiting READ limiting NOTIFY sum_changed)
    /// Why all or most are silent, by what the person did here; empty if they are not.
    Q_PROPERTY(QString silence READ silence NOTIFY changed)

  public:
    enum RoleId {
        /// Of the strip: the member's index, or `computer_of` it.
        strip_role = Qt::UserRole + 1,
        name_role,
        volume_role,
        pan_role,
        muted_role,
        solo_role,
        /// Silent since somebody else is solo.
        silenced_role,
        level_role,
        delay_role,
        delay_parts_role,
    };

    /// `members` and `settings` outlive this.
    Mixer(const ConferencePorts& ports, const MembersModel& members, Settings& settings, QObject* parent = nullptr);

    [[nodiscard]] double own_volume() const { return own_.volume_db; }
    [[nodiscard]] double sum_volume() const { return sum_.volume_db; }
    [[nodiscard]] float sum_level() const { return sum_level_; }
    [[nodiscard]] bool limiting() const { return limiting_; }
    [[nodiscard]] QString silence() const;
    void set_own_volume(double volume_db);
    void set_sum_volume(double volume_db);

    /// The number of the strip of a member's computer.
    [[nodiscard]] static int computer_of(base::MemberIndex member) { return -1 - static_cast<int>(member.value()); }
    Q_INVOKABLE void set_volume(int strip, double volume_db);
    Q_INVOKABLE void set_pan(int strip, double pan);
    Q_INVOKABLE void set_muted(int strip, bool muted);
    Q_INVOKABLE void set_solo(int strip, bool solo);
    /// Takes back what makes it silent.
    Q_INVOKABLE void end_silence();
    Q_INVOKABLE int row_of(int strip) const;
    /// For `MixWords`.
    [[nodiscard]] Q_INVOKABLE static QString volume_text(double volume_db);
    [[nodiscard]] Q_INVOKABLE static QString volume_spoken(double volume_db);
    [[nodiscard]] Q_INVOKABLE static QString place_text(double pan);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;
    void clear();
    void retranslate();

  signals:
    void count_changed();
    void changed();
    void sum_changed();

  private:
    struct Strip {
        base::MemberIndex index;
        bool computer{false};
        QString key;
        SoundMix mix{};
        float level{0};
        std::optional<SoundDelay> delay{};

        [[nodiscard]] int number() const { return computer ? computer_of(index) : static_cast<int>(index.value()); }
    };
    void take(const Member& member);
    void insert(Strip strip);
    void remove(int strip);
    void set_levels(const QList<MemberLevel>& levels);
    void take_sound(const MixedSound& sound);
    void take_computers(const QList<ComputerLevel>& computers);
    template <class Change>
    void change(int strip, Change&& change);
    void apply(const Strip& strip);
    [[nodiscard]] QString name_of(const Strip& strip) const;
    [[nodiscard]] bool is_solo_on() const;

    MixerPort& port_;
    const MembersModel& members_;
    MixMemory memory_;
    std::vector<Strip> strips_;
    SoundMix own_;
    SoundMix sum_;
    float sum_level_{0};
    bool limiting_{false};
};

} // namespace plenum::ui
