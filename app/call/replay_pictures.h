// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/frame.h"
#include "media/replay/replay_player.h"

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

namespace plenum::app {

/// Shows one person's pictures from a history, beside the sound that a player plays of it, on one thread of its own.
class ReplayPictures {
  public:
    /// On its thread. An empty picture: there is none at this place.
    using Show = std::function<void(base::MemberIndex, const media::VideoFrame&)>;

    /// Both outlive this.
    ReplayPictures(const media::ReplayHistory& history, const media::ReplayPlayer& player, Show show);
    ~ReplayPictures();
    ReplayPictures(const ReplayPictures&) = delete;
    ReplayPictures& operator=(const ReplayPictures&) = delete;

    /// 0: nobody. From any thread.
    void choose(base::MemberIndex member) { wanted_ = member.value(); }

  private:
    struct Screen;
    void run(const std::stop_token& stop);
    void follow(base::LocalTime position);
    void begin_anew(base::MemberIndex member, base::LocalTime position);
    void decode(const std::vector<media::KeptPicture>& pictures);

    const media::ReplayHistory& history_;
    const media::ReplayPlayer& player_;
    Show show_;
    std::atomic<std::uint32_t> wanted_{0};
    // its thread only
    std::unique_ptr<Screen> screen_;
    std::jthread thread_;
};

} // namespace plenum::app
