// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/wire/frames.h"

#include <deque>
#include <expected>
#include <map>
#include <optional>

namespace plenum::flow {

/// Puts the messages of one sender together again from fragments in any order, several at a time.
///
/// Memory follows what has arrived, never what a fragment claims: pieces are kept as they came, and the whole is made
/// when the last is there. Over a bound the oldest message goes (security.md, Limits).
class Reassembler {
  public:
    struct Whole {
        /// Fields of the message's fragments; index, count and data mean nothing.
        wire::FragmentFrame head;
        base::Bytes message;
    };
    enum class Refusal : std::uint8_t {
        inconsistent = 1, ///< contradicts an earlier fragment of the same message, or itself
        duplicate = 2,
        finished = 3, ///< a fragment of a message that was whole before
    };

    /// The message, if this was its last missing fragment; nullopt if more are missing.
    [[nodiscard]] std::expected<std::optional<Whole>, Refusal> add(wire::FragmentFrame fragment, base::LocalTime now);
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
    [[nodiscard]] bool is_finished(const wire::FragmentFrame& fragment) const;
    void note_finished(const wire::FragmentFrame& head);
    void make_room(std::size_t bytes);
    void forget(std::size_t index);
    [[nodiscard]] Whole join(Partial& partial);

    std::deque<Partial> partials_;
    /// The newest messages that were whole, so that their stray duplicates start nothing.
    std::deque<std::pair<base::FlowId, base::SequenceNumber>> finished_;
    std::size_t bytes_{0};
    std::uint64_t dropped_{0};
};

} // namespace plenum::flow
