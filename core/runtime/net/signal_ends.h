// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/net/descriptor.h"

#include <expected>
#include <string>

/// What a signal is to the system: an event descriptor where there are such (signal_eventfd.cpp), else a pipe
/// (signal_pipe.cpp).
namespace plenum::runtime {

struct SignalEnds {
    Descriptor read;
    /// Empty where one descriptor serves both ends.
    Descriptor write;
};
/// Both ends neither block nor are inherited. Error: one sentence, where the process is out of descriptors.
[[nodiscard]] std::expected<SignalEnds, std::string> open_signal_ends();
/// Makes the read end readable.
void raise_signal(const SignalEnds& ends);
/// Makes it unreadable.
void clear_signal(const SignalEnds& ends);

} // namespace plenum::runtime
