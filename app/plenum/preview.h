// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/call/video_sender.h"
#include "app/plenum/background.h"
#include "media/audio/audio_io.h"
#include "ui/port/frame_mailbox.h"

#include <QObject>

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

namespace plenum::app {

/// Microphone and camera before the call. Opened and closed in the background.
class Preview : public QObject {
    Q_OBJECT

  public:
    struct Setup {
        media::AudioIo::Options audio{};
        std::optional<media::VideoInput> camera{};
        /// Pictures come under member 0. Must outlive the background's work.
        ui::FrameMailbox* pictures{nullptr};
    };
    Preview(Background& background, Setup setup, QObject* parent = nullptr);
    ~Preview() override;

    void set_camera(std::optional<media::VideoInput> input);
    void set_microphone(media::AudioInput input);
    /// Null until opened.
    [[nodiscard]] media::AudioIo* audio() { return parts_->ready ? parts_->audio.get() : nullptr; }

  signals:
    void camera_failed(const plenum::media::MediaError& error);
    void microphone_failed(const plenum::media::MediaError& error);

  private:
    /// Made and destroyed in the background.
    struct Parts {
        std::mutex mutex;
        Preview* preview{nullptr};
        std::unique_ptr<media::AudioIo> audio;
        std::unique_ptr<VideoSender> video;
        std::atomic<bool> ready{false};

        template <class Action>
        void post(Action action) {
            const std::lock_guard lock{mutex};
            if (preview == nullptr) return;
            auto queued = [to = preview, action = std::move(action)] { action(*to); };
            QMetaObject::invokeMethod(preview, std::move(queued), Qt::QueuedConnection);
        }
    };
    static void open(const std::shared_ptr<Parts>& parts, const Setup& setup);

    Background& background_;
    std::shared_ptr<Parts> parts_;
};

} // namespace plenum::app
