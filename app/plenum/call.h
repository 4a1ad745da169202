// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/call/call_media.h"
#include "app/plenum/background.h"
#include "ui/port/frame_mailbox.h"

#include <QObject>
#include <QSocketNotifier>

#include <expected>
#include <memory>
#include <string>
#include <variant>

namespace plenum::app {

/// One participation from the UI thread's side: opened and let go of in the background, its events passed on in order.
/// Pictures go into the mailboxes as they come.
class Call : public QObject {
    Q_OBJECT

  public:
    using Request = std::variant<client::HostOptions, client::JoinOptions>;
    struct Setup {
        Request request;
        media::AudioIo::Options audio{};
        std::optional<media::VideoInput> camera{};
        /// Of others, by member. Both must outlive the background's work.
        ui::FrameMailbox* pictures{nullptr};
        /// Ours, under member 0.
        ui::FrameMailbox* own_pictures{nullptr};
        /// Of others, as they were minutes ago.
        ui::FrameMailbox* replayed{nullptr};
        /// The screens that others share, and our own as nobody's.
        ui::FrameMailbox* screens{nullptr};
    };

    /// Opens at once, in the background. `background` must outlive this.
    Call(Background& background, Setup setup, QObject* parent = nullptr);
    /// Leaves, where that was not done, without waiting for it.
    ~Call() override;
    /// Leaves a conference that is hosted here, while its relay goes on: `finished` comes once that is over. Sound and
    /// pictures end now.
    void leave_relay_running();
    /// What the destructor does; no signal comes after it.
    void close();

    /// Null until opened.
    [[nodiscard]] client::Session* session() { return running_ ? running_->session.get() : nullptr; }
    [[nodiscard]] CallMedia* media() { return running_ ? running_->media.get() : nullptr; }

  signals:
    /// Session and media are there.
    void opened();
    /// It could not be opened; one sentence for people. The last signal.
    void failed(const QString& sentence);
    void told(const plenum::node::Event& event);
    void warning(const QString& sentence);
    void finished(const plenum::client::Finished& finished);
    void camera_failed(const plenum::media::MediaError& error);
    void screen_failed(const plenum::media::MediaError& error);
    /// Whether the sound of this computer goes out beside the screen.
    void screen_sound_changed(bool capturing);
    void microphone_failed(const plenum::media::MediaError& error);

  private:
    struct Running {
        std::unique_ptr<client::Session> session;
        /// Goes first: it uses the session.
        std::unique_ptr<CallMedia> media;
        std::optional<media::MediaError> microphone_error;
    };
    using Opened = std::expected<std::unique_ptr<Running>, std::string>;

    /// What the background has of this call; outlives it.
    struct Shared {
        std::mutex mutex;
        Call* call{nullptr};
        /// Runs `action` on the UI thread if the call is still there.
        template <class Action>
        void post(Action action) {
            const std::lock_guard lock{mutex};
            if (call == nullptr) return;
            auto queued = [to = call, action = std::move(action)] { action(*to); };
            QMetaObject::invokeMethod(call, std::move(queued), Qt::QueuedConnection);
        }
    };

    [[nodiscard]] static Opened open(const Setup& setup, const std::shared_ptr<Shared>& shared);
    [[nodiscard]] static CallMedia::Options media_options(const Setup& setup, const std::shared_ptr<Shared>& shared);
    void take(std::unique_ptr<Running> running);
    void drain();

    Background& background_;
    std::shared_ptr<Shared> shared_;
    std::unique_ptr<Running> running_;
    std::unique_ptr<QSocketNotifier> notifier_;
};

} // namespace plenum::app
