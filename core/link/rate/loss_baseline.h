// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <cstdint>

namespace plenum::link {

/// Tells losses that our rate causes from those that the path makes by itself (radio, a bad cable), without a queue to
/// go by: the first end when the rate falls, the others do not mind. Losses well above what is known of the path are
/// taken for ours; if they stay while the rate is cut to what arrives, again and again, or cannot be cut any further,
/// they are the path's, and known from then on.
class LossBaseline {
  public:
    enum class Verdict : std::uint8_t {
        nothing = 1, ///< not enough was heard yet, or no more is lost than the path loses
        hold = 2,    ///< more is lost, perhaps by chance: do not send more
        cut = 3,     ///< more is lost, and again: send less
    };

    enum class Speed : std::uint8_t {
        doubling = 1, ///< the first excess is enough
        usual = 2,
        least = 3, ///< no cut would follow
    };

    void handle_acknowledged() { ++settled_; }
    void handle_lost() {
        ++settled_;
        ++lost_;
    }
    /// One that was told as lost was only late. Of a window that is over nothing is taken back.
    void handle_found() { lost_ -= lost_ > 0 ? 1 : 0; }
    [[nodiscard]] Verdict judge(base::LocalTime now, base::Duration rtt, Speed speed);
    /// What was lost of late has its reason in a queue that others see to.
    void skip(base::LocalTime now) {
        settled_ = lost_ = 0;
        began_ = now;
    }
    /// What the path loses by itself, 0 to 1.
    [[nodiscard]] double own() const { return own_; }

  private:
    [[nodiscard]] Verdict close_window(Speed speed);
    void note_usual(double share, double packets);
    /// Of what a window loses of its own, by chance.
    [[nodiscard]] double deviation(double packets) const;
    [[nodiscard]] double excess_allowed(double packets) const;

    std::uint32_t settled_{0};
    std::uint32_t lost_{0};
    base::LocalTime began_{};
    double own_{0};
    double mean_{0};
    double share_before_cuts_{0};
    /// In a row, without and with those that helped.
    int cuts_{0};
    int cuts_in_all_{0};
    bool held_{false};
};

} // namespace plenum::link
