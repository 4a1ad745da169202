// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_conference.h"

#include "app/plenum/safety_number.h"
#include "app/plenum/translate.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plenum::app {

// --- what moderators do ---

void RealConference::moderate(const client::Session::Moderation& act) {
    if (!current_.in_conference() || !current_.facts.may_moderate || session() == nullptr) return;
    if (session()->moderate(act)) return;
    emit diagnostics_.problem({ui::ProblemKind::other, QStringLiteral("the loop is behind")});
}

void RealConference::admit(ui::KnockId knock) {
    const auto place = std::ranges::find(knocks_, knock, [](const auto& item) { return item.second.id; });
    if (place != knocks_.end()) moderate(node::AdmitKnock{place->first});
}

void RealConference::refuse(ui::KnockId knock) {
    const auto place = std::ranges::find(knocks_, knock, [](const auto& item) { return item.second.id; });
    if (place != knocks_.end()) moderate(node::RefuseKnock{place->first});
}

void RealConference::remove_member(base::MemberIndex index, bool change_link) {
    moderate(node::RemoveMember{.member = index, .change_link = change_link});
}

void RealConference::set_role(base::MemberIndex index, ui::Role role) {
    const auto wanted = role == ui::Role::moderator ? node::MemberRole::moderator : node::MemberRole::participant;
    moderate(node::SetRole{.member = index, .role = wanted});
}

void RealConference::set_policy(const ui::EntryPolicy& policy) { moderate(node::SetPolicy{policy_of(policy)}); }

void RealConference::change_link() { moderate(node::ChangeLink{}); }

// --- what they are told ---

void RealConference::handle_event(const node::MemberRoleChanged& event) {
    const auto changed = current_.roster.set_role(event.member, event.role);
    if (!changed || !current_.was_in_call) return;
    emit people_port_.member_changed(*changed);
    update_rights();
}

void RealConference::handle_event(const node::PolicyChanged& event) {
    current_.facts.policy = policy_of(event.policy);
    if (!current_.was_in_call) return;
    emit session_port_.conference_changed(current_.facts);
    update_rights();
}

void RealConference::handle_event(const node::LinkChanged& event) {
    current_.facts.link = QString::fromStdString(node::to_text(event.link));
    if (current_.was_in_call) emit session_port_.conference_changed(current_.facts);
}

void RealConference::handle_event(const node::KnockHeard& event) {
    if (knocks_.contains(event.exchange)) return;
    last_knock_ = last_knock_.next();
    const auto name = QString::fromStdString(event.name);
    const ui::Knock knock{.id = last_knock_,
                          .name = name,
                          .since = QDateTime::currentDateTimeUtc(),
                          .acquaintance = acquaintance_of(event.identity, name)};
    knocks_[event.exchange] = knock;
    if (!current_.facts.may_moderate) acting_.prove(client::Session::now());
    update_rights();
    emit people_port_.knock_heard(knock);
}

void RealConference::handle_event(const node::KnockOver& event) {
    const auto over = knocks_.extract(event.exchange);
    if (!over.empty()) emit people_port_.knock_over(over.mapped().id);
}

std::vector<QString> RealConference::knocking() const {
    std::vector<QString> names;
    for (const auto& [exchange, knock] : knocks_)
        names.push_back(knock.name);
    return names;
}

void RealConference::update_rights() {
    const auto before = current_.facts;
    const auto* self = current_.roster.find(current_.roster.self());
    const bool moderator = self != nullptr && self->role == ui::Role::moderator;
    const auto members = current_.roster.members();
    current_.facts.acting =
        acting_.update(members, current_.facts.policy.moderators_only, client::Session::now()) && !moderator;
    current_.facts.may_end_for_all = moderator;
    current_.facts.may_moderate = moderator || current_.facts.acting;
    const bool same = before.acting == current_.facts.acting &&
                      before.may_end_for_all == current_.facts.may_end_for_all &&
                      before.may_moderate == current_.facts.may_moderate;
    if (!same && current_.in_conference()) emit session_port_.conference_changed(current_.facts);
    if (!current_.facts.may_moderate) set_speaks_to_all(false);
}

// --- who people are ---

ui::Acquaintance RealConference::acquaintance_of(const base::IdentityKey& key, const QString& name) const {
    auto result = book_.people().assess(key, name);
    result.code = QString::fromStdString(short_code(key));
    return result;
}

