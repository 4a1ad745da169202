// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_conference.h"

#include "app/plenum/safety_number.h"
#include "app/plenum/translate.h"
#include "core/base/limits.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plenum::app {
namespace {

/// A line that took longer says so.
constexpr base::Duration late_noticed = std::chrono::seconds{1};

} // namespace

// --- what moderators do ---

void RealConference::moderate(const client::Session::Moderation& act) {
    if (!in_conference() || !facts_.may_moderate || session() == nullptr) return;
    if (session()->moderate(act)) return;
    emit diagnostics_port_.problem({ui::ProblemKind::other, QStringLiteral("the loop is behind")});
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
    emit people_port_.member_changed(*changed);
    update_rights();
}

void RealConference::handle_event(const node::PolicyChanged& event) {
    facts_.policy = policy_of(event.policy);
    if (!was_in_call_) return;
    emit session_port_.conference_changed(facts_);
    update_rights();
}

void RealConference::handle_event(const node::LinkChanged& event) {
    facts_.link = QString::fromStdString(node::to_text(event.link));
    if (was_in_call_) emit session_port_.conference_changed(facts_);
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
    const auto before = facts_;
    const auto* self = roster_.find(roster_.self());
    const bool moderator = self != nullptr && self->role == ui::Role::moderator;
    const auto members = roster_.members();
    facts_.acting = acting_.update(members, facts_.policy.moderators_only, client::Session::now()) && !moderator;
    facts_.may_end_for_all = moderator;
    facts_.may_moderate = moderator || facts_.acting;
    const bool same = before.acting == facts_.acting && before.may_end_for_all == facts_.may_end_for_all &&
                      before.may_moderate == facts_.may_moderate;
    if (!same && in_conference()) emit session_port_.conference_changed(facts_);
    if (!facts_.may_moderate) set_speaks_to_all(false);
}

// --- who people are ---

ui::Acquaintance RealConference::acquaintance_of(const base::IdentityKey& key, const QString& name) const {
    auto result = book_.people().assess(key, name);
    result.code = QString::fromStdString(short_code(key));
    return result;
}

void RealConference::meet_everyone() {
    for (const auto& member : roster_.members()) {
        if (!member.is_self) {
            meet(member.index);
            continue;
        }
        auto how = member.acquaintance;
        how.code = QString::fromStdString(short_code(roster_.identity_of(member.index)));
        if (const auto changed = roster_.set_acquaintance(member.index, how))
            emit people_port_.member_changed(*changed);
    }
}

void RealConference::meet(base::MemberIndex index) {
    const auto name = roster_.name_of(index);
    const auto key = roster_.identity_of(index);
    auto how = acquaintance_of(key, name);
    how.safety_number = QString::fromStdString(safety_number({key, roster_.identity_of(roster_.self())}));
    // Who was blocked and comes back stays so.
    how.blocked = is_blocked(index);
    if (how.blocked && media() != nullptr) media()->audio().set_sender_muted(index, true);
    (void)roster_.set_acquaintance(index, how);
    // Whose the key is, the person decides; until then it does not count under the name.
    if (how.familiarity != ui::Familiarity::changed) book_.meet(key, name);
}

bool RealConference::is_blocked(base::MemberIndex index) const { return blocked_.contains(roster_.identity_of(index)); }

void RealConference::tell_member(base::MemberIndex index, const ui::Acquaintance& acquaintance) {
    const auto changed = roster_.set_acquaintance(index, acquaintance);
    if (!changed) return;
    QMetaObject::invokeMethod(
        this, [this, changed] { emit people_port_.member_changed(*changed); }, Qt::QueuedConnection);
}

