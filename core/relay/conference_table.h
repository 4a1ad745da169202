// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/load.h"
#include "core/api/relay_statistics.h"
#include "core/relay/relay_conference.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

namespace plenum::node {

/// The conferences that a relay serves, and when each is to be woken.
class ConferenceTable {
  public:
    using Conferences = std::map<base::ConferenceHandle, std::shared_ptr<RelayConference>>;

    [[nodiscard]] bool contains(const base::ConferenceHandle& handle) const { return conferences_.contains(handle); }
    /// Null where there is none.
    [[nodiscard]] RelayConference* find(const base::ConferenceHandle& handle) {
        const auto found = conferences_.find(handle);
        return found == conferences_.end() ? nullptr : found->second.get();
    }
    /// Precondition: it is there.
    [[nodiscard]] RelayConference& at(const base::ConferenceHandle& handle) { return *conferences_.at(handle); }
    /// Precondition: none of that handle is there.
    RelayConference& add(std::shared_ptr<RelayConference> conference) {
        const auto handle = conference->handle();
        conference->on_news = [this, handle] { changed_.insert(handle); };
        return *conferences_.emplace(handle, std::move(conference)).first->second;
    }
    /// Its sessions, if any, no longer refer to it.
    void remove(base::ConferenceHandle handle) {
        const auto found = conferences_.find(handle);
        timetable_.remove(*found->second);
        settling_.erase(handle);
        refilling_.erase(handle);
        changed_.erase(handle);
        conferences_.erase(found);
    }
    [[nodiscard]] const Conferences& all() const { return conferences_; }
    [[nodiscard]] std::size_t size() const { return conferences_.size(); }

    /// Those that settle (`SettlingPeriod`).
    [[nodiscard]] std::set<base::ConferenceHandle>& settling() { return settling_; }
    /// Those that may still be given messages of people who left.
    [[nodiscard]] std::set<base::ConferenceHandle>& refilling() { return refilling_; }

    /// One with entries or messages that its sessions have to be given; null when there is none left.
    [[nodiscard]] RelayConference* take_changed() {
        return changed_.empty() ? nullptr : &at(changed_.extract(changed_.begin()).value());
    }

    void reschedule(RelayConference& conference) {
        const auto at = conference.next_wakeup();
        timetable_.set(conference, std::min(at, conference.admission().queue().ask_again_at.value_or(at)));
    }
    [[nodiscard]] RelayConference* take_due(base::LocalTime now) { return timetable_.take_due(now); }
    [[nodiscard]] base::LocalTime next_wakeup() const { return timetable_.next(); }

    void add_to(NodeLoad& load) const {
        for (const auto& [handle, conference] : conferences_)
            load.history_bytes += conference->archive().history().bytes() + conference->archive().live().bytes();
    }
    void add_to(RelayStatistics& statistics) const {
        statistics.conferences = conferences_.size();
        for (const auto& [handle, conference] : conferences_) {
            const auto& members = conference->state().members;
            statistics.conferences_in_use += conference->fan_out().sessions().empty() ? 0 : 1;
            statistics.members += members.size();
            statistics.members_present += static_cast<std::size_t>(
                std::ranges::count_if(members, [](const auto& member) { return member.second.present; }));
            statistics.log_entries += conference->state().size.value();
            statistics.history_bytes += conference->archive().history().bytes();
        }
    }

  private:
    Conferences conferences_;
    std::set<base::ConferenceHandle> settling_;
    std::set<base::ConferenceHandle> refilling_;
    std::set<base::ConferenceHandle> changed_;
    sched::Timetable<RelayConference, &RelayConference::wakes> timetable_;
};

} // namespace plenum::node
