// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/enums.h"
#include "core/base/flow_spec.h"
#include "core/base/time.h"

#include <algorithm>
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
[[nodiscard]] constexpr std::string_view name(DropReason reason) { return base::enumerator_name(reason); }

/// What was dropped, by class and reason.
class DropCounters {
  public:
    void add(base::PriorityClass priority, DropReason reason) { ++counts_[priority][reason]; }
    void add(const DropCounters& others) {
        for (const auto priority : base::enum_values<base::PriorityClass>)
            for (const auto reason : base::enum_values<DropReason>)
                counts_[priority][reason] += others.counts_[priority][reason];
    }
    [[nodiscard]] std::uint64_t of(base::PriorityClass priority, DropReason reason) const {
        return counts_[priority][reason];
    }
    [[nodiscard]] std::uint64_t of(base::PriorityClass priority) const {
        std::uint64_t sum = 0;
        for (const auto count : counts_[priority])
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
    base::EnumArray<base::PriorityClass, base::EnumArray<DropReason, std::uint64_t>> counts_;
};

/// A set of classes is a number with one bit for each, the most urgent's lowest.
[[nodiscard]] constexpr std::uint32_t bit_of(base::PriorityClass priority) {
    const auto rank = static_cast<unsigned>(priority) - static_cast<unsigned>(base::PriorityClass::control);
    return 1U << (rank % 32);
}
/// Precondition: the set is not empty.
[[nodiscard]] constexpr base::PriorityClass most_urgent_of(std::uint32_t classes) {
    return static_cast<base::PriorityClass>(static_cast<int>(base::PriorityClass::control) + std::countr_zero(classes));
}

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

    /// What is dropped from now on is handed over there; null: nowhere.
    void hand_dropped_to(std::vector<Item>* place) { dropped_ = place; }

    PushResult push(Item item, const Rank& rank, base::LocalTime now) {
        if (rank.deadline <= now) return drop(std::move(item), rank, DropReason::expired);
        auto result = PushResult::queued;
        while (!has_room(rank.bytes)) {
            if (expire_one(now)) continue;
            if (!make_room_for(rank)) {
                return drop(std::move(item), rank, rank.discardable ? DropReason::discardable : DropReason::refused);
            }
            result = PushResult::queued_after_drop;
        }
        auto& heap = heaps_[rank.priority].of(rank);
        heap.push_back({{std::move(item), rank}, arrivals_++});
        std::push_heap(heap.begin(), heap.end(), later);
        waiting_ |= bit_of(rank.priority);
        ++items_;
        bytes_ += rank.bytes;
        return result;
    }

    /// The next to be served, of class `from` or a less urgent one; drops what expired on the way. Null if there is
    /// none. Valid until the next call that is not const.
    [[nodiscard]] const Entry* front(base::LocalTime now, base::PriorityClass from = base::PriorityClass::control) {
        for (auto left = waiting_ & ~(bit_of(from) - 1); left != 0; left &= left - 1) {
            if (const auto* entry = front_at(most_urgent_of(left), now)) return entry;
        }
        return nullptr;
    }

    /// The next of exactly this class, otherwise as `front`.
    [[nodiscard]] const Entry* front_of(base::PriorityClass priority, base::LocalTime now) {
        return front_at(priority, now);
    }

    /// Takes out what `front_of` has just given for this class.
    Entry take_front_of(base::PriorityClass priority) { return remove_first(priority); }

    /// Takes out what `front` or `front_of` would give.
    std::optional<Entry> pop(base::LocalTime now, base::PriorityClass from = base::PriorityClass::control) {
        const auto* entry = front(now, from);
        if (entry == nullptr) return std::nullopt;
        return remove_first(entry->rank.priority);
    }

    /// Drops everything whose deadline passed.
    void expire(base::LocalTime now) {
        while (expire_one(now)) {
        }
    }
    /// Earliest deadline of all classes; `local_time_max` when empty.
    [[nodiscard]] base::LocalTime deadline_min() const {
        auto earliest = base::local_time_max;
        for (auto left = waiting_; left != 0; left &= left - 1) {
            const auto& first = heaps_[most_urgent_of(left)].first().front();
            earliest = std::min(earliest, first.entry.rank.deadline);
        }
        return earliest;
    }

    /// Each item once, in no order of meaning; it must not change what its rank follows from.
    template <class Visit>
    void for_each(Visit&& visit) {
        for (auto& heaps : heaps_)
            for (auto* heap : {&heaps.needed, &heaps.discardable})
                for (auto& slot : *heap)
                    visit(slot.entry.item);
    }

