// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/audio/mixer.h"
#include "media/audio/time_stretch.h"
#include "media/replay/replay_clock.h"
#include "media/replay/replay_voice.h"

#include <map>
#include <mutex>

namespace plenum::media {

/// Plays a history in place of what is heard live: all voices mixed as they are live, faster if wished, at their own
/// pitch. Ends by itself once it has caught up.
///
/// The audio thread calls `render`; the others may be called from any thread. A lock is held while a block is made.
class ReplayPlayer {
  public:
    /// `history` outlives this.
    explicit ReplayPlayer(const ReplayHistory& history) : history_{history} {}

    /// Also to another place while it plays.
    void begin(base::LocalTime at, base::LocalTime now);
    void end();
    void set_speed(ReplaySpeed speed);
    void set_paused(bool paused);
    /// As a sender is heard; kept also for those who have left.
    void set_mix(base::MemberIndex sender, const SenderMix& mix);
    void set_sum_gain_db(double gain_db);
    [[nodiscard]] ReplayClock clock() const;

    /// What is to be heard in place of `live`, which it is while nothing is replayed. Fades from one to the other.
    [[nodiscard]] StereoBlock render(const StereoBlock& live, base::LocalTime now);

  private:
    enum class Source : std::uint8_t { live = 1, history = 2, silence = 3 };
    [[nodiscard]] ReplayClock::Bounds bounds(base::LocalTime now) const;
    void restart();
    [[nodiscard]] StereoBlock block_of(Source source, const StereoBlock& live);
    [[nodiscard]] StereoBlock next_block();
    [[nodiscard]] StereoBlock mix_next();

    const ReplayHistory& history_;
    mutable std::mutex mutex_;
    ReplayClock clock_;
    Source heard_{Source::live};
    std::map<base::MemberIndex, ReplayVoice> voices_;
    Mixer mixer_;
    TimeStretch stretch_;
    /// Where the next block of the history begins; ahead of what is heard by what the stretch holds.
    base::LocalTime next_at_{};
    int blocks_until_look_{0};
};

} // namespace plenum::media
