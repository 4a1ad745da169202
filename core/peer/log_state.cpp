// SPDX-License-Identifier: Apache-2.0
#include "core/peer/log_state.h"

#include "core/base/check.h"
#include "core/peer/hello.h"

namespace plenum::node {

StateSender::StateSender(const log::KeptLog& log) : covered_{log.covered()} {
    CHECK(covered_ != nullptr);
    entry_ = log.at(covered_->position);
}

bool StateSender::pump(link::Link& link) {
    const auto has_room = [&] { return link.stream_progress(base::PriorityClass::control).has_room; };
    const auto& state = covered_->state;
    if (!begun_) {
        if (!has_room() || !send_control(link, wire::LogState{static_cast<std::uint32_t>(state.size()), entry_}))
            return false;
        begun_ = true;
    }
    while (sent_ < state.size()) {
        const auto part =
            base::ByteView{state}.subspan(sent_).first(std::min(state.size() - sent_, wire::LogStatePart::bytes_max));
        if (!has_room() || !send_control(link, wire::LogStatePart{{part.begin(), part.end()}})) return false;
        sent_ += part.size();
    }
    return true;
}

LogSender::Progress LogSender::pump(const log::KeptLog& log, link::Link& link) {
    if (next_.value() == 0 && log.covered() != nullptr && !state_) state_.emplace(log);
    if (state_) {
        if (!state_->pump(link)) return Progress::no_room;
        next_ = state_->next_entry();
        state_.reset();
    }
    while (next_ < log.size()) {
        if (!log.holds(next_)) return Progress::gone;
        if (!link.stream_progress(base::PriorityClass::control).has_room) return Progress::no_room;
        if (!send_control(link, wire::LogEntry{log.at(next_)})) return Progress::no_room;
        next_ = next_.next();
    }
    return Progress::all;
}

bool StateReceiver::begin(const wire::LogState& state) {
    if (state.state_bytes == 0 || state.state_bytes > base::limits::log_state_bytes_max) return false;
    begun_ = true;
    state_bytes_ = state.state_bytes;
    entry_ = state.entry;
    state_.clear();
    return true;
}

bool StateReceiver::add(const wire::LogStatePart& part) {
    const bool fits = begun_ && !part.bytes.empty() && part.bytes.size() <= state_bytes_ - state_.size();
    if (fits) base::append(state_, part.bytes);
    return fits;
}

base::Bytes StateReceiver::take_state() {
    begun_ = false;
    return std::exchange(state_, {});
}

} // namespace plenum::node
