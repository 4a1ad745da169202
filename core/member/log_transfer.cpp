// SPDX-License-Identifier: Apache-2.0
#include "core/member/log_transfer.h"

namespace plenum::node {

void LogTransfer::handle_connected() {
    sender_.reset();
    asked_ = false;
}

void LogTransfer::handle(const wire::LogEntry& entry, base::LocalTime now) {
    handle(roster_.apply(entry.entry, now), now);
}

void LogTransfer::handle(const wire::LogState& state, base::LocalTime now) {
    if (!state_.begin(state)) lifecycle_.end(EndReason::not_trustworthy, now);
}

void LogTransfer::handle(const wire::LogStatePart& part, base::LocalTime now) {
    if (!state_.add(part)) return lifecycle_.end(EndReason::not_trustworthy, now);
    if (state_.whole()) handle(roster_.begin(state_.take_state(), state_.entry()), now);
}

void LogTransfer::handle(Roster::Followed followed, base::LocalTime now) {
    if (!followed) return lifecycle_.handle(followed.error(), now);
    messages_.handle_entry(std::move(*followed), std::exchange(causes_, std::nullopt), connection_.link(), now);
    const auto& keys = roster_.keys().links().newest();
    connection_.change_door(keys.door, keys.access);
    if (roster_.self().value() != 0 && roster_.self_member() == nullptr) lifecycle_.handle_gone(now);
}

void LogTransfer::handle(const wire::LogWanted& wanted) {
    if (!std::exchange(asked_, true)) sender_.emplace(wanted.next_entry);
}

void LogTransfer::give() {
    auto* link = connection_.link();
    if (link == nullptr) return;
    const auto progress = sender_->pump(roster_.kept().log(), *link);
    // The relay's log ends before ours begins.
    if (progress == LogSender::Progress::gone) sender_.emplace();
    if (progress == LogSender::Progress::all) sender_.reset();
}

} // namespace plenum::node
