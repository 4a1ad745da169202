// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/link/rate/controller.h"
#include "core/link/rate/loss_intervals.h"

#include <array>
#include <cstddef>

namespace plenum::link {

/// TCP-Friendly Rate Control (RFC 5348), the sender's variant (§8): acknowledgements tell what was lost, so the sender
/// keeps the loss intervals. A round trip's acknowledgements together are one feedback of the RFC.
class TfrcRate final : public RateController {
  public:
    TfrcRate(const RateOptions& options, base::LocalTime now);

    void handle_sent(const Sent& packet) override;
    void handle_acknowledged(const Acknowledged& packet) override;
    void handle_lost(const Lost& packet) override;
    void handle_feedback(const Feedback& feedback) override;
    void expire(base::LocalTime now) override;
    void handle_path_changed(base::LocalTime now) override;
    [[nodiscard]] base::ByteRate rate() const override;
    /// It knows of queues only when they overflow.
    [[nodiscard]] bool clear() const override { return false; }
    [[nodiscard]] RateStats stats() const override;

  private:
    struct Received {
        double rate{0};
        base::LocalTime at{};
    };
    void update(base::LocalTime now);
    void note_received(double rate, base::LocalTime now);
    [[nodiscard]] double received_max() const;
    [[nodiscard]] double receive_limit(double received, bool new_event, base::LocalTime now);
    [[nodiscard]] double limited(double rate) const;
    [[nodiscard]] base::Duration patience() const;

    RateOptions options_;
    /// Allowed, in bytes a second (X).
    double rate_;
    LossIntervals losses_;
    /// Smoothed round trip (R) in seconds, and mean of the square roots of its samples (§4.5).
    double rtt_{0};
    double rtt_root_{0};
    double rtt_root_latest_{0};
    /// Greatest rates received over the last round trips (X_recv_set).
    std::array<Received, 3> received_{};
    /// Since the last update.
    std::size_t bytes_{0};
    bool any_limited_{false};
    bool new_event_{false};
    base::LocalTime updated_at_;
    base::LocalTime doubled_at_;
    /// When the no-feedback timer expires, while something is under way.
    bool asked_{false};
    base::LocalTime no_feedback_at_;
};

[[nodiscard]] std::unique_ptr<RateController> make_tfrc_rate(const RateOptions& options, base::LocalTime now);

} // namespace plenum::link
