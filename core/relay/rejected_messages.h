// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/trace.h"
#include "core/flow/stream_id.h"

#include <map>
#include <utility>
#include <vector>

namespace plenum::node {

/// A reliable message that goes to nobody.
struct RejectedMessage {
    base::SequenceNumber sequence;
    std::vector<base::TraceEvent> traces;
};

/// Those of one conference of which nobody was told yet: the entry that ended their grant may still be void, if another
/// relay takes over without it. They outlast their sender's link.
class RejectedMessages {
  public:
    /// One that waits already changes nothing, however often its sender repeats it.
    void add(flow::StreamId stream, RejectedMessage word) {
        waiting_[stream].try_emplace(word.sequence, std::move(word.traces));
    }

    /// Those below `next`.
    [[nodiscard]] std::vector<RejectedMessage> take(flow::StreamId stream, base::SequenceNumber next) {
        std::vector<RejectedMessage> taken;
        const auto found = waiting_.find(stream);
        if (found == waiting_.end()) return taken;
        auto& words = found->second;
        for (; !words.empty() && words.begin()->first < next; words.erase(words.begin()))
            taken.push_back({words.begin()->first, std::move(words.begin()->second)});
        if (words.empty()) waiting_.erase(found);
        return taken;
    }

  private:
    std::map<flow::StreamId, std::map<base::SequenceNumber, std::vector<base::TraceEvent>>> waiting_;
};

} // namespace plenum::node
