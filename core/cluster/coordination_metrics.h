// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"
#include "core/cluster/limits.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>

namespace plenum::cluster {

/// How well flows are coordinated, over the last complete ensembles (CP §4.2).
class CoordinationMetrics {
  public:
    /// `asynchrony`: from the first to the last complete frame; `now`: of the last one.
    void handle_complete(base::Duration asynchrony, base::LocalTime now) {
        if (ensembles_.size() == limits::measured_ensembles) ensembles_.pop_front();
        ensembles_.push_back({asynchrony, now});
    }
    /// Zero without any ensemble.
    [[nodiscard]] base::Duration asynchrony_mean() const {
        base::Duration sum{};
        for (const auto& each : ensembles_)
            sum += each.asynchrony;
        return ensembles_.empty() ? sum : sum / static_cast<std::int64_t>(ensembles_.size());
    }
    [[nodiscard]] base::Duration asynchrony_max() const {
        base::Duration most{};
        for (const auto& each : ensembles_)
            most = std::max(most, each.asynchrony);
        return most;
    }
    /// Between complete ensembles; zero before the second.
    [[nodiscard]] base::Duration interval_mean() const {
        if (ensembles_.size() < 2) return {};
        return (ensembles_.back().at - ensembles_.front().at) / static_cast<std::int64_t>(ensembles_.size() - 1);
    }
    /// Complete ensembles in a thousand seconds.
    [[nodiscard]] std::uint64_t rate_mhz(base::LocalTime now) const {
        if (ensembles_.size() < 2) return 0;
        const auto span = std::max<base::Duration>(now - ensembles_.front().at, std::chrono::milliseconds{1});
        const auto intervals = static_cast<std::uint64_t>(ensembles_.size() - 1);
        return intervals * 1'000'000 / static_cast<std::uint64_t>(base::to_us(span) / 1000);
    }

  private:
    struct Completed {
        base::Duration asynchrony;
        base::LocalTime at;
    };
    std::deque<Completed> ensembles_;
};

/// Throughput of some flows.
struct Throughput {
    base::ByteRate rate;
    std::size_t flows{0};
};

/// Mean throughput of our flows over that of all flows on the path, ours included, in thousandths (CP §4.2, equation
/// 3): 1000 is a fair share. Zero without flows or traffic.
[[nodiscard]] constexpr std::uint64_t normalised_flowshare(const Throughput& ours, const Throughput& all) {
    const auto parts = all.rate.value() * ours.flows;
    return parts == 0 ? 0 : ours.rate.value() * all.flows * 1000 / parts;
}

} // namespace plenum::cluster
