// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/link/rate/controller.h"

namespace plenum::link {

/// The null controller, `initial` whatever happens: for tests, and for paths whose capacity is reserved.
class FixedRate final : public RateController {
  public:
    explicit FixedRate(base::ByteRate rate) : rate_{rate} {}
    void handle_sent(const Sent&) override {}
    void handle_acknowledged(const Acknowledged&) override {}
    void handle_lost(const Lost&) override {}
    void handle_feedback(const Feedback&) override {}
    void expire(base::LocalTime) override {}
    void handle_path_changed(base::LocalTime) override {}
    [[nodiscard]] base::ByteRate rate() const override { return rate_; }
    [[nodiscard]] bool clear() const override { return true; }
    [[nodiscard]] RateStats stats() const override { return {}; }

  private:
    base::ByteRate rate_;
};

[[nodiscard]] inline std::unique_ptr<RateController> make_fixed_rate(const RateOptions& options, base::LocalTime) {
    return std::make_unique<FixedRate>(options.initial);
}

} // namespace plenum::link
