// SPDX-License-Identifier: Apache-2.0
// Random users on one board: all replicas end with the same bytes. They show the same board as a model
// that never drops an operation.
//
//     board-convergence [SEEDS [FIRST]]

#include "tests/unit/board/world.h"

#include <cstdio>
#include <cstdlib>

namespace plenum::board {
namespace {

World::Options options_of(std::uint64_t seed) {
    base::Random random{seed ^ 0x60a7d};
    World::Options options;
    options.users = 2 + random.below(4);
    options.steps = 60 + random.below(500);
    options.order = random.chance(500'000) ? World::Order::causal : World::Order::each_sender;
    // Small windows settle much.
    options.rules.undo_gestures =
        random.chance(300'000) ? limits::undo_gestures : static_cast<std::uint32_t>(1 + random.below(8));
    return options;
}

int run(std::uint64_t seeds, std::uint64_t first) {
    std::size_t operations = 0;
    for (auto seed = first; seed < first + seeds; ++seed) {
        World world{options_of(seed), seed};
        const auto wrong = world.run();
        operations += world.operations();
        if (wrong.empty()) continue;
        std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), wrong.c_str());
        return 1;
    }
    std::printf("%llu seeds, %zu operations\n", static_cast<unsigned long long>(seeds), operations);
    return 0;
}

} // namespace
} // namespace plenum::board

int main(int count, char** arguments) {
    const auto seeds = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 400;
    const auto first = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1;
    return plenum::board::run(seeds, first);
}