    void clear() {
        for (auto& heaps : heaps_) {
            heaps.needed.clear();
            heaps.discardable.clear();
        }
        waiting_ = 0;
        items_ = 0;
        bytes_ = 0;
    }
    [[nodiscard]] std::size_t size_of(base::PriorityClass priority) const { return heaps_[priority].size(); }
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
    /// Of one class; each one's front is what is served first of it, and of the discardable ones what is dropped first.
    struct Heaps {
        [[nodiscard]] std::size_t size() const { return needed.size() + discardable.size(); }
        [[nodiscard]] bool empty() const { return needed.empty() && discardable.empty(); }
        [[nodiscard]] Heap& of(const Rank& rank) { return rank.discardable ? discardable : needed; }
        /// Whose front is served first. Precondition: not empty.
        [[nodiscard]] const Heap& first() const {
            if (needed.empty()) return discardable;
            if (discardable.empty()) return needed;
            return later(needed.front(), discardable.front()) ? discardable : needed;
        }
        [[nodiscard]] Heap& first() { return const_cast<Heap&>(std::as_const(*this).first()); }

        Heap needed;
        Heap discardable;
    };

    static constexpr auto least_urgent_first = [] {
        auto classes = base::enum_values<base::PriorityClass>;
        std::ranges::reverse(classes);
        return classes;
    }();
    /// Order of the heap: the front is what is served first.
    [[nodiscard]] static bool later(const Slot& a, const Slot& b) {
        if (a.entry.rank.deadline != b.entry.rank.deadline) return a.entry.rank.deadline > b.entry.rank.deadline;
        return a.arrival > b.arrival;
    }
    [[nodiscard]] bool has_room(std::size_t bytes) const {
        return items_ < limits_.items_max && bytes <= limits_.bytes_max && bytes_ <= limits_.bytes_max - bytes;
    }

    PushResult drop(Item item, const Rank& rank, DropReason reason) {
        drop({std::move(item), rank}, reason);
        return PushResult::dropped;
    }
    void drop(Entry entry, DropReason reason) {
        drops_.add(entry.rank.priority, reason);
        if (dropped_ != nullptr) dropped_->push_back(std::move(entry.item));
    }
    const Entry* front_at(base::PriorityClass at, base::LocalTime now) {
        auto& heaps = heaps_[at];
        while (!heaps.empty()) {
            const auto& first = heaps.first();
            if (first.front().entry.rank.deadline > now) return &first.front().entry;
            drop_first(at, DropReason::expired);
        }
        return nullptr;
    }
    /// Precondition, as for all below: something of that class waits.
    Entry remove_first(base::PriorityClass at) { return remove_front(at, heaps_[at].first()); }
    Entry remove_front(base::PriorityClass at, Heap& heap) {
        if (heap.size() > 1) std::pop_heap(heap.begin(), heap.end(), later);
        auto entry = std::move(heap.back().entry);
        heap.pop_back();
        if (heaps_[at].empty()) waiting_ &= ~bit_of(at);
        --items_;
        bytes_ -= entry.rank.bytes;
        return entry;
    }
    void drop_first(base::PriorityClass at, DropReason reason) { drop(remove_first(at), reason); }
    bool expire_one(base::LocalTime now) {
        for (auto left = waiting_; left != 0; left &= left - 1) {
            const auto at = most_urgent_of(left);
            if (heaps_[at].first().front().entry.rank.deadline > now) continue;
            drop_first(at, DropReason::expired);
            return true;
        }
        return false;
    }

    /// Drops one item that is worth less than the newcomer; false if there is none. Looks through the least urgent
    /// class first and never beyond the newcomer's own: there the oldest discardable item goes, else the oldest of a
    /// less urgent class, else, for a newcomer that others need, the oldest of its own.
    [[nodiscard]] bool make_room_for(const Rank& rank) {
        if (rank.bytes > limits_.bytes_max || limits_.items_max == 0) return false;
        for (const auto at : least_urgent_first) {
            if (at < rank.priority) break;
            auto& discardable = heaps_[at].discardable;
            if (discardable.empty()) continue;
            drop(remove_front(at, discardable), DropReason::discardable);
            return true;
        }
        for (const auto at : least_urgent_first) {
            if (at < rank.priority) break;
            if (heaps_[at].empty() || (at == rank.priority && rank.discardable)) continue;
            drop_first(at, DropReason::outranked);
            return true;
        }
        return false;
    }

    ClassQueueLimits limits_;
    base::EnumArray<base::PriorityClass, Heaps> heaps_;
    /// One bit for each class of which something waits.
    std::uint32_t waiting_{0};
    std::size_t items_{0};
    std::size_t bytes_{0};
    std::uint64_t arrivals_{0};
    DropCounters drops_;
    std::vector<Item>* dropped_{nullptr};
};

} // namespace plenum::sched
