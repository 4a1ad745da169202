// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/call/replay_pictures.h"
#include "app/call/replay_puller.h"
#include "core/client/conference_view.h"
#include "core/client/session.h"

#include <memory>

namespace plenum::app {

/// The last minutes of a call, kept as they came, and played again while the call goes on: what is heard and seen
/// changes here alone. What was not received is pulled from the relay, which has half a minute.
class CallReplay {
  public:
    /// What a relay's history holds at most (docs/push-pull.md).
    static constexpr base::Duration pulled_max = base::limits::pull_history_age_max;

    /// `session` outlives this. `show` comes on a thread of its own.
    CallReplay(client::Session& session, ReplayPictures::Show show);

    /// Goes into AudioEngine::Options.
    [[nodiscard]] const std::shared_ptr<media::ReplayPlayer>& player() const { return player_; }
    [[nodiscard]] const media::ReplayHistory& history() const { return history_; }
    [[nodiscard]] const ReplayPuller& puller() const { return puller_; }
    void choose_picture(base::MemberIndex member) { pictures_.choose(member); }

    /// A message of sound or of a camera, as it came. From any thread.
    void keep(const node::MessageReceived& message, base::FlowKind kind);

    // --- the thread of the session's events ---
    /// Asks for what is missing of the last half minute.
    void fetch(const client::ConferenceView& view);
    void handle(const node::SamplePulled& sample);
    void handle(const node::PullFailed& failure) { puller_.handle(failure); }

  private:
    void keep_sound(base::FlowId flow, base::MemberIndex sender, media::KeptSound sound, base::ConferenceTime sent_at);

    client::Session& session_;
    media::ReplayHistory history_;
    std::shared_ptr<media::ReplayPlayer> player_;
    ReplayPictures pictures_;
    ReplayPuller puller_;
};

} // namespace plenum::app
