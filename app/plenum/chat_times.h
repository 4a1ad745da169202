// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "ui/port/port_types.h"

#include <QDateTime>

#include <optional>
#include <utility>
#include <vector>

namespace plenum::app {

/// When messages were sent that came before there was a clock of the conference, as whoever has just joined gets them.
class ChatTimes {
  public:
    /// What comes beyond that keeps the time of its receipt.
    static constexpr std::size_t messages_max = 5000;
    using Times = std::vector<std::pair<ui::ChatId, QDateTime>>;

    void note(ui::ChatId message, base::ConferenceTime sent_at);
    /// Each once, as soon as there is a clock.
    [[nodiscard]] Times take(const std::optional<base::ClockOffset>& clock, base::LocalTime now,
                             const QDateTime& wall_now);
    void clear() { untimed_.clear(); }

  private:
    std::vector<std::pair<ui::ChatId, base::ConferenceTime>> untimed_;
};

} // namespace plenum::app
