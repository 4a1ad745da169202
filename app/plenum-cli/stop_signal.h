// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace plenum::cli {

/// From now on SIGINT and SIGTERM ask for a polite end instead of killing.
void catch_stop_signals();
/// Whether one came.
[[nodiscard]] bool stop_asked();

} // namespace plenum::cli
