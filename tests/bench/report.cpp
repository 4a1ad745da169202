// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/report.h"

#include "core/base/check.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace plenum::bench {

namespace {

nlohmann::ordered_json or_null(const std::optional<double>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

std::string figure(const std::optional<double>& value) { return value ? fmt::format("{:.4g}", *value) : "-"; }

} // namespace

double quantile(Samples samples, double share) {
    CHECK(!samples.empty() && share > 0 && share <= 1);
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(samples.size())));
    const auto place = samples.begin() + static_cast<std::ptrdiff_t>(rank - 1);
    std::ranges::nth_element(samples, place);
    return *place;
}

std::optional<double> Row::ratio() const {
    if (!median || !peer_median || *peer_median == 0) return std::nullopt;
    return *median / *peer_median;
}

std::string to_json(const Row& row) {
    nlohmann::ordered_json line{
        {"name", row.name},
        {"median", or_null(row.median)},
        {"p95", or_null(row.p95)},
        {"unit", row.unit},
        {"runs", row.runs},
        {"peer", row.peer},
        {"peer_median", or_null(row.peer_median)},
        {"ratio", or_null(row.ratio())},
        {"aim", row.aim},
    };
    if (!row.note.empty()) line["note"] = row.note;
    return line.dump();
}

std::string heading() {
    return fmt::format("{:<34} {:>10} {:>10} {:<8} {:>4}  {:<22} {:>10} {:>7}  {}", "measure", "median", "p95", "unit",
                       "runs", "peer", "its median", "ratio", "aim");
}

std::string to_text(const Row& row) {
    auto line = fmt::format("{:<34} {:>10} {:>10} {:<8} {:>4}  {:<22} {:>10} {:>7}  {}", row.name, figure(row.median),
                            figure(row.p95), row.unit, row.runs, row.peer, figure(row.peer_median), figure(row.ratio()),
                            row.aim);
    if (!row.note.empty()) line += "\n    " + row.note;
    return line;
}

} // namespace plenum::bench
