// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"
#include "media/audio/audio_engine.h"

#include <optional>
#include <set>
#include <span>

namespace plenum::app {

/// From a far mouth to this ear, of the slowest who is heard now: what is kept of others is no delay of anybody's.
class MouthToEar {
  public:
    /// What is alike for all: to the relay and back, a packet's time to fill, capture, loudspeaker. The far side's is
    /// taken to be as ours.
    struct Way {
        base::Duration round_trip{};
        base::Duration packet_duration{};
        base::Duration input_latency{};
        base::Duration output_latency{};

        [[nodiscard]] base::Duration devices() const { return input_latency + output_latency; }
        /// With what playout holds of one sender.
        [[nodiscard]] base::Duration total(base::Duration playout) const {
            return round_trip + packet_duration + playout + devices();
        }
    };
    /// Of a report about once a second. Nullopt where nobody is heard, and at the first look: what lasts less than two
    /// reports, as when somebody's clock comes into step, is not worth a word.
    [[nodiscard]] std::optional<base::Duration> look(std::span<const media::SenderStats> senders,
                                                     const std::set<base::MemberIndex>& heard, const Way& way);
    void clear() { before_.reset(); }

  private:
    std::optional<base::Duration> before_;
};

} // namespace plenum::app
