// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

namespace plenum::runtime {

/// How long a loop looks away from its socket after turns that nothing came of (`EventLoop::rest_after_silent_turns`).
class SocketRest {
  public:
    void set_length(base::Duration length) { length_ = length; }
    /// A turn that began at `began` served datagrams and sent nothing. What comes by itself now and then gains nothing
    /// by a rest.
    void handle_silent_turn(base::LocalTime began, base::LocalTime now) {
        if (began - silent_at_ < apart_max * length_) until_ = now + length_;
        silent_at_ = now;
    }
    [[nodiscard]] base::LocalTime until() const { return until_; }

  private:
    /// Rests between two turns that nothing came of, for another one to follow.
    static constexpr int apart_max = 4;

    base::Duration length_{};
    base::LocalTime until_{};
    base::LocalTime silent_at_{};
};

} // namespace plenum::runtime
