// SPDX-License-Identifier: Apache-2.0
#include "core/log/kept_log.h"

#include "core/base/check.h"

namespace plenum::log {

void KeptLog::push(base::Bytes entry) {
    bytes_ += entry.size();
    entries_.push_back(std::move(entry));
}

void KeptLog::cover(base::Bytes state, base::MemberIndex next_member) {
    CHECK(!entries_.empty());
    const auto before = beginning();
    covered_ = std::make_shared<const Covered>(base::LogPosition{size().value() - 1}, std::move(state), next_member);
    bytes_ = entries_.back().size();
    while (first_ < before) {
        entries_.pop_front();
        first_ = first_.next();
    }
}

void KeptLog::begin(Covered covered) {
    CHECK(entries_.empty() && !covered_);
    first_ = covered.position;
    covered_ = std::make_shared<const Covered>(std::move(covered));
}

void KeptLog::truncate(base::LogPosition end) {
    while (size() > end && size().value() > beginning().value() + 1) {
        bytes_ -= entries_.back().size();
        entries_.pop_back();
    }
}

const base::Bytes& KeptLog::at(base::LogPosition position) const {
    CHECK(holds(position));
    return entries_[position.value() - first_.value()];
}

} // namespace plenum::log
