// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/relay_session.h"

#include <map>
#include <utility>
#include <vector>

namespace plenum::node {

/// Sessions that have something to do now: each once, in the order in which they were touched.
class TouchedSessions {
  public:
    using Sessions = std::map<base::SessionIndex, RelaySession>;

    /// `sessions` must outlive this.
    explicit TouchedSessions(Sessions& sessions) : sessions_{sessions} {}

    void insert(RelaySession& session) {
        if (!std::exchange(session.life.touched, true)) queue_.push_back(&session);
    }
    /// Nothing happens where there is no such session.
    void insert(base::SessionIndex index) {
        if (const auto found = sessions_.find(index); found != sessions_.end()) insert(found->second);
    }
    /// Before the session goes. Walks over all that are touched, if this one is.
    void erase(RelaySession& session) {
        if (!std::exchange(session.life.touched, false)) return;
        for (auto& waiting : queue_)
            if (waiting == &session) waiting = nullptr;
    }
    /// The one touched first; null when there is none left.
    [[nodiscard]] RelaySession* take() {
        while (taken_ < queue_.size()) {
            auto* session = queue_[taken_++];
            if (session == nullptr) continue;
            session->life.touched = false;
            return session;
        }
        queue_.clear();
        taken_ = 0;
        return nullptr;
    }

  private:
    Sessions& sessions_;
    std::vector<RelaySession*> queue_;
    /// Of `queue_`, those taken or gone.
    std::size_t taken_{0};
};

} // namespace plenum::node
