// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tree/exchange/poll_book.h"
#include "core/tree/poll.h"

namespace plenum::tree {

/// This member's answer to the open poll of somebody else.
class PollVoter {
  public:
    /// Begins anew if the poll is another one.
    void follow(base::MemberIndex self, const PollKey& poll);
    void stop() { following_.reset(); }
    [[nodiscard]] bool follows(const PollKey& poll) const { return following_ && following_->poll == poll; }
    void answer(std::optional<std::size_t> choice, base::LocalTime now);
    /// The relay may be another one, or have forgotten us.
    void handle_joined(base::LocalTime now) {
        if (following_) following_->member.repeat(now);
    }
    void handle_packet(base::ByteView packet, base::LocalTime now);
    void handle_wakeup(base::LocalTime now);
    [[nodiscard]] std::optional<base::Bytes> poll();
    [[nodiscard]] base::LocalTime next_wakeup() const;

  private:
    struct Following {
        Following(base::MemberIndex self, const PollKey& of);
        PollKey poll;
        PollMember member;
        /// As it was given last; the outer one: whether it was given since the poll began.
        std::optional<std::optional<std::size_t>> answer{};
        /// The tree has not brought the question yet.
        bool unsent{false};
    };
    void send(base::LocalTime now);

    std::optional<Following> following_;
};

} // namespace plenum::tree
