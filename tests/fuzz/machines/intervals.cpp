// SPDX-License-Identifier: Apache-2.0
// Intervals beside a row of bits, at the bottom of the numbers or at their very top.
#include "core/base/intervals.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <array>

namespace plenum::fuzz {
namespace {

constexpr std::uint64_t universe = 256;

struct Model {
    std::array<bool, universe> there{};

    [[nodiscard]] std::vector<base::Interval> runs(std::uint64_t base) const {
        std::vector<base::Interval> found;
        for (std::uint64_t i = 0; i < universe; ++i) {
            if (!there[i]) continue;
            if (i == 0 || !there[i - 1]) found.push_back({base + i, base + i});
            found.back().last = base + i;
        }
        return found;
    }
};

void insert(base::IntervalSet& set, Model& model, Input& steps, std::uint64_t base, std::size_t intervals_max) {
    const auto first = steps.below(universe);
    const auto last = std::min(first + steps.below(steps.flip() ? 4 : universe), universe - 1);
    auto after = model;
    bool all = true;
    for (auto i = first; i <= last; ++i) {
        all = all && model.there[i];
        after.there[i] = true;
    }
    const auto result = set.insert(base + first, base + last);
    if (all)
        CHECK(result == base::IntervalSet::Insert::already_there);
    else if (after.runs(base).size() > intervals_max)
        CHECK(result == base::IntervalSet::Insert::full);
    else
        CHECK(result == base::IntervalSet::Insert::added);
    if (result == base::IntervalSet::Insert::added) model = after;
}

} // namespace

void run_intervals(base::ByteView input) {
    Input steps{input};
    const auto base = steps.flip() ? 0 : ~std::uint64_t{0} - (universe - 1);
    const auto intervals_max = steps.between(1, 20);
    base::IntervalSet set{intervals_max};
    Model model;
    while (steps.more()) {
        switch (steps.below(6)) {
        default: insert(set, model, steps, base, intervals_max); break;
        case 4: {
            const auto bound = steps.below(universe);
            set.remove_below(base + bound);
            std::fill_n(model.there.begin(), bound, false);
            break;
        }
        case 5: {
            set.remove_lowest();
            auto at = std::ranges::find(model.there, true);
            while (at != model.there.end() && *at)
                *at++ = false;
            break;
        }
        }
        CHECK(set.intervals() == model.runs(base));
        CHECK(set.empty() == set.intervals().empty());
        const auto probe = steps.below(universe);
        CHECK(set.contains(base + probe) == model.there[probe]);
    }
}

} // namespace plenum::fuzz
