// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/relay_repairs.h"
#include "core/runtime/metrics/http_responder.h"

#include <functional>
#include <string>
#include <vector>

namespace plenum::app {

/// What the pages show. Called only while a page that needs it is asked for.
struct PageSources {
    /// The text of `/metrics` (metrics.h).
    std::function<std::string()> metrics;
    std::function<std::vector<node::RelayRepairs>()> repairs;
};

/// All pages at `metrics.listen`: `/metrics` for Prometheus, `/repairs.json` and `/repairs.svg` for people.
[[nodiscard]] runtime::HttpResponder::Find http_pages(PageSources sources);

} // namespace plenum::app
