// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"
#include "media/frame.h"

#include <QList>
#include <QMetaType>
#include <QObject>
#include <QString>

#include <cstdint>
#include <optional>

namespace plenum::ui {

enum class ReplayPace : std::uint8_t {
    usual = 1,       ///< as it was; never catches up
    half_faster = 2, ///< 1.5 times
    twice = 3,
};

struct ReplaySpan {
    base::LocalTime from{};
    base::LocalTime to{};
    friend bool operator==(const ReplaySpan&, const ReplaySpan&) = default;
};

/// What can be heard and seen again of one person, also of one who has left.
struct ReplayPerson {
    base::MemberIndex index;
    QString name;
    /// From when; nullopt for nothing.
    std::optional<base::LocalTime> sound_from{};
    std::optional<base::LocalTime> pictures_from{};
    /// When they spoke, oldest first.
    QList<ReplaySpan> speech{};
    /// Something of them is there that no key of ours opens.
    bool unreadable{false};
};

struct ReplayMaterial {
    QList<ReplayPerson> people;
    /// More of it is being fetched.
    bool fetching{false};
};

struct ReplayState {
    bool on{false};
    base::LocalTime position{};
    base::LocalTime live{};
    bool paused{false};
    /// Until it has caught up at this pace; nullopt: never.
    std::optional<base::Duration> until_live{};
};

/// The last minutes, heard and seen again while the call goes on. Nobody else is affected.
///
/// Times are this port's own clock, which is `now`. While it is on, what is live is not heard.
class ReplayPort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    [[nodiscard]] virtual base::LocalTime now() const = 0;
    /// Whether anybody looks at what there is: `material_changed` comes about once a second then, and what is missing
    /// is fetched.
    virtual void set_watched(bool watched) = 0;
    /// Begins, or goes on elsewhere. Times that are not there any more, or not yet, give the nearest that is.
    virtual void play(base::LocalTime from) = 0;
    virtual void set_pace(ReplayPace pace) = 0;
    virtual void set_paused(bool paused) = 0;
    /// Whose pictures come; 0: nobody's.
    virtual void show(base::MemberIndex member) = 0;
    /// Back to live at once.
    virtual void stop() = 0;

  signals:
    void material_changed(const plenum::ui::ReplayMaterial& material);
    /// Ten times a second while it is on, and once when it no longer is.
    void moved(const plenum::ui::ReplayState& state);
    /// It ended by itself; comes after the last `moved`.
    void caught_up();
    /// Of whoever is shown; an empty frame: nothing is to be seen at this place.
    void picture(plenum::base::MemberIndex member, const plenum::media::VideoFrame& frame);
};

} // namespace plenum::ui

Q_DECLARE_METATYPE(plenum::ui::ReplayMaterial)
Q_DECLARE_METATYPE(plenum::ui::ReplayState)
