// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <expected>
#include <string>

namespace plenum::bench {

/// System calls of `watched`'s first thread until `until`, a child of this process, exits (ptrace(2)). Slows the
/// watched process, so nothing is timed meanwhile. Both are reaped or still traced afterwards: let them end.
[[nodiscard]] std::expected<std::uint64_t, std::string> count_system_calls(pid_t watched, pid_t until);

} // namespace plenum::bench
