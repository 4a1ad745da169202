// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/media_port.h"

#include <QObject>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// One's own microphone and camera: on or off, level, push-to-talk, and the word to a person who talks while muted.
class OwnMedia : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(bool microphoneOn READ microphone_on NOTIFY microphone_changed)
    Q_PROPERTY(bool cameraOn READ camera_on NOTIFY camera_changed)
    /// 0 … 1, also while muted.
    Q_PROPERTY(float level READ level NOTIFY level_changed)
    Q_PROPERTY(bool talkingWhileMuted READ talking_while_muted NOTIFY talking_while_muted_changed)
    /// What the person wants, whatever a floor allows now.
    Q_PROPERTY(bool microphoneWanted READ microphone_wanted NOTIFY microphone_changed)
    /// The microphone is on only as long as the key is held.
    Q_PROPERTY(bool pushToTalk READ push_to_talk NOTIFY microphone_changed)

  public:
    /// Activity comes at most 20 times a second: speech of a quarter of a second counts, and the hint stays for three.
    static constexpr int reports_to_show = 5;
    static constexpr int reports_to_hide = 60;

    explicit OwnMedia(MediaPort& port, QObject* parent = nullptr);

    [[nodiscard]] bool microphone_on() const { return port_.microphone_on(); }
    [[nodiscard]] bool microphone_wanted() const { return port_.microphone_wanted(); }
    [[nodiscard]] bool camera_on() const { return port_.camera_on(); }
    [[nodiscard]] float level() const { return level_; }
    [[nodiscard]] bool talking_while_muted() const { return talking_while_muted_; }
    [[nodiscard]] bool push_to_talk() const { return push_to_talk_; }

    Q_INVOKABLE void set_microphone_on(bool on);
    Q_INVOKABLE void set_camera_on(bool on) { port_.set_camera_on(on); }
    Q_INVOKABLE void toggle_microphone() { set_microphone_on(!microphone_on()); }
    Q_INVOKABLE void toggle_camera() { set_camera_on(!camera_on()); }
    /// While a floor keeps the microphone closed: whether it shall open with the floor.
    Q_INVOKABLE void toggle_microphone_wanted() { set_microphone_on(!microphone_wanted()); }
    /// Key down opens a muted microphone, key up mutes it again; a microphone that was on stays on.
    Q_INVOKABLE void hold_to_talk(bool held);

  signals:
    void microphone_changed();
    void camera_changed();
    void level_changed();
    void talking_while_muted_changed();

  private:
    void hear(const MicrophoneActivity& activity);
    void show_hint(bool show);

    MediaPort& port_;
    float level_{0};
    int speaking_reports_{0};
    int silent_reports_{0};
    bool talking_while_muted_{false};
    bool push_to_talk_{false};
    bool wanted_before_{false};
};

} // namespace plenum::ui
