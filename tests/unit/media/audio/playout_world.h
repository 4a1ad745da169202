// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "media/audio/playout.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace plenum::media::test {

using base::Duration;
using base::operator""ms;
using Kind = PlayoutItem::Kind;

/// Clocks that do not agree: the receiver's zero is elsewhere.
inline constexpr Duration clock_skew = 987'654ms;

struct Path {
    Duration delay{5ms};
    Duration jitter{0ms};
    std::uint32_t loss_per_million{0};
};

inline constexpr std::int64_t million = 1'000'000;

struct Heard {
    base::LocalTime at;
    PlayoutItem item;
};

/// A sender, a network and a listener in virtual time.
class World {
  public:
    explicit World(Path network, std::uint64_t seed = 1) : network_{network}, random_{seed} {}

    /// Says whether packet n holds silence. By default two of five seconds are.
    std::function<bool(std::uint64_t)> silent = [](std::uint64_t n) { return n % 250 >= 150; };

    void run(Duration duration) {
        const auto until = now_ + duration;
        for (; now_ < until; now_ += step) {
            if (now_ >= next_send_) send();
            deliver();
            if (now_ >= next_block_) listen();
        }
    }
    /// From the next packet on.
    Duration packet_duration{20ms};
    /// The listener's sound card is faster than the sender's by so many millionths.
    std::int64_t drift_ppm{0};
    /// The grid of time.
    Duration step{1ms};
    /// It asks so much later than it should, or anything less.
    Duration uneven_requests{0ms};
    void set_network(Path network) { network_ = network; }
    void pause_sending(Duration duration) { next_send_ = now_ + duration; }
    /// They are sent, and nobody passes them on.
    void skip_packets(std::uint64_t count) { sequence_ += count; }
    void hold_network(Duration duration) { held_until_ = now_ + duration; }
    /// The sound card asks later than before from now on.
    void delay_listening(Duration duration) { next_block_ += duration; }

    Playout playout;
    std::vector<Heard> heard;

    [[nodiscard]] std::size_t count(Kind kind) const {
        return static_cast<std::size_t>(
            std::count_if(heard.begin(), heard.end(), [kind](const auto& h) { return h.item.kind == kind; }));
    }
    /// From sending to playing, of the packets heard since `since`: the middle one.
    [[nodiscard]] Duration median_delay(Duration since = {}) const {
        std::vector<Duration> delays;
        for (const auto& [at, item] : heard) {
            if (item.kind != Kind::packet || at.time_since_epoch() - clock_skew < since) continue;
            delays.push_back(at.time_since_epoch() - clock_skew - item.sent_at.time_since_epoch());
        }
        std::sort(delays.begin(), delays.end());
        return delays.empty() ? Duration{-1} : delays[delays.size() / 2];
    }

  private:
    struct Flying {
        Duration at;
        AudioPacket packet;
    };
    void send() {
        const auto jitter_us = base::to_us(network_.jitter);
        const auto delay = network_.delay + base::from_us(random_.between(-jitter_us, jitter_us));
        ++sequence_;
        if (!random_.chance(network_.loss_per_million)) {
            flying_.push_back({std::max(now_ + delay, held_until_),
                               {base::SequenceNumber{sequence_}, base::ConferenceTime{now_}, base::Bytes(10),
                                silent(sequence_), packet_duration}});
        }
        next_send_ += packet_duration;
    }
    void deliver() {
        for (auto at = flying_.begin(); at != flying_.end();) {
            if (at->at > now_) {
                ++at;
                continue;
            }
            playout.push(at->packet, base::LocalTime{at->at + clock_skew});
            at = flying_.erase(at);
        }
    }
    void listen() {
        while (ready_ < block_duration) {
            const auto late =
                uneven_requests == 0ms ? 0ms : base::from_us(random_.between(0, base::to_us(uneven_requests)));
            const base::LocalTime at{now_ + ready_ + clock_skew + late};
            heard.push_back({at, playout.pop(at)});
            const auto& item = heard.back().item;
            const auto parts = item.shorten ? 2 : 1;
            const auto faster_ppm = std::llround(playout.rate_correction() * million);
            ready_ += item.duration / parts * million / (million + faster_ppm);
        }
        ready_ -= block_duration;
        next_block_ += block_duration * million / (million + drift_ppm);
    }

    Path network_;
    base::Random random_;
    Duration now_{3ms};
    Duration next_send_{10ms};
    Duration next_block_{7ms};
    Duration held_until_{};
    std::uint64_t sequence_{0};
    Duration ready_{};
    std::vector<Flying> flying_;
};

} // namespace plenum::media::test
