// SPDX-License-Identifier: Apache-2.0
// Acknowledgements tell of nothing that did not come, of the newest that came, and of all between their ends.
#include "core/link/ack_tracker.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <set>

namespace plenum::fuzz {
namespace {

void check_frame(const wire::AckFrame& frame, const std::set<std::uint64_t>& came, std::uint64_t forgotten_below) {
    const auto largest = frame.largest.value();
    CHECK(largest == *came.rbegin() && frame.ranges.size() <= 32 && frame.delay >= base::Duration::zero());
    CHECK(frame.first_length <= largest);
    auto low = largest - frame.first_length;
    std::set<std::uint64_t> told;
    const auto tell = [&](std::uint64_t first, std::uint64_t last) {
        for (auto number = first; number <= last; ++number)
            told.insert(number);
    };
    tell(low, largest);
    for (const auto& range : frame.ranges) {
        CHECK(range.gap + 2 <= low);
        const auto last = low - range.gap - 2;
        CHECK(range.length <= last);
        low = last - range.length;
        tell(low, last);
    }
    for (const auto number : told)
        CHECK(came.contains(number));
    for (auto at = came.lower_bound(std::max(low, forgotten_below)); at != came.end(); ++at)
        CHECK(told.contains(*at));
}

} // namespace

void run_ack_tracker(base::ByteView input) {
    Input steps{input};
    link::AckTracker tracker;
    std::set<std::uint64_t> came;
    std::uint64_t forgotten_below = 0;
    base::LocalTime now{base::from_us(1000)};
    while (steps.more()) {
        now += steps.microseconds(8000);
        const auto top = came.empty() ? 0 : *came.rbegin();
        switch (steps.below(6)) {
        default: {
            const auto number = steps.flip() ? top + steps.below(4) : top - std::min(top, steps.below(512));
            tracker.handle_received(number, steps.flip(), now);
            came.insert(number);
            break;
        }
        case 4: {
            // The peer knows of an acknowledgement that told so much.
            const auto largest = top - std::min(top, steps.below(64));
            tracker.handle_acknowledged(largest);
            if (!came.empty()) forgotten_below = std::max(forgotten_below, largest);
            break;
        }
        case 5: {
            const auto frame = tracker.take(now);
            if (frame) check_frame(*frame, came, forgotten_below);
            CHECK(!tracker.pending());
            CHECK(tracker.due_at() == base::local_time_max);
            break;
        }
        }
        if (tracker.pending()) CHECK(tracker.due_at() <= now + link::AckTracker::delay_max);
        if (!tracker.pending()) CHECK(tracker.due_at() == base::local_time_max);
    }
}

} // namespace plenum::fuzz
