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
                    choice.note(camera(member), {layer(number), layer_rates[number] / 2});
            choice.decide(base::ByteRate{budget}, false,
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

using base::PictureSize;

/// A camera whose small size offers 2, 4, 6 and 8 kB a second.
class TwoSizes : public testing::Test {
  protected:
    struct Conditions {
        std::uint64_t budget;
        bool dropping{false};
        bool sends_small{true};
    };
    void run(const Conditions& now, int intervals) {
        for (int i = 0; i < intervals; ++i) {
            for (std::uint8_t number = 0; number < LayerBudget::layers_max; ++number) {
                choice.note(camera(1), {layer(number), layer_rates[number] / 2, ladder});
                const auto small = layer(number).of_size(PictureSize::small);
                if (now.sends_small) choice.note(camera(1), {small, layer_rates[number] / 10, ladder});
            }
            choice.decide(base::ByteRate{now.budget}, now.dropping, [](LayerBudget::Source) { return 0U; });
        }
    }
    [[nodiscard]] int layers_of(PictureSize size) const {
        int passing = 0;
        for (std::uint8_t number = 0; number < LayerBudget::layers_max; ++number)
            passing += choice.passes(camera(1), layer(number).of_size(size));
        return passing;
    }
    [[nodiscard]] std::optional<PictureSize> size() const { return choice.size_of(camera(1)); }
    LayerBudget choice;
    LayerBudget::Ladder ladder{LayerBudget::Ladder::two_sizes};
};

TEST_F(TwoSizes, large_gives_up_layers_then_its_size_and_nothing_is_the_last) {
    run({200'000}, 20);
    EXPECT_TRUE(choice.is_idle());
    run({65'000}, 1);
    EXPECT_EQ(size(), PictureSize::large);
    EXPECT_EQ(layers_of(PictureSize::large), 3);
    run({25'000}, 1);
    EXPECT_EQ(size(), PictureSize::small) << "layer 0 of the large one would fit, and show less";
    EXPECT_EQ(layers_of(PictureSize::small), 4);
    run({7'000}, 1);
    EXPECT_EQ(layers_of(PictureSize::small), 2);
    run({1'000}, 1);
    EXPECT_EQ(size(), std::nullopt);
    EXPECT_EQ(layers_of(PictureSize::small) + layers_of(PictureSize::large), 0);
}

TEST_F(TwoSizes, until_the_small_one_begins_the_base_of_the_large_one_passes) {
    run({200'000, false, false}, 4);
    run({25'000, false, false}, 1);
    EXPECT_EQ(size(), PictureSize::small) << "what it takes is guessed";
    EXPECT_EQ(layers_of(PictureSize::large), 1);
}

TEST_F(TwoSizes, the_large_one_comes_back_after_seconds_with_room_to_spare) {
    run({200'000}, 4);
    run({25'000}, 1);
    run({200'000}, LayerBudget::size_patience - 1);
    EXPECT_EQ(size(), PictureSize::small);
    run({200'000}, 1);
    EXPECT_EQ(size(), PictureSize::large);
    EXPECT_EQ(layers_of(PictureSize::large), 3);
}

TEST_F(TwoSizes, the_large_one_is_tried_where_a_link_that_is_not_used_does_not_grow) {
    run({200'000}, 4);
    run({28'000}, 1);
    run({28'000}, LayerBudget::trial_patience);
    EXPECT_EQ(size(), PictureSize::large);
    run({28'000, true}, 1);
    EXPECT_EQ(size(), PictureSize::small) << "something was dropped";
    int tried_after = 0;
    while (size() == PictureSize::small && tried_after < 100) {
        run({28'000}, 1);
        ++tried_after;
    }
    EXPECT_NEAR(tried_after, 2 * LayerBudget::trial_patience, 2) << "a trial in vain is not repeated so soon";
    run({100'000}, LayerBudget::trial_length + 1);
    EXPECT_EQ(size(), PictureSize::large) << "the link grew meanwhile";
}

TEST_F(TwoSizes, who_wants_no_more_than_the_small_one_pays_for_no_more) {
    ladder = LayerBudget::Ladder::small_only;
    run({30'000}, 4);
    EXPECT_TRUE(choice.is_idle());
    EXPECT_EQ(size(), PictureSize::small);
    run({7'000}, 1);
    EXPECT_EQ(layers_of(PictureSize::small), 2);
}

TEST_F(TwoSizes, a_size_that_pauses_costs_as_much_as_before_when_it_comes_back) {
    run({200'000}, 10);
    run({25'000}, 1);
    for (int i = 0; i < 10; ++i) {
        for (std::uint8_t number = 0; number < LayerBudget::layers_max; ++number)
            choice.note(camera(1), {layer(number).of_size(PictureSize::small), layer_rates[number] / 10, ladder});
        choice.decide(base::ByteRate{30'000}, false, [](LayerBudget::Source) { return 0U; });
    }
    EXPECT_EQ(size(), PictureSize::small) << "the large one is not free because nobody sends it";
}

} // namespace
} // namespace plenum::tag