void RealConference::set_blocked(base::MemberIndex index, bool blocked) {
    const auto* member = roster_.find(index);
    if (member == nullptr || member->is_self || is_blocked(index) == blocked) return;
    auto how = member->acquaintance;
    how.blocked = blocked;
    tell_member(index, how);
    if (media() != nullptr) media()->audio().set_sender_muted(index, blocked);
    if (blocked) {
        blocked_.add(roster_.identity_of(index));
        QMetaObject::invokeMethod(
            this, [this, index] { emit media_port_.video_frame(index, {}); }, Qt::QueuedConnection);
        return;
    }
    for (const auto& message : blocked_.release(roster_.identity_of(index)))
        QMetaObject::invokeMethod(this, [this, message] { show_chat(message); }, Qt::QueuedConnection);
}

void RealConference::accept_key(base::MemberIndex index, ui::KeyOwner owner) {
    const auto* member = roster_.find(index);
    if (member == nullptr || member->acquaintance.familiarity != ui::Familiarity::changed) return;
    auto how = member->acquaintance;
    how.familiarity = owner == ui::KeyOwner::same_person ? ui::Familiarity::known : ui::Familiarity::newcomer;
    book_.meet(roster_.identity_of(index), member->name);
    tell_member(index, how);
}

void RealConference::set_verified(base::MemberIndex index, bool verified) {
    const auto* member = roster_.find(index);
    if (member == nullptr) return;
    const auto key = roster_.identity_of(index);
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
    const auto self = roster_.self();
    const bool concerns_us = event.member == self || (event.member.value() == 0 && event.by != self);
    if (!was_in_call_ || !concerns_us || !may_open_microphone()) return;
    set_microphone_on(false);
    emit media_port_.muted_by(event.by);
}

void RealConference::set_loudness(base::MemberIndex index, double factor) {
    if (media() == nullptr || roster_.find(index) == nullptr) return;
    media()->audio().set_sender_muted(index, factor <= 0 || is_blocked(index));
    if (factor > 0) media()->audio().set_sender_gain_db(index, 20 * std::log10(factor));
}

void RealConference::handle_event(const node::MessageReceived& event) {
    const auto* flow = whereabouts_.find(event.flow);
    if (flow == nullptr || flow->kind != base::FlowKind::chat || event.sender == roster_.self()) return;
    const auto text = base::to_text(event.body);
    if (text.empty() || text.size() > base::limits::chat_bytes_max || !base::is_clean_text(text)) return;
    const auto clock = session()->conference_clock();
    const bool timed = clock && event.sent_at != base::ConferenceTime{};
    // What was sent before we came was not meant to be here in time.
    const bool for_us = timed && clock->to_local(event.sent_at) > entered_at_;
    const bool noticed = event.delivery == node::Delivery::overtaken ||
                         (timed && event.received_at - clock->to_local(event.sent_at) > late_noticed);
    const bool late = for_us && noticed;
    // Numbers of our own messages are small.
    const ui::ChatId id{std::uint64_t{event.sender.value()} << 48 | std::uint64_t{event.flow.value()} << 32 |
                        (event.sequence.value() & 0xffff'ffff)};
    if (!clock) chat_times_.note(id, event.sent_at);
    // We wrote it before we came back, or in another window.
    const auto sender = roster_.is_ours(event.sender) ? roster_.self() : event.sender;
    show_chat({.id = id,
               .sender = sender,
               .sender_name = roster_.name_of(sender),
               .text = QString::fromStdString(text),
               .sent_at = wall_time(event.sent_at, clock, client::Session::now(), QDateTime::currentDateTimeUtc()),
               .late = late,
               .earlier = timed && !for_us,
               .group = flow->conversation == log::plenary ? QString{} : shown_group(flow->conversation).label});
}

void RealConference::show_chat(ui::ChatMessage message) {
    if (blocked_.hold(roster_.identity_of(message.sender), message)) return;
    const auto* member = roster_.find(message.sender);
    const auto familiarity =
        member != nullptr ? member->acquaintance.familiarity
                          : book_.people().assess(roster_.identity_of(message.sender), message.sender_name).familiarity;
    message.another_key = familiarity == ui::Familiarity::changed;
    emit chat_port_.chat_received(message);
}

} // namespace plenum::app
