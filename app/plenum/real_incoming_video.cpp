// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_incoming_video.h"

#include "media/clock.h"

namespace plenum::app {

void RealIncomingVideo::set_share(base::MemberIndex index, std::optional<ui::VideoShare> share) {
    const auto* member = call_ ? call_->roster.find(index) : nullptr;
    if (member == nullptr || member->is_self) return;
    call_->video_shares.set(call_->view.identity_of(index), share);
    apply();
}

void RealIncomingVideo::set_share_of_all(ui::VideoShare share) {
    all_ = share;
    apply();
}

void RealIncomingVideo::set_small_enough(base::MemberIndex index, bool small_enough) {
    const auto* member = call_ ? call_->roster.find(index) : nullptr;
    if (member == nullptr || member->is_self) return;
    call_->video_shares.set_small(call_->view.identity_of(index), small_enough);
    apply();
}

void RealIncomingVideo::enter() { apply(); }

/// Back in the conference: as a member of another number, perhaps, or with a session that begins anew.
void RealIncomingVideo::handle(const node::PhaseChanged& /*event*/) {
    call_->video_shares.tell_again();
    apply();
}

void RealIncomingVideo::handle(const node::MemberJoined& /*event*/) { apply(); }
void RealIncomingVideo::handle(const node::MemberLeft& /*event*/) { apply(); }
void RealIncomingVideo::handle(const node::FlowDeclared& /*event*/) { apply(); }
void RealIncomingVideo::handle(const node::FlowRemoved& /*event*/) { apply(); }

void RealIncomingVideo::apply() {
    if (!call_ || !call_->entered() || call_->session() == nullptr) return;
    call_->video_shares.set_all(all_);
    for (const auto& subscription : call_->video_shares.changes(call_->view)) {
        // Where the loop is behind, the rest follows with the next measurement.
        if (!call_->session()->subscribe(subscription)) return;
        call_->video_shares.note_told(subscription);
    }
}

void RealIncomingVideo::handle(const node::LinkHealth& /*event*/) {
    apply();
    if (!call_->entered() || call_->media() == nullptr) return;
    const auto share_of = [this](base::MemberIndex member) {
        return call_->video_shares.of(call_->view.identity_of(member));
    };
    emit rates_changed(gauge_.look(call_->media()->receptions(), media::local_now(), share_of));
}

} // namespace plenum::app
