// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/background.h"
#include "media/audio/audio_io.h"

#include <QObject>
#include <QTimer>

namespace plenum::app {

/// Plays a chime on a loudspeaker so that a person hears whether it works; in a call by the call's own sound, else by
/// one that is opened for it in the background.
class TestSound : public QObject {
    Q_OBJECT

  public:
    explicit TestSound(Background& background, QObject* parent = nullptr);
    ~TestSound() override;

    /// `in_call` null outside a call. Again while it plays: from the beginning.
    void play(media::AudioIo* in_call, const media::AudioOutput& output);

  signals:
    void playing_changed(bool playing);
    void failed(const plenum::media::MediaError& error);

  private:
    /// Made and destroyed in the background.
    struct Sound {
        std::unique_ptr<media::AudioIo> audio;
    };
    void close();
    void finish();

    Background& background_;
    std::shared_ptr<Sound> sound_;
    QTimer over_;
};

} // namespace plenum::app
