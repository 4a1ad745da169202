// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/path.h"
#include "tests/sim/toml_table.h"

#include <string>

namespace plenum::sim {

/// Reads the links that people have named: NAME.toml in a folder, with the keys of `[link]` at its top.
class ProfileReader {
  public:
    explicit ProfileReader(std::string folder) : folder_{std::move(folder)} {}
    /// Fails at `name` if there is no such profile, or it is wrong.
    [[nodiscard]] PathConditions operator()(const TomlTable& asking, const toml::value& name) const;

  private:
    std::string folder_;
};

/// `[link]`: what a profile says, where it names one, and what its own keys say otherwise.
[[nodiscard]] PathConditions read_link(TomlTable table, const ProfileReader& profile);

} // namespace plenum::sim
