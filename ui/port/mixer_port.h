// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"

#include <QList>
#include <QMetaType>
#include <QObject>

namespace plenum::ui {

/// How one person is heard here, how all are together, or how loud our microphone goes out. Nobody else is affected.
struct SoundMix {
    static constexpr double volume_db_min = -60;
    static constexpr double volume_db_max = 12;

    /// Silent at volume_db_min.
    double volume_db{0};
    /// -1 left … 0 middle … 1 right; one person only, as muted and solo.
    double pan{0};
    bool muted{false};
    /// As long as anyone is solo, all others are silent.
    bool solo{false};
    friend bool operator==(const SoundMix&, const SoundMix&) = default;
};

/// From a far mouth to this ear, by its parts.
struct SoundDelay {
    base::MemberIndex index;
    /// Until a packet is full.
    base::Duration packet{};
    /// To the relay and back, which stands for their way and ours.
    base::Duration network{};
    /// What playout holds, so that no packet comes too late.
    base::Duration playout{};
    /// Microphone and loudspeaker; theirs are taken to be as ours.
    base::Duration devices{};

    [[nodiscard]] base::Duration total() const { return packet + network + playout + devices; }
};

/// What somebody's computer plays, and we hear with the shared screen.
struct ComputerLevel {
    base::MemberIndex index;
    /// As MemberLevel::level.
    float level{0};
};

/// What goes to the loudspeaker, and how late.
struct MixedSound {
    /// As MemberLevel::level.
    float level{0};
    /// It would be too loud for the loudspeaker, and is turned down.
    bool limiting{false};
    /// Of those who are heard now.
    QList<SoundDelay> delays;
    /// From the first sound of a shared screen until the screen is gone.
    QList<ComputerLevel> computers;
};

/// The mixing desk of this computer.
class MixerPort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    /// Until the person leaves or the call ends. Of a stranger it is ignored.
    virtual void set_mix(base::MemberIndex index, const SoundMix& mix) = 0;
    /// The same of what their computer plays.
    virtual void set_computer_mix(base::MemberIndex index, const SoundMix& mix) = 0;
    /// Of all that is heard. Holds for every call.
    virtual void set_sum_mix(const SoundMix& mix) = 0;
    /// Of our microphone, before it is sent. Holds for every call.
    virtual void set_own_mix(const SoundMix& mix) = 0;

  signals:
    /// At most 20 times a second, in the call.
    void mixed(const plenum::ui::MixedSound& sound);
};

} // namespace plenum::ui

Q_DECLARE_METATYPE(plenum::ui::MixedSound)
