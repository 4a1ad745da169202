// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

/// What is fuzzed. The same bodies run under libFuzzer, which looks for new ways through the code, and under a plain
/// driver, whose runs follow from a seed alone.
namespace plenum::fuzz {

struct Target {
    std::string_view name;
    /// The invariant, for people.
    std::string_view about;
    /// Longest input that says anything new.
    std::size_t bytes_max;
    /// Mutated runs of the plain driver that are part of the tests: about a second at most.
    std::size_t runs;
    /// Takes any bytes at all. An invariant that does not hold is a failed CHECK.
    void (*run)(base::ByteView input);
    /// Inputs to begin with, made by the real encoders; the same each time. May be null: then random bytes.
    std::vector<base::Bytes> (*seeds)();
};

/// All there are, by name.
[[nodiscard]] std::span<const Target> targets();
/// Null for a name that is not there.
[[nodiscard]] const Target* find_target(std::string_view name);

} // namespace plenum::fuzz
