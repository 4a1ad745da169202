// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/activities.h"
#include "ui/models/call_recording.h"
#include "ui/models/identities.h"
#include "ui/models/incoming_video.h"
#include "ui/models/knocks_model.h"
#include "ui/models/member_news.h"
#include "ui/models/members_model.h"
#include "ui/models/mixer.h"
#include "ui/models/moderation.h"
#include "ui/models/people_order.h"
#include "ui/models/pictures.h"
#include "ui/models/replay.h"
#include "ui/models/shared_scenes.h"
#include "ui/models/shared_screens.h"
#include "ui/models/stage.h"
#include "ui/models/whiteboard.h"
#include "ui/port/conference_ports.h"

#include <optional>

namespace plenum::ui {

class Floors;
class Groups;

/// Who is in the conference and who wants to come in; where each stands; what is told of them.
class People : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(plenum::ui::MembersModel* members READ members CONSTANT)
    /// Programs of cameras and receivers of clusters, which are no people.
    Q_PROPERTY(plenum::ui::MembersModel* cameras READ cameras CONSTANT)
    /// The members as they are listed.
    Q_PROPERTY(plenum::ui::PeopleOrder* listed READ listed CONSTANT)
    Q_PROPERTY(plenum::ui::Stage* stage READ stage CONSTANT)
    Q_PROPERTY(plenum::ui::Pictures* pictures READ pictures CONSTANT)
    Q_PROPERTY(plenum::ui::KnocksModel* knocks READ knocks CONSTANT)
    Q_PROPERTY(plenum::ui::Moderation* moderation READ moderation CONSTANT)
    Q_PROPERTY(plenum::ui::Identities* identities READ identities CONSTANT)
    /// What they do together beside talking.
    Q_PROPERTY(plenum::ui::Activities* activities READ activities CONSTANT)
    Q_PROPERTY(plenum::ui::Mixer* mixer READ mixer CONSTANT)
    Q_PROPERTY(plenum::ui::IncomingVideo* incomingVideo READ incoming_video CONSTANT)
    Q_PROPERTY(plenum::ui::Replay* replay READ replay CONSTANT)
    Q_PROPERTY(plenum::ui::Whiteboard* board READ board CONSTANT)
    Q_PROPERTY(plenum::ui::SharedScreens* screens READ screens CONSTANT)
    Q_PROPERTY(plenum::ui::SharedScenes* scenes READ scenes CONSTANT)
    Q_PROPERTY(plenum::ui::CallRecording* recording READ recording CONSTANT)

  public:
    /// `settings` outlive this.
    People(const ConferencePorts& ports, Settings& settings, QObject* parent);

    [[nodiscard]] MembersModel* members() { return &members_; }
    [[nodiscard]] MembersModel* cameras() { return &listed_.cameras; }
    [[nodiscard]] PeopleOrder* listed() { return &listed_.people; }
    [[nodiscard]] Stage* stage() { return &stage_; }
    [[nodiscard]] Pictures* pictures() { return &pictures_; }
    [[nodiscard]] KnocksModel* knocks() { return &knocks_; }
    [[nodiscard]] Moderation* moderation() { return &moderation_; }
    [[nodiscard]] Identities* identities() { return &identities_; }
    [[nodiscard]] Mixer* mixer() { return &mixer_; }
    [[nodiscard]] IncomingVideo* incoming_video() { return &incoming_video_; }
    [[nodiscard]] Activities* activities() { return &activities_; }
    [[nodiscard]] Replay* replay() { return &replay_; }
    [[nodiscard]] Whiteboard* board() { return &board_; }
    [[nodiscard]] SharedScreens* screens() { return &shown_.screens; }
    [[nodiscard]] SharedScenes* scenes() { return &shown_.scenes; }
    [[nodiscard]] CallRecording* recording() { return &recording_; }

    void follow(const Floors& floors);
    void follow(const Groups& groups);
    void clear();
    void retranslate();

  signals:
    /// As `Client::notice`.
    void told(const QString& text, const QString& kind);

  private:
    /// What people show to each other.
    struct Shown {
        SharedScreens screens;
        SharedScenes scenes;
    };

    /// What the panel lists.
    struct Listed {
        PeopleOrder people;
        MembersModel cameras;
    };

    void wire(const ConferencePorts& ports);
    void take(const Member& member);
    void let_go(base::MemberIndex index, Departure departure);
    /// Of people and cameras.
    [[nodiscard]] QString name_of(base::MemberIndex index) const;
    void tell_about_members();
    void tell(MemberNews::Event event, const QString& name);
    void follow_state(ConnectionState state);

    MembersModel members_;
    Listed listed_;
    Stage stage_;
    Pictures pictures_;
    KnocksModel knocks_;
    Moderation moderation_;
    Identities identities_;
    Mixer mixer_;
    IncomingVideo incoming_video_;
    Activities activities_;
    Replay replay_;
    Whiteboard board_;
    Shown shown_;
    CallRecording recording_;
    /// The roster of the first moments is no news.
    std::optional<MemberNews> news_;
};

} // namespace plenum::ui
