// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "media/frame.h"

#include <QList>
#include <QObject>
#include <QString>

namespace plenum::ui {

/// A screen or a window of this computer that can be shared.
struct ShareSource {
    enum class Kind : std::uint8_t {
        screen = 1,
        window = 2,
        desktop = 3, ///< the desktop asks in a dialog of its own; neither title nor picture
    };
    /// Names it in `ScreenPort::share`, for as long as the list is the newest.
    QString id;
    Kind kind{Kind::screen};
    /// As its program or the system has it; maybe empty.
    QString title;
    /// How it looks now, small; maybe empty.
    media::VideoFrame picture;
};

/// Why nothing of this computer can be shared.
enum class ShareObstacle : std::uint8_t {
    none = 1,
    no_list = 2,        ///< the screens could not be listed
    no_portal = 3,      ///< a Wayland session whose portal, the service for sharing, does not answer
    no_screen_cast = 4, ///< its portal cannot share screens
};

/// Why the sound of this computer cannot be shared with a screen.
enum class SoundObstacle : std::uint8_t {
    none = 1,
    no_server = 2, ///< neither PulseAudio nor PipeWire answers
    no_flow = 3,   ///< the conference has no place for it: too many flows, or somebody's flow has the name
};

/// Why our screen is no longer shared, if not of our own will.
enum class ShareEnd : std::uint8_t {
    floor_lost = 1,
    source_gone = 2, ///< the window was closed, or cannot be captured
    call_over = 3,
    nothing_chosen = 4, ///< the person closed the desktop's dialog
    refused = 5,        ///< the desktop did not allow it
    no_portal = 6,      ///< as obstacles
    no_screen_cast = 7,
    bad_answer = 8,      ///< the portal's answer makes no sense
    desktop_ended = 9,   ///< the desktop took back what it had given
    missing_plugin = 10, ///< GStreamer's plug-in for PipeWire is not installed
};

/// The screens that people share in the conference, ours and those of others.
class ScreenPort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    /// The conference has a place for shared screens.
    [[nodiscard]] virtual bool possible() const = 0;
    /// Nobody's floor is in the way.
    [[nodiscard]] virtual bool may_share() const = 0;
    [[nodiscard]] virtual ShareObstacle obstacle() const = 0;
    /// As the last list found it, or the last try to share.
    [[nodiscard]] virtual SoundObstacle sound_obstacle() const = 0;
    /// `listed` follows.
    virtual void list() = 0;
    /// Until `stop`, or until the floor is no longer ours. Nothing but a person's wish starts it.
    /// `with_sound`: of all that this computer plays, but for what we hear of the conference.
    virtual void share(const QString& id, bool with_sound) = 0;
    virtual void stop() = 0;
    [[nodiscard]] virtual bool sharing() const = 0;
    /// The sound goes out with it.
    [[nodiscard]] virtual bool sharing_sound() const = 0;
    /// While it is on and we share, what others see comes as our `picture`.
    virtual void set_preview(bool on) = 0;
    /// The desktop's dialog asks what to share. `stop` takes it back.
    [[nodiscard]] virtual bool choosing() const = 0;

  signals:
    /// Empty where there is nothing, or an obstacle.
    void listed(const QList<plenum::ui::ShareSource>& sources);
    /// Of others, and of ourselves if that is wanted. An empty one: that screen is no longer shared.
    void picture(plenum::base::MemberIndex index, const plenum::media::VideoFrame& frame);
    /// Whether we share, choose or may is otherwise now, or an obstacle.
    void changed();
    /// Also where it never began.
    void ended(plenum::ui::ShareEnd why);
};

} // namespace plenum::ui
