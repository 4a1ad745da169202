// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "media/audio/level.h"
#include "media/audio/silence.h"
#include "media/frame.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>

namespace plenum::media {

/// Sums any number of senders without overflow. One talker is heard at full volume however many are present: the sum
/// is scaled by the tracked number of *speakers*, which rises when a block would overflow and sinks after half a second
/// in which one fewer would have fitted (push-pull §4.1, Amplitude Control, Figure 12). What still peaks meets a soft
/// limiter. Rejected: scaling by the number of members, which makes a single voice fainter with every listener.
///
/// Per block of 10 ms: `begin()`, `add()` for each sender, `finish()`. Not for several threads.
class Mixer {
  public:
    using Source = base::MemberIndex;
    static constexpr double gain_db_min = -60;
    static constexpr double gain_db_max = 12;

    void begin();
    void add(Source source, const AudioBlock& block);
    [[nodiscard]] AudioBlock finish();

    /// Clamped to gain_db_min … gain_db_max.
    void set_gain_db(Source source, double gain_db);
    void set_muted(Source source, bool muted);
    void remove(Source source);

    /// After gain and mute; the floor for a source never heard.
    [[nodiscard]] Level level(Source source) const;
    /// Whether the source had voice in its last block.
    [[nodiscard]] bool speaking(Source source) const;
    [[nodiscard]] Level master_level() const { return master_.level(); }
    /// The tracked number by which the sum is divided.
    [[nodiscard]] int speakers() const { return speakers_; }
    /// Whether the limiter worked in the last block.
    [[nodiscard]] bool limiting() const { return limiting_; }

  private:
    struct Channel {
        double gain{1};
        std::optional<double>
            gain_now; ///< slides to `gain` so that a fader makes no click; none before the first block
        bool muted{false};
        LevelMeter meter;
        VoiceDetector voice;
    };
    void track_speakers(std::int64_t peak);
    [[nodiscard]] AudioBlock limit(double scale);

    std::map<Source, Channel> channels_;
    std::array<std::int64_t, block_samples> sum_{};
    int added_{0};
    int speakers_{1};
    int calm_blocks_{0};
    double scale_now_{1};
    bool limiting_{false};
    LevelMeter master_;
};

} // namespace plenum::media
