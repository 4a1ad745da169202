// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/crypto/keys.h"
#include "core/wire/message.h"
#include "core/wire/pulse.h"

#include <deque>
#include <map>
#include <optional>

namespace plenum::node {

/// First bytes of a message's hash, as digests carry them.
using MessageMark = base::FixedBytes<struct MessageMarkTag, wire::message_mark_bytes>;
/// Of a message as it travels: header and sealed body.
[[nodiscard]] MessageMark mark_of(base::ByteView message);

/// What this member sent on live flows since the last digest (security.md, Sender proof).
class SentMarks {
  public:
    void add(const wire::MessageHeader& header, const MessageMark& mark);
    /// All since the last call, oldest first and none twice; nullopt if there is nothing.
    [[nodiscard]] std::optional<wire::Digest> take();
    [[nodiscard]] bool empty() const { return streams_.empty(); }

  private:
    struct Stream {
        wire::StreamDigest digest;
        /// The number that follows.
        std::uint64_t next{0};
    };
    std::map<base::FlowId, Stream> streams_;
};

/// One other member's live messages, until its digest proves them. All members have the keys of all, so that a member
/// who is also the relay could seal in another's name; a digest is signed.
class ReceivedMarks {
  public:
    void add(const wire::MessageHeader& header, const MessageMark& mark, base::LocalTime now);

    enum class Verdict : std::uint8_t { proven = 1, forged = 2 };
    /// A digest whose signature holds: `forged` if a message came that the member did not send.
    [[nodiscard]] Verdict handle(const wire::Digest& digest);
    /// True once when much of what came under this member's name was never proven. Some is where digests get lost, or
    /// their sender.
    [[nodiscard]] bool expire(base::LocalTime now);

  private:
    struct Received {
        base::SequenceNumber sequence;
        MessageMark mark;
        base::LocalTime at;
    };
    std::map<base::FlowId, std::deque<Received>> streams_;
    /// Of late; both fade.
    std::uint32_t proven_{0};
    std::uint32_t unproven_{0};
    base::LocalTime fades_at_{};
    bool told_{false};
};

} // namespace plenum::node
