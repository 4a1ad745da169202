// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/node/node.h"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace plenum::sim {

/// A message of fake nodes: what it is, numbers, and bytes.
struct FakeMessage {
    enum class Kind : std::uint8_t { join = 1, entry = 2, chat = 3, voice = 4, ping = 5 };
    Kind kind{Kind::ping};
    std::uint64_t a{0};
    std::uint64_t b{0};
    std::uint64_t c{0};
    base::Bytes body;

    [[nodiscard]] base::Bytes encode() const;
    [[nodiscard]] static FakeMessage decode(base::ByteView bytes);
};

/// Reliable and in order to one peer: sends the oldest few again until they are acknowledged.
class FakeChannel {
  public:
    using Send = std::function<void(base::Bytes)>;

    void push(const FakeMessage& message, base::LocalTime now, const Send& send);
    /// The messages that this datagram completes.
    [[nodiscard]] std::vector<FakeMessage> receive(base::ByteView datagram, base::LocalTime now, const Send& send);
    void resend(base::LocalTime now, const Send& send);
    [[nodiscard]] static base::Bytes once(const FakeMessage& message);
    [[nodiscard]] base::LocalTime wake_at() const { return out_.empty() ? base::local_time_max : resend_at_; }
    /// How long the peer has left something unacknowledged.
    [[nodiscard]] base::Duration silence(base::LocalTime now) const {
        return out_.empty() ? base::Duration{} : now - waiting_since_;
    }
    [[nodiscard]] std::size_t queued() const { return out_.size(); }

  private:
    std::deque<base::Bytes> out_;
    std::uint64_t out_first_{0};
    std::uint64_t in_next_{0};
    base::LocalTime resend_at_{base::local_time_max};
    base::LocalTime waiting_since_{};
};

} // namespace plenum::sim
