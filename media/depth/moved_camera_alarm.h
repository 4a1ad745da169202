// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/error.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plenum::media::depth {

/// Two cameras of a calibration, by index.
struct CameraPair {
    std::size_t first{0};
    std::size_t second{0};
    friend auto operator<=>(const CameraPair&, const CameraPair&) = default;
};

/// Says which camera moved since the calibration, from the epipolar errors of pairs (`EpipolarCheck`). A pair changes
/// its state only after several measurements say the same, and the error that raises the alarm is above the one that
/// ends it (hysteresis). A camera that is part of a pair that holds has not moved: so with three cameras or more, the
/// one that did is known.
class MovedCameraAlarm {
  public:
    enum class Verdict : std::uint8_t {
        steady = 1,
        moved = 2,
        /// It or its partner; no other pair tells which.
        moved_or_partner = 3,
        cannot_tell = 4,
    };

    struct Options {
        /// Of the calibration, in its order.
        std::vector<std::string> names;
        /// Median epipolar errors in pixels: moved above the one, steady below the other.
        double raise_px{2.0};
        double clear_px{1.0};
        /// Measurements that say the same before a pair changes its state.
        int agreeing{3};
        /// Measurements in a row that cannot tell, after which a steady pair is not vouched for any more.
        int blind{10};
    };

    /// Errors: bad_setting (fewer than two cameras, thresholds in the wrong order, counts outside 1 to 100).
    [[nodiscard]] static Result<MovedCameraAlarm> create(Options options);

    /// One measurement of a pair; absent where the pictures do not tell. Pairs that are no two cameras are ignored.
    void take(CameraPair pair, std::optional<double> error_px);
    [[nodiscard]] Verdict verdict(std::size_t camera) const;
    /// For a person: which cameras moved and what to do; empty if none did.
    [[nodiscard]] std::string text() const;

  private:
    enum class State : std::uint8_t { unknown = 1, steady = 2, moved = 3 };
    struct Pair {
        State state{State::unknown};
        /// Measurements in a row that speak for each.
        int above{0};
        int below{0};
        int blind{0};
    };

    explicit MovedCameraAlarm(Options options);
    /// States of the pairs with this camera.
    [[nodiscard]] bool has_pair(std::size_t camera, State state) const;
    [[nodiscard]] bool is_suspect(std::size_t camera) const;

    Options options_;
    std::map<CameraPair, Pair> pairs_;
};

} // namespace plenum::media::depth
