// SPDX-License-Identifier: Apache-2.0
// Two replicas of a chat that get the messages of hostile senders in different orders between senders.
#include "core/base/check.h"
#include "core/chat/transcript.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <array>
#include <deque>

namespace plenum::fuzz {
namespace {

using namespace chat;

constexpr std::uint32_t senders = 4;

/// The last two are one person.
base::IdentityKey person_of(base::MemberIndex sender) {
    base::IdentityKey key;
    key.bytes.front() = static_cast<std::uint8_t>(std::min(sender.value(), senders - 1));
    return key;
}

/// Of any sender, or of one that never comes, near what exists.
MessageId some_line(Input& steps) {
    return {base::MemberIndex{static_cast<std::uint32_t>(steps.below(senders + 1) + 1)},
            base::SequenceNumber{steps.below(12) + 1}};
}
Version some_version(Input& steps) { return Version{static_cast<std::uint32_t>(steps.below(3) + 1)}; }

Operation some_operation(Input& steps) {
    const auto on = some_line(steps);
    switch (steps.below(8)) {
    case 0: return Reply{on, "answer"};
    case 1: return Edit{on, some_version(steps), std::string(1 + steps.below(3), 'x')};
    case 2: return Delete{on, some_version(steps)};
    case 3: return React{on, some_version(steps), ReactionSet{steps.byte()}};
    case 4: return ShareFile{{"a.png", 1 + steps.below(9), "image/png", {}, 0, 0}};
    case 5: return Look{steps.flip() ? SharedScene{on.sender, 1} : SharedScene{}};
    default: return Say{"line"};
    }
}

void check(const Transcript& on) {
    for (const auto& [id, line] : on.lines()) {
        CHECK(!line.said.empty());
        const auto* write = line.write ? &*line.write : nullptr;
        CHECK(write == nullptr || person_of(write->rank.by.sender) == person_of(id.sender));
        for (const auto& [person, reacted] : line.reactions)
            CHECK(person_of(reacted.rank.by.sender) == person);
    }
}

} // namespace

void run_chat_replicas(base::ByteView input) {
    Input steps{input};
    Transcript one{person_of};
    Transcript other{person_of};
    std::array<std::deque<std::pair<MessageId, Operation>>, senders> mail;
    std::array<std::uint64_t, senders> sent{};
    const auto deliver = [&](std::size_t from) {
        if (mail[from].empty()) return;
        (void)other.apply(mail[from].front().first, mail[from].front().second);
        mail[from].pop_front();
    };
    while (steps.more()) {
        const auto from = steps.below(senders);
        if (steps.rarely(3)) {
            deliver(from);
            continue;
        }
        const MessageId id{base::MemberIndex{static_cast<std::uint32_t>(from + 1)}, base::SequenceNumber{++sent[from]}};
        const auto& [by, operation] = mail[from].emplace_back(id, some_operation(steps));
        (void)one.apply(by, operation);
        check(one);
    }
    for (std::size_t from = senders; from > 0; --from) {
        while (!mail[from - 1].empty())
            deliver(from - 1);
    }
    check(other);
    CHECK(one.lines() == other.lines());
    CHECK(one.waiting() == other.waiting());
}

} // namespace plenum::fuzz
