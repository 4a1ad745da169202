// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "media/audio/amplitude_control.h"
#include "media/audio/level.h"
#include "media/audio/silence.h"
#include "media/frame.h"

#include <compare>
#include <map>
#include <optional>

namespace plenum::media {

/// How one sender is heard here.
struct SenderMix {
    static constexpr double gain_db_min = -60;
    static constexpr double gain_db_max = 12;

    double gain_db{0}; ///< clamped to gain_db_min … gain_db_max; silent at gain_db_min
    /// -1 left … 0 middle … 1 right, of constant power: as loud everywhere, in the middle unchanged.
    double pan{0};
    bool muted{false};
    /// As long as anyone is solo, all others are silent.
    bool solo{false};
    /// The factor on each sample.
    [[nodiscard]] static double factor_of(double gain_db);
    friend bool operator==(const SenderMix&, const SenderMix&) = default;
};

/// Whose sound it is: a person's voice, or what the person's computer plays. Member 0 is none: a sound of the program
/// itself.
struct SoundSource {
    enum class Kind : std::uint8_t { voice = 1, computer = 2 };

    constexpr SoundSource() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): most sounds are voices.
    constexpr SoundSource(base::MemberIndex whose, Kind what = Kind::voice) : member{whose}, kind{what} {}

    base::MemberIndex member{};
    Kind kind{Kind::voice};
    friend auto operator<=>(const SoundSource&, const SoundSource&) = default;
};

/// Sums any number of senders without overflow, each at a place between left and right; see `AmplitudeControl`.
///
/// Per block: `begin()`, `add()` for each sender, `finish()`. Not for several threads.
class Mixer {
  public:
    /// No solo silences that of member 0.
    using Source = SoundSource;

    void begin();
    void add(Source source, const AudioBlock& block) { add(source, {block, block}); }
    /// Both channels where they are; `SenderMix::pan` makes one of them louder.
    void add(Source source, const StereoBlock& block);
    [[nodiscard]] StereoBlock finish();

    void set_mix(Source source, SenderMix mix);
    [[nodiscard]] SenderMix mix(Source source) const;
    void remove(Source source);
    /// Of everything together, before amplitude control; clamped as SenderMix::gain_db, and silent at its least.
    void set_sum_gain_db(double gain_db);

    /// After gain, mute and solo; the floor for a source never heard.
    [[nodiscard]] Level level(Source source) const;
    /// Whether the source had voice in its last block.
    [[nodiscard]] bool speaking(Source source) const;
    [[nodiscard]] Level master_level() const { return master_.level(); }
    [[nodiscard]] const AmplitudeControl& amplitude() const { return amplitude_; }

  private:
    struct Gains {
        double left{1};
        double right{1};
    };
    struct Channel {
        SenderMix mix{};
        /// Slide to those of `mix` so that a fader makes no click; none before the first block.
        std::optional<Gains> gains{};
        LevelMeter meter{};
        VoiceDetector voice{};
    };
    [[nodiscard]] Gains gains_of(Source source, const SenderMix& mix) const;

    std::map<Source, Channel> channels_;
    int solos_{0};
    double sum_gain_{1};
    AmplitudeControl amplitude_;
    StereoSum sum_{};
    int speakers_{0}; ///< among those added
    LevelMeter master_;
};

/// For what has one channel only.
[[nodiscard]] AudioBlock to_mono(const StereoBlock& block);

} // namespace plenum::media
