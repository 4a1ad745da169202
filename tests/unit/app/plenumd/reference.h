// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenumd/metrics.h"

#include <string>

/// What docs/operations.md and the example file say, written from what the code declares.
namespace plenum::app {

[[nodiscard]] std::string example_file();
/// The table of one section of the document: "settings", "events" or "metrics"; empty for others.
[[nodiscard]] std::string operations_table(const std::string& section);
/// A relay that has everything there is to tell, each figure another one.
[[nodiscard]] Snapshot full_snapshot();
[[nodiscard]] ProcessFigures full_process();

} // namespace plenum::app
