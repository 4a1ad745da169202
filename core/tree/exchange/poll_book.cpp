// SPDX-License-Identifier: Apache-2.0
#include "core/tree/exchange/poll_book.h"

#include "core/base/enums.h"

#include <algorithm>
#include <utility>

namespace plenum::tree {
namespace {

/// By how much an asker's time may be ahead of that of its message, for estimates of clocks change.
constexpr base::Duration lead_max = std::chrono::seconds{1};

} // namespace

void PollBook::handle(base::MemberIndex asker, const PollAsked& asked, base::ConferenceTime said_at) {
    const PollKey key{asker, asked.number};
    if (asker.value() == 0 || polls_.contains(key)) return;
    forget_oldest();
    const auto asked_at = asked.asked_at > said_at + lead_max ? said_at : asked.asked_at;
    PollState poll{key, asked_at, {asked.question, asked.choices}, {}};
    poll.votes.resize(poll.question.columns());
    const auto* before = open();
    const bool newest =
        before == nullptr || std::pair{before->asked_at, before->key} < std::pair{poll.asked_at, poll.key};
    if (newest) {
        end(open_, PollEnd::replaced);
        open_ = key;
    } else {
        poll.end = PollEnd::replaced;
    }
    polls_.emplace(key, std::move(poll));
    order_.push_back(key);
    changed_.insert(key);
}

void PollBook::handle(base::MemberIndex asker, const PollCounted& counted) {
    auto* const poll = find({asker, counted.number});
    if (poll == nullptr || counted.votes.size() != poll->votes.size()) return;
    // What the asker says at the end counts, also of a poll that something else has ended here.
    if (poll->end == PollEnd::ended || (poll->end && counted.end == 0)) return;
    poll->votes = counted.votes;
    poll->answered = counted.answered;
    poll->members = counted.members;
    if (poll->end != PollEnd::replaced) poll->end = base::to_enum<PollEnd>(counted.end);
    changed_.insert(poll->key);
}

void PollBook::handle_left(base::MemberIndex member) {
    if (open_.asker == member) end(open_, PollEnd::asker_left);
}

void PollBook::end(const PollKey& key, PollEnd why) {
    auto* const poll = find(key);
    if (poll == nullptr || poll->end) return;
    poll->end = why;
    changed_.insert(key);
}

void PollBook::set_own_answer(const PollKey& key, std::optional<std::size_t> choice) {
    auto* const poll = find(key);
    if (poll == nullptr || poll->end || poll->own_answer == choice) return;
    poll->own_answer = choice;
    changed_.insert(key);
}

const PollState* PollBook::find(const PollKey& key) const {
    const auto found = polls_.find(key);
    return found == polls_.end() ? nullptr : &found->second;
}

PollState* PollBook::find(const PollKey& key) {
    const auto found = polls_.find(key);
    return found == polls_.end() ? nullptr : &found->second;
}

std::vector<PollState> PollBook::all() const {
    std::vector<PollState> all;
    for (const auto& key : order_)
        if (const auto* poll = find(key)) all.push_back(*poll);
    return all;
}

std::optional<PollState> PollBook::poll_change() {
    if (changed_.empty()) return std::nullopt;
    // Those that are over come first, so that nobody sees two that are open.
    auto next = changed_.begin();
    if (*next == open_ && changed_.size() > 1) ++next;
    const auto key = *next;
    changed_.erase(next);
    return *find(key);
}

void PollBook::forget_oldest() {
    if (order_.size() < polls_max) return;
    const auto oldest = std::ranges::find_if(order_, [&](const PollKey& key) { return key != open_; });
    polls_.erase(*oldest);
    changed_.erase(*oldest);
    order_.erase(oldest);
}

} // namespace plenum::tree
