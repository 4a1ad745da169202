// SPDX-License-Identifier: Apache-2.0
#include "app/capture/clock_watch.h"

namespace plenum::app {

std::optional<std::string> ClockWatch::look(bool reads, base::LocalTime now) {
    const bool there = state_ == State::found;
    if (reads) {
        if (there) return std::nullopt;
        state_ = State::found;
        return "In step with the clock " + name_ + ". The shutter follows it.";
    }
    const std::string meanwhile = " Meanwhile the shutter follows the relay's clock, which is less exact. " + advice_;
    if (there) {
        state_ = State::lost;
        return "The clock " + name_ + " is lost." + meanwhile;
    }
    if (state_ != State::awaited || now - began_at_ < patience) return std::nullopt;
    state_ = State::missing;
    return "The clock " + name_ + " does not answer." + meanwhile;
}

} // namespace plenum::app