void RealConference::meet_everyone() {
    for (const auto& member : current_.roster.members()) {
        if (!member.is_self) {
            meet(member.index);
            continue;
        }
        auto how = member.acquaintance;
        how.code = QString::fromStdString(short_code(current_.roster.identity_of(member.index)));
        if (const auto changed = current_.roster.set_acquaintance(member.index, how))
            emit people_port_.member_changed(*changed);
    }
}

void RealConference::meet(base::MemberIndex index) {
    const auto name = current_.roster.name_of(index);
    const auto key = current_.roster.identity_of(index);
    auto how = acquaintance_of(key, name);
    how.safety_number =
        QString::fromStdString(safety_number({key, current_.roster.identity_of(current_.roster.self())}));
    // Who was blocked and comes back stays so.
    how.blocked = current_.is_blocked(index);
    if (how.blocked && media() != nullptr) media()->audio().set_sender_muted(index, true);
    (void)current_.roster.set_acquaintance(index, how);
    // Whose the key is, the person decides; until then it does not count under the name.
    if (how.familiarity != ui::Familiarity::changed) book_.meet(key, name);
}

void RealConference::tell_member(base::MemberIndex index, const ui::Acquaintance& acquaintance) {
    const auto changed = current_.roster.set_acquaintance(index, acquaintance);
    if (!changed) return;
    QMetaObject::invokeMethod(
        this, [this, changed] { emit people_port_.member_changed(*changed); }, Qt::QueuedConnection);
}

void RealConference::set_blocked(base::MemberIndex index, bool blocked) {
    const auto* member = current_.roster.find(index);
    if (member == nullptr || member->is_self || current_.is_blocked(index) == blocked) return;
    auto how = member->acquaintance;
    how.blocked = blocked;
    tell_member(index, how);
    if (media() != nullptr) media()->audio().set_sender_muted(index, blocked);
    if (blocked) {
        current_.blocked.add(current_.roster.identity_of(index));
        QMetaObject::invokeMethod(
            this, [this, index] { emit media_port_.video_frame(index, {}); }, Qt::QueuedConnection);
        return;
    }
    for (const auto& message : current_.blocked.release(current_.roster.identity_of(index)))
        QMetaObject::invokeMethod(this, [this, message] { chat_.show(message); }, Qt::QueuedConnection);
}

void RealConference::accept_key(base::MemberIndex index, ui::KeyOwner owner) {
    const auto* member = current_.roster.find(index);
    if (member == nullptr || member->acquaintance.familiarity != ui::Familiarity::changed) return;
    auto how = member->acquaintance;
    how.familiarity = owner == ui::KeyOwner::same_person ? ui::Familiarity::known : ui::Familiarity::newcomer;
    book_.meet(current_.roster.identity_of(index), member->name);
    tell_member(index, how);
}

void RealConference::set_verified(base::MemberIndex index, bool verified) {
    const auto* member = current_.roster.find(index);
    if (member == nullptr) return;
    const auto key = current_.roster.identity_of(index);
    // Whom the file lost meanwhile is met again.
    if (book_.people().find(key) == nullptr) book_.meet(key, member->name);
    book_.set_verified(key, verified);
    auto how = acquaintance_of(key, member->name);
    how.safety_number = member->acquaintance.safety_number;
    tell_member(index, how);
}

void RealConference::ask_mute(base::MemberIndex index) { moderate(node::AskMute{index}); }

/// This program obeys; the person may open the microphone again.
void RealConference::handle_event(const node::MuteAsked& event) {
    const auto self = current_.roster.self();
    const bool concerns_us = event.member == self || (event.member.value() == 0 && event.by != self);
    if (!current_.was_in_call || !concerns_us || !may_open_microphone()) return;
    set_microphone_on(false);
    emit media_port_.muted_by(event.by);
}

void RealConference::set_loudness(base::MemberIndex index, double factor) {
    if (media() == nullptr || current_.roster.find(index) == nullptr) return;
    media()->audio().set_sender_muted(index, factor <= 0 || current_.is_blocked(index));
    if (factor > 0) media()->audio().set_sender_gain_db(index, 20 * std::log10(factor));
}

} // namespace plenum::app
