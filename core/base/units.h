// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <functional>

namespace plenum::base {

/// A number with a meaning: values of different `Tag`s neither mix nor convert.
template <class Tag, std::unsigned_integral Rep>
class Number {
  public:
    using rep = Rep;
    constexpr Number() = default;
    constexpr explicit Number(Rep value) : value_{value} {}
    [[nodiscard]] constexpr Rep value() const { return value_; }
    [[nodiscard]] constexpr Number next() const { return Number{static_cast<Rep>(value_ + 1)}; }
    friend constexpr auto operator<=>(Number, Number) = default;

  private:
    Rep value_{0};
};

/// Number of a message within one sender's stream on one flow; the first is 1.
using SequenceNumber = Number<struct SequenceTag, std::uint64_t>;
/// Number of a message among all that its sender sent on the flows of one conversation; the first is 1.
using Ordinal = Number<struct OrdinalTag, std::uint64_t>;
/// Number of a sealed datagram in one direction of one link session; the first is 0.
using PacketNumber = Number<struct PacketTag, std::uint64_t>;
/// Position of an entry in the control log; genesis is 0.
using LogPosition = Number<struct LogPositionTag, std::uint64_t>;
/// Epoch of the conference's content keys; the first is 1, 0 means none.
using KeyEpoch = Number<struct KeyEpochTag, std::uint64_t>;
/// Epoch of a discussion group's own keys; the first is 1, 0 means none.
using GroupEpoch = Number<struct GroupEpochTag, std::uint64_t>;
/// Epoch of a token's grant (its log position); 0 means the flow needs no token.
using TokenEpoch = Number<struct TokenEpochTag, std::uint64_t>;
/// A member of a conference, in order of joining, never used twice; the first is 1.
using MemberIndex = Number<struct MemberTag, std::uint32_t>;
/// A flow of a conference; the first is 1.
using FlowId = Number<struct FlowTag, std::uint16_t>;
/// A conversation of a conference; the plenary is 1, 0 means none.
using ConversationId = Number<struct ConversationTag, std::uint16_t>;
/// A token of a conference; the first is 1.
using TokenId = Number<struct TokenIdTag, std::uint16_t>;
/// Receiver of a datagram at one node: names a link session, random per session.
using SessionIndex = Number<struct SessionTag, std::uint32_t>;
/// A pull of one member, as it numbers them.
using PullId = Number<struct PullTag, std::uint32_t>;
/// Bytes per second.
using ByteRate = Number<struct ByteRateTag, std::uint64_t>;

} // namespace plenum::base

template <class Tag, class Rep>
struct std::hash<plenum::base::Number<Tag, Rep>> {
    std::size_t operator()(plenum::base::Number<Tag, Rep> number) const noexcept {
        return std::hash<Rep>{}(number.value());
    }
};
