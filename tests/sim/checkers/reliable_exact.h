// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"
#include "tests/sim/checkers/flow_book.h"

#include <map>
#include <set>
#include <vector>

namespace plenum::sim {

/// R1: to a member, every reliable flow of every other member is one unbroken run of messages in the sender's order,
/// through faults of every kind, that begins no later than the first message sealed for it.
///
/// Sealed for it is a message that got its number after the receiver had its first key, or whose sender was by then in
/// the epoch of that key, or in a later one. Streams that have outgrown the histories of core/base/limits.h may have
/// gaps, if the receiver is told of them. What the relay rejected since the flow's token was another's is due to
/// nobody, and what a member rejected is not due to that member.
///
/// Unmet until every such message is with everyone: of senders who are still there all messages, of those who are gone
/// what the relay had said it keeps, through crashes of its own, unless its disk lost that (S1 judges disks).
class ReliableExact final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "R1 reliable flows lose and duplicate nothing"; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_begin(Session session, VirtualTime at) override;
    void on_end(Session session, VirtualTime at) override;
    void on_publication(Session session, const Publication& publication, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;
    void on_trace(Session session, const base::TraceEvent& event, VirtualTime at) override;
    void on_restored(Session session, const Restored& restored) override;
    [[nodiscard]] std::optional<std::string> unmet() const override;

  private:
    struct Message {
        base::KeyEpoch epoch;
        VirtualTime at{};
    };
    struct Stream {
        Session owner;
        std::vector<Message> messages;
        std::size_t bytes{0};
        std::uint64_t accepted{0};
        /// What the relay rejected.
        std::set<std::uint64_t> rejected;
        /// Messages by their numbers in the conversation, as traces have them.
        std::map<std::uint64_t, std::uint64_t> sequences;
    };
    struct Member {
        bool there{true};
        base::MemberIndex index{};
        base::KeyEpoch epoch{};
        base::KeyEpoch first_epoch{};
        VirtualTime keyed_at{};
        /// Last sequence number that was delivered, of each stream.
        std::map<StreamKey, std::uint64_t> delivered;
        /// What this member rejected.
        std::map<StreamKey, std::set<std::uint64_t>> rejected;
    };

    void on_message(Session session, Member& member, const node::MessageReceived& message);
    void on_missed(Session session, Member& member, const node::MessagesMissed& missed);
    /// First sequence number that was sealed for `member`; one past the last if there is none.
    [[nodiscard]] static std::uint64_t first_due(const Stream& stream, const Member& member);
    /// Whether the stream is small enough to be in the histories of sender and relay as a whole.
    [[nodiscard]] static bool histories_hold(const Stream& stream);
    [[nodiscard]] std::uint64_t last_due(const Stream& stream) const;
    [[nodiscard]] static bool is_rejected(const StreamKey& key, const Stream& stream, const Member& member,
                                          std::uint64_t sequence);

    FlowBook flows_;
    std::map<StreamKey, Stream> streams_;
    std::map<Session, Member> members_;
    /// Whoever had no key by then is given nothing of that flow.
    std::map<base::FlowId, VirtualTime> closed_;
};

} // namespace plenum::sim
