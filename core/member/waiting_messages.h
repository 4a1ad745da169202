// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"
#include "core/base/time.h"
#include "core/wire/message.h"

#include <deque>
#include <optional>
#include <vector>

namespace plenum::node {

/// A live message, whole.
struct LiveMessage {
    wire::MessageHeader header;
    /// Of `message`, which is header and sealed body.
    std::size_t header_bytes{0};
    base::Bytes message;
    base::LocalTime received_at;
    /// Opened and authentic.
    std::optional<base::Bytes> plaintext{};
};

/// Live messages that arrived before the log entry that explains them: of an epoch of the keys, or a grant, that is not
/// known here yet. Bounded by limits::undecrypted_messages_max over all senders. When it is full, the oldest message of
/// the sender who has most goes, so that nobody pushes out the messages of others.
class WaitingMessages {
  public:
    /// Gives the message that had to go.
    [[nodiscard]] std::optional<LiveMessage> add(LiveMessage message, base::LocalTime until);
    /// The log went on: all of them, in the order of their arrival.
    [[nodiscard]] std::deque<LiveMessage> take_all();
    /// Messages whose entry did not come in time.
    [[nodiscard]] std::vector<LiveMessage> take_expired(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const { return items_.empty() ? base::local_time_max : earliest(); }
    [[nodiscard]] std::size_t size() const { return items_.size(); }

  private:
    struct Item {
        LiveMessage message;
        base::LocalTime until;
    };
    [[nodiscard]] base::MemberIndex fullest() const;
    [[nodiscard]] base::LocalTime earliest() const;

    std::deque<Item> items_;
};

} // namespace plenum::node
