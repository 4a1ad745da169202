// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/real_activities.h"
#include "app/plenum/real_board.h"
#include "app/plenum/real_capture.h"
#include "app/plenum/real_chat.h"
#include "app/plenum/real_files.h"
#include "app/plenum/real_groups.h"
#include "app/plenum/real_incoming_video.h"
#include "app/plenum/real_mixer.h"
#include "app/plenum/real_network.h"
#include "app/plenum/real_polls.h"
#include "app/plenum/real_recording.h"
#include "app/plenum/real_replay.h"
#include "app/plenum/real_scenes.h"
#include "app/plenum/real_screens.h"
#include "app/plenum/real_session.h"
#include "plugins/activities/activities.h"
#include "ui/port/conference_ports.h"

namespace plenum::app {

/// The conference ports over a real session, real sound and real pictures.
class RealConference {
  public:
    /// `styles` outlives it.
    RealConference(const Options& options, const runtime::StyleRegistry& styles);
    /// Leaves; waits until the others were told, at most `client::Session::leave_time_max`.
    ~RealConference();
    RealConference(const RealConference&) = delete;
    RealConference& operator=(const RealConference&) = delete;

    [[nodiscard]] ui::ConferencePorts ports() {
        return {session_,
                people_,
                floors_,
                groups_,
                chat_,
                media_,
                reception_.mixer,
                reception_.video,
                devices_,
                diagnostics_,
                network_,
                together_.activities,
                reception_.replay,
                together_.board,
                together_.screens,
                together_.recording,
                together_.files,
                together_.capture,
                together_.scenes,
                together_.polls};
    }
    [[nodiscard]] const RealDiagnostics& diagnostics() const { return diagnostics_; }
    [[nodiscard]] CallRequests& requests() { return requests_; }
    [[nodiscard]] const RealMedia& media() const { return media_; }
    [[nodiscard]] RealScreens& screens() { return together_.screens; }
    [[nodiscard]] RealRecording& recording() { return together_.recording; }
    [[nodiscard]] const std::optional<CurrentCall>& call() const { return call_; }

  private:
    /// What this person takes of the others.
    struct Reception {
        RealMixer mixer;
        RealIncomingVideo video;
        RealReplay replay;
    };

    /// What people do together beside talking.
    struct Together {
        RealActivities activities;
        RealBoard board;
        RealScreens screens;
        RealRecording recording;
        RealFiles files;
        RealCapture capture;
        RealScenes scenes;
        RealPolls polls;
    };

    void enter();
    void end();
    void check();
    void handle(const node::Event& event);

    /// The destructor finishes it first: its jobs use the others.
    Background background_;
    std::optional<CurrentCall> call_;
    CallRequests requests_;
    PeopleBook book_;
    RealDiagnostics diagnostics_{call_};
    RealNetwork network_;
    RealDevices devices_;
    RealPeople people_{call_, book_, diagnostics_};
    RealFloors floors_;
    RealMedia media_{call_, background_, devices_, people_, floors_, diagnostics_};
    Reception reception_{{call_, media_}, RealIncomingVideo{call_}, {call_, media_}};
    RealGroups groups_{call_, floors_, diagnostics_};
    RealChat chat_{call_, book_, diagnostics_};
    Together together_{{call_, activity::activities()},
                       RealBoard{call_},
                       {call_, background_, media_},
                       RealRecording{call_},
                       {call_, background_},
                       {call_, background_},
                       RealScenes{call_},
                       RealPolls{call_}};
    RealSession session_{call_, background_, requests_, media_, diagnostics_, [this] { together_.recording.clear(); }};
};

} // namespace plenum::app
