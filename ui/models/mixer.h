// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/members_model.h"
#include "ui/models/mix_fader.h"
#include "ui/models/mix_meter.h"
#include "ui/models/mix_strips.h"
#include "ui/port/conference_ports.h"

#include <QAbstractListModel>

namespace plenum::ui {

/// The mixing desk: a strip for each of the others, one for each computer whose sound comes with a shared screen, one
/// for our microphone, one for the sum.
class Mixer : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(int count READ rowCount NOTIFY count_changed)
    /// Our microphone.
    Q_PROPERTY(plenum::ui::MixFader* own READ own CONSTANT)
    /// All that is heard, together.
    Q_PROPERTY(plenum::ui::MixFader* sum READ sum CONSTANT)
    Q_PROPERTY(plenum::ui::MixMeter* meter READ meter CONSTANT)
    /// Why all or most are silent, by what the person did here; empty if they are not.
    Q_PROPERTY(QString silence READ silence NOTIFY changed)

  public:
    enum RoleId {
        /// As `MixStrip::number`.
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

    [[nodiscard]] MixFader* own() { return &own_; }
    [[nodiscard]] MixFader* sum() { return &sum_; }
    [[nodiscard]] MixMeter* meter() { return &meter_; }
    [[nodiscard]] QString silence() const;

    Q_INVOKABLE void set_volume(int strip, double volume_db);
    Q_INVOKABLE void set_pan(int strip, double pan);
    Q_INVOKABLE void set_muted(int strip, bool muted);
    Q_INVOKABLE void set_solo(int strip, bool solo);
    /// Takes back what makes it silent.
    Q_INVOKABLE void end_silence();
    Q_INVOKABLE int row_of(int strip) const { return strips_.row_of(strip); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;
    void clear();
    void retranslate();

  signals:
    void count_changed();
    void changed();

  private:
    void take(const Member& member);
    void insert(MixStrip strip);
    void remove(int strip);
    void set_levels(const QList<MemberLevel>& levels);
    void take_sound(const MixedSound& sound);
    void take_computers(const QList<ComputerLevel>& computers);
    template <class Change>
    void change(int strip, Change&& change);
    [[nodiscard]] QString name_of(const MixStrip& strip) const;

    MixerPort& port_;
    const MembersModel& members_;
    MixMemory memory_;
    MixFader own_;
    MixFader sum_;
    MixMeter meter_;
    MixStrips strips_;
};

} // namespace plenum::ui
