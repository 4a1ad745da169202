// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_conference.h"
#include "app/plenum/translate.h"

#include <algorithm>

namespace plenum::app {

// --- how far conversations lean ---

void RealConference::set_lean(base::ConversationId conversation, ui::Lean lean) {
    const auto found = whereabouts_.conversations().find(conversation);
    if (found == whereabouts_.conversations().end()) return;
    auto settings = found->second.settings;
    settings.lean = lean_of(lean);
    act(node::ActOnConversation{log::ChangeConversation{conversation, settings}});
}

// --- what they are told ---

void RealConference::handle_event(const node::ConversationFigures& event) { orders_[event.conversation] = event; }

void RealConference::tell_figures() {
    if (!was_in_call_ || media() == nullptr) return;
    ui::Figures figures;
    figures.own = own_figures();
    for (const auto id : {log::plenary, own_group_})
        if (whereabouts_.conversations().contains(id)) figures.conversations.append(order_figures(id));
    figures.people = people_figures();
    emit diagnostics_port_.figures_changed(figures);
}

ui::OrderFigures RealConference::order_figures(base::ConversationId id) const {
    const auto& conversation = whereabouts_.conversations().at(id);
    ui::OrderFigures figures;
    figures.id = id;
    figures.label = id == log::plenary ? QString{} : shown_group(id).label;
    figures.lean = lean_of(conversation.settings.lean);
    const auto order = orders_.find(id);
    if (order != orders_.end()) figures.measured = measured_of(order->second);
    return figures;
}

ui::OwnFigures RealConference::own_figures() {
    const auto status = media()->audio().status();
    return {.round_trip = health_.rtt,
            .round_trip_least = health_.rtt_min,
            .clock_error = health_.clock.error_max,
            .received = health_.received,
            .discarded = health_.discarded,
            .undecryptable = health_.undecryptable,
            .refused = health_.refused,
            .pictures_sent = media()->video().frames_sent(),
            .input_overruns = status.input_overruns,
            .output_underruns = status.output_underruns};
}

QList<ui::PersonFigures> RealConference::people_figures() {
    QList<ui::PersonFigures> people;
    const auto sounds = media()->audio().stats().senders;
    const auto receptions = media()->receptions();
    for (const auto& member : roster_.members()) {
        if (member.is_self || is_blocked(member.index)) continue;
        ui::PersonFigures person{.index = member.index};
        const auto sound = std::ranges::find(sounds, member.index, &media::SenderStats::sender);
        if (member.microphone_on && sound != sounds.end()) person.sound = sound_figures_of(*sound);
        const auto reception = receptions.find(member.index);
        if (member.camera_on && reception != receptions.end())
            person.pictures = picture_figures_of(reception->second.pictures);
        if (person.sound || person.pictures) people.append(person);
    }
    return people;
}

} // namespace plenum::app
