// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace plenum::tag {

/// Whose voice a relay passes on where many speak at once (last-N).
///
/// The problem: each receiver of a conference with 200 open microphones gets 200 streams and hears a murmur. The
/// intuition: people follow a few voices at a time, so a relay passes on the few that spoke last, and the loudest where
/// more speak. It cannot decode them; a coarse level in the clear is enough (RFC 6464 does the same with 127 steps).
/// The alternative, to mix at the relay, needs the keys. To pick the loudest packet by packet flaps between syllables.
///
/// A speaker keeps a place for at least `stay`. A newcomer takes a free place, or that of whoever has been silent
/// longest, or else that of a speaker who was a whole step quieter for all of the last `stay`, or who has talked for
/// `turn` and is no louder.
class ActiveSpeakers {
  public:
    static constexpr base::Duration stay = std::chrono::seconds{1};
    /// Levels are the senders' word: whoever claims to be loud keeps a place from others for no longer than this.
    static constexpr base::Duration turn = std::chrono::seconds{10};
    /// Packets of a voice come more often. Who sends none for so long is silent.
    static constexpr base::Duration pause = std::chrono::milliseconds{300};

    struct Voice {
        base::MemberIndex sender;
        /// In steps of 12 dB; 0 is the quietest, or unknown.
        std::uint8_t level{0};
        bool silent{false};
    };
    /// Whether this packet goes on. `places`: how many may speak at once, at least 1.
    [[nodiscard]] bool passes(const Voice& voice, std::size_t places, base::LocalTime now);

  private:
    struct Place {
        base::MemberIndex sender;
        /// Of the talk that runs.
        base::LocalTime since;
        /// Nullopt, which counts as longest ago, for one who said nothing yet.
        std::optional<base::LocalTime> spoke_at{};
        /// The loudest of the last `stay`, and when that was.
        std::uint8_t level{0};
        base::LocalTime level_at{since};
    };
    using Places = std::vector<Place>;
    /// Whose place the voice takes; `end` if nobody's.
    [[nodiscard]] Places::iterator find_outdone(const Voice& voice, base::LocalTime now);

    Places places_;
};

} // namespace plenum::tag
