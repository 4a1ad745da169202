// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/appearance.h"
#include "ui/models/chat_model.h"
#include "ui/models/devices.h"
#include "ui/models/diagnostics.h"
#include "ui/models/elapsed_time.h"
#include "ui/models/floors.h"
#include "ui/models/groups.h"
#include "ui/models/health.h"
#include "ui/models/hosting.h"
#include "ui/models/identities.h"
#include "ui/models/knocks_model.h"
#include "ui/models/members_model.h"
#include "ui/models/moderation.h"
#include "ui/models/own_media.h"
#include "ui/models/people_order.h"
#include "ui/models/pictures.h"
#include "ui/models/reachability.h"
#include "ui/models/recent_conferences.h"
#include "ui/models/session.h"
#include "ui/models/settings.h"
#include "ui/models/sound_check.h"
#include "ui/models/stage.h"
#include "ui/models/talk_key.h"
#include "ui/port/conference_ports.h"

namespace plenum::ui {

/// All view models of one client, wired to the ports of one conference. The root object that the screens are given.
class Client : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the application")
    Q_PROPERTY(plenum::ui::Session* session READ session CONSTANT)
    Q_PROPERTY(plenum::ui::RecentConferences* recent READ recent CONSTANT)
    Q_PROPERTY(plenum::ui::Hosting* hosting READ hosting CONSTANT)
    Q_PROPERTY(plenum::ui::Reachability* reachability READ reachability CONSTANT)
    Q_PROPERTY(plenum::ui::MembersModel* members READ members CONSTANT)
    Q_PROPERTY(plenum::ui::Stage* stage READ stage CONSTANT)
    Q_PROPERTY(plenum::ui::ChatModel* chat READ chat CONSTANT)
    Q_PROPERTY(plenum::ui::OwnMedia* media READ media CONSTANT)
    Q_PROPERTY(plenum::ui::Pictures* pictures READ pictures CONSTANT)
    Q_PROPERTY(plenum::ui::Health* health READ health CONSTANT)
    Q_PROPERTY(plenum::ui::Diagnostics* diagnostics READ diagnostics CONSTANT)
    Q_PROPERTY(plenum::ui::ElapsedTime* elapsed READ elapsed CONSTANT)
    /// How long we have waited to be let in.
    Q_PROPERTY(plenum::ui::ElapsedTime* waited READ waited CONSTANT)
    Q_PROPERTY(plenum::ui::KnocksModel* knocks READ knocks CONSTANT)
    Q_PROPERTY(plenum::ui::Moderation* moderation READ moderation CONSTANT)
    Q_PROPERTY(plenum::ui::Floors* floors READ floors CONSTANT)
    Q_PROPERTY(plenum::ui::Groups* groups READ groups CONSTANT)
    Q_PROPERTY(plenum::ui::TalkKey* talkKey READ talk_key CONSTANT)
    /// The members as they are listed.
    Q_PROPERTY(plenum::ui::PeopleOrder* people READ people CONSTANT)
    Q_PROPERTY(plenum::ui::Identities* identities READ identities CONSTANT)
    Q_PROPERTY(plenum::ui::Settings* settings READ settings CONSTANT)
    Q_PROPERTY(plenum::ui::Appearance* appearance READ appearance CONSTANT)
    Q_PROPERTY(plenum::ui::DeviceList* microphones READ microphones CONSTANT)
    Q_PROPERTY(plenum::ui::DeviceList* loudspeakers READ loudspeakers CONSTANT)
    Q_PROPERTY(plenum::ui::DeviceList* cameras READ cameras CONSTANT)
    Q_PROPERTY(plenum::ui::SoundCheck* soundCheck READ sound_check CONSTANT)

  public:
    Client(const ConferencePorts& ports, std::unique_ptr<QSettings> store, QObject* parent = nullptr);

    [[nodiscard]] Session* session() { return &session_; }
    [[nodiscard]] RecentConferences* recent() { return &recent_; }
    [[nodiscard]] Hosting* hosting() { return &hosting_; }
    [[nodiscard]] Reachability* reachability() { return &reachability_; }
    [[nodiscard]] MembersModel* members() { return &members_; }
    [[nodiscard]] Stage* stage() { return &stage_; }
    [[nodiscard]] ChatModel* chat() { return &chat_; }
    [[nodiscard]] OwnMedia* media() { return &media_; }
    [[nodiscard]] Pictures* pictures() { return &pictures_; }
    [[nodiscard]] Health* health() { return &health_; }
    [[nodiscard]] Diagnostics* diagnostics() { return &diagnostics_; }
    [[nodiscard]] ElapsedTime* elapsed() { return &elapsed_; }
    [[nodiscard]] ElapsedTime* waited() { return &waited_; }
    [[nodiscard]] KnocksModel* knocks() { return &knocks_; }
    [[nodiscard]] Moderation* moderation() { return &moderation_; }
    [[nodiscard]] Floors* floors() { return &floors_; }
    [[nodiscard]] Groups* groups() { return &groups_; }
    [[nodiscard]] TalkKey* talk_key() { return &talk_key_; }
    [[nodiscard]] PeopleOrder* people() { return &people_; }
    [[nodiscard]] Identities* identities() { return &identities_; }
    [[nodiscard]] Settings* settings() { return &settings_; }
    [[nodiscard]] Appearance* appearance() { return &appearance_; }
    [[nodiscard]] DeviceList* microphones() { return &microphones_; }
    [[nodiscard]] DeviceList* loudspeakers() { return &loudspeakers_; }
    [[nodiscard]] DeviceList* cameras() { return &cameras_; }
    [[nodiscard]] SoundCheck* sound_check() { return &sound_check_; }

    Q_INVOKABLE void copy(const QString& text) const;
    /// A link that was pressed opens no window.
    void keep_link(const QString& link);
    /// What the clipboard holds, if it is a conference link; else empty.
    Q_INVOKABLE QString link_on_clipboard() const;
    void retranslate();

  signals:
    /// A short word to the person that goes by itself; `kind` is "info", "problem", "link" (with a way to copy it) or
    /// "floor" with or without a number (in place of the one before of that kind; empty, it only takes that back).
    void notice(const QString& text, const QString& kind);

  private:
    void wire_members();
    void wire_moderation();
    void forget_the_call();
    void follow_wait(ConnectionState state);
    void follow_state(ConnectionState state);
    void tell_about_members();
    void wire_floors();
    void wire_groups();
    void wire_files();
    void apply_settings();

    ConferencePorts ports_;
    Settings settings_;
    Appearance appearance_;
    Hosting hosting_;
    Session session_;
    RecentConferences recent_;
    Reachability reachability_;
    MembersModel members_;
    PeopleOrder people_;
    Stage stage_;
    ChatModel chat_;
    OwnMedia media_;
    Pictures pictures_;
    Health health_;
    Diagnostics diagnostics_;
    ElapsedTime elapsed_;
    ElapsedTime waited_;
    KnocksModel knocks_;
    Moderation moderation_;
    Floors floors_;
    TalkKey talk_key_;
    Groups groups_;
    Identities identities_;
    DeviceList microphones_;
    DeviceList loudspeakers_;
    DeviceList cameras_;
    SoundCheck sound_check_;
    AudioProcessing audio_processing_;
    /// The roster of the first moments is no news.
    bool members_are_news_{false};
    bool waiting_{false};
};

} // namespace plenum::ui
