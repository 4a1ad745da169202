// SPDX-License-Identifier: Apache-2.0
// Brainstorming: everyone holds the token, and whoever comes later too.
#include "plugins/floor/floor_styles.h"
#include "plugins/floor/view.h"

namespace plenum::floor {
namespace {

class Brainstorm final : public FloorPolicy {
  public:
    bool accepts(std::string_view parameters) const override { return parameters.empty(); }
    FloorChoice decide(const FloorView& floor) override {
        const bool due = !floor.distributed && floor.holders_max == 0;
        return due ? act(FloorAct::distribute) : FloorChoice{};
    }
};

} // namespace

constinit const base::PluginDescriptor brainstorm_style =
    for_several(style_of<Brainstorm>("brainstorm", "Everyone", "Everyone may speak at any time."), 0);

} // namespace plenum::floor
