// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/call_times.h"
#include "ui/models/capture.h"
#include "ui/models/chat_model.h"
#include "ui/models/colour_scheme.h"
#include "ui/models/devices.h"
#include "ui/models/diagnostics.h"
#include "ui/models/floors.h"
#include "ui/models/groups.h"
#include "ui/models/hosting.h"
#include "ui/models/own_media.h"
#include "ui/models/people.h"
#include "ui/models/polls.h"
#include "ui/models/recent_conferences.h"
#include "ui/models/session.h"
#include "ui/models/settings.h"
#include "ui/models/talk_key.h"
#include "ui/port/conference_ports.h"

namespace plenum::ui {

/// All view models of one client, wired to the ports of one conference. The root object that the screens are given.
class Client : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the application")
    Q_PROPERTY(plenum::ui::Settings* settings READ settings CONSTANT)
    Q_PROPERTY(plenum::ui::ColourScheme* colourScheme READ colour_scheme CONSTANT)
    Q_PROPERTY(plenum::ui::Hosting* hosting READ hosting CONSTANT)
    Q_PROPERTY(plenum::ui::Session* session READ session CONSTANT)
    Q_PROPERTY(plenum::ui::RecentConferences* recent READ recent CONSTANT)
    Q_PROPERTY(plenum::ui::People* people READ people CONSTANT)
    Q_PROPERTY(plenum::ui::ChatModel* chat READ chat CONSTANT)
    Q_PROPERTY(plenum::ui::OwnMedia* media READ media CONSTANT)
    Q_PROPERTY(plenum::ui::Devices* devices READ devices CONSTANT)
    Q_PROPERTY(plenum::ui::Diagnostics* diagnostics READ diagnostics CONSTANT)
    Q_PROPERTY(plenum::ui::CallTimes* times READ times CONSTANT)
    Q_PROPERTY(plenum::ui::Floors* floors READ floors CONSTANT)
    Q_PROPERTY(plenum::ui::TalkKey* talkKey READ talk_key CONSTANT)
    Q_PROPERTY(plenum::ui::Groups* groups READ groups CONSTANT)
    Q_PROPERTY(plenum::ui::Polls* polls READ polls CONSTANT)
    Q_PROPERTY(plenum::ui::Capture* capture READ capture CONSTANT)
    /// The clipboard has this conference's link.
    Q_PROPERTY(bool linkCopied READ link_copied NOTIFY link_copied_changed)
    /// The desktop has a dialog of its own for files.
    Q_PROPERTY(bool desktopDialog READ desktop_dialog CONSTANT)

  public:
    Client(const ConferencePorts& ports, std::unique_ptr<QSettings> store, QObject* parent = nullptr);

    [[nodiscard]] Settings* settings() { return &settings_; }
    [[nodiscard]] ColourScheme* colour_scheme() { return &colour_scheme_; }
    [[nodiscard]] Hosting* hosting() { return &hosting_; }
    [[nodiscard]] Session* session() { return &session_; }
    [[nodiscard]] RecentConferences* recent() { return &recent_; }
    [[nodiscard]] People* people() { return &people_; }
    [[nodiscard]] ChatModel* chat() { return &chat_; }
    [[nodiscard]] OwnMedia* media() { return &inputs_.media; }
    [[nodiscard]] Devices* devices() { return &inputs_.devices; }
    [[nodiscard]] Diagnostics* diagnostics() { return &diagnostics_; }
    [[nodiscard]] CallTimes* times() { return &times_; }
    [[nodiscard]] Floors* floors() { return &floors_; }
    [[nodiscard]] TalkKey* talk_key() { return &talk_key_; }
    [[nodiscard]] Groups* groups() { return &groups_; }
    [[nodiscard]] Polls* polls() { return &polls_; }
    [[nodiscard]] Capture* capture() { return &inputs_.capture; }
    [[nodiscard]] bool link_copied() const;
    [[nodiscard]] static bool desktop_dialog();

    Q_INVOKABLE void copy(const QString& text) const;
    /// In the browser, or another window of ours.
    Q_INVOKABLE void open_link(const QString& link);
    /// A link that was pressed opens no window.
    void keep_link(const QString& link);
    /// What the clipboard holds, if it is a conference link; else empty.
    Q_INVOKABLE QString link_on_clipboard() const;
    void retranslate();

  signals:
    /// A short word to the person that goes by itself; `kind` is "info", "problem", "link" (with a way to copy it),
    /// "recording" (with a way to play it) or "floor" with or without a number (in place of the one before of that
    /// kind; empty, it only takes that back).
    void notice(const QString& text, const QString& kind);
    void link_copied_changed();

  private:
    /// What this person's computer, or their cameras, take in.
    struct Inputs {
        OwnMedia media;
        Devices devices;
        Capture capture;
    };

    void wire_session();
    void wire_files();
    void follow_state(ConnectionState state);
    void apply_settings();

    ConferencePorts ports_;
    Settings settings_;
    ColourScheme colour_scheme_;
    Hosting hosting_;
    Session session_;
    RecentConferences recent_;
    People people_;
    ChatModel chat_;
    Inputs inputs_;
    Diagnostics diagnostics_;
    CallTimes times_;
    Floors floors_;
    TalkKey talk_key_;
    Groups groups_;
    Polls polls_;
};

} // namespace plenum::ui
