// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/flow_spec.h"
#include "core/base/time.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

/// Packets wait by class, and within a class the earliest deadline goes first (µChoices §4). One shared
/// first-come-first-served queue was the alternative: a single greedy stream then delays everybody's audio by its whole
/// backlog.
namespace plenum::sched {

enum class DropReason : std::uint8_t {
    expired = 1,     ///< its deadline passed while it waited
    discardable = 2, ///< the queue was full and nothing later needs it
    outranked = 3,   ///< the queue was full and something more urgent, or newer of its class, came
    refused = 4,     ///< the queue was full of what is more urgent, so it was not taken in
};
inline constexpr std::size_t drop_reason_count = 4;
[[nodiscard]] constexpr std::string_view name(DropReason reason) {
    constexpr std::array<std::string_view, drop_reason_count> names{"expired", "discardable", "outranked", "refused"};
    return names[static_cast<std::size_t>(reason) - 1];
}

/// What was dropped, by class and reason.
class DropCounters {
  public:
    void add(base::PriorityClass priority, DropReason reason) { ++slot(priority, reason); }
    void add(const DropCounters& others) {
        for (std::size_t priority = 0; priority < counts_.size(); ++priority)
            for (std::size_t reason = 0; reason < drop_reason_count; ++reason)
                counts_[priority][reason] += others.counts_[priority][reason];
    }
    [[nodiscard]] std::uint64_t of(base::PriorityClass priority, DropReason reason) const {
        return counts_[index(priority)][static_cast<std::size_t>(reason) - 1];
    }
    [[nodiscard]] std::uint64_t of(base::PriorityClass priority) const {
        std::uint64_t sum = 0;
        for (const auto count : counts_[index(priority)])
            sum += count;
        return sum;
    }
    [[nodiscard]] std::uint64_t total() const {
        std::uint64_t sum = 0;
        for (const auto& row : counts_) {
            for (const auto count : row)
                sum += count;
        }
        return sum;
    }

  private:
    [[nodiscard]] static std::size_t index(base::PriorityClass priority) {
        return static_cast<std::size_t>(priority) - 1;
    }
    [[nodiscard]] std::uint64_t& slot(base::PriorityClass priority, DropReason reason) {
        return counts_[index(priority)][static_cast<std::size_t>(reason) - 1];
    }

    std::array<std::array<std::uint64_t, drop_reason_count>, base::priority_class_count> counts_{};
};

struct ClassQueueLimits {
    std::size_t items_max{0};
    std::size_t bytes_max{0};
};

/// How an item stands in the queue.
struct Rank {
    base::PriorityClass priority{base::PriorityClass::bulk};
    /// From then on the item is worth nothing.
    base::LocalTime deadline{base::local_time_max};
    std::size_t bytes{0};
    /// Nothing later needs it: goes first when room is short.
    bool discardable{false};
};

enum class PushResult : std::uint8_t {
    queued = 1,
    queued_after_drop = 2, ///< something less worthy made room
    dropped = 3,           ///< too late already, or no room; counted
};

/// Bounded in items and bytes over all classes together, so that one class may use what others leave, and the most
/// urgent always finds room. Items of equal deadline keep their order. Not for several threads.
template <class Item>
class ClassQueue {
  public:
    struct Entry {
        Item item;
        Rank rank;
    };

    explicit ClassQueue(ClassQueueLimits limits) : limits_{limits} {}

    PushResult push(Item item, const Rank& rank, base::LocalTime now) {
        if (rank.deadline <= now) return drop(rank, DropReason::expired);
        auto result = PushResult::queued;
        while (!has_room(rank.bytes)) {
            if (expire_one(now)) continue;
            if (!make_room_for(rank)) {
                return drop(rank, rank.discardable ? DropReason::discardable : DropReason::refused);
            }
            result = PushResult::queued_after_drop;
        }
        auto& heap = heaps_[index(rank.priority)];
        heap.push_back({{std::move(item), rank}, arrivals_++});
        std::push_heap(heap.begin(), heap.end(), later);
        waiting_ |= 1U << index(rank.priority);
        ++items_;
        bytes_ += rank.bytes;
        return result;
    }

    /// The next to be served, of class `from` or a less urgent one; drops what expired on the way. Null if there is
    /// none. Valid until the next call that is not const.
    [[nodiscard]] const Entry* front(base::LocalTime now, base::PriorityClass from = base::PriorityClass::control) {
        for (auto left = waiting_ & (~0U << index(from)); left != 0; left &= left - 1) {
            auto& heap = heaps_[static_cast<std::size_t>(std::countr_zero(left))];
            while (!heap.empty() && heap.front().entry.rank.deadline <= now)
                drop_front(heap, DropReason::expired);
            if (!heap.empty()) return &heap.front().entry;
        }
        return nullptr;
    }

    /// The next of exactly this class, otherwise as `front`.
    [[nodiscard]] const Entry* front_of(base::PriorityClass priority, base::LocalTime now) {
        auto& heap = heaps_[index(priority)];
        while (!heap.empty() && heap.front().entry.rank.deadline <= now)
            drop_front(heap, DropReason::expired);
        return heap.empty() ? nullptr : &heap.front().entry;
    }

    /// Takes out what `front_of` has just given for this class.
    Entry take_front_of(base::PriorityClass priority) { return remove_front(heaps_[index(priority)]); }

