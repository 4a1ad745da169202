// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/net.h"

#include <cstddef>
#include <deque>
#include <optional>

/// Between a program and the network: a machine's one socket, with what the system keeps for it.
namespace plenum::sim {

struct EdgeCounters {
    /// Arrived at a full receive queue.
    std::uint64_t overflowed{0};
    /// Refused by the socket, or behind a backlog that was full.
    std::uint64_t refused{0};
    friend bool operator==(const EdgeCounters&, const EdgeCounters&) = default;
};

/// What comes while the program does not read waits, up to the bound that Linux sets.
class ReceiveQueue {
  public:
    /// False if the queue was full and the parcel is gone.
    bool push(Parcel parcel) {
        const auto cost = parcel.bytes.size() + buffer_overhead;
        if (bytes_ + cost > bytes_max) return false;
        bytes_ += cost;
        parcels_.push_back(std::move(parcel));
        return true;
    }
    [[nodiscard]] std::optional<Parcel> pop() {
        if (parcels_.empty()) return std::nullopt;
        auto parcel = std::move(parcels_.front());
        parcels_.pop_front();
        bytes_ -= parcel.bytes.size() + buffer_overhead;
        return parcel;
    }
    void clear() {
        parcels_.clear();
        bytes_ = 0;
    }

    /// net.core.rmem_max as Debian has it, which the kernel doubles; and what it counts of a small datagram besides its
    /// bytes.
    static constexpr std::size_t bytes_max = 2UL * 212'992;
    static constexpr std::size_t buffer_overhead = 576;

  private:
    std::deque<Parcel> parcels_;
    std::size_t bytes_{0};
};

/// What leaves: at once, or later (EAGAIN), or never (ENOBUFS), as core/runtime/udp_socket meets it.
class SendQueue {
  public:
    enum class State : std::uint8_t { free = 1, blocked = 2, dropping = 3 };
    enum class Taken : std::uint8_t { send = 1, waits = 2, refused = 3 };

    void set(State state) { state_ = state; }
    /// `send`: the caller sends it now. Otherwise it has moved away.
    Taken push(Parcel& parcel) {
        if (state_ == State::free) return Taken::send;
        if (state_ == State::dropping || backlog_.size() >= backlog_max) return Taken::refused;
        backlog_.push_back(std::move(parcel));
        return Taken::waits;
    }
    /// In the order in which they came, once the state is free.
    [[nodiscard]] std::optional<Parcel> pop() {
        if (state_ != State::free || backlog_.empty()) return std::nullopt;
        auto parcel = std::move(backlog_.front());
        backlog_.pop_front();
        return parcel;
    }
    void clear() { backlog_.clear(); }

    /// As UdpSocket::backlog_max.
    static constexpr std::size_t backlog_max = 2048;

  private:
    State state_{State::free};
    std::deque<Parcel> backlog_;
};

} // namespace plenum::sim
