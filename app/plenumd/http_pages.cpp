// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/http_pages.h"

#include "app/plenumd/metrics.h"
#include "app/plenumd/repair_map.h"
#include "app/plenumd/repairs_json.h"

#include <utility>

namespace plenum::app {

runtime::HttpResponder::Find http_pages(PageSources sources) {
    using Page = runtime::HttpResponder::Page;
    return [from = std::move(sources)](std::string_view path) -> std::optional<Page> {
        if (path == "/metrics") return Page{metrics_content_type, from.metrics()};
        if (path == "/repairs.json") return Page{json_content_type, repairs_json(from.repairs())};
        if (path == "/repairs.svg") return Page{svg_content_type, repairs_svg(from.repairs())};
        return std::nullopt;
    };
}

} // namespace plenum::app
