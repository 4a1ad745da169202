// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/chat_times.h"

#include "app/plenum/translate.h"

namespace plenum::app {

void ChatTimes::note(ui::ChatId message, base::ConferenceTime sent_at) {
    const bool known = sent_at != base::ConferenceTime{};
    if (known && untimed_.size() < messages_max) untimed_.emplace_back(message, sent_at);
}

ChatTimes::Times ChatTimes::take(const std::optional<base::ClockOffset>& clock, base::LocalTime now,
                                 const QDateTime& wall_now) {
    Times times;
    if (!clock) return times;
    for (const auto& [message, sent_at] : std::exchange(untimed_, {}))
        times.emplace_back(message, wall_time(sent_at, clock, now, wall_now));
    return times;
}

} // namespace plenum::app
