// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/plugins.h"

#include "core/runtime/plugin/plugin_loader.h"

namespace plenum::app {

void load_plugins(runtime::StyleRegistry& registry, const std::vector<std::filesystem::path>& places,
                  const std::function<void(const std::filesystem::path& file, const PluginLoad& loaded)>& tell) {
    for (const auto& place : places) {
        const auto files = runtime::plugin_files(place);
        if (!files) tell(place, std::unexpected(files.error()));
        if (files && files->empty()) tell(place, std::unexpected(place.string() + " has no plug-in (*.so) in it."));
        for (const auto& file : files.value_or(std::vector<std::filesystem::path>{}))
            tell(file, registry.load(file));
    }
}

} // namespace plenum::app
