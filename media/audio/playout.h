// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "media/audio/delay_target.h"
#include "media/frame.h"

#include <cstdint>
#include <map>
#include <optional>

namespace plenum::media {

/// One encoded audio packet as it came from the network.
struct AudioPacket {
    base::SequenceNumber sequence{};
    /// When it was complete: the end of its sound.
    base::ConferenceTime sent_at{};
    base::Bytes bytes{};
    /// The sender's silence detector found no voice in it (push-pull §4.1, DE bit).
    bool discard_eligible{false};
    /// `VoiceReceiver` sets it by what `bytes` say.
    base::Duration duration{base::from_us(20'000)};
};

/// What to play next.
struct PlayoutItem {
    enum class Kind : std::uint8_t {
        packet = 1,  ///< decode `bytes`
        lost = 2,    ///< one packet is missing: correct it from `bytes` (the packet after it) or, if empty, conceal it
        stretch = 3, ///< nothing is missing yet: conceal one block and ask again
        empty = 4,   ///< nothing is expected: silence for one block, ask again
    };
    Kind kind{Kind::empty};
    base::Bytes bytes{};
    base::SequenceNumber sequence{};
    base::ConferenceTime sent_at{};
    bool discard_eligible{false};
    /// Blend the two halves of this packet into one, to give back delay.
    bool shorten{false};
    /// Of the packet, there or missing; of a block else.
    base::Duration duration{block_duration};
};

/// Adaptive playout buffer of one sender. The problem: packets leave every 5 to 20 ms and arrive spread; a receiver
/// that plays at once has gaps, one that waits for the slowest has latency. Intuition: only the *relative* transit
/// (arrival minus the time of the first sample, less the smallest of the last seconds) matters, so clocks need not
/// agree; wait as long as nearly all recent packets would have needed, no longer.
///
/// - Jitter is the 97th percentile of relative transit over ten seconds, or the 90th over the last one if that is
///   higher: the target rises within a few late packets and sinks slowly. How unevenly the loudspeaker asks is added.
/// - Above 1 % loss the target grows by one packet, so that in-band correction finds the packet it needs.
/// - The drift of two sound cards is for the caller to play away by `rate_correction`.
/// - All else is moved in silence: silent packets are halved or dropped, or silence is inserted. A gap in the
///   arrival stretches talk rather than losing it; talk is shortened only when it runs far behind without a pause, and
///   dropped only above its bound.
/// - Bounds (push-pull §4.1): above Max_S packets silence is dropped, above Max_T talk. Packets differ in duration
///   here, so both are times.
///
/// Rejected: time scaling of speech as the rule, which alters what is said to gain some ten milliseconds that the next
/// pause gives for nothing.
///
/// Sans-I/O, deterministic, not for several threads.
class Playout {
  public:
    struct Options {
        /// Added to the measured jitter: a packet is asked for up to a block before its first sample is played, and a
        /// block inserted leaves the delay up to half of it below the target.
        base::Duration margin{block_duration * 3 / 2};
        base::Duration delay_min{base::from_us(5'000)};
        base::Duration delay_max{base::from_us(400'000)};
        /// Without a packet for this long the sender counts as silent or gone.
        base::Duration stall_max{base::from_us(120'000)};
        /// Max_S of the paper: silence that waits longer than people notice (half of ITU-T G.114's 400 ms) is dropped.
        base::Duration silence_held_max{base::from_us(240'000)};
        /// Max_T: more than `delay_max` and the largest burst that a stall of the network leaves.
        base::Duration talk_held_max{base::from_us(500'000)};
        /// Missing sound in a row that is concealed packet by packet; past it, silence until the next one is due.
        base::Duration conceal_max{base::from_us(100'000)};
    };
    struct Counters {
        std::uint64_t received{0};
        std::uint64_t played{0};
        std::uint64_t lost{0}; ///< missing when their turn came; `correctable` of them had their successor there
        std::uint64_t correctable{0};
        std::uint64_t lost_in_pauses{0}; ///< of `lost`: between two talks, while nothing of the sender came at all
        std::uint64_t stretched{0};      ///< blocks concealed while waiting
        std::uint64_t late{0};           ///< arrived after their turn
        std::uint64_t duplicate{0};
        std::uint64_t dropped_silence{0};
        std::uint64_t dropped_talk{0};
        std::uint64_t shortened{0};
        std::uint64_t inserted{0}; ///< blocks inserted into silence to gain delay
    };

    Playout() : Playout{Options{}} {}
    explicit Playout(const Options& options)
        : options_{options},
          delay_{{options.margin, options.delay_min, options.delay_max}} {}

    /// False if it was late or a duplicate (counted), or its number, time or duration is absurd.
    bool push(AudioPacket packet, base::LocalTime arrived_at);
    /// What to play at `now`, at most a block ahead. To be asked when less than a block of the last answer is left.
    [[nodiscard]] PlayoutItem pop(base::LocalTime now);

    [[nodiscard]] base::Duration target_delay() const { return delay_.target(); }
    /// Smoothed time by which packets are played after the fastest possible.
    [[nodiscard]] base::Duration current_delay() const { return target_delay() + excess_; }
    /// How much faster than it was recorded the sound should be played now, as a share: within ±0.0009. That is 1.6
    /// hundredths of a semitone; people hear 5.
    [[nodiscard]] double rate_correction() const;
    [[nodiscard]] std::size_t size() const { return packets_.size(); }
    [[nodiscard]] const Counters& counters() const { return counters_; }

  private:
    struct Waiting {
        base::ConferenceTime sent_at{};
        base::Bytes bytes{};
        bool discard_eligible{false};
        base::Duration duration{};
        bool dropped{false}; ///< its place is kept so that nobody conceals it
        [[nodiscard]] base::ConferenceTime begins_at() const { return sent_at - duration; }
    };
    using Packets = std::map<std::uint64_t, Waiting>;

    void enforce_bounds();
    void drop(Packets::iterator at);
    void skip_dropped();
    [[nodiscard]] base::Duration excess_of(const Waiting& packet, base::LocalTime now) const;
    [[nodiscard]] PlayoutItem pop_idle(base::LocalTime now);
    [[nodiscard]] PlayoutItem pop_present(base::LocalTime now);
    [[nodiscard]] PlayoutItem pop_missing(base::LocalTime now);
    [[nodiscard]] PlayoutItem pop_stalled();
    [[nodiscard]] PlayoutItem play_front();
    [[nodiscard]] PlayoutItem stretch();
    [[nodiscard]] double ease() const;
    void follow(base::Duration excess, base::Duration duration);
    [[nodiscard]] bool is_to_shorten(const Waiting& packet);

    Options options_;
    Packets packets_;
    base::Duration held_{}; ///< sum of the durations in `packets_`
    std::uint64_t next_{0};
    bool playing_{false};
    PlayoutItem last_{.discard_eligible = true}; ///< without its bytes
    base::Duration stalled_{};
    base::Duration concealed_run_{};
    base::Duration since_shortened_{};
    base::Duration ahead_for_{};

    DelayTarget delay_;
    base::Duration excess_{};
    base::Duration slip_{}; ///< the part of `excess_` that no known cause explains
    double drift_{0};       ///< of the sender's sound card against ours, as a share
    Counters counters_;
};

} // namespace plenum::media
