// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace plenum::sched {

/// When someone wants to be woken, as a timetable keeps it inside of whom it wakes.
struct Appointment {
    base::LocalTime at{base::local_time_max};
    /// Where it stands in the timetable; `none` while it does not.
    std::size_t place{none};

    static constexpr std::size_t none = SIZE_MAX;
};

/// Who is to be woken when: a binary heap of pointers in which everyone knows their place, so that a change of one time
/// costs a few steps, allocates nothing and looks at nobody else. A balanced tree of pairs was the alternative: it
/// allocates at each change. Times alone decide; among equal ones the order follows from the calls, so it is the same
/// in each run.
///
/// Whoever is in it must be taken out (`remove`) before they go or move in memory.
template <class T, Appointment T::* appointment>
class Timetable {
  public:
    /// `local_time_max` takes out.
    void set(T& item, base::LocalTime at) {
        auto& entry = item.*appointment;
        if (entry.at == at) return;
        if (at == base::local_time_max) return remove(item);
        const auto before = entry.at;
        entry.at = at;
        if (entry.place == Appointment::none) {
            entry.place = heap_.size();
            heap_.push_back({at, &item});
            return rise(entry.place);
        }
        heap_[entry.place].at = at;
        if (at < before)
            rise(entry.place);
        else
            sink(entry.place);
    }
    /// Nothing happens where it is not in.
    void remove(T& item) {
        auto& entry = item.*appointment;
        entry.at = base::local_time_max;
        if (entry.place == Appointment::none) return;
        const auto place = entry.place;
        entry.place = Appointment::none;
        const auto last = heap_.back();
        heap_.pop_back();
        if (place == heap_.size()) return;
        put(place, last);
        rise(place);
        sink((last.item->*appointment).place);
    }
    /// Takes out one whose time has come; null if there is none.
    [[nodiscard]] T* take_due(base::LocalTime now) {
        if (heap_.empty() || heap_.front().at > now) return nullptr;
        auto* item = heap_.front().item;
        remove(*item);
        return item;
    }
    /// The earliest; `local_time_max` if there is none.
    [[nodiscard]] base::LocalTime next() const { return heap_.empty() ? base::local_time_max : heap_.front().at; }
    [[nodiscard]] std::size_t size() const { return heap_.size(); }

  private:
    struct Slot {
        base::LocalTime at;
        T* item;
    };

    void put(std::size_t place, const Slot& slot) {
        heap_[place] = slot;
        (slot.item->*appointment).place = place;
    }
    void rise(std::size_t place) {
        const auto slot = heap_[place];
        for (; place > 0; place = (place - 1) / 2) {
            const auto& parent = heap_[(place - 1) / 2];
            if (parent.at <= slot.at) break;
            put(place, parent);
        }
        put(place, slot);
    }
    void sink(std::size_t place) {
        const auto slot = heap_[place];
        for (auto child = 2 * place + 1; child < heap_.size(); child = 2 * place + 1) {
            if (child + 1 < heap_.size() && heap_[child + 1].at < heap_[child].at) ++child;
            if (heap_[child].at >= slot.at) break;
            put(place, heap_[child]);
            place = child;
        }
        put(place, slot);
    }

    std::vector<Slot> heap_;
};

} // namespace plenum::sched
