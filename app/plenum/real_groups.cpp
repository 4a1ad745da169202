// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_groups.h"

#include "app/plenum/translate.h"

#include <algorithm>
#include <utility>

namespace plenum::app {

// --- what people do with groups ---

std::optional<base::ConferenceTime> RealGroups::conference_time(const QDateTime& at) const {
    const auto clock = call_->clock();
    if (!at.isValid() || !clock) return std::nullopt;
    return conference_time_of(at, *clock, client::Session::now(), QDateTime::currentDateTimeUtc());
}

void RealGroups::act_on_group(const ui::GroupAct& wanted) {
    struct Translate {
        using Result = std::optional<client::Session::FloorAct>;
        const RealGroups& groups;

        Result operator()(const ui::OpenGroup& a) const {
            log::ConversationSettings settings;
            settings.open = a.open;
            settings.ends_at = groups.conference_time(a.ends_at);
            return node::OpenGroup{a.label.toStdString(), settings};
        }
        Result operator()(const ui::ChangeGroup& a) const {
            const auto& conversations = groups.call_->view.conversations();
            const auto found = conversations.find(a.group);
            if (found == conversations.end()) return std::nullopt;
            auto settings = found->second.settings;
            settings.open = a.open;
            // What was only shown stays to the microsecond.
            if (a.ends_at != groups.shown(a.group).ends_at) settings.ends_at = groups.conference_time(a.ends_at);
            return node::ActOnConversation{log::ChangeConversation{a.group, settings}};
        }
        Result operator()(const ui::CloseGroup& a) const {
            return node::ActOnConversation{log::CloseConversation{a.group}};
        }
        Result operator()(const ui::PlaceMembers& a) const {
            return node::ActOnConversation{log::PlaceMembers{a.group, {a.members.begin(), a.members.end()}}};
        }
    };
    if (!call_) return;
    const auto act = std::visit(Translate{*this}, wanted);
    if (act && !call_->act(*act)) diagnostics_.tell_behind();
}

void RealGroups::speak_to_all(bool to_all) {
    if (!call_ || (to_all && (!call_->facts.may_moderate || own_told_.value() == 0))) return;
    const auto set = [this, to_all] {
        if (call_) set_speaks_to_all(to_all);
    };
    QMetaObject::invokeMethod(this, set, Qt::QueuedConnection);
}

void RealGroups::set_speaks_to_all(bool to_all) {
    if (call_->floors.speaks_to_all() == to_all) return;
    call_->floors.speak_to_all(to_all);
    if (call_->media() != nullptr) call_->media()->speak_to_all(to_all, call_->view);
    apply();
    emit speaks_to_all_changed(to_all);
}

// --- what they are told ---

void RealGroups::clear() {
    told_.clear();
    own_told_ = {};
}

ui::Group RealGroups::shown(base::ConversationId id) const {
    ui::Group shown;
    shown.id = id;
    const auto found = call_->view.conversations().find(id);
    if (found == call_->view.conversations().end()) return shown;
    const auto& [label, settings] = found->second;
    shown.label = QString::fromStdString(label);
    shown.open = settings.open;
    const auto told = told_.find(id);
    const auto clock = call_->clock();
    if (settings.ends_at && clock) {
        shown.ends_at =
            wall_time_ahead(*settings.ends_at, *clock, client::Session::now(), QDateTime::currentDateTimeUtc());
        // Clocks drift by less than anybody sees.
        const bool same = told != told_.end() && told->second.ends_at.isValid() &&
                          qAbs(told->second.ends_at.msecsTo(shown.ends_at)) < 500;
        if (same) shown.ends_at = told->second.ends_at;
    }
    for (const auto member : call_->view.members_of(id))
        if (call_->roster.find(member) != nullptr) shown.members.append(member);
    return shown;
}

void RealGroups::tell() {
    if (!call_->entered()) return;
    const auto& conversations = call_->view.conversations();
    std::vector<ui::Group> changed;
    for (const auto& [id, conversation] : conversations) {
        if (id == log::plenary) continue;
        auto group = shown(id);
        const auto told = told_.find(id);
        if (told == told_.end() || told->second != group) changed.push_back(std::move(group));
    }
    // First where people are now, so that nobody seems to be in none meanwhile.
    std::ranges::stable_partition(changed, [this](const ui::Group& group) {
        const auto told = told_.find(group.id);
        return told == told_.end() || group.members.size() > told->second.members.size();
    });
    for (const auto& group : changed) {
        told_.insert_or_assign(group.id, group);
        emit group_changed(group);
    }
    for (auto told = told_.begin(); told != told_.end();) {
        const auto id = told->first;
        const bool open = conversations.contains(id);
        told = open ? std::next(told) : told_.erase(told);
        if (!open) emit group_closed(id);
    }
    const auto own = call_->view.own_group();
    if (std::exchange(own_told_, own) == own) return;
    if (call_->floors.speaks_to_all())
        set_speaks_to_all(false);
    else
        apply();
}

// --- what follows for what we send ---

void RealGroups::apply() {
    floors_.apply();
    floors_.tell_all();
}

} // namespace plenum::app
