// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/port_types.h"

#include <QObject>
#include <QSettings>
#include <QSize>
#include <QtQml/qqmlregistration.h>

#include <memory>

namespace plenum::ui {

/// What a person chose and wants to find again. Few; each is saved as soon as it changes and checked when it is read,
/// so that a file edited by hand cannot hurt.
class Settings : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(QString displayName MEMBER display_name_ NOTIFY changed)
    /// "system", "light" or "dark".
    Q_PROPERTY(QString theme MEMBER theme_ NOTIFY changed)
    /// "system", "en" or "de".
    Q_PROPERTY(QString language MEMBER language_ NOTIFY changed)
    /// Factor on every letter, 1.0 … 1.5.
    Q_PROPERTY(double textScale MEMBER text_scale_ NOTIFY changed)
    Q_PROPERTY(bool joinMuted MEMBER join_muted_ NOTIFY changed)
    Q_PROPERTY(bool joinWithCamera MEMBER join_with_camera_ NOTIFY changed)
    Q_PROPERTY(plenum::ui::AudioProcessing audio MEMBER audio_ NOTIFY changed)
    /// A microphone that was off opens with the floor that was asked for.
    Q_PROPERTY(bool floorOpensMicrophone MEMBER floor_opens_microphone_ NOTIFY changed)
    /// A key that is held to talk works while another window has the keyboard.
    Q_PROPERTY(bool talkKeyEverywhere MEMBER talk_key_everywhere_ NOTIFY changed)
    /// Which one, as QKeySequence::PortableText writes it.
    Q_PROPERTY(QString talkKey MEMBER talk_key_ NOTIFY changed)
    /// The side panel that is open: "floor", "chat", "people", "polls", "mixer" or "" for none.
    Q_PROPERTY(QString panel MEMBER panel_ NOTIFY changed)
    /// "automatic" (as the meeting asks for), "grid" or "speaker".
    Q_PROPERTY(QString stageLayout READ stage_layout WRITE set_stage_layout NOTIFY changed)
    /// One's own picture has no tile, unless one is alone.
    Q_PROPERTY(bool ownPictureHidden READ own_picture_hidden WRITE set_own_picture_hidden NOTIFY changed)

    /// How much of the others' cameras is received: "everything", "low" or "none".
    Q_PROPERTY(QString incomingVideo MEMBER incoming_video_ NOTIFY changed)
    /// A guest's program carries the call on if the host's fails: for one's own calls, and as a guest.
    Q_PROPERTY(bool succession READ succession WRITE set_succession NOTIFY changed)
    /// The sound of this computer goes out with its shared screen.
    Q_PROPERTY(bool shareSound READ share_sound WRITE set_share_sound NOTIFY changed)

  public:
    /// Keeps its values in `store`; never null.
    explicit Settings(std::unique_ptr<QSettings> store, QObject* parent = nullptr);

    [[nodiscard]] const QString& display_name() const { return display_name_; }
    /// As much of a name as others can be told.
    [[nodiscard]] Q_INVOKABLE static QString fitting_name(const QString& text);
    [[nodiscard]] const QString& theme() const { return theme_; }
    [[nodiscard]] const QString& language() const { return language_; }
    [[nodiscard]] const QString& stage_layout() const { return choices_.stage_layout; }
    void set_stage_layout(const QString& layout);
    [[nodiscard]] bool own_picture_hidden() const { return choices_.own_picture_hidden; }
    void set_own_picture_hidden(bool hidden);
    [[nodiscard]] bool join_muted() const { return join_muted_; }
    [[nodiscard]] bool join_with_camera() const { return join_with_camera_; }
    [[nodiscard]] bool floor_opens_microphone() const { return floor_opens_microphone_; }
    [[nodiscard]] bool talk_key_everywhere() const { return talk_key_everywhere_; }
    [[nodiscard]] const QString& talk_key() const { return talk_key_; }
    static constexpr auto usual_talk_key = "Ctrl+Alt+Space";
    [[nodiscard]] const AudioProcessing& audio() const { return audio_; }
    /// The device a person picked; empty: the system's default.
    [[nodiscard]] QString device(DeviceKind kind) const;
    void set_device(DeviceKind kind, const QString& id);

    [[nodiscard]] bool succession() const { return choices_.succession; }
    void set_succession(bool wanted);
    [[nodiscard]] bool share_sound() const { return choices_.share_sound; }
    void set_share_sound(bool wanted);
    [[nodiscard]] const QString& incoming_video() const { return incoming_video_; }
    /// As `MixMemory` writes them.
    [[nodiscard]] QStringList mixes() const;
    void set_mixes(const QStringList& mixes);

    /// Of the window when it was open last; invalid: not known.
    [[nodiscard]] QSize window_size() const;
    void set_window_size(QSize size);

  signals:
    void changed();

  private:
    struct Choices {
        QString stage_layout;
        bool own_picture_hidden{false};
        bool succession{true};
        bool share_sound{false};
    };
    void load();
    void save();

    std::unique_ptr<QSettings> store_;
    QString display_name_;
    QString theme_;
    QString language_;
    QString panel_;
    Choices choices_;
    QString incoming_video_;
    double text_scale_{1.0};
    bool join_muted_{false};
    bool join_with_camera_{true};
    AudioProcessing audio_;
    bool floor_opens_microphone_{true};
    bool talk_key_everywhere_{false};
    QString talk_key_;
};

} // namespace plenum::ui
