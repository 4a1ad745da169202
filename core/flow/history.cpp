// SPDX-License-Identifier: Apache-2.0
#include "core/flow/history.h"

#include "core/base/check.h"
#include "core/base/limits.h"

namespace plenum::flow {

History::Push History::push(base::SequenceNumber sequence, base::Bytes sealed, base::LogPosition log_size) {
    if (sequence < next_) return Push::duplicate;
    const bool gap = sequence > next_ && next_.value() > 1;
    if (sequence > next_) {
        items_.clear();
        bytes_ = 0;
    }
    bytes_ += sealed.size();
    items_.push_back({sequence, std::move(sealed), log_size});
    next_ = sequence.next();
    while (items_.size() > base::limits::history_messages_max ||
           (bytes_ > base::limits::history_bytes_max && items_.size() > 1)) {
        drop_oldest();
    }
    return gap ? Push::gap : Push::added;
}

void History::drop_oldest() {
    CHECK(!items_.empty());
    bytes_ -= items_.front().sealed.size();
    items_.pop_front();
}

void History::drop_from(base::SequenceNumber next) {
    while (!items_.empty() && items_.back().sequence >= next) {
        bytes_ -= items_.back().sealed.size();
        items_.pop_back();
    }
    next_ = std::min(next_, next);
}

void History::replace(base::SequenceNumber sequence, base::Bytes sealed) {
    CHECK(!items_.empty() && sequence >= items_.front().sequence && sequence < next_);
    auto& item = items_[sequence.value() - items_.front().sequence.value()];
    bytes_ -= item.sealed.size();
    bytes_ += sealed.size();
    item.sealed = std::move(sealed);
}

} // namespace plenum::flow
