// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/call/picture_receiver.h"
#include "core/api/conference_link.h"
#include "core/client/events.h"
#include "core/client/probe.h"
#include "media/audio/audio_engine.h"
#include "media/error.h"
#include "ui/port/figures_types.h"
#include "ui/port/mixer_port.h"
#include "ui/port/port_types.h"

#include <QString>

#include <optional>

/// The core's and media's words in those of the screens.
namespace plenum::app {

struct EndContext {
    bool was_in_call{false};
    /// We asked for the conference's end.
    bool ended_by_us{false};
    /// The relay keeps the conference over a restart.
    bool relay_keeps{true};
};
[[nodiscard]] ui::EndFacts end_facts(const client::Finished& finished, EndContext context);

/// Of a conference that a relay server was to make.
[[nodiscard]] ui::EndFacts creation_facts(const client::Finished& finished);

[[nodiscard]] ui::RelayAnswer relay_answer_of(client::ProbeFailure failure);

[[nodiscard]] ui::LinkFacts link_facts_of(const node::ConferenceLink& link);

[[nodiscard]] ui::ConnectionState state_of(node::Phase phase);
/// Why nothing is sent, where that is so.
[[nodiscard]] ui::Agreement agreement_of(const node::AgreementChanged& event);

[[nodiscard]] ui::EntryPolicy policy_of(const log::Policy& policy);
[[nodiscard]] log::Policy policy_of(const ui::EntryPolicy& policy);
[[nodiscard]] ui::Departure departure_of(node::LeaveReason reason);
[[nodiscard]] ui::ProblemKind problem_kind_of(node::CommandError error);

/// Of a command about a floor; nullopt where nothing need be said.
[[nodiscard]] std::optional<ui::ProblemKind> floor_problem_of(const node::CommandRefused& refused);

/// Of a command about groups; nullopt where nothing need be said.
[[nodiscard]] std::optional<ui::ProblemKind> group_problem_of(const node::CommandRefused& refused);

[[nodiscard]] ui::Lean lean_of(log::Lean lean);
[[nodiscard]] log::Lean lean_of(ui::Lean lean);
[[nodiscard]] ui::OrderFigures::Measured measured_of(const node::ConversationFigures& event);
[[nodiscard]] ui::SoundFigures sound_figures_of(const media::SenderStats& stats);
[[nodiscard]] media::SenderMix mix_of(const ui::SoundMix& mix);
[[nodiscard]] ui::PictureFigures picture_figures_of(const PictureReceiver::Reception& reception);

/// When something happened by the clock on the wall, as far as the conference's clock is known; else `wall_now`.
[[nodiscard]] QDateTime wall_time(base::ConferenceTime at, const std::optional<base::ClockOffset>& clock,
                                  base::LocalTime now, const QDateTime& wall_now);

/// The same of what is to come.
[[nodiscard]] QDateTime wall_time_ahead(base::ConferenceTime at, const base::ClockOffset& clock, base::LocalTime now,
                                        const QDateTime& wall_now);
[[nodiscard]] base::ConferenceTime conference_time_of(const QDateTime& at, const base::ClockOffset& clock,
                                                      base::LocalTime now, const QDateTime& wall_now);

/// −60 dBFS … 0 dBFS as 0 … 1.
[[nodiscard]] float meter_level(float dbfs);

[[nodiscard]] ui::Problem problem_of(ui::DeviceKind kind, const media::MediaError& error);

} // namespace plenum::app
