// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_conference.h"
#include "app/plenum/translate.h"

#include <algorithm>
#include <utility>

namespace plenum::app {

// --- what people do with groups ---

std::optional<base::ConferenceTime> RealConference::conference_time(const QDateTime& at) const {
    const auto clock = current_.clock();
    if (!at.isValid() || !clock) return std::nullopt;
    return conference_time_of(at, *clock, client::Session::now(), QDateTime::currentDateTimeUtc());
}

void RealConference::act(const client::Session::FloorAct& act) {
    if (!current_.act(act)) diagnostics_.tell_behind();
}

void RealConference::act_on_group(const ui::GroupAct& wanted) {
    struct Translate {
        RealConference& conference;

        void operator()(const ui::OpenGroup& a) const {
            log::ConversationSettings settings;
            settings.open = a.open;
            settings.ends_at = conference.conference_time(a.ends_at);
            conference.act(node::OpenGroup{a.label.toStdString(), settings});
        }
        void operator()(const ui::ChangeGroup& a) const {
            const auto found = conference.current_.whereabouts.conversations().find(a.group);
            if (found == conference.current_.whereabouts.conversations().end()) return;
            auto settings = found->second.settings;
            settings.open = a.open;
            // What was only shown stays to the microsecond.
            if (a.ends_at != conference.shown_group(a.group).ends_at)
                settings.ends_at = conference.conference_time(a.ends_at);
            conference.act(node::ActOnConversation{log::ChangeConversation{a.group, settings}});
        }
        void operator()(const ui::CloseGroup& a) const {
            conference.act(node::ActOnConversation{log::CloseConversation{a.group}});
        }
        void operator()(const ui::PlaceMembers& a) const {
            conference.act(node::ActOnConversation{log::PlaceMembers{a.group, {a.members.begin(), a.members.end()}}});
        }
    };
    std::visit(Translate{*this}, wanted);
}

void RealConference::speak_to_all(bool to_all) {
    if (to_all && (!current_.facts.may_moderate || own_group_.value() == 0)) return;
    QMetaObject::invokeMethod(this, [this, to_all] { set_speaks_to_all(to_all); }, Qt::QueuedConnection);
}

void RealConference::set_speaks_to_all(bool to_all) {
    if (std::exchange(speaks_to_all_, to_all) == to_all) return;
    apply_group();
    emit groups_port_.speaks_to_all_changed(to_all);
}

// --- what they are told ---

void RealConference::handle_event(const node::FlowRemoved& event) { floors_.book().remove(event.flow); }

void RealConference::handle_event(const node::ConversationChanged& event) {
    tell_groups();
    diagnostics_.handle(event);
}

void RealConference::handle_event(const node::MembersPlaced&) {
    tell_groups();
    diagnostics_.tell_figures();
}

ui::Group RealConference::shown_group(base::ConversationId id) const {
    ui::Group shown;
    shown.id = id;
    const auto found = current_.whereabouts.conversations().find(id);
    if (found == current_.whereabouts.conversations().end()) return shown;
    const auto& [label, settings] = found->second;
    shown.label = QString::fromStdString(label);
    shown.open = settings.open;
    const auto told = groups_told_.find(id);
    const auto clock = current_.clock();
    if (settings.ends_at && clock) {
        shown.ends_at =
            wall_time_ahead(*settings.ends_at, *clock, client::Session::now(), QDateTime::currentDateTimeUtc());
        // Clocks drift by less than anybody sees.
        const bool same = told != groups_told_.end() && told->second.ends_at.isValid() &&
                          qAbs(told->second.ends_at.msecsTo(shown.ends_at)) < 500;
        if (same) shown.ends_at = told->second.ends_at;
    }
    for (const auto member : current_.whereabouts.members_of(id))
        if (current_.roster.find(member) != nullptr) shown.members.append(member);
    return shown;
}

void RealConference::tell_groups() {
    if (!current_.was_in_call) return;
    const auto own = current_.whereabouts.own_group();
    std::vector<ui::Group> changed;
    for (const auto& [id, conversation] : current_.whereabouts.conversations()) {
        if (id == log::plenary) continue;
        auto group = shown_group(id);
        const auto told = groups_told_.find(id);
        if (told == groups_told_.end() || told->second != group) changed.push_back(std::move(group));
    }
    // First where people are now, so that nobody seems to be in none meanwhile.
    const auto grows = [&](const ui::Group& group) {
        const auto told = groups_told_.find(group.id);
        return told == groups_told_.end() || group.members.size() > told->second.members.size();
    };
    std::ranges::stable_partition(changed, grows);
    for (const auto& group : changed) {
        groups_told_.insert_or_assign(group.id, group);
        emit groups_port_.group_changed(group);
    }
    for (auto told = groups_told_.begin(); told != groups_told_.end();) {
        const auto id = told->first;
        const bool open = current_.whereabouts.conversations().contains(id);
        told = open ? std::next(told) : groups_told_.erase(told);
        if (!open) emit groups_port_.group_closed(id);
    }
    if (std::exchange(own_group_, own) == own) return;
    if (speaks_to_all_)
        set_speaks_to_all(false);
    else
        apply_group();
}

// --- what follows for what we send ---

void RealConference::apply_group() {
    const bool in_group = own_group_.value() != 0;
    floors_.book().set_group(own_group_, in_group && !speaks_to_all_ ? own_group_ : log::plenary);
    if (media() != nullptr) media()->speak_to_all(speaks_to_all_);
    floors_.apply();
    floors_.tell_all();
    update_self();
}

} // namespace plenum::app
