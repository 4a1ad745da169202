// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"
#include "core/base/time.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace plenum::link {

struct LoadOptions {
    /// Requests a second, right by mac1, from which on cookies are asked for. A handshake costs about 0.3 ms, so that
    /// 200 take 6 % of a core. Lower costs honest crowds (a relay that comes back) a round trip each, higher costs the
    /// relay time that media need.
    std::uint32_t rate_enter{200};
    /// Half of it: one that hovers does not switch back and forth.
    std::uint32_t rate_leave{100};
    /// Half-open handshakes from which on cookies are asked for: half of the ring, so that the other half is left for
    /// those whose answers are on their way.
    std::size_t half_open_enter{base::limits::half_open_max / 2};
    std::size_t half_open_leave{base::limits::half_open_max / 8};
};

/// Whether handshakes come faster than a relay should answer to just anyone. It counts what is asked for, not what is
/// done: under load little is done, and a gauge of that would swing.
class LoadGauge {
  public:
    explicit LoadGauge(LoadOptions options) : options_{options} {}

    /// A request came that would cost curve arithmetic; `half_open` are waiting. Gives whether to ask for a cookie.
    [[nodiscard]] bool handle_request(std::size_t half_open, base::LocalTime now);
    /// As of the last request.
    [[nodiscard]] bool under_load() const { return under_load_; }

  private:
    /// Requests are counted over a second, in pieces, so that none is forgotten or counted all at once.
    static constexpr base::Duration window = std::chrono::seconds{1};
    static constexpr std::size_t pieces = 8;
    static constexpr base::Duration piece = window / pieces;

    void advance(base::LocalTime now);

    LoadOptions options_;
    std::array<std::uint32_t, pieces> counts_{};
    /// Number of the piece that is counted now, since the clock's zero.
    std::int64_t current_{0};
    std::uint32_t total_{0};
    bool under_load_{false};
};

} // namespace plenum::link
