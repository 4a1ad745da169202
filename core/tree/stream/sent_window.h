// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/tree/erasure_code.h"
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
    /// Requests of the same round within this time are one: the answer is under way.
    base::Duration holdoff{std::chrono::milliseconds{20}};
};

/// The data packets that receivers may still ask for.
class SentWindow {
  public:
    explicit SentWindow(RepairLimits limits) : limits_{limits} {}

    void push(base::Bytes payload, base::LocalTime now) { sent_.push_back({std::move(payload), now, {}, {}, 0}); }
    [[nodiscard]] std::uint64_t start() const { return start_; }
    /// The first number that is not used.
    [[nodiscard]] std::uint64_t next() const { return start_ + sent_.size(); }
    /// Null if it is not in the window.
    [[nodiscard]] const base::Bytes* find(std::uint64_t sequence) const;
    /// When the packet was sent first; the window is not empty.
    [[nodiscard]] base::LocalTime oldest_at() const { return sent_.front().at; }
    void advance(std::uint64_t start);
    /// Whether a request is to be answered now.
    [[nodiscard]] bool request(PacketRequest request, base::LocalTime now);

  private:
    struct Sent {
        base::Bytes payload;
        base::LocalTime at;
        std::uint64_t round;
        base::LocalTime repaired_at;
        std::uint32_t repairs;
    };

    RepairLimits limits_;
    std::uint64_t start_{0};
    std::deque<Sent> sent_;
};

/// The repair symbols of blocks.
class BlockRepairs {
  public:
    BlockRepairs(std::size_t source_count, RepairLimits limits) : source_count_{source_count}, limits_{limits} {}

    /// The symbol to send for a request, or nullopt if it is not to be answered now. After the last symbol that the
    /// code has comes the first again.
    [[nodiscard]] std::optional<SymbolIndex> request(SymbolRequest request, base::LocalTime now);
    /// Blocks before `start` are not asked for any more.
    void advance(std::uint64_t start) { blocks_.erase(blocks_.begin(), blocks_.lower_bound(start)); }

  private:
    struct Block {
        std::size_t sent{0};
        /// When a symbol was sent for each round and slot, by number.
        std::map<std::uint64_t, base::LocalTime> sent_at;
    };

    std::size_t source_count_;
    RepairLimits limits_;
    std::map<std::uint64_t, Block> blocks_;
};

} // namespace plenum::tree
