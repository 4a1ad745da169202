// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/frame.h"
#include "ui/port/port_types.h"

#include <QObject>

namespace plenum::ui {

/// Our microphone and camera, and the sound and pictures that are heard and seen.
class MediaPort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    /// What a person wants; what is so comes by microphone_on_changed and camera_on_changed.
    virtual void set_microphone_on(bool on) = 0;
    virtual void set_camera_on(bool on) = 0;
    [[nodiscard]] virtual bool microphone_on() const = 0;
    [[nodiscard]] virtual bool camera_on() const = 0;
    /// Whether the person wants the microphone on, which a floor may not allow now.
    [[nodiscard]] virtual bool microphone_wanted() const = 0;
    /// Opens microphone and camera before the call, so that preview_frame and microphone_activity come. The camera
    /// follows set_camera_on meanwhile. Joining ends the preview by itself; both signals go on while waiting.
    virtual void start_preview() = 0;
    virtual void stop_preview() = 0;

  signals:
    /// Levels of those who are heard now; who is not in the list is silent.
    void levels_changed(const QList<plenum::ui::MemberLevel>& levels);
    /// A picture of a member, ourselves included. An empty frame: no more pictures for now.
    void video_frame(plenum::base::MemberIndex index, const plenum::media::VideoFrame& frame);
    void microphone_on_changed(bool on);
    /// A moderator had our microphone closed; comes before microphone_on_changed.
    void muted_by(plenum::base::MemberIndex moderator);
    void camera_on_changed(bool on);
    /// Own microphone, in the preview and in the call; goes on while muted, so that we can tell a person who talks.
    void microphone_activity(const plenum::ui::MicrophoneActivity& activity);
    void preview_frame(const plenum::media::VideoFrame& frame);
};

} // namespace plenum::ui
