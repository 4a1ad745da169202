// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"
#include "ui/port/port_types.h"

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plenum::app {

/// Own chat messages on their way. The node answers a message with a number only once it has sealed it, in the order of
/// publishing, and refusals name no message: so one at a time is published and the others wait here. Told the time.
class ChatOutbox {
  public:
    /// Waiting for a number and for the relay; and of those that wait for its disk alone. Beyond, the oldest of the
    /// latter are not spoken of any more.
    static constexpr std::size_t messages_max = 512;
    /// A published message that gets no number for so long was refused.
    static constexpr base::Duration number_delay_max = base::Duration{5'000'000'000};

    struct Delivery {
        ui::ChatId id;
        ui::DeliveryState state{ui::DeliveryState::sending};
        friend bool operator==(const Delivery&, const Delivery&) = default;
    };

    /// False when too many wait.
    [[nodiscard]] bool add(ui::ChatId id, std::string text);
    /// The text to publish now, if there is one; it then awaits its number.
    [[nodiscard]] std::optional<std::string> next(base::LocalTime now);
    /// Which message has this number now; nullopt for none of these.
    std::optional<ui::ChatId> published(base::SequenceNumber sequence);
    /// We come back as a new member: the node publishes again, in order, what the relay did not accept.
    void start_over();
    /// The relay has this message and all before it, stored or not. Told again once they are stored.
    [[nodiscard]] std::vector<Delivery> accepted(base::SequenceNumber sequence, bool stored);
    /// The one that awaits its number was refused.
    [[nodiscard]] std::optional<Delivery> refused();
    /// This one goes to nobody, though it got its number.
    [[nodiscard]] std::optional<Delivery> refused(base::SequenceNumber sequence);
    [[nodiscard]] std::optional<Delivery> expire(base::LocalTime now);
    /// The call is over: all that the relay does not have. What it has and did not store stays so.
    [[nodiscard]] std::vector<Delivery> give_up();

  private:
    /// The next that gets its number, or is refused.
    std::optional<ui::ChatId> take_published();

    struct Awaiting {
        ui::ChatId id;
        base::LocalTime since;
    };
    struct Waiting {
        ui::ChatId id;
        std::string text;
    };
    std::deque<Waiting> waiting_;
    std::optional<Awaiting> awaiting_;
    std::map<base::SequenceNumber, ui::ChatId> numbered_;
    std::map<base::SequenceNumber, ui::ChatId> unstored_;
    /// They had numbers, and get others.
    std::deque<ui::ChatId> again_;
};

} // namespace plenum::app
