// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/current_call.h"

#include <tuple>

namespace plenum::app {

std::optional<base::ClockOffset> CurrentCall::clock() const {
    return session() != nullptr ? session()->conference_clock() : std::nullopt;
}

MouthToEar::Way CurrentCall::way() const {
    const auto status = media()->audio().status();
    const auto stats = media()->audio().stats();
    return {.round_trip = view.health() ? view.health()->rtt : base::Duration{},
            .packet_duration = stats.packet_duration,
            .input_latency = status.input_latency,
            .output_latency = status.output_latency};
}

void CurrentCall::apply_mix(base::MemberIndex index) {
    if (media() == nullptr) return;
    using enum media::SoundSource::Kind;
    for (const auto kind : {voice, computer}) {
        const media::SoundSource source{index, kind};
        const auto wanted = mixes.find(source);
        auto mix = wanted == mixes.end() ? media::SenderMix{} : wanted->second;
        if (is_blocked(index)) mix = {.muted = true};
        media()->audio().set_sender_mix(source, mix);
    }
}

bool CurrentCall::expects_pictures_of(base::MemberIndex index, base::FlowId flow) const {
    const auto group = view.group_of(index);
    return (group.value() == 0 || group == view.own_group()) && view.permits(flow, index) &&
           video_shares.of(view.identity_of(index)) != ui::VideoShare::none;
}

QString CurrentCall::group_label(base::ConversationId id) const {
    const auto found = view.conversations().find(id);
    if (id == log::plenary || found == view.conversations().end()) return {};
    return QString::fromStdString(found->second.label);
}

bool CurrentCall::act(const client::Session::FloorAct& act) const {
    return !entered() || session() == nullptr || session()->act(act);
}

bool CurrentCall::update_self(base::LocalTime now) {
    const auto rights = [this] {
        return std::tuple{facts.self, facts.acting, facts.may_end_for_all, facts.may_moderate};
    };
    const auto before = rights();
    facts.self = view.self();
    const auto* self = roster.find(facts.self);
    const bool moderator = self != nullptr && self->role == ui::Role::moderator;
    facts.acting = acting.update(roster.members(), facts.policy.moderators_only, now) && !moderator;
    facts.may_end_for_all = moderator;
    facts.may_moderate = moderator || facts.acting;
    return rights() != before;
}

} // namespace plenum::app