    /// Takes out what `front` or `front_of` would give.
    std::optional<Entry> pop(base::LocalTime now, base::PriorityClass from = base::PriorityClass::control) {
        const auto* entry = front(now, from);
        if (entry == nullptr) return std::nullopt;
        return remove_front(heaps_[index(entry->rank.priority)]);
    }

    /// Drops everything whose deadline passed.
    void expire(base::LocalTime now) {
        while (expire_one(now)) {
        }
    }
    /// Earliest deadline of all classes; `local_time_max` when empty.
    [[nodiscard]] base::LocalTime deadline_min() const {
        auto earliest = base::local_time_max;
        for (const auto& heap : heaps_) {
            if (!heap.empty()) earliest = std::min(earliest, heap.front().entry.rank.deadline);
        }
        return earliest;
    }

    /// Each item once, in no order of meaning; it must not change what its rank follows from.
    template <class Visit>
    void for_each(Visit&& visit) {
        for (auto& heap : heaps_)
            for (auto& slot : heap)
                visit(slot.entry.item);
    }

    void clear() {
        for (auto& heap : heaps_)
            heap.clear();
        waiting_ = 0;
        items_ = 0;
        bytes_ = 0;
    }
    [[nodiscard]] std::size_t size_of(base::PriorityClass priority) const { return heaps_[index(priority)].size(); }
    /// One bit for each class in which something waits, the most urgent's lowest.
    [[nodiscard]] std::uint32_t classes() const { return waiting_; }
    [[nodiscard]] bool empty() const { return items_ == 0; }
    [[nodiscard]] std::size_t size() const { return items_; }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    [[nodiscard]] const DropCounters& drops() const { return drops_; }

  private:
    struct Slot {
        Entry entry;
        std::uint64_t arrival;
    };
    using Heap = std::vector<Slot>;

    [[nodiscard]] static std::size_t index(base::PriorityClass priority) {
        return static_cast<std::size_t>(priority) - 1;
    }
    /// Order of the heap: the front is what is served first.
    [[nodiscard]] static bool later(const Slot& a, const Slot& b) {
        if (a.entry.rank.deadline != b.entry.rank.deadline) return a.entry.rank.deadline > b.entry.rank.deadline;
        return a.arrival > b.arrival;
    }
    [[nodiscard]] bool has_room(std::size_t bytes) const {
        return items_ < limits_.items_max && bytes <= limits_.bytes_max && bytes_ <= limits_.bytes_max - bytes;
    }

    PushResult drop(const Rank& rank, DropReason reason) {
        drops_.add(rank.priority, reason);
        return PushResult::dropped;
    }
    Entry remove_front(Heap& heap) {
        if (heap.size() > 1) std::pop_heap(heap.begin(), heap.end(), later);
        auto entry = std::move(heap.back().entry);
        heap.pop_back();
        note_if_empty(heap);
        --items_;
        bytes_ -= entry.rank.bytes;
        return entry;
    }
    void note_if_empty(const Heap& heap) {
        if (heap.empty()) waiting_ &= ~(1U << static_cast<std::size_t>(&heap - heaps_.data()));
    }
    void drop_front(Heap& heap, DropReason reason) {
        const auto entry = remove_front(heap);
        drops_.add(entry.rank.priority, reason);
    }
    bool expire_one(base::LocalTime now) {
        for (auto left = waiting_; left != 0; left &= left - 1) {
            auto& heap = heaps_[static_cast<std::size_t>(std::countr_zero(left))];
            if (heap.front().entry.rank.deadline > now) continue;
            drop_front(heap, DropReason::expired);
            return true;
        }
        return false;
    }

    /// Drops one item that is worth less than the newcomer; false if there is none. Looks through the least urgent
    /// class first and never beyond the newcomer's own: there a discardable item goes, else the oldest of a less
    /// urgent class, else, for a newcomer that others need, the oldest of its own.
    [[nodiscard]] bool make_room_for(const Rank& rank) {
        if (rank.bytes > limits_.bytes_max || limits_.items_max == 0) return false;
        for (auto at = heaps_.size(); at-- > index(rank.priority);) {
            if (drop_discardable(heaps_[at])) return true;
        }
        for (auto at = heaps_.size(); at-- > index(rank.priority);) {
            if (heaps_[at].empty() || (at == index(rank.priority) && rank.discardable)) continue;
            drop_front(heaps_[at], DropReason::outranked);
            return true;
        }
        return false;
    }
    /// The oldest discardable one; linear, but only a full queue comes here.
    [[nodiscard]] bool drop_discardable(Heap& heap) {
        auto oldest = heap.end();
        for (auto at = heap.begin(); at != heap.end(); ++at) {
            if (at->entry.rank.discardable && (oldest == heap.end() || later(*oldest, *at))) oldest = at;
        }
        if (oldest == heap.end()) return false;
        drops_.add(oldest->entry.rank.priority, DropReason::discardable);
        --items_;
        bytes_ -= oldest->entry.rank.bytes;
        *oldest = std::move(heap.back());
        heap.pop_back();
        note_if_empty(heap);
        std::make_heap(heap.begin(), heap.end(), later);
        return true;
    }

    ClassQueueLimits limits_;
    std::array<Heap, base::priority_class_count> heaps_;
    /// One bit for each heap that is not empty.
    std::uint32_t waiting_{0};
    std::size_t items_{0};
    std::size_t bytes_{0};
    std::uint64_t arrivals_{0};
    DropCounters drops_;
};

} // namespace plenum::sched
