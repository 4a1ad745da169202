// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

/// What the ends of both transports do alike: the same messages at the same rate, the same check and the same report.
/// A program writes JSON objects to its standard output, one a line, and ends with its standard input.
namespace plenum::bench::multicast {

inline constexpr std::size_t message_bytes = 900;

[[nodiscard]] base::Bytes make_message(std::uint64_t number);

/// Time since the machine started, the same for all processes.
[[nodiscard]] base::LocalTime clock_now();
[[nodiscard]] double seconds(base::LocalTime at);

/// When each message of a steady stream is due.
class Pace {
  public:
    Pace(double bits_per_second, base::LocalTime start)
        : gap_{std::chrono::nanoseconds{static_cast<std::int64_t>(8e9 * message_bytes / bits_per_second)}},
          start_{start} {}
    [[nodiscard]] base::LocalTime due(std::uint64_t number) const {
        return start_ + gap_ * static_cast<std::int64_t>(number);
    }

  private:
    base::Duration gap_;
    base::LocalTime start_;
};

/// What one receiver was handed.
class Reception {
  public:
    explicit Reception(std::uint64_t expected) : expected_{expected} {}
    void take(base::ByteView message);
    void lose(std::uint64_t messages) { next_ += messages; }
    [[nodiscard]] bool is_over() const { return next_ >= expected_; }
    /// All messages came, in order, each with its content.
    [[nodiscard]] bool is_whole() const { return good_ == expected_ && next_ == expected_; }
    [[nodiscard]] nlohmann::json told() const;

  private:
    std::uint64_t expected_;
    std::uint64_t next_{0};
    std::uint64_t good_{0};
    std::optional<base::LocalTime> over_at_;
};

/// Processor time of this process in seconds, and the most memory that it had in KiB.
[[nodiscard]] nlohmann::json usage();
void tell(const nlohmann::json& line);
/// Waits for input on `descriptor` (-1: none) until then. False once the standard input has ended.
[[nodiscard]] bool wait(int descriptor, base::LocalTime until);

} // namespace plenum::bench::multicast
