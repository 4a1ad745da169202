// SPDX-License-Identifier: Apache-2.0
#include "core/relay/replication/durability.h"

#include <limits>
#include <set>
#include <utility>

namespace plenum::node {

std::uint64_t Durability::add(Item item) {
    ++number_;
    if (stored_ || replicated_ || held_)
        waiting_.push_back({number_, std::move(item)});
    else
        release(item);
    return number_;
}

std::uint64_t Durability::hold_restored() {
    replicated_ = true;
    return add(Restored{std::exchange(log_end_, {}), std::exchange(told_, {})});
}

void Durability::release(const Restored& restored) {
    log_end_ = std::max(log_end_, restored.log_end);
    for (const auto& [stream, next] : restored.told) {
        auto& told = told_[stream];
        told = std::max(told, next);
    }
}

void Durability::release(const Item& item) {
    if (const auto* restored = std::get_if<Restored>(&item)) release(*restored);
    if (const auto* end = std::get_if<base::LogPosition>(&item)) log_end_ = *end;
    if (const auto* word = std::get_if<Word>(&item)) told_[word->stream] = word->next;
}

std::vector<flow::StreamId> Durability::release_ready() {
    constexpr auto all = std::numeric_limits<std::uint64_t>::max();
    const auto ready = std::min(stored_ ? answered_to_ : all, replicated_ || held_ ? acknowledged_to_ : all);
    std::vector<flow::StreamId> streams;
    while (!waiting_.empty() && waiting_.front().number <= ready) {
        const auto& front = waiting_.front();
        release(front.item);
        if (const auto* word = std::get_if<Word>(&front.item)) {
            streams.push_back(word->stream);
            if (stored_ && front.number > durable_to_) unsure_[word->stream] = front.number;
        }
        waiting_.pop_front();
    }
    return streams;
}

std::vector<flow::StreamId> Durability::handle(const ConferenceKept& kept) {
    answered_to_ = std::max(answered_to_, kept.number);
    if (kept.durable) durable_to_ = std::max(durable_to_, kept.number);
    const auto released = release_ready();
    std::set<flow::StreamId> changed{released.begin(), released.end()};
    if (kept.durable) {
        std::erase_if(unsure_, [&](const auto& item) {
            if (item.second > kept.number) return false;
            changed.insert(item.first);
            return true;
        });
    }
    return {changed.begin(), changed.end()};
}

std::vector<flow::StreamId> Durability::handle_acknowledged(std::uint64_t number) {
    acknowledged_to_ = std::max(acknowledged_to_, number);
    const auto released = release_ready();
    const std::set<flow::StreamId> changed{released.begin(), released.end()};
    return {changed.begin(), changed.end()};
}

base::SequenceNumber Durability::next(flow::StreamId stream) const {
    const auto found = told_.find(stream);
    return found == told_.end() ? base::SequenceNumber{1} : found->second;
}

} // namespace plenum::node
