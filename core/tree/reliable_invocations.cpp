// SPDX-License-Identifier: Apache-2.0
#include "core/tree/reliable_invocations.h"

#include <algorithm>

namespace plenum::tree {

InvocationId ReliableInvocations::start(Invocation entry, bool supersedes, base::LocalTime now) {
    if (supersedes) {
        for (auto each = pending_.begin(); each != pending_.end();) {
            const auto& before = each->second.entry;
            const bool same = before.object == entry.object && before.method == entry.method;
            each = same ? remove(each) : std::next(each);
        }
    }
    if (pending_.size() == limits::invocations_pending_max) remove(pending_.begin());
    // Above those of a run before, which the next node may remember, unless the clock began again.
    const auto us = static_cast<std::uint64_t>(std::max<std::int64_t>(1, base::to_us(now.time_since_epoch())));
    last_ = last_ == InvocationId{} ? InvocationId{us} : last_.next();
    pending_.try_emplace(last_, Pending{std::move(entry), now});
    timer_->set(key(last_), now + retry_.wait(1));
    return last_;
}

void ReliableInvocations::cancel(ObjectId object) {
    for (auto each = pending_.begin(); each != pending_.end();)
        each = each->second.entry.object == object ? remove(each) : std::next(each);
}

bool ReliableInvocations::handle_ack(InvocationId invocation, base::LocalTime now) {
    const auto entry = pending_.find(invocation);
    if (entry == pending_.end()) return false;
    const auto took = now - entry->second.sent_at;
    entry->second.attempts == 1 ? retry_.add(took) : retry_.add_repeated(took);
    remove(entry);
    return true;
}

std::optional<Invocation> ReliableInvocations::handle_timer(InvocationId invocation, base::LocalTime now) {
    const auto entry = pending_.find(invocation);
    if (entry == pending_.end()) return std::nullopt;
    auto& attempts = entry->second.attempts;
    if (attempts == limits::invocation_attempts_max) {
        remove(entry);
        return std::nullopt;
    }
    timer_->set(key(invocation), now + retry_.wait(++attempts));
    return entry->second.entry;
}

ReliableInvocations::Table::iterator ReliableInvocations::remove(Table::iterator entry) {
    timer_->clear(key(entry->first));
    return pending_.erase(entry);
}

bool SeenInvocations::contains(InvocationId invocation) const {
    const auto number = invocation.value();
    if (number > newest_) return false;
    const auto back = newest_ - number;
    return back >= 64 || (seen_ >> back & 1) != 0;
}

void SeenInvocations::insert(InvocationId invocation) {
    const auto number = invocation.value();
    if (number > newest_) {
        const auto ahead = number - newest_;
        seen_ = ahead >= 64 ? 0 : seen_ << ahead;
        newest_ = number;
    }
    if (newest_ - number < 64) seen_ |= std::uint64_t{1} << (newest_ - number);
}

} // namespace plenum::tree
