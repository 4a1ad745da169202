// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/translate.h"

#include "core/api/commands.h"
#include "core/runtime/net/resolver.h"

#include <algorithm>
#include <utility>

namespace plenum::app {
namespace {

constexpr float meter_floor_dbfs = -60;

static_assert(static_cast<int>(ui::Admission::open) == static_cast<int>(base::Admission::open) &&
              static_cast<int>(ui::Admission::lobby) == static_cast<int>(base::Admission::lobby) &&
              static_cast<int>(ui::Admission::closed) == static_cast<int>(base::Admission::closed));
static_assert(static_cast<int>(ui::Lean::live) == static_cast<int>(log::Lean::live) &&
              static_cast<int>(ui::Lean::balanced) == static_cast<int>(log::Lean::balanced) &&
              static_cast<int>(ui::Lean::order) == static_cast<int>(log::Lean::order));

ui::EndReason reason_of(node::EndReason reason, EndContext context) {
    using Reason = node::EndReason;
    switch (reason) {
    case Reason::left: return ui::EndReason::left;
    case Reason::no_answer: return context.was_in_call ? ui::EndReason::lost : ui::EndReason::unreachable;
    case Reason::ended_for_all: return ui::EndReason::ended_by_host;
    case Reason::relay_closed: return context.relay_keeps ? ui::EndReason::relay_closed : ui::EndReason::host_left;
    case Reason::removed: return ui::EndReason::removed;
    case Reason::relay_refused:
    case Reason::full: return ui::EndReason::full;
    case Reason::not_admitted: return ui::EndReason::not_admitted;
    case Reason::closed: return ui::EndReason::closed;
    case Reason::too_often: return ui::EndReason::too_often;
    case Reason::not_trustworthy: return ui::EndReason::untrustworthy;
    case Reason::link_expired: return ui::EndReason::expired;
    case Reason::no_key: return ui::EndReason::no_key;
    case Reason::unknown_version: return ui::EndReason::other_version;
    }
    return ui::EndReason::internal;
}

ui::EndReason reason_of(client::FailReason reason, EndContext) {
    switch (reason) {
    case client::FailReason::unknown_host: return ui::EndReason::unreachable;
    case client::FailReason::broken_off: return ui::EndReason::left;
    case client::FailReason::not_drained:
    case client::FailReason::not_begun: break;
    }
    return ui::EndReason::internal;
}

} // namespace

ui::EndFacts end_facts(const client::Finished& finished, EndContext context) {
    const auto reason = std::visit([&](auto value) { return reason_of(value, context); }, finished.reason);
    const auto over = {ui::EndReason::ended_by_host, ui::EndReason::relay_closed, ui::EndReason::host_left,
                       ui::EndReason::left};
    if (context.ended_by_us && std::ranges::find(over, reason) != over.end()) return {ui::EndReason::ended_by_self, {}};
    // Of these the screen says all there is to say.
    const auto plain = {ui::EndReason::left,      ui::EndReason::ended_by_host, ui::EndReason::removed,
                        ui::EndReason::expired,   ui::EndReason::not_admitted,  ui::EndReason::closed,
                        ui::EndReason::too_often, ui::EndReason::relay_closed,  ui::EndReason::host_left};
    if (std::ranges::find(plain, reason) != plain.end()) return {reason, {}};
    return {reason, QString::fromStdString(finished.sentence)};
}

ui::EndFacts creation_facts(const client::Finished& finished) {
    const auto facts = end_facts(finished, {});
    switch (facts.reason) {
    case ui::EndReason::unreachable: return {ui::EndReason::relay_silent, facts.detail};
    case ui::EndReason::full: return {ui::EndReason::relay_refused, facts.detail};
    default: return facts;
    }
}

ui::RelayAnswer relay_answer_of(client::ProbeFailure failure) {
    using Failure = client::ProbeFailure;
    switch (failure) {
    case Failure::bad_address: return ui::RelayAnswer::bad_address;
    case Failure::unknown_host: return ui::RelayAnswer::unknown_host;
    case Failure::no_route: return ui::RelayAnswer::no_route;
    case Failure::silent: return ui::RelayAnswer::silent;
    case Failure::stopped:
    case Failure::internal: break;
    }
    return ui::RelayAnswer::failed;
}

ui::Agreement agreement_of(const node::AgreementChanged& event) {
    switch (event.agreement) {
    case node::Agreement::confirmed: return ui::Agreement::confirmed;
    case node::Agreement::late: return ui::Agreement::late;
    case node::Agreement::lost: break;
    }
    return event.forked ? ui::Agreement::forked : ui::Agreement::lost;
}

ui::LinkFacts link_facts_of(const node::ConferenceLink& link) {
    auto host = QString::fromStdString(link.host);
    if (link.port == runtime::port_default) return {QString::fromStdString(link.title), host};
    if (host.contains(QLatin1Char{':'})) host = QLatin1Char{'['} + host + QLatin1Char{']'};
    return {QString::fromStdString(link.title), host + QLatin1Char{':'} + QString::number(link.port)};
}

ui::ConnectionState state_of(node::Phase phase) {
    switch (phase) {
    case node::Phase::connecting: return ui::ConnectionState::connecting;
    case node::Phase::joining: return ui::ConnectionState::joining;
    case node::Phase::lobby: return ui::ConnectionState::waiting;
    case node::Phase::joined: return ui::ConnectionState::in_call;
    case node::Phase::reconnecting: break;
    }
    return ui::ConnectionState::reconnecting;
}

ui::EntryPolicy policy_of(const log::Policy& policy) {
    // Both count alike from 1.
    return {.admission = static_cast<ui::Admission>(policy.admission),
            .history_for_newcomers = policy.history_for_newcomers,
            .moderators_only = policy.moderators_only,
            .board = policy.board,
            .recording = policy.recording};
}

log::Policy policy_of(const ui::EntryPolicy& policy) {
    return {.admission = static_cast<base::Admission>(policy.admission),
            .history_for_newcomers = policy.history_for_newcomers,
            .moderators_only = policy.moderators_only,
            .board = policy.board,
            .recording = policy.recording};
}

ui::Departure departure_of(node::LeaveReason reason) {
    switch (reason) {
    case node::LeaveReason::left: break;
    case node::LeaveReason::lost: return ui::Departure::lost;
    case node::LeaveReason::removed: return ui::Departure::removed;
    }
    return ui::Departure::left;
}

ui::ProblemKind problem_kind_of(node::CommandError error) {
    if (error == node::CommandError::not_permitted) return ui::ProblemKind::not_permitted;
    if (error == node::CommandError::no_token) return ui::ProblemKind::no_floor;
    if (error == node::CommandError::unknown_person) return ui::ProblemKind::person_gone;
    if (error == node::CommandError::too_often) return ui::ProblemKind::too_often;
    return ui::ProblemKind::other;
}

std::optional<ui::ProblemKind> floor_problem_of(const node::CommandRefused& refused) {
    const bool asks = refused.command == node::CommandKind::of<node::WantToken>();
    switch (refused.error) {
    case node::CommandError::no_change:
    case node::CommandError::number_taken: return std::nullopt;
    case node::CommandError::not_permitted:
        return asks ? ui::ProblemKind::floor_locked : ui::ProblemKind::not_permitted;
    case node::CommandError::no_such_token:
    case node::CommandError::no_such_request:
    case node::CommandError::not_holder: return ui::ProblemKind::floor_moved;
    case node::CommandError::token_full: return ui::ProblemKind::floor_taken;
    case node::CommandError::bad_settings:
    case node::CommandError::bad_token_flow:
    case node::CommandError::unknown_style: return ui::ProblemKind::floor_settings;
    default: return problem_kind_of(refused.error);
    }
}

std::optional<ui::ProblemKind> group_problem_of(const node::CommandRefused& refused) {
    switch (refused.error) {
    case node::CommandError::no_change: return std::nullopt;
    case node::CommandError::token_full: return ui::ProblemKind::groups_full;
    case node::CommandError::no_such_conversation:
    case node::CommandError::not_in_group: return ui::ProblemKind::group_gone;
    case node::CommandError::no_interval: return ui::ProblemKind::no_interval;
    case node::CommandError::name_taken: return ui::ProblemKind::group_name_taken;
    default: return problem_kind_of(refused.error);
    }
}

ui::Lean lean_of(log::Lean lean) { return static_cast<ui::Lean>(lean); }

log::Lean lean_of(ui::Lean lean) { return static_cast<log::Lean>(lean); }

ui::OrderFigures::Measured measured_of(const node::ConversationFigures& event) {
    const auto delay = event.delay == base::Duration{} ? std::nullopt : std::optional{event.delay};
    return {.delta = event.delta,
            .least = event.delta_least,
            .most = event.delta_most,
            .delay = delay,
            .in_order = event.in_order,
            .forced = event.forced,
            .late = event.late,
            .discarded = event.discarded,
            .overrun = event.overrun,
            .held_most = event.held_most,
            .held_bound = event.held_bound};
}

/// A relay that has enough speakers passes nothing of the others on, and a lost link brings nothing: neither is lost of
/// what somebody is heard saying.
ui::SoundFigures sound_figures_of(const media::SenderStats& stats) {
    return {.played = stats.playout.played,
            .missing = stats.playout.lost - stats.playout.lost_in_pauses,
            .wait = stats.current_delay};
}

media::SenderMix mix_of(const ui::SoundMix& mix) {
    static_assert(ui::SoundMix::volume_db_min == media::SenderMix::gain_db_min);
    static_assert(ui::SoundMix::volume_db_max == media::SenderMix::gain_db_max);
    return {.gain_db = mix.volume_db, .pan = mix.pan, .muted = mix.muted, .solo = mix.solo};
}

ui::PictureFigures picture_figures_of(const PictureReceiver::Reception& reception) {
    const bool timed = reception.video_delay != base::Duration{};
    return {.delay = timed ? std::optional{reception.video_delay} : std::nullopt,
            .key_requests = reception.key_requests};
}

QDateTime wall_time(base::ConferenceTime at, const std::optional<base::ClockOffset>& clock, base::LocalTime now,
                    const QDateTime& wall_now) {
    constexpr std::chrono::milliseconds age_max = std::chrono::days{30};
    if (!clock || at == base::ConferenceTime{}) return wall_now;
    const auto age = std::chrono::duration_cast<std::chrono::milliseconds>(clock->to_conference(now) - at);
    return wall_now.addMSecs(-std::clamp(age, std::chrono::milliseconds{}, age_max).count());
}

QDateTime wall_time_ahead(base::ConferenceTime at, const base::ClockOffset& clock, base::LocalTime now,
                          const QDateTime& wall_now) {
    constexpr std::chrono::milliseconds far = std::chrono::days{30};
    const auto ahead = std::chrono::duration_cast<std::chrono::milliseconds>(at - clock.to_conference(now));
    return wall_now.addMSecs(std::clamp(ahead, -far, far).count());
}

base::ConferenceTime conference_time_of(const QDateTime& at, const base::ClockOffset& clock, base::LocalTime now,
                                        const QDateTime& wall_now) {
    return clock.to_conference(now) + std::chrono::milliseconds{wall_now.msecsTo(at)};
}

float meter_level(float dbfs) { return std::clamp(1 - dbfs / meter_floor_dbfs, 0.0F, 1.0F); }

ui::Problem problem_of(ui::DeviceKind kind, const media::MediaError& error) {
    const bool missing = error.kind == media::MediaError::Kind::no_device;
    const auto choose = [&](ui::ProblemKind none, ui::ProblemKind failed) {
        return ui::Problem{missing ? none : failed, QString::fromStdString(error.text)};
    };
    switch (kind) {
    case ui::DeviceKind::microphone: return choose(ui::ProblemKind::no_microphone, ui::ProblemKind::microphone_failed);
    case ui::DeviceKind::loudspeaker:
        return choose(ui::ProblemKind::no_loudspeaker, ui::ProblemKind::loudspeaker_failed);
    case ui::DeviceKind::camera: break;
    }
    return choose(ui::ProblemKind::no_camera, ui::ProblemKind::camera_failed);
}

} // namespace plenum::app
