// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_conference.h"

#include <array>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

struct Line {
    int second;
    std::uint32_t member;
    const char* text;
};
/// Somebody shows a report meanwhile.
constexpr int share_begins = 60;
constexpr int share_ends = 120;
/// What people write by themselves.
constexpr std::array script{
    Line{1, 2, "Good morning everyone!"},
    Line{2, 3, "Morning. The draft is at https://example.org/draft, section 3 is new."},
    Line{3, 3, "Comments are welcome until Friday."},
    Line{5, 4, "Read it on the train, looks good to me."},
    Line{14, 5, "Could we talk about the time plan first?"},
    Line{24, 2, "Yes, let us start with that."},
};

} // namespace

SimulatedConference::SimulatedConference(Options options)
    : options_{options},
      session_{world_, {.ticks_to_join = options.ticks_to_join, .ticks_to_wait = options.ticks_to_wait}},
      diagnostics_{world_},
      people_{world_, session_},
      media_{world_, people_},
      devices_{world_, media_, diagnostics_},
      floors_{world_, media_, diagnostics_, options.surfaces},
      groups_{world_, people_, diagnostics_},
      chat_{world_, session_},
      together_{{world_, options.activities,
                 options.automatic ? SimulatedActivities::Clock::real : SimulatedActivities::Clock::ticks},
                SimulatedBoard{world_},
                SimulatedScreens{world_},
                SimulatedRecording{world_},
                SimulatedFiles{session_},
                SimulatedCapture{world_},
                SimulatedScenes{world_},
                SimulatedPolls{world_}} {
    world_.styles = options.styles;
    if (options.automatic) {
        constexpr int cameras = 6;
        together_.capture.set_cameras(cameras);
    }
    QObject::connect(&session_, &SimulatedSession::begun, &timer_, [this] { clear(); });
    QObject::connect(&session_, &SimulatedSession::entered, &timer_, [this] { fill(); });
    QObject::connect(&people_, &SimulatedPeople::gone, &timer_, [this](base::MemberIndex index) {
        groups_.leave(index);
        floors_.leave(index);
        together_.polls.leave(index);
    });
    QObject::connect(&people_, &SimulatedPeople::hidden, &timer_,
                     [this](base::MemberIndex index) { emit media_.video_frame(index, {}); });
    timer_.setInterval(1000 / ticks_per_second);
    QObject::connect(&timer_, &QTimer::timeout, &timer_, [this] { tick(); });
    if (options_.automatic) timer_.start();
}

void SimulatedConference::clear() {
    world_.ticks.in_call = 0;
    media_.clear();
    people_.clear();
    floors_.clear();
    diagnostics_.clear();
    together_.activities.clear();
    together_.board.clear();
    together_.screens.clear();
    together_.recording.clear();
    together_.capture.clear();
    together_.scenes.clear();
    together_.polls.clear();
}

void SimulatedConference::fill() {
    people_.tell_self();
    for (int other = 0; other < options_.others; ++other)
        people_.someone_joins();
    emit diagnostics_.health_changed({.round_trip = 48ms, .loss_permille = 2, .mouth_to_ear = 120ms});
    diagnostics_.tell_figures();
}

void SimulatedConference::tick() {
    ++world_.ticks.all;
    devices_.tick();
    media_.tick(devices_.metering());
    session_.tick();
    // Recordings of cameras are played without a conference too.
    together_.capture.tick();
    if (world_.state != ConnectionState::in_call) return;
    ++world_.ticks.in_call;
    if (options_.automatic) play_script();
    media_.play();
    if (world_.ticks.in_call % ticks_per_second == 0) incoming_video().tell_rates();
    chat_.tick();
    together_.files.tick();
    together_.activities.tick();
    together_.board.tick();
    if (options_.automatic) together_.board.play(world_.ticks.in_call);
    floors_.tick();
    together_.screens.tick();
    together_.recording.tick();
    together_.scenes.tick();
    together_.polls.tick();
}

void SimulatedConference::play_script() {
    if (world_.ticks.in_call % ticks_per_second != 0) return;
    const auto second = world_.ticks.in_call / ticks_per_second;
    for (const auto& line : script)
        if (line.second == second) chat_.someone_writes(base::MemberIndex{line.member}, QString::fromUtf8(line.text));
    if (second == 8)
        chat_.someone_shares(base::MemberIndex{3},
                             together_.files.make(QStringLiteral("draft.pdf"), QByteArray(2'300'000, 'x')));
    people_.play(second);
    floors_.play(second);
    together_.polls.play(second);
    if (second == share_begins || second == share_ends)
        together_.screens.someone_shares(base::MemberIndex{5}, second == share_begins);
    constexpr int game_second = 40;
    if (second == game_second && !options_.activities.empty())
        together_.activities.someone_enters(QString::fromLatin1(options_.activities.front().id), SimulatedIds::ada);
    const base::MemberIndex wanderer{4};
    if (second % 60 == 18) people_.set_absent(wanderer, true);
    if (second % 60 == 24) people_.set_absent(wanderer, false);
    const auto jitter = std::chrono::milliseconds{world_.random.between(-8, 8)};
    emit diagnostics_.health_changed({.round_trip = 48ms + jitter, .loss_permille = 2, .mouth_to_ear = 120ms + jitter});
    diagnostics_.let_figures_pass();
}

} // namespace plenum::ui
