// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/newest_worker.h"
#include "app/capture/scene_subscriptions.h"
#include "media/depth/colour_depth.h"

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace plenum::app {

/// Scenes that others share: subscribes to the one that is watched and to no other, and makes points of it on a thread
/// of its own. What cannot be decoded is left out.
class SceneReceiver {
  public:
    /// More pairs than a cluster has are none.
    static constexpr std::size_t sources_max = 16;

    struct Callbacks {
        /// On the thread of `handle`.
        std::function<void()> changed{};
        /// On the receiver's thread.
        std::function<void(base::MemberIndex, std::shared_ptr<const media::depth::PointCloud>)> scene{};
    };
    /// `session` outlives this.
    SceneReceiver(client::Session& session, Callbacks callbacks);

    /// All events, on one thread, on which the next two are called too.
    void handle(const node::Event& event);
    /// 0 watches none.
    void watch(base::MemberIndex sharer) { subscriptions_.watch(sharer); }
    /// In the order of their flows.
    [[nodiscard]] std::vector<base::MemberIndex> sharers() const;

    /// Since the beginning; any thread.
    struct Counts {
        std::uint64_t messages{0};
        std::uint64_t bytes{0};
        std::uint64_t scenes{0};
        /// Messages that are none.
        std::uint64_t refused{0};
    };
    [[nodiscard]] Counts counts() const;

  private:
    struct Job {};
    void take(const node::MessageReceived& message);
    void work();

    SceneSubscriptions subscriptions_;
    Callbacks callbacks_;
    mutable std::mutex mutex_;
    Counts counts_;
    /// Of whom the messages below are.
    base::MemberIndex sharer_;
    /// The newest of each source that is not decoded yet.
    std::map<std::uint8_t, base::Bytes> waiting_;
    // the receiver's thread only
    std::map<std::uint8_t, media::depth::ColourDepth> pictures_;
    base::MemberIndex pictured_;
    NewestWorker<Job> worker_;
};

} // namespace plenum::app
