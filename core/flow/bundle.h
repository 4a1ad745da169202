// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/wire/message.h"

#include <vector>

/// Bundles: what one member publishes on one live flow at one time is sealed as one.
///
/// The problem: a message of a few bytes costs its two members as much as one of a thousand, since each is sealed, cut,
/// queued, put together and opened by itself. The intuition: what an application publishes in one turn of its node has
/// the same deadline and goes the same way, so only its numbers and its bodies need be told apart. The alternative, to
/// wait for more, makes the first late for the last; here nothing waits beyond the turn in which it came.
///
/// A bundle fits one fragment, so that a loss takes no message with it that would not have been in the same datagram.
namespace plenum::flow {

inline constexpr std::size_t bundle_messages_max = 255;

/// A bundle in the making. A single message in it stands as it would without.
class BundleDraft {
  public:
    [[nodiscard]] bool empty() const { return bodies_.empty(); }
    /// Whether a message of so many bytes may be the first.
    [[nodiscard]] static bool is_small(std::size_t bytes);
    /// Whether a message of so many bytes may come behind those that are there: sent at the same time, with the same
    /// flags, the next number, and room for it.
    [[nodiscard]] bool takes(base::SequenceNumber sequence, base::ConferenceTime sent_at, wire::MessageFlags flags,
                             std::size_t bytes);
    /// Precondition: empty, the message small.
    void begin(wire::MessageHeader header, base::ByteView body);
    /// Precondition: `takes` said so.
    void add(base::ByteView body);
    /// Of all together. Precondition for both: not empty.
    [[nodiscard]] const wire::MessageHeader& header() const { return header_; }
    [[nodiscard]] base::ByteView plaintext() const;
    void clear() { bodies_.clear(); }

  private:
    wire::MessageHeader header_;
    /// Each with its length before it. Keeps its memory.
    base::Bytes bodies_;
    /// Of the first, its length's.
    std::size_t prefix_{0};
    /// For all of them; 0 as long as nobody asked.
    std::size_t room_{0};
};

/// Splits a bundle's plaintext into views, written over `bodies`. False unless exactly `count` bodies fill it, each of
/// at most `body_bytes_max`.
[[nodiscard]] bool split_bundle(base::ByteView plaintext, std::size_t count, std::size_t body_bytes_max,
                                std::vector<base::ByteView>& bodies);

} // namespace plenum::flow
