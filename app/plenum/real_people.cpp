// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_people.h"

#include "app/plenum/reception_age.h"
#include "app/plenum/safety_number.h"
#include "app/plenum/translate.h"
#include "core/member/link_book.h"
#include "media/clock.h"

#include <algorithm>

namespace plenum::app {
namespace {

/// Null for a stranger.
const base::ExchangeKey* exchange_of(const std::optional<CurrentCall>& call, ui::KnockId knock) {
    if (!call) return nullptr;
    const auto place = std::ranges::find(call->knocks, knock, [](const auto& item) { return item.second.id; });
    return place == call->knocks.end() ? nullptr : &place->first;
}

} // namespace

// --- what moderators do ---

void RealPeople::moderate(const client::Session::Moderation& act) {
    if (!call_ || !call_->entered() || !call_->facts.may_moderate || call_->session() == nullptr) return;
    if (!call_->session()->moderate(act)) diagnostics_.tell_behind();
}

void RealPeople::admit(ui::KnockId knock) {
    if (const auto* exchange = exchange_of(call_, knock)) moderate(node::AdmitKnock{*exchange});
}

void RealPeople::refuse(ui::KnockId knock) {
    if (const auto* exchange = exchange_of(call_, knock)) moderate(node::RefuseKnock{*exchange});
}

void RealPeople::remove_member(base::MemberIndex index, bool change_link) {
    moderate(node::RemoveMember{.member = index, .change_link = change_link});
}

void RealPeople::set_role(base::MemberIndex index, ui::Role role) {
    const auto wanted = role == ui::Role::moderator ? node::MemberRole::moderator : node::MemberRole::participant;
    moderate(node::SetRole{.member = index, .role = wanted});
}

void RealPeople::set_policy(const ui::EntryPolicy& policy) { moderate(node::SetPolicy{policy_of(policy)}); }

// --- who is there ---

void RealPeople::tell(const std::optional<ui::Member>& changed) {
    if (changed && call_->entered()) emit member_changed(*changed);
}

void RealPeople::enter() {
    for (const auto& member : call_->roster.members())
        meet(member.index);
    for (const auto& member : call_->roster.members())
        emit member_changed(member);
}

void RealPeople::set_media(base::MemberIndex index, const Roster::Media& media) {
    tell(call_->roster.set_media(index, media));
}

void RealPeople::check_receptions() {
    const auto receptions = call_->media()->receptions();
    const auto now = media::local_now();
    const auto sends = [&](base::LocalTime at, base::Duration age_max, bool before) {
        return is_sending(at, before, relay_back_at_, now, age_max);
    };
    const auto& view = call_->view;
    for (const auto& member : call_->roster.members()) {
        if (member.is_self) continue;
        const auto place = receptions.find(member.index);
        Roster::Media media;
        if (place != receptions.end() && member.presence == ui::Presence::present) {
            media.microphone_on = sends(place->second.audio_at, sound_age_max, member.microphone_on);
            const auto picture_at = place->second.video_at;
            const auto age_max =
                call_->expects_pictures_of(member.index, place->second.video_flow) ? camera_age_max : picture_age_max;
            media.camera_on = place->second.camera.on() && sends(picture_at, age_max, member.camera_on);
            media.picture_late = media.camera_on && !is_fresh(picture_at, now, picture_age_max);
            const auto* flow = view.find(place->second.audio_flow);
            const bool apart = view.own_group().value() != 0 || view.group_of(member.index).value() != 0;
            media.speaks_to_all = media.microphone_on && apart && flow != nullptr &&
                                  client::ConferenceView::conversation_of(*flow) == log::plenary;
        }
        set_media(member.index, media);
    }
}

void RealPeople::handle(const node::PhaseChanged& event) {
    if (event.phase == node::Phase::joined) relay_back_at_ = media::local_now();
}

void RealPeople::handle(const node::MemberJoined& event) {
    call_->roster.update(event.member);
    if (node::fingerprint(event.identity) == call_->root) call_->roster.set_host(event.member);
    if (!call_->entered()) return;
    meet(event.member);
    emit changed();
    emit member_changed(*call_->roster.find(event.member));
}

void RealPeople::handle(const node::MemberLeft& event) {
    call_->mixes.erase({event.member});
    call_->mixes.erase({event.member, media::SoundSource::Kind::computer});
    if (!call_->roster.remove(event.member) || !call_->entered()) return;
    emit member_left(event.member, departure_of(event.reason));
    emit changed();
}

void RealPeople::handle(const node::MemberPresence& event) {
    tell(call_->roster.update(event.member));
    emit changed();
}

void RealPeople::handle(const node::MemberRoleChanged& event) {
    tell(call_->roster.update(event.member));
    emit changed();
}

void RealPeople::handle(const node::FlowDeclared& event) {
    if (Roster::is_of_cameras(event)) tell(call_->roster.update(event.owner));
}

void RealPeople::handle(const node::KnockHeard& event) {
    if (call_->knocks.contains(event.exchange)) return;
    last_knock_ = last_knock_.next();
    const auto name = QString::fromStdString(event.name);
    const ui::Knock knock{.id = last_knock_,
                          .name = name,
                          .since = QDateTime::currentDateTimeUtc(),
                          .acquaintance = acquaintance_of(event.identity, name)};
    call_->knocks[event.exchange] = knock;
    if (!call_->facts.may_moderate) call_->acting.prove(client::Session::now());
    emit changed();
    emit knock_heard(knock);
}

void RealPeople::handle(const node::KnockOver& event) {
    const auto over = call_->knocks.extract(event.exchange);
    if (!over.empty()) emit knock_over(over.mapped().id);
}

// --- who people are ---

ui::Acquaintance RealPeople::acquaintance_of(const base::IdentityKey& key, const QString& name) const {
    auto result = book_.people().assess(key, name);
    result.code = QString::fromStdString(short_code(key));
    result.key = QString::fromStdString(base::to_hex(key.view()));
    return result;
}

void RealPeople::meet(base::MemberIndex index) {
    auto& roster = call_->roster;
    const auto key = call_->view.identity_of(index);
    if (index == call_->view.self()) {
        auto how = roster.find(index)->acquaintance;
        how.code = QString::fromStdString(short_code(key));
        return static_cast<void>(roster.set_acquaintance(index, how));
    }
    const auto name = roster.name_of(index);
    auto how = acquaintance_of(key, name);
    how.safety_number = QString::fromStdString(safety_number({key, call_->view.identity_of(call_->view.self())}));
    // Who was blocked and comes back stays so.
    how.blocked = call_->is_blocked(index);
    call_->apply_mix(index);
    (void)roster.set_acquaintance(index, how);
    // Whose the key is, the person decides; until then it does not count under the name.
    if (how.familiarity != ui::Familiarity::changed) book_.meet(key, name);
}

void RealPeople::change(base::MemberIndex index, const ui::Acquaintance& acquaintance) {
    const auto changed = call_->roster.set_acquaintance(index, acquaintance);
    if (!changed) return;
    QMetaObject::invokeMethod(this, [this, changed] { emit member_changed(*changed); }, Qt::QueuedConnection);
}

void RealPeople::set_blocked(base::MemberIndex index, bool blocked) {
    const auto* member = call_ ? call_->roster.find(index) : nullptr;
    if (member == nullptr || member->is_self || call_->is_blocked(index) == blocked) return;
    auto how = member->acquaintance;
    how.blocked = blocked;
    change(index, how);
    const auto key = call_->view.identity_of(index);
    QMetaObject::invokeMethod(this, [this, key] { emit block_changed(key); }, Qt::QueuedConnection);
    if (blocked) {
        call_->blocked.add(key);
        call_->apply_mix(index);
        QMetaObject::invokeMethod(this, [this, index] { emit hidden(index); }, Qt::QueuedConnection);
        return;
    }
    const auto kept_back = call_->blocked.release(key);
    call_->apply_mix(index);
    for (const auto& message : kept_back)
        QMetaObject::invokeMethod(this, [this, message] { emit released(message); }, Qt::QueuedConnection);
}

void RealPeople::accept_key(base::MemberIndex index, ui::KeyOwner owner) {
    const auto* member = call_ ? call_->roster.find(index) : nullptr;
    if (member == nullptr || member->acquaintance.familiarity != ui::Familiarity::changed) return;
    auto how = member->acquaintance;
    how.familiarity = owner == ui::KeyOwner::same_person ? ui::Familiarity::known : ui::Familiarity::newcomer;
    book_.meet(call_->view.identity_of(index), member->name);
    change(index, how);
}

void RealPeople::set_verified(base::MemberIndex index, bool verified) {
    const auto* member = call_ ? call_->roster.find(index) : nullptr;
    if (member == nullptr) return;
    const auto key = call_->view.identity_of(index);
    // Whom the file lost meanwhile is met again.
    if (book_.people().find(key) == nullptr) book_.meet(key, member->name);
    book_.set_verified(key, verified);
    auto how = acquaintance_of(key, member->name);
    how.safety_number = member->acquaintance.safety_number;
    how.blocked = member->acquaintance.blocked;
    change(index, how);
}

} // namespace plenum::app
