// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/conference_ports.h"
#include "ui/port/simulated_activities.h"
#include "ui/port/simulated_board.h"
#include "ui/port/simulated_capture.h"
#include "ui/port/simulated_chat.h"
#include "ui/port/simulated_devices.h"
#include "ui/port/simulated_files.h"
#include "ui/port/simulated_floors.h"
#include "ui/port/simulated_groups.h"
#include "ui/port/simulated_network.h"
#include "ui/port/simulated_polls.h"
#include "ui/port/simulated_recording.h"
#include "ui/port/simulated_scenes.h"
#include "ui/port/simulated_screens.h"

#include <QTimer>

namespace plenum::ui {

/// A conference that is not there: generated people, pictures, voices and messages, no network, no devices. For
/// `plenum --offline-demo` and for tests. Runs by a timer, or step by step through `tick`.
class SimulatedConference {
  public:
    /// One tick stands for 50 ms.
    static constexpr int ticks_per_second = simulated_ticks_per_second;
    static constexpr auto example_link = SimulatedSession::example_link;

    struct Options {
        /// Others in the conference; 0 … 60.
        int others{5};
        /// By itself: timer, messages, somebody who loses the connection and returns. Else only what a test asks for.
        bool automatic{true};
        /// See SimulatedSession::Pace.
        int ticks_to_join{12};
        int ticks_to_wait{0};
        /// What the client counts as able to do.
        SimulatedFloors::Surfaces surfaces{SimulatedFloors::Surfaces::board_and_screen};
        /// Of floors. None: moderators decide.
        std::span<const base::PluginDescriptor> styles{};
        std::span<const activity::Descriptor> activities{};
    };

    explicit SimulatedConference(Options options);

    [[nodiscard]] ConferencePorts ports() {
        return {session_,
                people_,
                floors_,
                groups_,
                chat_,
                media_,
                mixer(),
                incoming_video(),
                devices_,
                diagnostics_,
                network_,
                together_.activities,
                replay(),
                together_.board,
                together_.screens,
                together_.recording,
                together_.files,
                together_.capture,
                together_.scenes,
                together_.polls};
    }
    [[nodiscard]] SimulatedSession& session() { return session_; }
    [[nodiscard]] SimulatedPeople& people() { return people_; }
    [[nodiscard]] SimulatedFloors& floors() { return floors_; }
    [[nodiscard]] SimulatedGroups& groups() { return groups_; }
    [[nodiscard]] SimulatedChat& chat() { return chat_; }
    [[nodiscard]] SimulatedFiles& files() { return together_.files; }
    [[nodiscard]] SimulatedMedia& media() { return media_; }
    [[nodiscard]] SimulatedMixer& mixer() { return media_.mixer(); }
    [[nodiscard]] SimulatedIncomingVideo& incoming_video() { return media_.incoming_video(); }
    [[nodiscard]] SimulatedReplay& replay() { return media_.replay(); }
    [[nodiscard]] SimulatedDevices& devices() { return devices_; }
    [[nodiscard]] SimulatedDiagnostics& diagnostics() { return diagnostics_; }
    [[nodiscard]] SimulatedNetwork& network() { return network_; }
    [[nodiscard]] SimulatedActivities& activities() { return together_.activities; }
    [[nodiscard]] SimulatedBoard& board() { return together_.board; }
    [[nodiscard]] SimulatedScreens& screens() { return together_.screens; }
    [[nodiscard]] SimulatedRecording& recording() { return together_.recording; }
    [[nodiscard]] SimulatedCapture& capture() { return together_.capture; }
    [[nodiscard]] SimulatedScenes& scenes() { return together_.scenes; }
    [[nodiscard]] SimulatedPolls& polls() { return together_.polls; }

    /// Time goes on by 50 ms.
    void tick();

  private:
    /// What people do together beside talking.
    struct Together {
        SimulatedActivities activities;
        SimulatedBoard board;
        SimulatedScreens screens;
        SimulatedRecording recording;
        SimulatedFiles files;
        SimulatedCapture capture;
        SimulatedScenes scenes;
        SimulatedPolls polls;
    };

    /// Another conference begins.
    void clear();
    /// We have come in.
    void fill();
    void play_script();

    Options options_;
    SimulatedWorld world_;
    SimulatedSession session_;
    SimulatedDiagnostics diagnostics_;
    SimulatedPeople people_;
    SimulatedMedia media_;
    SimulatedDevices devices_;
    SimulatedFloors floors_;
    SimulatedGroups groups_;
    SimulatedChat chat_;
    SimulatedNetwork network_;
    Together together_;
    QTimer timer_;
};

} // namespace plenum::ui
