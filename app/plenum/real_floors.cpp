// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_floors.h"
#include "app/plenum/translate.h"

#include <algorithm>
#include <utility>

namespace plenum::app {

// --- what people do with floors ---

void RealFloors::act(const client::Session::FloorAct& act) {
    if (call_ && !call_->act(act)) diagnostics_.tell_behind();
}

void RealFloors::clear() {
    timed_ = opened_microphone_ = was_ours_ = false;
    shown_.clear();
}

void RealFloors::want_floor(base::TokenId floor, bool wanted, ui::RequestClass priority) {
    // Both count alike from 1.
    act(node::WantToken{.token = floor, .wanted = wanted, .priority = static_cast<token::RequestClass>(priority)});
}

void RealFloors::act_on_floor(const ui::FloorAct& wanted) {
    if (!call_) return;
    if (const auto operation = call_->floors.operation_of(wanted)) act(node::ActOnToken{*operation});
}

bool RealFloors::can_create_floor(ui::FloorPurpose purpose) const {
    return call_ && !call_->floors.ungoverned(purpose).empty();
}

void RealFloors::handle(const node::TokenChanged& event) {
    const auto ended = call_->floors.take(event);
    if (!call_->entered()) return;
    apply();
    if (ended && call_->floors.concerns(event.token->id)) emit floor_ended(event.token->id, *ended);
    tell(event.token->id);
}

void RealFloors::handle(const node::HolderSilent& event) {
    call_->floors.take(event, QDateTime::currentDateTimeUtc());
    const auto known = call_->floors.ids();
    if (call_->entered() && std::ranges::find(known, event.token) != known.end()) tell(event.token);
}

void RealFloors::handle(const node::LeaseOver&) {
    if (!call_->entered()) return;
    apply();
    tell_all();
}

void RealFloors::handle(const node::LinkHealth&) {
    if (call_->entered() && !timed_) tell_all();
}

void RealFloors::tell_all() {
    for (const auto id : call_->floors.ids())
        tell(id);
    timed_ = call_->clock().has_value();
}

void RealFloors::tell(base::TokenId floor) {
    if (!call_->floors.concerns(floor)) {
        if (shown_.erase(floor) > 0) emit floor_over(floor);
        return;
    }
    shown_.insert(floor);
    const auto clock = call_->clock();
    const auto now = client::Session::now();
    const auto wall_now = QDateTime::currentDateTimeUtc();
    auto shown =
        call_->floors.shown(floor, [&](base::ConferenceTime at) { return wall_time(at, clock, now, wall_now); });
    if (const auto group = call_->floors.group_of(floor); group != log::plenary)
        shown.group = call_->group_label(group);
    emit floor_changed(shown);
}

void RealFloors::apply() {
    const bool asked = call_->floors.asked_for(base::FlowKind::audio);
    // Only with the grant: whoever mutes themselves while they have the floor stays muted.
    if (asked && !std::exchange(was_ours_, true))
        opened_microphone_ = opens_microphone_;
    else if (!asked)
        was_ours_ = opened_microphone_ = false;
    emit applied();
}

} // namespace plenum::app
