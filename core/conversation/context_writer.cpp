// SPDX-License-Identifier: Apache-2.0
#include "core/conversation/context_writer.h"

namespace plenum::conversation {

/// Until when what is sent at `sent_at` is waited for: no shorter than anything it may depend on.
base::Duration ContextWriter::wait_from(base::ConferenceTime sent_at, base::ConferenceTime now) const {
    // Not behind what a clock that was wrong once took for the present.
    const auto floor = std::min(std::max(deadline_max_, frontier_.deadline_max()), now + interval_.most);
    const auto wait = std::clamp(std::max(now + delta_, floor) - sent_at, base::Duration{}, wait_max);
    // As the context says it: what comes next is not due before.
    return (wait + delta_step - base::Duration{1}) / delta_step * delta_step;
}

void ContextWriter::stamp(wire::MessageHeader& header, bool captured, base::ConferenceTime now) {
    last_ = last_.next();
    context_.ordinal = last_;
    if (!captured) {
        header.sent_at = std::max(header.sent_at, std::min(sent_max_, now + interval_.most - delta_));
        sent_max_ = header.sent_at;
    }
    context_.wait = wait_from(header.sent_at, now);
    frontier_.take(now, context_);
    header.context.clear();
    encode(context_, header.context);
    deadline_max_ = header.sent_at + context_.wait;
}

base::Bytes ContextWriter::causes(base::ConferenceTime now) const {
    Context context;
    context.ordinal = last_.next();
    context.wait = wait_from(now, now);
    frontier_.name_all(now, context);
    std::erase_if(context.dependencies, [](const auto& each) { return each.sender == log_sender; });
    base::Bytes bytes;
    if (last_.value() > 0 || !context.dependencies.empty()) encode(context, bytes);
    return bytes;
}

} // namespace plenum::conversation
