// SPDX-License-Identifier: Apache-2.0
// A history: its numbers follow one another up to the next, its bounds hold, its bytes are what its messages have.
#include "core/flow/history.h"

#include "core/base/check.h"
#include "core/base/limits.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

namespace plenum::fuzz {
namespace {

std::size_t size_of(std::uint64_t sequence, std::uint64_t choice) {
    constexpr std::size_t sizes[] = {0, 1, 900, 70'000};
    return sizes[choice % 4] + sequence % 7;
}

void check(const flow::History& history) {
    std::size_t bytes = 0;
    auto expected = history.next().value() - history.items().size();
    for (const auto& item : history.items()) {
        CHECK(item.sequence.value() == expected++);
        bytes += item.sealed.size();
        for (const auto byte : item.sealed)
            CHECK(byte == static_cast<std::uint8_t>(item.sequence.value()));
    }
    CHECK(bytes == history.bytes());
    CHECK(history.items().size() <= base::limits::history_messages_max);
    CHECK(history.bytes() <= base::limits::history_bytes_max || history.items().size() == 1);
}

} // namespace

void run_history(base::ByteView input) {
    using Push = flow::History::Push;
    Input steps{input};
    flow::History history;
    std::uint64_t next = 1;
    while (steps.more()) {
        if (steps.rarely(16) && !history.items().empty()) {
            history.drop_oldest();
            check(history);
            continue;
        }
        auto sequence = next;
        const auto kind = steps.below(8);
        if (kind == 6) sequence = next + steps.below(1000);
        if (kind == 7) sequence = next - std::min(next, steps.below(16));
        const auto repeats = kind < 2 ? steps.below(256) : 1;
        for (std::uint64_t i = 0; i < repeats; ++i, ++sequence) {
            const auto size = size_of(sequence, kind);
            const auto before = history.items().size();
            const auto result =
                history.push(base::SequenceNumber{sequence}, base::Bytes(size, static_cast<std::uint8_t>(sequence)));
            if (sequence < next) {
                CHECK(result == Push::duplicate && history.items().size() == before);
                continue;
            }
            CHECK(result == (sequence > next && next > 1 ? Push::gap : Push::added));
            if (sequence > next) CHECK(history.items().size() == 1);
            next = sequence + 1;
            CHECK(!history.items().empty() && history.items().back().sequence.value() == sequence);
        }
        CHECK(history.next().value() == next);
        check(history);
    }
}

} // namespace plenum::fuzz
