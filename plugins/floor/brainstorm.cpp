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

constinit const base::PluginDescriptor brainstorm_style = [] {
    auto style = style_of<Brainstorm>("brainstorm", TRANSLATABLE("FloorStyle", "Everyone"),
                                      TRANSLATABLE("FloorStyle", "Everyone may speak at any time."));
    describe(style, TRANSLATABLE("FloorStyle", "Everyone may draw at any time."),
             TRANSLATABLE("FloorStyle", "Everyone may share a screen at any time."),
             TRANSLATABLE("FloorStyle", "Everyone may use it at any time."));
    style.holders_max = 0;
    style.everyone = true;
    return style;
}();

} // namespace plenum::floor
