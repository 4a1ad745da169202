// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/plugin/style_registry.h"

#include <functional>

namespace plenum::app {

/// The names of the styles that a file brought, or one sentence.
using PluginLoad = std::expected<std::vector<std::string>, std::string>;

/// Each file, of folders each in it; tells of each how it went.
void load_plugins(runtime::StyleRegistry& registry, const std::vector<std::filesystem::path>& places,
                  const std::function<void(const std::filesystem::path& file, const PluginLoad& loaded)>& tell);

} // namespace plenum::app
