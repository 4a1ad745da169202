// SPDX-License-Identifier: Apache-2.0
#include "core/link/path_mtu.h"

#include <algorithm>
#include <chrono>

namespace plenum::link {

namespace {

constexpr std::size_t base_bytes = base::limits::datagram_bytes_max;
/// RFC 8899 §5.1.2, MAX_PROBES. More tells a bad path from a narrow one, at the price of time.
constexpr std::uint32_t attempts_max = 3;
/// Between probes, so that they never take much of a slow path.
constexpr base::Duration probe_interval = std::chrono::milliseconds{200};
/// After the beginning, when joining is over.
constexpr base::Duration probe_delay = std::chrono::seconds{1};
constexpr base::Duration postponed = std::chrono::seconds{10};
/// RFC 8899 §5.1.1, PMTU_RAISE_TIMER.
constexpr base::Duration raise_interval = std::chrono::seconds{600};
/// Halving ends where less is to be gained.
constexpr std::size_t resolution = 16;
/// At 30 % of random loss once in 700 datagrams, after which the size is found again at once.
constexpr std::uint32_t black_hole_losses = 6;

} // namespace

PathMtu::PathMtu(Options options, base::LocalTime now)
    : options_{options},
      failed_{options.most + 1},
      probe_at_{now + probe_delay} {}

void PathMtu::reset(base::LocalTime now) { *this = PathMtu{options_, now}; }

/// The next size to try; nullopt when there is none.
std::optional<std::size_t> PathMtu::candidate() const {
    if (size_ < options_.usual && failed_ > options_.usual) return options_.usual;
    if (size_ >= options_.usual) {
        // Between the usual and the largest there is hardly a network.
        const bool try_most = size_ < options_.most && failed_ > options_.most;
        return try_most ? std::optional{options_.most} : std::nullopt;
    }
    if (failed_ - size_ <= resolution) return std::nullopt;
    return size_ + (failed_ - size_) / 2;
}

std::optional<std::size_t> PathMtu::next_probe(base::LocalTime now) const {
    return now >= next_at() ? candidate() : std::nullopt;
}

void PathMtu::postpone(base::LocalTime now) { probe_at_ = now + postponed; }

void PathMtu::handle_probe_sent() { under_way_ = true; }

/// With nothing left to try, the search begins anew after the raise interval.
void PathMtu::go_on(base::LocalTime now) {
    under_way_ = false;
    probe_at_ = now + probe_interval;
    if (candidate()) return;
    failed_ = options_.most + 1;
    attempts_ = 0;
    probe_at_ = candidate() ? now + raise_interval : base::local_time_max;
}

void PathMtu::handle_probe_acknowledged(std::size_t bytes, base::LocalTime now) {
    size_ = std::max(size_, bytes);
    attempts_ = 0;
    large_lost_ = 0;
    failed_ = std::max(failed_, size_ + 1);
    go_on(now);
}

void PathMtu::handle_probe_lost(std::size_t bytes, base::LocalTime now) {
    if (++attempts_ >= attempts_max) {
        failed_ = std::max(bytes, size_ + 1);
        attempts_ = 0;
    }
    go_on(now);
}

void PathMtu::handle_acknowledged(std::size_t bytes) {
    if (bytes > base_bytes) {
        large_lost_ = 0;
        small_arrived_ = false;
    } else if (large_lost_ > 0) {
        small_arrived_ = true;
    }
}

bool PathMtu::handle_lost(std::size_t bytes, base::LocalTime now) {
    if (bytes <= base_bytes || size_ == base_bytes) return false;
    ++large_lost_;
    if (large_lost_ < black_hole_losses || !small_arrived_) return false;
    reset(now);
    probe_at_ = now;
    return true;
}

} // namespace plenum::link
