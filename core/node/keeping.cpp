// SPDX-License-Identifier: Apache-2.0
#include "core/node/keeping.h"

#include <set>

namespace plenum::node {

std::uint64_t Keeping::add(Item item) {
    ++number_;
    if (stored_)
        waiting_.push_back({number_, item});
    else
        release(item);
    return number_;
}

void Keeping::release(const Item& item) {
    if (const auto* end = std::get_if<base::LogPosition>(&item)) log_end_ = *end;
    if (const auto* word = std::get_if<Word>(&item)) told_[word->stream] = word->next;
}

std::vector<StreamId> Keeping::handle(const ConferenceKept& kept) {
    std::set<StreamId> changed;
    while (!waiting_.empty() && waiting_.front().number <= kept.number) {
        const auto& front = waiting_.front();
        release(front.item);
        if (const auto* word = std::get_if<Word>(&front.item)) {
            changed.insert(word->stream);
            if (!kept.durable) unsure_[word->stream] = front.number;
        }
        waiting_.pop_front();
    }
    if (kept.durable) {
        std::erase_if(unsure_, [&](const auto& item) {
            if (item.second > kept.number) return false;
            changed.insert(item.first);
            return true;
        });
    }
    return {changed.begin(), changed.end()};
}

base::SequenceNumber Keeping::next(StreamId stream) const {
    const auto found = told_.find(stream);
    return found == told_.end() ? base::SequenceNumber{1} : found->second;
}

} // namespace plenum::node
