// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ring.h"
#include "core/base/time.h"
#include "core/wire/frames.h"

#include <array>
#include <cstdint>
#include <deque>
#include <expected>
#include <map>
#include <utility>

namespace plenum::flow {

/// Puts the messages of one sender together again from fragments in any order, several at a time.
///
/// Memory follows what has arrived, never what a fragment claims: pieces are kept as they came, and the whole is made
/// when the last is there. Over a bound the oldest message goes (security.md, Limits).
class Reassembler {
  public:
    enum class Refusal : std::uint8_t {
        inconsistent = 1, ///< contradicts an earlier fragment of the same message, or itself
        duplicate = 2,
        finished = 3, ///< a fragment of a message that was whole before
    };

    /// True if this was the message's last missing fragment: its data is the message then, and its index and count mean
    /// nothing. False if more are missing; then the fragment is moved from. Refused ones are left as they were.
    [[nodiscard]] std::expected<bool, Refusal> add(wire::FragmentFrame& fragment, base::LocalTime now);
    /// Forgets messages whose first fragment came more than limits::reassembly_age_max ago.
    void expire(base::LocalTime now);

    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    /// Messages given up with pieces missing.
    [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

  private:
    struct Partial {
        wire::FragmentFrame head;
        base::LocalTime first_at;
        std::map<std::uint16_t, base::Bytes> pieces;
        std::size_t bytes{0};
    };

    [[nodiscard]] Partial* find(const wire::FragmentFrame& fragment);
    [[nodiscard]] bool is_finished(const wire::FragmentFrame& fragment);
    void note_finished(const wire::FragmentFrame& head);
    void make_room(std::size_t bytes);
    void forget(std::size_t index);
    [[nodiscard]] static base::Bytes join(const Partial& partial);

    std::deque<Partial> partials_;
    using MessageId = std::pair<base::FlowId, base::SequenceNumber>;
    [[nodiscard]] std::uint8_t& finished_like(const MessageId& message);
    /// The newest messages that were whole, so that their stray duplicates start nothing.
    base::Ring<MessageId> finished_;
    /// How many of them fall into each of these classes: most fragments are of a message in whose class there is none,
    /// and nothing need be searched.
    std::array<std::uint8_t, 256> finished_in_class_{};
    std::size_t bytes_{0};
    std::uint64_t dropped_{0};
};

} // namespace plenum::flow
