// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/events.h"
#include "core/chat/transcript.h"

#include <deque>
#include <map>
#include <memory>
#include <string_view>

namespace plenum::sim {

/// A chat as an application keeps it over the events of a node.
class ChatReplica {
  public:
    /// Other flows of the kind carry what no chat understands.
    static constexpr std::string_view flow_name = "discussion";

    ChatReplica();

    /// Published by us.
    void publish(const chat::Operation& operation) { open_.push_back({operation}); }
    void handle(const node::Event& event);

    [[nodiscard]] const chat::Transcript& transcript() const { return transcript_; }
    /// Zero for a stranger.
    [[nodiscard]] base::IdentityKey identity_of(base::MemberIndex member) const;
    /// Everybody has all of ours.
    [[nodiscard]] bool settled() const { return open_.empty(); }
    /// False where messages are gone for good, or were never readable here, or the flow is not known yet.
    [[nodiscard]] bool complete() const { return flow_.value() != 0 && !incomplete_ && !transcript_.incomplete(); }
    /// Senders of whom anything came, with the next number of each.
    [[nodiscard]] const std::map<base::MemberIndex, base::SequenceNumber>& senders() const { return next_; }
    [[nodiscard]] base::FlowId flow() const { return flow_; }
    [[nodiscard]] base::MemberIndex self() const { return self_; }

  private:
    struct Open {
        chat::Operation operation;
        /// 0 before it has its number.
        base::SequenceNumber sequence{};
    };
    using People = std::map<base::MemberIndex, base::IdentityKey>;

    void take(const chat::MessageId& id, const chat::Operation& operation);
    void note(const chat::MessageId& id);

    base::FlowId flow_{};
    base::MemberIndex self_{};
    /// The transcript asks it, wherever this replica moves to.
    std::shared_ptr<People> people_;
    chat::Transcript transcript_;
    std::map<base::MemberIndex, base::SequenceNumber> next_;
    /// Oldest first.
    std::deque<Open> open_;
    bool incomplete_{false};
};

} // namespace plenum::sim
