// SPDX-License-Identifier: Apache-2.0
// The replay window beside a set of all numbers that were ever marked.
#include "core/crypto/replay_window.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <set>

namespace plenum::fuzz {

void run_replay_window(base::ByteView input) {
    using Answer = crypto::ReplayWindow::Answer;
    Input steps{input};
    crypto::ReplayWindow window;
    std::set<std::uint64_t> marked;
    std::uint64_t highest = 0;
    while (steps.more()) {
        std::uint64_t number = 0;
        switch (steps.below(5)) {
        case 0: number = highest + steps.below(4); break;
        case 1: number = highest + steps.below(3 * crypto::ReplayWindow::size); break;
        case 2: number = highest - steps.below(2 * crypto::ReplayWindow::size); break;
        case 3: number = highest - crypto::ReplayWindow::size + steps.below(5) - 2; break;
        default: number = steps.number(8); break;
        }
        auto wanted = marked.contains(number) ? Answer::replay : Answer::fresh;
        if (number <= highest && highest - number >= crypto::ReplayWindow::size) wanted = Answer::too_old;
        CHECK(window.check(number) == wanted);
        CHECK(window.check(number) == wanted);
        if (steps.rarely(4)) continue;
        window.mark(number);
        if (wanted != Answer::fresh) continue;
        marked.insert(number);
        highest = std::max(highest, number);
        CHECK(window.check(number) == Answer::replay);
    }
}

} // namespace plenum::fuzz
