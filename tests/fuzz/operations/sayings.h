// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/fuzz/input.h"
#include "tests/fuzz/operations/people.h"

namespace plenum::fuzz {

/// An operation of any kind, of which most could be taken as things stand. A new kind does not compile until it is said
/// here what may be in it.
[[nodiscard]] log::Operation some_operation(People& people, Input& steps);
/// The same, of the kind at that place of `log::Operation`.
[[nodiscard]] log::Operation operation_of_kind(std::size_t kind, People& people, Input& steps);

/// Signed by that person: rightly mostly, else forged in one way.
[[nodiscard]] log::SignedOperation sign_somehow(const log::Operation& operation, Person& by, People& people,
                                                Input& steps);

/// A part of the log, or of what stands for it, that is mostly wrong.
[[nodiscard]] wire::ControlMessage some_gift(const People& people, Input& steps);

/// Any control message, with anything in it that fits.
[[nodiscard]] wire::ControlMessage some_control(Input& steps);

} // namespace plenum::fuzz
