// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/link/rate/controller.h"
#include "core/link/rate/delivery_meter.h"
#include "core/link/rate/loss_baseline.h"
#include "core/link/rate/queueing_delay.h"
#include "core/link/rate/tfrc_rate.h"

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

    [[nodiscard]] base::Duration window_length() const;
    [[nodiscard]] base::Duration time_of_two_packets() const;
    [[nodiscard]] base::Duration threshold() const;
    [[nodiscard]] bool was_no_queue() const;
    void note_leap();
    [[nodiscard]] base::Duration drained() const { return threshold() / 3; }
    void close_window(base::LocalTime now);
    void start(base::Duration span);
    void grow(base::Duration span, base::LocalTime now);
    /// More is sent than arrives, the path's own losses apart.
    [[nodiscard]] bool overloaded() const;
    /// This rate, and not the application, decided of late how much was sent.
    [[nodiscard]] bool decides() const;
    [[nodiscard]] double step(base::LocalTime now);
    void raise(double rate);
    void begin_draining(base::LocalTime now);
    [[nodiscard]] double part_for(base::Duration queue) const;
    void cut(base::LocalTime now);
    void cut_for_loss(base::LocalTime now);
    void drain(base::Duration span, base::LocalTime now);
    void compete(base::Duration span, base::LocalTime now);
    void begin_competing(base::LocalTime now);
    void look(base::LocalTime now);
    void end_look(base::LocalTime now);
    void set(double rate);
    [[nodiscard]] LossBaseline::Speed speed() const;

    RateOptions options_;
    TfrcRate tfrc_;
    QueueingDelay queue_;
    DeliveryMeter delivered_;
    LossBaseline losses_;

    State state_{State::starting};
    double rate_;
    base::Duration rtt_{};
    base::Duration rtt_least_;
    base::LocalTime window_began_;
    /// When the first packet that was heard of in this window had been sent.
    std::optional<base::LocalTime> window_sent_from_;
    bool limited_{false};
    /// How much of this rate was used over the last windows.
    double used_{1};
    /// Bytes a second that the application sent and that arrived, over the last windows.
    std::size_t sent_bytes_{0};
    double sent_mean_{0};
    double delivered_mean_{0};
    /// In a row, in which more was sent than arrived.
    int overloaded_windows_{0};
    /// What the path gave us when its queue last grew; 0 before that.
    double share_{0};
    /// Packets more each round trip, and since when it was not more than one.
    double velocity_{1};
    base::LocalTime slow_since_;
    base::LocalTime velocity_at_;
    /// Of draining.
    base::LocalTime drain_began_{};
    base::LocalTime drain_until_{};
    /// When draining or competing began.
    base::Duration queue_before_{};
    /// By what queues that no cut ended were above the path's least.
    base::Duration leaps_{};
    base::LocalTime cut_at_{};
    double part_{0};
    /// Of the first window whose packets all left after the cut.
    std::optional<base::Duration> queue_after_cut_;
    double rate_before_{0};
    /// When competing ends for a look whether the others are gone.
    base::LocalTime look_at_{};
    bool looking_{false};
    base::Duration queue_at_look_{};
    /// Others were there of late: a queue is theirs until a look says otherwise.
    base::LocalTime others_until_{};
    bool asked_{false};
    base::LocalTime no_feedback_at_;
    /// The path was cut; what had been sent until something came through says nothing of its losses.
    bool cut_off_{false};
    base::LocalTime cut_off_until_{};
};

} // namespace plenum::link
