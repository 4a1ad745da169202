// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "media/audio/delay_target.h"

#include <cstdint>
#include <map>
#include <optional>

namespace plenum::media {

/// One encoded audio packet as it came from the network.
struct AudioPacket {
    base::SequenceNumber sequence{};
    base::ConferenceTime sent_at{};
    base::Bytes bytes{};
    /// The sender's silence detector found no voice in it (push-pull §4.1, DE bit).
    bool discard_eligible{false};
};

/// What to play next.
struct PlayoutItem {
    enum class Kind : std::uint8_t {
        packet = 1,  ///< decode `bytes`: one packet's duration
        lost = 2,    ///< one packet is missing: correct it from `bytes` (the packet after it) or, if empty, conceal it
        stretch = 3, ///< nothing is missing yet: conceal one block (10 ms) and ask again
        empty = 4,   ///< nothing is expected: silence for one block, ask again
    };
    Kind kind{Kind::empty};
    base::Bytes bytes{};
    base::SequenceNumber sequence{};
    base::ConferenceTime sent_at{};
    bool discard_eligible{false};
    /// Blend the two halves of this packet into one block, to give back delay.
    bool shorten{false};
};

/// Adaptive playout buffer of one sender. The problem: packets leave every 20 ms and arrive spread; a receiver that
/// plays at once has gaps, one that waits for the slowest has latency. Intuition: only the *relative* transit (arrival
/// minus send time, less the smallest of the last seconds) matters, so clocks need not agree; wait as long as nearly
/// all recent packets would have needed, no longer.
///
/// - Jitter is the 97th percentile of relative transit over about ten seconds, or the 90th over the last one if that is
///   higher: the target rises within a few late packets and sinks slowly.
/// - Above 1 % loss the target grows by one packet, so that in-band correction finds the packet it needs.
/// - The delay is moved in silence: silent packets are halved or dropped, or silence is inserted. A gap in the arrival
///   stretches talk rather than losing it; talk is shortened only when it runs far behind without a pause, and dropped
///   only above its bound.
/// - Bounds (push-pull §4.1): above Max_S packets silence is dropped, above Max_T talk.
///
/// Rejected: time scaling of speech as the rule, which alters what is said to gain some ten milliseconds that the next
/// pause gives for nothing.
///
/// Sans-I/O, deterministic, not for several threads.
class Playout {
  public:
    struct Options {
        base::Duration packet_duration{base::from_us(20'000)};
        /// Duration of one `stretch` or `empty`: how often `pop` is asked.
        base::Duration block_duration{base::from_us(10'000)};
        /// Added to the measured jitter: the grid of blocks on which packets are played, and its own unevenness.
        base::Duration margin{base::from_us(15'000)};
        base::Duration delay_min{base::from_us(20'000)};
        base::Duration delay_max{base::from_us(400'000)};
        /// Without a packet for this long the sender counts as silent or gone.
        base::Duration stall_max{base::from_us(120'000)};
        /// Max_S and Max_T of the paper, in packets.
        std::size_t silence_packets_max{12};
        std::size_t talk_packets_max{25};
        /// Missing packets in a row that are concealed one by one; past it, silence until the next one is due.
        std::uint32_t conceal_packets_max{5};
    };
    struct Counters {
        std::uint64_t received{0};
        std::uint64_t played{0};
        std::uint64_t lost{0}; ///< missing when their turn came; `correctable` of them had their successor there
        std::uint64_t correctable{0};
        std::uint64_t stretched{0}; ///< blocks concealed while waiting
        std::uint64_t late{0};      ///< arrived after their turn
        std::uint64_t duplicate{0};
        std::uint64_t dropped_silence{0};
        std::uint64_t dropped_talk{0};
        std::uint64_t shortened{0};
        std::uint64_t inserted{0}; ///< blocks inserted into silence to gain delay
    };

    Playout() : Playout{Options{}} {}
    explicit Playout(const Options& options)
        : options_{options},
          delay_{{options.packet_duration, options.margin, options.delay_min, options.delay_max}} {}

    /// Takes a packet. False if it was late or a duplicate (counted), or its number or time is absurd.
    bool push(AudioPacket packet, base::LocalTime arrived_at);
    /// What to play now. To be asked whenever the samples of the last answer are used up.
    [[nodiscard]] PlayoutItem pop(base::LocalTime now);

    [[nodiscard]] base::Duration target_delay() const { return delay_.target(); }
    /// Smoothed time by which packets are played after the fastest possible.
    [[nodiscard]] base::Duration current_delay() const { return target_delay() + excess_; }
    [[nodiscard]] std::size_t size() const { return packets_.size(); }
    [[nodiscard]] const Counters& counters() const { return counters_; }

  private:
    struct Waiting {
        base::ConferenceTime sent_at{};
        base::Bytes bytes{};
        bool discard_eligible{false};
        bool dropped{false}; ///< its place is kept so that nobody conceals it
    };
    using Packets = std::map<std::uint64_t, Waiting>;

    void enforce_bounds();
    void drop(Packets::iterator at);
    void skip_dropped();
    [[nodiscard]] base::Duration excess_of(base::ConferenceTime sent_at, base::LocalTime now) const;
    [[nodiscard]] PlayoutItem pop_idle(base::LocalTime now);
    [[nodiscard]] PlayoutItem pop_present(base::LocalTime now);
    [[nodiscard]] PlayoutItem pop_missing(base::LocalTime now);
    [[nodiscard]] PlayoutItem pop_stalled(base::LocalTime now);
    [[nodiscard]] PlayoutItem play_front();
    [[nodiscard]] PlayoutItem stretch();
    void smooth_excess(base::Duration excess);

    Options options_;
    Packets packets_;
    std::uint64_t next_{0};
    bool playing_{false};
    bool last_was_silence_{true};
    base::Duration stalled_{};
    std::uint32_t concealed_run_{0};
    std::uint32_t packets_since_shortened_{0};
    std::uint32_t packets_ahead_{0};

    DelayTarget delay_;
    base::Duration excess_{};
    Counters counters_;
};

} // namespace plenum::media
