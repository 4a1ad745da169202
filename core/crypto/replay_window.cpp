// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/replay_window.h"

#include <algorithm>

namespace plenum::crypto {

ReplayWindow::Answer ReplayWindow::check(std::uint64_t number) const {
    if (number > highest_) return Answer::fresh;
    if (highest_ - number >= size) return Answer::too_old;
    const auto bit = std::uint64_t{1} << number % word_bits;
    return (words_[slot(number / word_bits)] & bit) != 0 ? Answer::replay : Answer::fresh;
}

ReplayWindow::Answer ReplayWindow::check(std::uint64_t first, std::uint64_t count) const {
    // In order, where nothing is to be looked for.
    if (first > highest_) return Answer::fresh;
    for (std::uint64_t i = 0; i < count; ++i) {
        if (const auto answer = check(first + i); answer != Answer::fresh) return answer;
    }
    return Answer::fresh;
}

void ReplayWindow::mark(std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i)
        mark(first + i);
}

void ReplayWindow::mark(std::uint64_t number) {
    if (check(number) != Answer::fresh) return;
    const auto word = number / word_bits;
    if (number > highest_) {
        const auto word_highest = highest_ / word_bits;
        // Past a whole turn of the ring every word is cleared once.
        const auto moved = std::min(word - word_highest, word_count);
        for (std::uint64_t i = 1; i <= moved; ++i)
            words_[slot(word_highest + i)] = 0;
        highest_ = number;
    }
    words_[slot(word)] |= std::uint64_t{1} << number % word_bits;
}

} // namespace plenum::crypto
