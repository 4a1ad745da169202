// SPDX-License-Identifier: Apache-2.0
#include "core/tag/layer_budget.h"

#include <gtest/gtest.h>

namespace plenum::tag {
namespace {

/// A camera offers 10, 20, 30 and 40 kB a second in its layers.
constexpr std::array<std::size_t, LayerBudget::layers_max> layer_rates{10'000, 20'000, 30'000, 40'000};

LayerBudget::Source camera(std::uint32_t member) { return {base::FlowId{2}, base::MemberIndex{member}}; }
wire::MessageFlags layer(std::uint8_t number) { return wire::MessageFlags::of(false, false, number); }

class LayerBudgets : public testing::Test {
  protected:
    /// Lets the cameras run beside this budget for so many intervals. The floor is with member 1.
    void run(std::uint32_t cameras, std::uint64_t budget, int intervals) {
        for (int i = 0; i < intervals; ++i) {
            for (std::uint32_t member = 1; member <= cameras; ++member)
                for (std::uint8_t number = 0; number < LayerBudget::layers_max; ++number)
                    choice.note(camera(member), layer(number), layer_rates[number] / 2);
            choice.decide(base::ByteRate{budget},
                          [](LayerBudget::Source source) { return source.second.value() == 1 ? 0U : 1U; });
        }
    }
    [[nodiscard]] int layers_of(std::uint32_t member) const {
        int passing = 0;
        for (std::uint8_t number = 0; number < LayerBudget::layers_max; ++number)
            passing += choice.passes(camera(member), layer(number));
        return passing;
    }
    LayerBudget choice;
};

TEST_F(LayerBudgets, everything_passes_where_it_fits) {
    run(3, 320'000, 20);
    EXPECT_TRUE(choice.is_idle());
    EXPECT_EQ(layers_of(1) + layers_of(2) + layers_of(3), 12);
}

TEST_F(LayerBudgets, every_stream_keeps_its_base_before_any_gets_more) {
    run(3, 55'000, 20);
    EXPECT_EQ(layers_of(1), 2) << "whoever has the floor gets the rest";
    EXPECT_EQ(layers_of(2), 1);
    EXPECT_EQ(layers_of(3), 1);
    run(3, 12'000, 20);
    EXPECT_EQ(layers_of(1), 1);
    EXPECT_EQ(layers_of(2) + layers_of(3), 0);
}

TEST_F(LayerBudgets, less_takes_effect_at_once_and_more_after_seconds_one_layer_at_a_time) {
    run(1, 200'000, 20);
    run(1, 65'000, 1);
    EXPECT_EQ(layers_of(1), 3);
    run(1, 12'000, 1);
    EXPECT_EQ(layers_of(1), 1);
    run(1, 200'000, LayerBudget::patience - 1);
    EXPECT_EQ(layers_of(1), 1);
    run(1, 200'000, 1);
    EXPECT_EQ(layers_of(1), 2);
    run(1, 200'000, 2 * LayerBudget::patience);
    EXPECT_EQ(layers_of(1), 4);
    EXPECT_TRUE(choice.is_idle());
}

TEST_F(LayerBudgets, a_budget_that_hovers_at_the_border_does_not_flicker) {
    run(1, 65'000, 20);
    ASSERT_EQ(layers_of(1), 3);
    int changes = 0;
    for (int i = 0; i < 200; ++i) {
        const auto before = layers_of(1);
        run(1, i % 2 == 0 ? 65'000 : 105'000, 1);
        changes += layers_of(1) != before;
    }
    EXPECT_EQ(changes, 0);
}

TEST_F(LayerBudgets, a_stream_that_ended_frees_its_share) {
    run(2, 110'000, 20);
    EXPECT_LT(layers_of(1), 4);
    run(1, 130'000, 60);
    EXPECT_EQ(layers_of(1), 4);
}

} // namespace
} // namespace plenum::tag
