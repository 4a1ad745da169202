// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_floors.h"
#include "app/plenum/translate.h"

#include <algorithm>
#include <utility>

namespace plenum::app {

// --- what people do with floors ---

void RealFloors::act(const client::Session::FloorAct& act) {
    if (!call_.act(act)) diagnostics_.tell_behind();
}

void RealFloors::clear() {
    book_.clear();
    timed_ = opened_microphone_ = was_ours_ = false;
    shown_.clear();
}

void RealFloors::want_floor(base::TokenId floor, bool wanted, ui::RequestClass priority) {
    // Both count alike from 1.
    act(node::WantToken{.token = floor, .wanted = wanted, .priority = static_cast<token::RequestClass>(priority)});
}

void RealFloors::act_on_floor(const ui::FloorAct& wanted) {
    if (const auto operation = book_.operation_of(wanted)) act(node::ActOnToken{*operation});
}

bool RealFloors::can_create_floor(ui::FloorPurpose purpose) const { return !book_.ungoverned(purpose).empty(); }

void RealFloors::handle(const node::TokenChanged& event) {
    const auto ended = book_.take(event);
    if (!call_.was_in_call) return;
    apply();
    if (ended && book_.concerns(event.token->id)) emit floor_ended(event.token->id, *ended);
    tell(event.token->id);
}

void RealFloors::handle(const node::HolderSilent& event) {
    book_.take(event, QDateTime::currentDateTimeUtc());
    const auto known = book_.ids();
    if (call_.was_in_call && std::ranges::find(known, event.token) != known.end()) tell(event.token);
}

void RealFloors::handle(const node::LeaseOver& event) {
    book_.take(event);
    if (!call_.was_in_call) return;
    apply();
    tell_all();
}

void RealFloors::tell_all() {
    for (const auto id : book_.ids())
        tell(id);
    timed_ = call_.clock().has_value();
}

void RealFloors::tell(base::TokenId floor) {
    if (!book_.concerns(floor)) {
        if (shown_.erase(floor) > 0) emit floor_over(floor);
        return;
    }
    shown_.insert(floor);
    const auto clock = call_.clock();
    const auto now = client::Session::now();
    const auto wall_now = QDateTime::currentDateTimeUtc();
    auto shown = book_.shown(floor, [&](base::ConferenceTime at) { return wall_time(at, clock, now, wall_now); });
    if (const auto group = book_.group_of(floor); group != log::plenary) shown.group = call_.group_label(group);
    emit floor_changed(shown);
}

void RealFloors::apply() {
    const bool asked = book_.asked_for(base::FlowKind::audio);
    // Only with the grant: whoever mutes themselves while they have the floor stays muted.
    if (asked && !std::exchange(was_ours_, true))
        opened_microphone_ = opens_microphone_;
    else if (!asked)
        was_ours_ = opened_microphone_ = false;
    emit applied();
}

} // namespace plenum::app
