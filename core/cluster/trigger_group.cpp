// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/trigger_group.h"

#include "core/base/overloaded.h"

#include <algorithm>

namespace plenum::cluster {

void TriggerGroup::set_hosts(const std::vector<base::MemberIndex>& hosts) {
    hosts_ = hosts;
    election_.set_candidates(hosts);
    if (master_) master_->set_cameras(hosts);
}

void TriggerGroup::set_trigger(const TriggerOptions& trigger, base::LocalTime now) {
    options_.trigger = trigger;
    if (master_) master_->set_options(trigger, now);
}

/// Whether a message of a master is to be obeyed. A greater term than ours ends our own.
bool TriggerGroup::follow(base::MemberIndex from, const EnsembleId& latest, base::LocalTime now, const Clocks& clocks) {
    if (latest.term.master != from || from == self_) return false;
    // No later master could go beyond the greatest ids of all.
    if (!is_reachable(latest, clocks.conference.to_conference(now))) return false;
    if (std::ranges::find(hosts_, from) == hosts_.end()) return false;
    if (!election_.handle_master(latest, now)) return false;
    if (!election_.is_master()) master_.reset();
    return true;
}

void TriggerGroup::handle(base::MemberIndex from, const TriggerMessage& message, base::LocalTime now,
                          const Clocks& clocks) {
    std::visit(base::Overloaded{[&](const Trigger& trigger) {
                                    if (!follow(from, trigger.ensemble, now, clocks)) return;
                                    drops_ = trigger.drops;
                                    camera_.handle_trigger(trigger, now, clocks);
                                },
                                [&](const Beacon& beacon) {
                                    if (follow(from, beacon.latest, now, clocks)) drops_ = beacon.drops;
                                },
                                [&](const Ready& ready) {
                                    if (master_) master_->handle_ready(from, ready, now);
                                },
                                // Whose they may be, the host knows.
                                [](const CaptureSettings&) {}, [](const PathReport&) {}},
               message);
}

void TriggerGroup::order_drops(const DropOrder& drops) {
    if (!master_) return;
    drops_ = drops;
    master_->order_drops(drops);
}

std::optional<TriggerGroup::Output> TriggerGroup::poll_master(base::LocalTime now, const Clocks& clocks) {
    if (const auto term = election_.poll(now)) {
        master_.emplace(options_.trigger, *term, election_.latest(), now);
        master_->set_cameras(hosts_);
    }
    if (!master_) return std::nullopt;
    const auto message = master_->poll(now, clocks);
    if (!message) return std::nullopt;
    election_.set_latest({master_->term(), master_->latest().number});
    if (const auto* trigger = std::get_if<Trigger>(&*message)) camera_.handle_trigger(*trigger, now, clocks);
    return ToAll{*message};
}

std::optional<TriggerGroup::Output> TriggerGroup::poll(base::LocalTime now, const Clocks& clocks) {
    // The own camera first, so that the master knows of it.
    while (const auto ready = camera_.poll_ready()) {
        if (!master_) return ToMaster{election_.term().master, *ready};
        master_->handle_ready(self_, *ready, now);
    }
    if (const auto capture = camera_.poll_capture(now)) return *capture;
    return poll_master(now, clocks);
}

base::LocalTime TriggerGroup::next_wakeup() const {
    const auto master_at = master_ ? master_->next_wakeup() : election_.next_wakeup();
    return std::min(master_at, camera_.next_wakeup());
}

} // namespace plenum::cluster
