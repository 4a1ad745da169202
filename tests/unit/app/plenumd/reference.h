// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenumd/metrics.h"

#include <string>

/// The generated parts of docs/reference-plenumd.md and the example configuration, from the declarations in the code.
namespace plenum::app {

[[nodiscard]] std::string example_file();
/// One part of the document: "settings", "advice", "events" or "metrics"; empty for other names.
[[nodiscard]] std::string reference_part(const std::string& name);
/// A relay that has everything there is to tell, each figure another one.
[[nodiscard]] Snapshot full_snapshot();
[[nodiscard]] ProcessFigures full_process();

} // namespace plenum::app
