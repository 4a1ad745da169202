// SPDX-License-Identifier: Apache-2.0
// What crosses to plug-ins has the shape of its version: whoever changes it raises base::plugin_version, and then what
// stands here.
#include "core/token/policy.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>

namespace plenum::token {
namespace {

static_assert(base::plugin_version == 4);
static_assert(offsetof(base::PluginList, version) == 0, "read before anything else, in every version");
static_assert(offsetof(base::PluginDescriptor, size) == 0 && offsetof(base::PluginDescriptor, version) == 8);

template <class T, std::size_t size>
constexpr bool is_plain = sizeof(T) == size && std::is_trivially_copyable_v<T> && std::is_standard_layout_v<T>;

static_assert(is_plain<base::PluginList, 16>);
static_assert(is_plain<base::PluginOption, 40>);
static_assert(is_plain<base::PluginDescriptor, 136>);
static_assert(is_plain<PersonView, 24>);
static_assert(is_plain<HolderView, 24>);
static_assert(is_plain<RequestView, 16>);
static_assert(is_plain<FloorChoice, 24>);
static_assert(sizeof(FloorView) == 80 && std::is_trivially_copyable_v<FloorView>);
static_assert(offsetof(PersonView, stood_down) == 7 && offsetof(PersonView, held_before) == 8 &&
              offsetof(HolderView, giver) == 16 && offsetof(RequestView, since) == 8 &&
              offsetof(FloorChoice, ask_again) == 16);

/// The order of a policy's functions, too: this one is asked as a plug-in of version 4 was built to answer.
class InOrder final : public FloorPolicy {
  public:
    bool accepts(std::string_view) const override { return true; }
    FloorChoice decide(const FloorView&) override { return {FloorAct::deny, {}, {}, 0, {}}; }
};

TEST(Boundary, hands_a_policy_over_as_what_it_is) {
    constexpr auto style = style_of<InOrder>("in-order", "In order", "As it was built.");
    auto* made = static_cast<FloorPolicy*>(style.create(style.context));
    ASSERT_NE(made, nullptr);
    EXPECT_TRUE(made->accepts(""));
    EXPECT_EQ(made->decide({}).act, FloorAct::deny);
    style.destroy(made);
}

} // namespace
} // namespace plenum::token
