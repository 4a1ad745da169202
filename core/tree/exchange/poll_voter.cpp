// SPDX-License-Identifier: Apache-2.0
#include "core/tree/exchange/poll_voter.h"

#include <utility>

namespace plenum::tree {

PollVoter::Following::Following(base::MemberIndex self, const PollKey& of)
    : poll{of},
      member{NodeId{self.value()}, SessionKey{NodeId{of.asker.value()}, GroupId{}, SessionId{of.number}}} {}

void PollVoter::follow(base::MemberIndex self, const PollKey& poll) {
    if (!follows(poll)) following_.emplace(self, poll);
}

void PollVoter::answer(std::optional<std::size_t> choice, base::LocalTime now) {
    if (!following_) return;
    following_->answer = choice;
    following_->unsent = true;
    send(now);
}

void PollVoter::handle_packet(base::ByteView packet, base::LocalTime now) {
    if (!following_) return;
    following_->member.handle(packet, now);
    if (following_->unsent) send(now);
}

void PollVoter::handle_wakeup(base::LocalTime now) {
    if (following_) following_->member.handle_wakeup(now);
}

void PollVoter::send(base::LocalTime now) {
    auto& member = following_->member;
    if (!member.question()) return;
    const auto& choice = *following_->answer;
    following_->unsent = choice ? !member.answer(PollAnswer{*choice}, now) : !member.withdraw(now);
}

std::optional<base::Bytes> PollVoter::poll() { return following_ ? following_->member.poll() : std::nullopt; }

base::LocalTime PollVoter::next_wakeup() const {
    return following_ ? following_->member.next_wakeup() : base::local_time_max;
}

} // namespace plenum::tree
