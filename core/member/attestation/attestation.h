// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/crypto/keys.h"
#include "core/wire/message.h"
#include "core/wire/pulse.h"

#include <deque>
#include <map>
#include <optional>
#include <vector>

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
    enum class Verdict : std::uint8_t { nothing = 1, proven = 2, forged = 3 };
    /// `forged` if a digest that came before it, as it may where more is said than passes, shows that the member did
    /// not send it.
    [[nodiscard]] Verdict add(const wire::MessageHeader& header, const MessageMark& mark, base::LocalTime now);
    /// A digest whose signature holds: `forged` if a message came that the member did not send.
    [[nodiscard]] Verdict handle(const wire::Digest& digest, base::LocalTime now);
    /// True once when much of what came under this member's name was never proven. Some is where digests get lost, or
    /// their sender.
    [[nodiscard]] bool expire(base::LocalTime now);

  private:
    struct Received {
        base::SequenceNumber sequence;
        MessageMark mark;
        base::LocalTime at;
    };
    /// What was sent on one flow, as a digest says it.
    struct Sent {
        base::FlowId flow;
        /// The first number of each mark, and the number behind the last.
        std::vector<std::uint64_t> firsts;
        base::Bytes marks;
        base::LocalTime at;
    };
    [[nodiscard]] static Verdict judge(const Sent& sent, const Received& received);
    [[nodiscard]] Verdict note(Verdict verdict);

    std::map<base::FlowId, std::deque<Received>> streams_;
    /// For messages that are later than their digest.
    std::deque<Sent> digests_;
    /// Of late; both fade.
    std::uint32_t proven_{0};
    std::uint32_t unproven_{0};
    base::LocalTime fades_at_{};
    bool told_{false};
};

} // namespace plenum::node
