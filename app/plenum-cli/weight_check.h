// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace plenum::cli {

/// Says once that weights were given to cameras that do not exist, when other cameras have been there for a while.
class WeightCheck {
  public:
    static constexpr base::Duration patience = std::chrono::seconds{5};

    /// The names on the command line.
    explicit WeightCheck(std::vector<std::string> names) : names_{std::move(names)} {}

    /// A sentence for people. `cameras`: names of those that are there.
    [[nodiscard]] std::optional<std::string> look(std::span<const std::string> cameras, base::LocalTime now);

  private:
    std::vector<std::string> names_;
    std::optional<base::LocalTime> since_;
    bool told_{false};
};

} // namespace plenum::cli
