// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/link/link_events.h"
#include "core/wire/frames.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace plenum::link {

/// How a link ends: at once (silence, old keys), or after the close frame was said a few times, or until it was
/// answered (RFC 9000 §10.2, with an answer where the reason asks for one).
class Termination {
  public:
    [[nodiscard]] bool is_open() const { return phase_ == Phase::open; }
    /// Nothing more is to be said or awaited.
    [[nodiscard]] bool is_finished() const { return phase_ == Phase::closed; }

    /// The link ends without a word. This and the next two do nothing, and say false, once the link is not open.
    bool end(ClosedBy by, std::optional<wire::CloseReason> reason);
    bool close(wire::CloseReason reason, ClosedBy by, base::LocalTime now);
    /// The peer ends the link.
    bool handle_close(wire::CloseReason reason, base::LocalTime now);

    /// Whether a close frame of the peer would finish this link.
    [[nodiscard]] bool awaits_answer() const { return phase_ == Phase::closing && until_.has_value(); }
    void handle_answer() { phase_ = Phase::closed; }
    /// The close frame to be sent now. `can_seal`: false where the keys are too old, which finishes the link.
    [[nodiscard]] std::optional<wire::CloseFrame> poll_close(base::LocalTime now, bool can_seal);
    /// When the next close frame is due. Precondition: neither open nor finished.
    [[nodiscard]] base::LocalTime next_at() const { return at_; }

    /// The event that tells of the end, once.
    [[nodiscard]] std::optional<Closed> poll_event() { return std::exchange(event_, std::nullopt); }

  private:
    enum class Phase : std::uint8_t { open = 1, closing = 2, closed = 3 };
    void say(wire::CloseReason reason, base::LocalTime now);

    Phase phase_{Phase::open};
    std::optional<Closed> event_;
    wire::CloseReason reason_{wire::CloseReason::leaving};
    int repetitions_left_{0};
    /// Until when the close frame is repeated, where it is to be answered.
    std::optional<base::LocalTime> until_;
    base::Duration interval_{};
    base::LocalTime at_{base::local_time_max};
};

} // namespace plenum::link
