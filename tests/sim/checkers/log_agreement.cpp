// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/log_agreement.h"

#include <fmt/format.h>

#include <algorithm>

namespace plenum::sim {

void LogAgreement::on_begin(Session session, VirtualTime) { replicas_[session] = {}; }

void LogAgreement::on_end(Session session, VirtualTime) { replicas_.erase(session); }

void LogAgreement::on_trace(Session session, const base::TraceEvent& event, VirtualTime at) {
    latest_ = at;
    // A log that members gave takes the place of an older one, and is told anew.
    if (event.kind == base::TraceEvent::Kind::takeover && event.conference == conference_)
        replicas_[session].next.reset();
    if (event.kind != base::TraceEvent::Kind::log) return;
    if (event.conference) conference_ = event.conference;
    if (!event.position || !event.hash) return fail(to_text(session) + ": log entry without position or hash");
    const auto position = event.position->value();
    auto& next = replicas_[session].next;
    if (next && *next != position) {
        fail(fmt::format("{}: applied position {} where {} is next", to_text(session), position, *next));
    }
    if (position < hashes_.size() && hashes_[position] != *event.hash && is_forgotten(position)) {
        hashes_.resize(position);
        appended_at_.resize(position);
        lost_from_.reset();
    }
    next = position + 1;
    if (position > hashes_.size()) {
        fail(fmt::format("{}: applied position {} while nobody had applied {}", to_text(session), position,
                         hashes_.size()));
    } else if (position == hashes_.size()) {
        hashes_.push_back(*event.hash);
        appended_at_.push_back(at);
        *size_ = hashes_.size();
    } else if (hashes_[position] != *event.hash) {
        fail(fmt::format("{}: another entry at position {} ({}, hash {}) than others had", to_text(session), position,
                         event.entry, base::to_hex(event.hash->view()).substr(0, 16)));
    }
}

void LogAgreement::on_event(Session session, const node::Event& event, VirtualTime at) {
    latest_ = at;
    const auto* incident = std::get_if<node::RelayIncident>(&event);
    const bool deposed = incident != nullptr && incident->kind == node::RelayIncident::Kind::conference_deposed;
    if (deposed && incident->conference == conference_) replicas_[session].next.reset();
}

void LogAgreement::on_restored(Session, const Restored& restored) {
    if (!restored.meeting) return;
    const bool lost = restored.found < restored.promised && (restored.told || restored.rotten);
    if (lost) lost_from_ = std::min<std::uint64_t>(restored.found, lost_from_.value_or(restored.found));
    // All that anybody had.
    if (!lost && restored.found >= hashes_.size()) lost_from_.reset();
}

bool LogAgreement::is_forgotten(std::uint64_t position) const {
    if (!lost_from_ || position < *lost_from_) return false;
    return std::ranges::none_of(replicas_,
                                [&](const auto& item) { return item.second.next && *item.second.next > position; });
}

std::optional<std::string> LogAgreement::unmet() const {
    for (const auto& [session, replica] : replicas_) {
        if (!replica.next || *replica.next == hashes_.size()) continue;
        if (latest_ - appended_at_[*replica.next] < catching_up_max) continue;
        return fmt::format("{}: has {} of {} log entries", to_text(session), *replica.next, hashes_.size());
    }
    return std::nullopt;
}

} // namespace plenum::sim
