// SPDX-License-Identifier: Apache-2.0
// Fragments in any order, twice, late, lost, and lies beside them: an honest message comes out as it went in, never
// twice while its end is remembered, and memory keeps its bounds.
#include "core/flow/reassembly.h"

#include "core/base/check.h"
#include "core/flow/fragment.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <algorithm>

namespace plenum::fuzz {
namespace {

namespace limits = base::limits;
constexpr base::FlowId honest{1};
constexpr base::FlowId lying{2};

base::Bytes message_of(std::uint64_t sequence) {
    base::Bytes message(1 + sequence * 397 % 7000);
    for (std::size_t i = 0; i < message.size(); ++i)
        message[i] = static_cast<std::uint8_t>(sequence * 31 + i + i / 1100);
    return message;
}

std::vector<wire::FragmentFrame> fragments_of(std::uint64_t sequence) {
    wire::FragmentFrame head;
    head.flow = honest;
    head.sequence = base::SequenceNumber{sequence};
    return flow::split(head, message_of(sequence));
}

class Run {
  public:
    void give(wire::FragmentFrame fragment) {
        const auto key = std::pair{fragment.flow, fragment.sequence};
        const auto remembered = std::ranges::find(finished_, key) != finished_.end();
        const auto whole = reassembler_.add(fragment, now);
        CHECK(reassembler_.bytes() <= limits::reassembly_bytes_max);
        if (!whole) return;
        CHECK(!remembered);
        if (!*whole) return;
        const auto& message = fragment.data;
        CHECK((std::pair{fragment.flow, fragment.sequence} == key));
        CHECK(!message.empty() && message.size() <= limits::message_bytes_max + limits::fragment_bytes_max);
        if (fragment.flow == honest) CHECK(message == message_of(fragment.sequence.value()));
        finished_.push_back(key);
        if (finished_.size() > limits::reassembly_messages_max) finished_.pop_front();
    }
    void expire() {
        reassembler_.expire(now);
        CHECK(reassembler_.bytes() <= limits::reassembly_bytes_max);
    }
    /// After which nothing can be left.
    void finish() {
        now += limits::reassembly_age_max + base::Duration{1};
        expire();
        CHECK(reassembler_.bytes() == 0);
    }

    base::LocalTime now{base::from_us(1)};

  private:
    flow::Reassembler reassembler_;
    std::deque<std::pair<base::FlowId, base::SequenceNumber>> finished_;
};

wire::FragmentFrame lie(Input& steps) {
    wire::FragmentFrame fragment;
    fragment.flow = lying;
    fragment.sequence = base::SequenceNumber{steps.below(70)};
    fragment.index = static_cast<std::uint16_t>(steps.flip() ? steps.below(4) : steps.number(2));
    fragment.count = static_cast<std::uint16_t>(steps.flip() ? steps.below(5) : steps.number(2));
    fragment.flags.bits = steps.rarely(16) ? 1 : 0;
    fragment.data.assign(steps.flip() ? limits::fragment_bytes_max : steps.below(1101), 0xee);
    return fragment;
}

/// All pieces but the last of many messages: nothing comes out, and all of it must find room.
void flood(Run& run, Input& steps) {
    const auto from = steps.below(64);
    for (std::uint16_t index = 0; index < 900; ++index) {
        wire::FragmentFrame fragment;
        fragment.flow = lying;
        fragment.sequence = base::SequenceNumber{1000 + from + index % 5U};
        fragment.count = 953;
        fragment.index = index;
        fragment.data.assign(limits::fragment_bytes_max, 0xdd);
        run.give(std::move(fragment));
    }
}

} // namespace

void run_reassembly(base::ByteView input) {
    Input steps{input};
    Run run;
    int floods = 0;
    while (steps.more()) {
        switch (steps.below(9)) {
        default: {
            auto all = fragments_of(steps.below(200));
            run.give(std::move(all[steps.below(all.size())]));
            break;
        }
        case 4: {
            // The whole at once, rotated.
            auto all = fragments_of(steps.below(200));
            std::ranges::rotate(all, all.begin() + static_cast<std::ptrdiff_t>(steps.below(all.size())));
            for (auto& fragment : all)
                run.give(std::move(fragment));
            break;
        }
        case 5:
        case 6: run.give(lie(steps)); break;
        case 7:
            run.now += steps.microseconds(700'000);
            if (steps.flip()) run.expire();
            break;
        case 8:
            if (floods++ < 6) flood(run, steps);
            break;
        }
    }
    run.finish();
}

} // namespace plenum::fuzz
