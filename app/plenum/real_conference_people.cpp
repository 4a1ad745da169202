// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_conference.h"

#include "app/plenum/safety_number.h"
#include "app/plenum/translate.h"

#include <algorithm>
#include <utility>

namespace plenum::app {

// --- what moderators do ---

void RealConference::moderate(const client::Session::Moderation& act) {
    if (!in_conference() || !facts_.may_moderate || session() == nullptr) return;
    if (session()->moderate(act)) return;
    emit problem({ui::ProblemKind::other, QStringLiteral("the loop is behind")});
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
    const auto changed = roster_.set_role(event.member, event.role);
    if (!changed || !was_in_call_) return;
    emit member_changed(*changed);
    update_rights();
}

void RealConference::handle_event(const node::PolicyChanged& event) {
    facts_.policy = policy_of(event.policy);
    if (!was_in_call_) return;
    emit conference_changed(facts_);
    update_rights();
}

void RealConference::handle_event(const node::LinkChanged& event) {
    facts_.link = QString::fromStdString(node::to_text(event.link));
    if (was_in_call_) emit conference_changed(facts_);
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
    if (!facts_.may_moderate) acting_.prove(client::Session::now());
    update_rights();
    emit knock_heard(knock);
}

void RealConference::handle_event(const node::KnockOver& event) {
    const auto over = knocks_.extract(event.exchange);
    if (!over.empty()) emit knock_over(over.mapped().id);
}

std::vector<QString> RealConference::knocking() const {
    std::vector<QString> names;
    for (const auto& [exchange, knock] : knocks_)
        names.push_back(knock.name);
    return names;
}

void RealConference::update_rights() {
    const auto before = facts_;
    const auto* self = roster_.find(roster_.self());
    const bool moderator = self != nullptr && self->role == ui::Role::moderator;
    const auto members = roster_.members();
    facts_.acting = acting_.update(members, facts_.policy.moderators_only, client::Session::now()) && !moderator;
    facts_.may_end_for_all = moderator;
    facts_.may_moderate = moderator || facts_.acting;
    const bool same = before.acting == facts_.acting && before.may_end_for_all == facts_.may_end_for_all &&
                      before.may_moderate == facts_.may_moderate;
    if (!same && in_conference()) emit conference_changed(facts_);
    if (!facts_.may_moderate) set_speaks_to_all(false);
}

// --- who people are ---

ui::Acquaintance RealConference::acquaintance_of(const base::IdentityKey& key, const QString& name) const {
    auto result = book_.people().assess(key, name);
    result.code = QString::fromStdString(short_code(key));
    return result;
}

void RealConference::meet_everyone() {
    for (const auto& member : roster_.members())
        if (!member.is_self) meet(member.index);
    hold_own_media(withheld_.undecided());
}

void RealConference::meet(base::MemberIndex index) {
    const auto name = roster_.name_of(index);
    const auto key = roster_.identity_of(index);
    auto how = acquaintance_of(key, name);
    how.safety_number = QString::fromStdString(safety_number({key, roster_.identity_of(roster_.self())}));
    how.withheld = how.familiarity == ui::Familiarity::changed;
    (void)roster_.set_acquaintance(index, how);
    if (how.withheld)
        set_withheld(index, true);
    else
        book_.meet(key, name);
}

void RealConference::set_withheld(base::MemberIndex index, bool withheld) {
    if (withheld) withheld_.add(index);
    if (media() != nullptr) media()->audio().set_sender_muted(index, withheld);
    if (withheld) emit video_frame(index, {});
}

void RealConference::hold_own_media(bool held) {
    own_held_ = held;
    apply_microphone();
    apply_camera();
    QMetaObject::invokeMethod(this, [this] { tell_own_media(); }, Qt::QueuedConnection);
}

void RealConference::accept_key(base::MemberIndex index) {
    const auto* member = roster_.find(index);
    if (member == nullptr || !withheld_.contains(index)) return;
    auto how = member->acquaintance;
    how.familiarity = ui::Familiarity::newcomer;
    how.withheld = false;
    book_.meet(roster_.identity_of(index), member->name);
    const auto changed = roster_.set_acquaintance(index, how);
    const auto messages = withheld_.release(index);
    set_withheld(index, false);
    QMetaObject::invokeMethod(
        this,
        [this, changed, messages] {
            if (changed) emit member_changed(*changed);
            for (const auto& message : messages)
                emit chat_received(message);
            if (own_held_ && !withheld_.undecided()) hold_own_media(false);
        },
        Qt::QueuedConnection);
}

void RealConference::keep_withheld(base::MemberIndex index) {
    withheld_.put_off(index);
    if (own_held_ && !withheld_.undecided()) hold_own_media(false);
}

void RealConference::set_verified(base::MemberIndex index, bool verified) {
    const auto* member = roster_.find(index);
    if (member == nullptr || withheld_.contains(index)) return;
    const auto key = roster_.identity_of(index);
    // Whom the file lost meanwhile is met again.
    if (book_.people().find(key) == nullptr) book_.meet(key, member->name);
    book_.set_verified(key, verified);
    auto how = acquaintance_of(key, member->name);
    how.safety_number = member->acquaintance.safety_number;
    const auto changed = roster_.set_acquaintance(index, how);
    if (!changed) return;
    QMetaObject::invokeMethod(this, [this, changed] { emit member_changed(*changed); }, Qt::QueuedConnection);
}

void RealConference::show_chat(ui::ChatMessage message) {
    if (withheld_.hold(message)) return;
    // Of those who left before we could be asked about them.
    const auto gone = roster_.find(message.sender) == nullptr;
    const auto key = roster_.identity_of(message.sender);
    if (gone && book_.people().assess(key, message.sender_name).familiarity == ui::Familiarity::changed)
        message.another_key = true;
    emit chat_received(message);
}

} // namespace plenum::app
