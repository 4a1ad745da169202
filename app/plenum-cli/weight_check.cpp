// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/weight_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace plenum::cli {

std::optional<std::string> WeightCheck::look(std::span<const std::string> cameras, base::LocalTime now) {
    if (told_ || names_.empty()) return std::nullopt;
    if (cameras.empty()) {
        since_.reset();
        return std::nullopt;
    }
    if (!since_) since_ = now;
    if (now - *since_ < patience) return std::nullopt;
    told_ = true;
    std::vector<std::string> unknown;
    for (const auto& name : names_)
        if (std::ranges::find(cameras, name) == cameras.end()) unknown.push_back(name);
    if (unknown.empty()) return std::nullopt;
    return fmt::format("--weight names {}, but the cameras here are {}. It counts once such a camera comes.",
                       fmt::join(unknown, ", "), fmt::join(cameras, ", "));
}

} // namespace plenum::cli
