// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_diagnostics.h"

#include "app/plenum/reception_age.h"
#include "app/plenum/translate.h"
#include "media/clock.h"

#include <algorithm>
#include <set>
#include <utility>

namespace plenum::app {

void RealDiagnostics::set_lean(base::ConversationId conversation, ui::Lean lean) {
    if (!call_) return;
    const auto found = call_->view.conversations().find(conversation);
    if (found == call_->view.conversations().end()) return;
    auto settings = found->second.settings;
    settings.lean = lean_of(lean);
    if (!call_->act(node::ActOnConversation{log::ChangeConversation{conversation, settings}})) tell_behind();
}

void RealDiagnostics::clear() {
    orders_.clear();
    mouth_to_ear_.clear();
    relay_moved_ = false;
}

void RealDiagnostics::handle(const node::LinkHealth& event) {
    ui::LinkHealth shown;
    shown.round_trip = event.rtt;
    shown.loss_permille = static_cast<int>(event.loss_permille);
    if (call_->entered() && call_->media() != nullptr) shown.mouth_to_ear = mouth_to_ear();
    if (call_->entered()) emit health_changed(shown);
    tell_figures();
}

void RealDiagnostics::handle(const node::ConversationChanged& event) {
    if (!event.open) orders_.erase(event.conversation);
    tell_figures();
}

void RealDiagnostics::handle(const node::CommandRefused& event) {
    // The chat says what concerns messages, activities what concerns flows, and recordings what concerns them.
    if (event.command == node::CommandKind::of<node::Record>()) return;
    if (event.command == node::CommandKind::of<node::Publish>()) return;
    if (event.command == node::CommandKind::of<node::CreateFlow>()) return;
    const bool group = event.command == node::CommandKind::of<node::OpenGroup>() ||
                       event.command == node::CommandKind::of<node::ActOnConversation>();
    const auto kind = event.token != base::TokenId{} ? floor_problem_of(event)
                      : group                        ? group_problem_of(event)
                                                     : problem_kind_of(event.error);
    if (kind) emit problem({*kind, QString::fromStdString(std::string{client::explain(event)})});
}

void RealDiagnostics::handle(const node::RelayRestarts& event) {
    emit problem({ui::ProblemKind::relay_restarts, QString::fromStdString(std::string{client::explain(event)})});
}

void RealDiagnostics::handle(const node::RelayMoved& event) {
    const auto name_of = [this](base::MemberIndex index) {
        return index.value() == 0 ? QString{} : call_->roster.name_of(index);
    };
    // At first it is where the conference was made.
    const auto host = std::exchange(relay_moved_, true) ? base::MemberIndex{} : call_->roster.host();
    const auto from = event.from.value() == 0 ? host : event.from;
    const bool to_self = event.to.value() != 0 && event.to == call_->view.self();
    emit relay_moved({name_of(from), name_of(event.to), to_self, event.handed_over});
}

/// For whoever looks into it; what it means for people comes as other events.
void RealDiagnostics::handle(const node::ProtocolViolation& event) {
    const auto who =
        event.member.value() == 0 ? QStringLiteral("the relay") : QStringLiteral("member %1").arg(event.member.value());
    qWarning("Against the protocol, by %s: %s", qUtf8Printable(who), event.what.c_str());
}

void RealDiagnostics::tell_behind() {
    emit problem({ui::ProblemKind::overloaded, QStringLiteral("the loop is behind")});
}

void RealDiagnostics::tell_figures() {
    if (!call_->entered() || call_->media() == nullptr) return;
    ui::Figures figures;
    figures.own = own_figures();
    for (const auto id : {log::plenary, call_->view.own_group()})
        if (call_->view.conversations().contains(id)) figures.conversations.append(order_figures(id));
    figures.people = people_figures();
    emit figures_changed(figures);
}

ui::OrderFigures RealDiagnostics::order_figures(base::ConversationId id) const {
    const auto& conversation = call_->view.conversations().at(id);
    ui::OrderFigures figures;
    figures.id = id;
    figures.label = call_->group_label(id);
    figures.lean = lean_of(conversation.settings.lean);
    const auto order = orders_.find(id);
    if (order != orders_.end()) figures.measured = measured_of(order->second);
    return figures;
}

ui::OwnFigures RealDiagnostics::own_figures() const {
    const auto status = call_->media()->audio().status();
    const auto health = call_->view.health().value_or(node::LinkHealth{});
    return {.round_trip = health.rtt,
            .round_trip_least = health.rtt_min,
            .clock_error = health.clock.error_max,
            .received = health.received,
            .discarded = health.discarded,
            .undecryptable = health.undecryptable,
            .refused = health.refused,
            .pictures_sent = call_->media()->video().frames_sent(),
            .input_overruns = status.input_overruns,
            .output_underruns = status.output_underruns};
}

QList<ui::PersonFigures> RealDiagnostics::people_figures() const {
    QList<ui::PersonFigures> people;
    const auto sounds = call_->media()->audio().stats().senders;
    const auto receptions = call_->media()->receptions();
    for (const auto& member : call_->roster.members()) {
        if (member.is_self || call_->is_blocked(member.index)) continue;
        ui::PersonFigures person{.index = member.index};
        const auto sound = std::ranges::find(sounds, member.index, &media::SenderStats::sender);
        // Sound that comes and cannot be placed in time has no counts: nothing of it is played.
        if (member.microphone_on) person.sound = sound == sounds.end() ? ui::SoundFigures{} : sound_figures_of(*sound);
        const auto reception = receptions.find(member.index);
        if (member.camera_on && reception != receptions.end())
            person.pictures = picture_figures_of(reception->second.pictures);
        if (person.sound || person.pictures) people.append(person);
    }
    return people;
}

std::optional<base::Duration> RealDiagnostics::mouth_to_ear() {
    const auto now = media::local_now();
    std::set<base::MemberIndex> heard;
    for (const auto& [member, reception] : call_->media()->receptions())
        if (is_fresh(reception.audio_at, now, sound_age_max) && !call_->is_blocked(member)) heard.insert(member);
    return mouth_to_ear_.look(call_->media()->audio().stats().senders, heard, call_->way());
}

} // namespace plenum::app
