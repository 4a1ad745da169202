// SPDX-License-Identifier: Apache-2.0
// The relay's filter beside a plain list of the newest fragments that passed.
#include "core/flow/duplicate_filter.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <algorithm>
#include <deque>

namespace plenum::fuzz {

void run_duplicate_filter(base::ByteView input) {
    Input steps{input};
    flow::DuplicateFilter filter;
    std::deque<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>> passed;
    while (steps.more()) {
        const auto flow = steps.below(3);
        const auto sequence = steps.below(64);
        const auto first = steps.below(64);
        const auto count = steps.rarely(8) ? steps.below(600) : 1;
        for (auto index = first; index < first + count; ++index) {
            wire::FragmentFrame fragment;
            fragment.flow = base::FlowId{static_cast<std::uint16_t>(flow)};
            fragment.sequence = base::SequenceNumber{sequence};
            fragment.index = static_cast<std::uint16_t>(index);
            const std::tuple key{flow, sequence, index};
            const bool is_new = std::ranges::find(passed, key) == passed.end();
            CHECK(filter.pass(fragment) == is_new);
            if (is_new) passed.push_back(key);
            if (passed.size() > flow::DuplicateFilter::fragments_max) passed.pop_front();
        }
    }
}

} // namespace plenum::fuzz
