// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>

namespace plenum::link {

/// How much the application sends, against what it may send and what arrives. Means over windows.
class OfferedLoad {
  public:
    void handle_sent(std::size_t bytes) { bytes_ += bytes; }
    /// After a window of `seconds`. Rates in bytes a second; `own_loss`: the share that the path loses anyway.
    void close_window(double seconds, double rate, double delivered, double own_loss) {
        const auto sent = static_cast<double>(std::exchange(bytes_, 0)) / seconds;
        sent_mean_ += (sent - sent_mean_) * mean_gain;
        used_ += (sent / rate - used_) * used_gain;
        delivered_mean_ += (delivered - delivered_mean_) * mean_gain;
        const bool more_sent = sent_mean_ * (1 - own_loss) > overload * delivered_mean_;
        overloaded_windows_ = more_sent ? overloaded_windows_ + 1 : 0;
    }
    /// The rate, and not the application, decided of late how much was sent.
    [[nodiscard]] bool decided_by_rate() const { return used_ > used_mostly; }
    /// More is sent than arrives, the path's own losses apart.
    [[nodiscard]] bool overloads() const { return overloaded_windows_ >= overloaded_windows_min; }
    [[nodiscard]] double delivered_mean() const { return delivered_mean_; }

  private:
    /// Over some seconds, in which others' filling of the queue does not look like ours.
    static constexpr double mean_gain = 1.0 / 32;
    static constexpr double overload = 1.1;
    /// So that an application that begins, of which nothing has arrived yet, does not look so either.
    static constexpr int overloaded_windows_min = 40;
    /// A picture that goes out in a burst waits for the rate now and then, which does not mean that there is no more.
    static constexpr double used_gain = 1.0 / 2;
    static constexpr double used_mostly = 0.4;

    /// Of this window.
    std::size_t bytes_{0};
    /// How much of the rate was used.
    double used_{1};
    double sent_mean_{0};
    double delivered_mean_{0};
    /// In a row.
    int overloaded_windows_{0};
};

} // namespace plenum::link
