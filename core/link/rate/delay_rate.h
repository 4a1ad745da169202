// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/link/rate/competition.h"
#include "core/link/rate/controller.h"
#include "core/link/rate/delivery_meter.h"
#include "core/link/rate/feedback_timer.h"
#include "core/link/rate/growth_step.h"
#include "core/link/rate/loss_baseline.h"
#include "core/link/rate/offered_load.h"
#include "core/link/rate/queueing_delay.h"
#include "core/link/rate/standing_queue.h"
#include "core/link/rate/tfrc_rate.h"

#include <cstdint>
#include <optional>

namespace plenum::link {

/// As fast as the path lets pass without a standing queue. Read delay_rate.cpp from top to bottom; why it is so and not
/// otherwise is in README.md of this folder.
class DelayRate final : public RateController {
  public:
    DelayRate(const RateOptions& options, base::LocalTime now);

    void handle_sent(const Sent& packet) override;
    void handle_acknowledged(const Acknowledged& packet) override;
    void handle_lost(const Lost& packet) override;
    void handle_feedback(const Feedback& feedback) override;
    void expire(base::LocalTime now) override;
    void handle_path_changed(base::LocalTime now) override;
    [[nodiscard]] base::ByteRate rate() const override;
    [[nodiscard]] bool clear() const override;
    [[nodiscard]] RateStats stats() const override;

  private:
    enum class State : std::uint8_t {
        starting = 1,  ///< doubles each round trip
        growing = 2,   ///< a packet more each round trip, then two, four...
        draining = 3,  ///< below what the path delivers, until the queue is gone
        competing = 4, ///< the queue does not go, since others fill it: TFRC says how much
    };

    /// In which one decision falls.
    struct Window {
        base::LocalTime began;
        /// When the first packet that was heard of in it had been sent.
        std::optional<base::LocalTime> sent_from{};
        /// Something had to wait for this rate.
        bool limited{false};
    };

    [[nodiscard]] base::Duration window_length() const;
    [[nodiscard]] base::Duration time_of_two_packets() const;
    [[nodiscard]] base::Duration threshold() const;
    [[nodiscard]] base::Duration drained() const { return threshold() / 3; }
    [[nodiscard]] base::Duration round_trip() const;
    [[nodiscard]] bool grows() const { return state_ == State::starting || state_ == State::growing; }
    void close_window(base::LocalTime now);
    void start(base::Duration span);
    void grow(base::Duration span, base::LocalTime now);
    void raise(double rate);
    void begin_draining(base::LocalTime now);
    [[nodiscard]] double part_for(base::Duration queue) const;
    void cut(base::LocalTime now);
    void cut_for_loss(base::LocalTime now);
    void drain(base::Duration span, base::LocalTime now);
    void compete(base::Duration span, base::LocalTime now);
    void begin_competing(base::LocalTime now);
    void end_look(base::LocalTime now);
    void set(double rate);
    [[nodiscard]] LossBaseline::Speed speed() const;

    RateOptions options_;
    TfrcRate tfrc_;
    QueueingDelay queue_;
    DeliveryMeter delivered_;
    LossBaseline losses_;
    OfferedLoad load_;
    GrowthStep growth_;
    StandingQueue standing_;
    Competition others_;
    FeedbackTimer feedback_;

    State state_{State::starting};
    double rate_;
    base::Duration rtt_{};
    base::Duration rtt_least_;
    Window window_;
};

} // namespace plenum::link
