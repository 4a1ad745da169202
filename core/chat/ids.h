// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/units.h"

#include <compare>
#include <cstdint>

namespace plenum::chat {

/// A message of one flow: who sent it, and its number there. Both are authenticated with the message, never read from
/// its body.
struct MessageId {
    base::MemberIndex sender{};
    base::SequenceNumber sequence{};
    friend auto operator<=>(const MessageId&, const MessageId&) = default;
};

/// Version of a line's text, or of one person's reactions to it: one more than the highest that the author had seen.
using Version = base::Number<struct ChatVersionTag, std::uint32_t>;

/// Which of two writes counts: the one of higher rank. The same at all replicas, in whatever order they come.
struct Rank {
    Version version{};
    MessageId by{};
    friend auto operator<=>(const Rank&, const Rank&) = default;
};

/// A sender, and the person that it is: the key of the device. A person who comes back as a new member is the same
/// person.
struct Author {
    base::MemberIndex sender{};
    /// Zero where it is not known; then only the sender itself counts as the same.
    base::IdentityKey person{};

    [[nodiscard]] bool is_same_person(const Author& other) const {
        return sender == other.sender || (!person.is_zero() && person == other.person);
    }
};

/// What a person can show of a line. The numbers are those of the wire.
enum class Reaction : std::uint8_t {
    agree = 1,
    disagree,
    love,
    laugh,
    sad,
    celebrate,
    question,
    done,
};

/// A bit for each reaction, `agree` the lowest.
using ReactionSet = base::Number<struct ReactionSetTag, std::uint8_t>;

[[nodiscard]] constexpr ReactionSet set_of(Reaction reaction) {
    return ReactionSet{static_cast<std::uint8_t>(1U << (static_cast<unsigned>(reaction) - 1))};
}
[[nodiscard]] constexpr bool contains(ReactionSet set, Reaction reaction) {
    return (set.value() & set_of(reaction).value()) != 0;
}
[[nodiscard]] constexpr ReactionSet toggled(ReactionSet set, Reaction reaction) {
    return ReactionSet{static_cast<std::uint8_t>(set.value() ^ set_of(reaction).value())};
}

/// What a shared screen shows, as its sharer's pictures name it. No sharer, and scene 0: none is looked at.
struct SharedScene {
    base::MemberIndex sharer{};
    std::uint32_t scene{0};
    friend bool operator==(const SharedScene&, const SharedScene&) = default;

    [[nodiscard]] bool is_none() const { return sharer.value() == 0; }
};

/// Why a message changes nothing.
enum class Refusal : std::uint8_t {
    malformed = 1, ///< the bytes are no message, or say something out of bounds
    unknown,       ///< of a format or a kind that this version does not know
    repeat,        ///< this number of the sender has a line already
    not_yours,     ///< somebody else said the line
    names_future,  ///< it names itself, or a later message of its sender
    forgotten,     ///< the line is older than what is kept
    spent,         ///< limits::sender_changes_max
    full,          ///< this replica keeps no more reactions, or changes that wait
};

} // namespace plenum::chat
