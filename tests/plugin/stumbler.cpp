// SPDX-License-Identifier: Apache-2.0
// A style that throws whenever somebody asks for the floor, and at parameters that it does not like.
#include "core/token/policy.h"

#include <stdexcept>

namespace {

class Stumbler final : public plenum::token::FloorPolicy {
  public:
    bool accepts(std::string_view parameters) const override {
        if (!parameters.empty()) throw std::invalid_argument{"no words, please"};
        return true;
    }
    plenum::token::FloorChoice decide(const plenum::token::FloorView& floor) override {
        if (!floor.requests.empty()) throw std::runtime_error{"over its own feet"};
        return {};
    }
};

constexpr auto style = plenum::token::style_of<Stumbler>("stumbler", "Stumbler", "Falls over its own feet.");
constexpr plenum::base::PluginList list{plenum::base::plugin_version, 1, &style};

} // namespace

const plenum::base::PluginList* plenum_plugins() noexcept { return &list; }
