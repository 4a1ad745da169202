// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/tree/fec/erasure_code.h"
#include "core/tree/stream/stream_objects.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>

namespace plenum::tree {

/// How much a source gives to those who ask. Whatever receivers do, a packet is sent again at most
/// `repairs_per_packet_max` times, and a block's repair symbols are at most as many as all its packets would be.
struct RepairLimits {
    std::uint32_t repairs_per_packet_max{32};
    /// Between two answers to the same request. A branch that asks after an answer has passed it needs the next one.
    base::Duration holdoff{std::chrono::milliseconds{20}};
};

/// The data packets that receivers may still ask for.
class SentWindow {
  public:
    /// `delay`: before each answer.
    SentWindow(RepairLimits limits, base::Duration delay) : limits_{limits}, delay_{delay} {}

    void push(base::Bytes payload, base::LocalTime now) { sent_.push_back({std::move(payload), now, 0, {}, 0}); }
    [[nodiscard]] std::uint64_t start() const { return start_; }
    /// The first number that is not used.
    [[nodiscard]] std::uint64_t next() const { return start_ + sent_.size(); }
    /// Null if it is not in the window.
    [[nodiscard]] const base::Bytes* find(std::uint64_t sequence) const;
    /// When the packet was sent first; the window is not empty.
    [[nodiscard]] base::LocalTime oldest_at() const { return sent_.front().at; }
    void advance(std::uint64_t start);
    /// When to answer a request; nullopt if it is not to be answered, or an answer is under way.
    [[nodiscard]] std::optional<base::LocalTime> request(PacketRequest request, base::LocalTime now);

  private:
    struct Sent {
        base::Bytes payload;
        base::LocalTime at;
        /// Of the last answer.
        std::uint64_t round;
        std::optional<base::LocalTime> answered_at;
        std::uint32_t repairs;
    };

    RepairLimits limits_;
    base::Duration delay_;
    std::uint64_t start_{0};
    std::deque<Sent> sent_;
};

/// The repair symbols of blocks.
class BlockRepairs {
  public:
    /// `delay`: before each answer.
    BlockRepairs(std::size_t source_count, RepairLimits limits, base::Duration delay)
        : source_count_{source_count},
          limits_{limits},
          delay_{delay} {}

    struct Answer {
        SymbolIndex index;
        base::LocalTime at;
    };
    /// The symbol to send for a request; nullopt if it is not to be answered, or an answer is under way. After the last
    /// symbol that the code has comes the first again.
    [[nodiscard]] std::optional<Answer> request(SymbolRequest request, base::LocalTime now);
    /// Blocks before `start` are not asked for any more.
    void advance(std::uint64_t start) { blocks_.erase(blocks_.begin(), blocks_.lower_bound(start)); }

  private:
    struct Block {
        std::size_t sent{0};
        /// When each round and slot was answered, or will be, by number.
        std::map<std::uint64_t, std::optional<base::LocalTime>> answered_at;
    };

    std::size_t source_count_;
    RepairLimits limits_;
    base::Duration delay_;
    std::map<std::uint64_t, Block> blocks_;
};

} // namespace plenum::tree
