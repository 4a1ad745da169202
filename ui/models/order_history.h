// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/figures_types.h"

#include <deque>

namespace plenum::ui {

/// The last minute of a conversation's order, in slots of two seconds that stay where they are while time goes on.
class OrderHistory {
  public:
    static constexpr int slot_count = 30;
    static constexpr std::chrono::seconds slot{2};

    void add(base::LocalTime now, const OrderFigures::Measured& measured);

    /// Oldest first: Δ as a share of the most that it may be; negative where nothing was measured.
    [[nodiscard]] QList<double> waits() const;
    /// Oldest first: which share came in order; negative where nothing came.
    [[nodiscard]] QList<double> shares() const;

    [[nodiscard]] bool empty() const { return samples_.empty(); }
    /// Δ was between these.
    [[nodiscard]] base::Duration least() const;
    [[nodiscard]] base::Duration most() const;
    /// Over all of it; negative where nothing came.
    [[nodiscard]] double share() const;

  private:
    struct Sample {
        std::int64_t slot;
        base::Duration delta;
        base::Duration delta_most;
        /// Since the sample before.
        std::uint64_t in_order;
        std::uint64_t all;
    };
    template <class Value>
    [[nodiscard]] QList<double> by_slot(Value value) const;

    std::deque<Sample> samples_;
    std::uint64_t in_order_before_{0};
    std::uint64_t all_before_{0};
};

} // namespace plenum::ui
