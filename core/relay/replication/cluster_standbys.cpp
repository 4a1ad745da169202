// SPDX-License-Identifier: Apache-2.0
#include "core/relay/replication/cluster_standbys.h"

#include <algorithm>

namespace plenum::node {

void ClusterStandbys::set_peers(std::vector<base::Address> peers, base::LocalTime now) {
    std::ranges::sort(peers);
    peers_ = std::move(peers);
    for (auto& [conference, item] : all_)
        choose(item, now);
}

void ClusterStandbys::begin(RelayConference& conference, ConferenceRole role, base::LocalTime now) {
    if (!enabled()) return replications_.add(conference, role, now);
    const auto handle = conference.handle();
    auto& item = all_[handle];
    item.served = &conference;
    item.restarted = role == ConferenceRole::primary_replicated;
    // It was given to this relay just now.
    if (item.known.revision > 0 && item.known.home == *self_) return choose(item, now);
    if (!item.asked) ask(item, handle, 0, std::nullopt);
}

void ClusterStandbys::end(const base::ConferenceHandle& conference) {
    const auto found = all_.find(conference);
    if (found == all_.end()) return;
    if (found->second.served != nullptr) outbox_.event(AssignmentOver{conference, *self_});
    all_.erase(found);
}

std::uint64_t ClusterStandbys::revision(const base::ConferenceHandle& conference) const {
    const auto found = all_.find(conference);
    return found == all_.end() ? 0 : found->second.known.revision;
}

void ClusterStandbys::ask(Item& item, const base::ConferenceHandle& conference, std::uint64_t expected,
                          std::optional<base::Address> standby) {
    item.asked = AssignmentWanted{conference, ++number_, expected, *self_, standby};
    outbox_.event(AssignmentWanted{*item.asked});
}

/// In turn, so that one that never answers is not chosen for ever.
void ClusterStandbys::choose(Item& item, base::LocalTime now) {
    const bool ready = item.served != nullptr && item.known.home == *self_ && item.known.revision > 0 &&
                       !item.standby && !item.restarted;
    if (!ready || peers_.empty()) return;
    const auto next = std::ranges::upper_bound(peers_, item.chosen.value_or(*self_));
    copy_to(item, next == peers_.end() ? peers_.front() : *next, ConferenceRole::primary, now);
}

void ClusterStandbys::copy_to(Item& item, const base::Address& standby, ConferenceRole role, base::LocalTime now) {
    item.standby = item.chosen = standby;
    item.silent = item.caught_up = false;
    replications_.add_clustered(*item.served, standby, item.known.revision, role, now);
}

void ClusterStandbys::handle_caught_up(const base::ConferenceHandle& conference) {
    const auto found = all_.find(conference);
    if (found == all_.end() || !found->second.standby) return;
    auto& item = found->second;
    if (item.known.standby == item.standby)
        replications_.confirm_standby(conference, item.known.revision);
    else if (!item.asked)
        ask(item, conference, item.known.revision, item.standby);
    else
        item.caught_up = true;
}

void ClusterStandbys::handle_silent(const base::ConferenceHandle& conference) {
    const auto found = all_.find(conference);
    if (found == all_.end() || !found->second.standby) return;
    found->second.silent = true;
    remove_standby(found->second, conference);
}

void ClusterStandbys::remove_standby(Item& item, const base::ConferenceHandle& conference) {
    if (!item.asked && item.known.standby) ask(item, conference, item.known.revision, std::nullopt);
}

bool ClusterStandbys::may_go_on_alone(const base::ConferenceHandle& conference) const {
    const auto found = all_.find(conference);
    if (found == all_.end() || !found->second.silent || found->second.known.standby) return false;
    return !found->second.asked || !found->second.asked->standby;
}

void ClusterStandbys::go_on_alone(const base::ConferenceHandle& conference, base::LocalTime now) {
    const auto found = all_.find(conference);
    if (found == all_.end()) return;
    found->second.standby.reset();
    found->second.silent = false;
    choose(found->second, now);
}

void ClusterStandbys::take_over(const Replicas::Lost& lost) {
    auto& item = all_[lost.conference];
    if (item.asked) return;
    item.takes_over = true;
    if (lost.named) return ask(item, lost.conference, lost.assignment, std::nullopt);
    item.asked = AssignmentWanted{lost.conference, ++number_, lost.assignment, {}, std::nullopt};
    outbox_.event(AssignmentWanted{*item.asked});
}

bool ClusterStandbys::may_be_restored(const base::ConferenceHandle& conference) {
    if (const auto found = restorable_.find(conference); found != restorable_.end()) {
        const auto known = found->second.known;
        if (!known) return false;
        restorable_.erase(found);
        return !known->standby && (known->revision == 0 || known->home == *self_);
    }
    if (restorable_.size() >= restorable_max)
        std::erase_if(restorable_, [](const auto& each) { return each.second.known.has_value(); });
    // While the register is silent no more is asked of it.
    if (restorable_.size() >= restorable_max) return false;
    restorable_[conference] = {++number_, std::nullopt};
    outbox_.event(AssignmentWanted{conference, number_, 0, {}, std::nullopt});
    return false;
}

ClusterStandbys::Outcome ClusterStandbys::handle(const AnswerAssignment& answer, base::LocalTime now) {
    const auto restorable = restorable_.find(answer.conference);
    if (restorable != restorable_.end() && restorable->second.number == answer.number)
        restorable->second.known = answer.current;
    const auto found = all_.find(answer.conference);
    if (found == all_.end() || !found->second.asked || found->second.asked->number != answer.number)
        return Outcome::nothing;
    auto& item = found->second;
    const auto asked = *std::exchange(item.asked, std::nullopt);
    item.known = answer.current;
    if (std::exchange(item.takes_over, false)) return handle_as_standby(item, answer, asked);
    return item.served == nullptr ? Outcome::nothing : handle_as_home(item, asked, now);
}

ClusterStandbys::Outcome ClusterStandbys::handle_as_standby(Item& item, const AnswerAssignment& answer,
                                                            const AssignmentWanted& asked) {
    const auto& current = answer.current;
    if (current.home == *self_) return Outcome::takes_over;
    // The home could not tell it, or it restarted and knows no revision. What the register names for standby has all
    // that was told.
    const bool named_since = !asked.writes() && current.revision > asked.expected;
    if (current.standby == self_ && (asked.expected == 0 || named_since)) {
        item.takes_over = true;
        ask(item, answer.conference, current.revision, std::nullopt);
        return Outcome::nothing;
    }
    all_.erase(answer.conference);
    return Outcome::refused;
}

ClusterStandbys::Outcome ClusterStandbys::handle_as_home(Item& item, const AssignmentWanted& asked,
                                                         base::LocalTime now) {
    const auto conference = asked.conference;
    // The register lost it, or somebody deleted it there.
    if (item.known.revision == 0) {
        ask(item, conference, 0, asked.standby);
        return Outcome::nothing;
    }
    if (item.known.home != *self_) return Outcome::deposed;
    if (item.restarted && !item.known.standby) {
        // What the former run of this program asked for may still be on its way. It replaces an older revision, and is
        // refused once this one has written.
        const bool written = asked.expected > 0 && item.known.revision != asked.expected;
        if (!written) {
            ask(item, conference, item.known.revision, std::nullopt);
            return Outcome::nothing;
        }
        item.restarted = false;
        return Outcome::alone;
    }
    if (std::exchange(item.restarted, false)) {
        // It may have what this relay's disk lost.
        copy_to(item, *item.known.standby, ConferenceRole::primary_replicated, now);
        return Outcome::nothing;
    }
    if (item.silent && item.known.standby) {
        remove_standby(item, conference);
        return Outcome::nothing;
    }
    if (item.silent) return Outcome::alone;
    if (item.known.standby && item.known.standby == item.standby) {
        replications_.confirm_standby(conference, item.known.revision);
    } else if (item.known.standby) {
        // Of an earlier run.
        ask(item, conference, item.known.revision, std::nullopt);
    } else if (item.standby && (asked.standby || std::exchange(item.caught_up, false))) {
        // What it replaced was not the newest.
        ask(item, conference, item.known.revision, item.standby);
    } else {
        choose(item, now);
    }
    return Outcome::nothing;
}

} // namespace plenum::node
