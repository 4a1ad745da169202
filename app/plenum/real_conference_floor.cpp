// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/device_choice.h"
#include "app/plenum/real_conference.h"
#include "app/plenum/translate.h"

#include "plugins/floor/floor_styles.h"

#include <algorithm>
#include <utility>

namespace plenum::app {

// --- what people do with floors ---

void RealConference::act(const client::Session::FloorAct& act) {
    if (!current_.act(act)) diagnostics_.tell_behind();
}

void RealConference::want_floor(base::TokenId floor, bool wanted, ui::RequestClass priority) {
    // Both count alike from 1.
    act(node::WantToken{.token = floor, .wanted = wanted, .priority = static_cast<token::RequestClass>(priority)});
}

void RealConference::act_on_floor(const ui::FloorAct& wanted) {
    if (const auto operation = floors_.operation_of(wanted)) act(node::ActOnToken{*operation});
}

bool RealConference::can_create_floor(ui::FloorPurpose purpose) const { return !floors_.ungoverned(purpose).empty(); }

QList<ui::FloorStyle> RealConference::floor_styles() const {
    QList<ui::FloorStyle> result;
    for (const auto& style : styles_.styles())
        result.append({QString::fromUtf8(style.id), QString::fromUtf8(style.title), QString::fromUtf8(style.about),
                       QString::fromUtf8(style.parameters), static_cast<int>(style.holders_max)});
    return result;
}

void RealConference::set_floor_opens_microphone(bool opens) { floor_opens_microphone_ = opens; }

// --- what they are told ---

void RealConference::handle_event(const node::TokenChanged& event) {
    const auto ended = floors_.take(event);
    if (!current_.was_in_call) return;
    apply_floors();
    if (ended && floors_.concerns(event.token->id)) emit floors_port_.floor_ended(event.token->id, *ended);
    tell_floor(event.token->id);
}

void RealConference::handle_event(const node::HolderSilent& event) {
    floors_.take(event, QDateTime::currentDateTimeUtc());
    const auto known = floors_.ids();
    if (current_.was_in_call && std::ranges::find(known, event.token) != known.end()) tell_floor(event.token);
}

void RealConference::handle_event(const node::LeaseOver& event) {
    floors_.take(event);
    if (!current_.was_in_call) return;
    apply_floors();
    tell_floors();
}

void RealConference::tell_floors() {
    for (const auto id : floors_.ids())
        tell_floor(id);
    floors_timed_ = current_.clock().has_value();
}

void RealConference::tell_floor(base::TokenId floor) {
    if (!floors_.concerns(floor)) {
        if (floors_shown_.erase(floor) > 0) emit floors_port_.floor_over(floor);
        return;
    }
    floors_shown_.insert(floor);
    const auto clock = current_.clock();
    const auto now = client::Session::now();
    const auto wall_now = QDateTime::currentDateTimeUtc();
    auto shown = floors_.shown(floor, [&](base::ConferenceTime at) { return wall_time(at, clock, now, wall_now); });
    if (const auto group = floors_.group_of(floor); group != log::plenary) shown.group = shown_group(group).label;
    emit floors_port_.floor_changed(shown);
}

// --- what follows for microphone and camera ---

bool RealConference::may_open_microphone() const {
    const bool wanted = microphone_wanted_ || microphone_opened_;
    return wanted && floors_.may_send(base::FlowKind::audio);
}

bool RealConference::camera_on() const {
    const bool there = camera_of(devices_.wanted(ui::DeviceKind::camera)).has_value();
    return camera_wanted_ && camera_works_ && there && floors_.may_send(base::FlowKind::video);
}

void RealConference::apply_floors() {
    const bool asked = floors_.asked_for(base::FlowKind::audio);
    // Only with the grant: whoever mutes themselves while they have the floor stays muted.
    if (asked && !std::exchange(floor_was_ours_, true))
        microphone_opened_ = floor_opens_microphone_;
    else if (!asked)
        floor_was_ours_ = microphone_opened_ = false;
    apply_microphone();
    apply_camera();
    QMetaObject::invokeMethod(this, [this] { tell_own_media(); }, Qt::QueuedConnection);
}

} // namespace plenum::app
