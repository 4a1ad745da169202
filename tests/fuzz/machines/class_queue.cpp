// SPDX-License-Identifier: Apache-2.0
// The queue of classes beside a list that is searched from end to end each time: same size, same bytes, same front,
// same count of what was dropped and why.
#include "core/sched/class_queue.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <ranges>

namespace plenum::fuzz {
namespace {

using sched::DropReason;
using sched::PushResult;

constexpr auto classes = base::enum_values<base::PriorityClass>;

struct Waiting {
    std::uint64_t id;
    sched::Rank rank;
};

/// Items in order of arrival, so that the first of equals is the oldest.
class Model {
  public:
    explicit Model(sched::ClassQueueLimits limits) : limits_{limits} {}

    PushResult push(Waiting item, base::LocalTime now) {
        if (item.rank.deadline <= now) return drop(item, DropReason::expired);
        auto result = PushResult::queued;
        while (items.size() >= limits_.items_max || bytes() + item.rank.bytes > limits_.bytes_max) {
            if (expire_one(now)) continue;
            const auto victim = worth_less_than(item);
            if (victim == items.size())
                return drop(item, item.rank.discardable ? DropReason::discardable : DropReason::refused);
            take(victim, items[victim].rank.discardable ? DropReason::discardable : DropReason::outranked);
            result = PushResult::queued_after_drop;
        }
        items.push_back(item);
        return result;
    }
    /// Index of what is served first; as many as there are for none. Drops what expired before it.
    std::size_t front(base::LocalTime now, base::PriorityClass from) {
        for (const auto priority : classes) {
            while (priority >= from) {
                const auto first = earliest(priority);
                if (first == items.size()) break;
                if (items[first].rank.deadline > now) return first;
                take(first, DropReason::expired);
            }
        }
        return items.size();
    }
    void expire(base::LocalTime now) {
        while (expire_one(now)) {
        }
    }
    [[nodiscard]] std::size_t bytes() const {
        std::size_t sum = 0;
        for (const auto& item : items)
            sum += item.rank.bytes;
        return sum;
    }

    std::vector<Waiting> items;
    sched::DropCounters drops;

  private:
    PushResult drop(const Waiting& item, DropReason reason) {
        drops.add(item.rank.priority, reason);
        return PushResult::dropped;
    }
    void take(std::size_t index, DropReason reason) {
        drops.add(items[index].rank.priority, reason);
        items.erase(items.begin() + static_cast<std::ptrdiff_t>(index));
    }
    [[nodiscard]] std::size_t earliest(base::PriorityClass priority, bool discardable_only = false) const {
        auto best = items.size();
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (items[i].rank.priority != priority) continue;
            if (discardable_only && !items[i].rank.discardable) continue;
            if (best == items.size() || items[i].rank.deadline < items[best].rank.deadline) best = i;
        }
        return best;
    }
    bool expire_one(base::LocalTime now) {
        for (const auto priority : classes) {
            const auto first = earliest(priority);
            if (first == items.size() || items[first].rank.deadline > now) continue;
            take(first, DropReason::expired);
            return true;
        }
        return false;
    }
    /// A discardable item of the least urgent class that has one, else the first of a class below, else of its own.
    [[nodiscard]] std::size_t worth_less_than(const Waiting& item) const {
        const auto own = item.rank.priority;
        if (item.rank.bytes > limits_.bytes_max || limits_.items_max == 0) return items.size();
        for (const auto priority : std::views::reverse(classes)) {
            if (priority < own) break;
            if (const auto found = earliest(priority, true); found != items.size()) return found;
        }
        for (const auto priority : std::views::reverse(classes)) {
            if (priority < own) break;
            if (priority == own && item.rank.discardable) continue;
            if (const auto found = earliest(priority); found != items.size()) return found;
        }
        return items.size();
    }

    sched::ClassQueueLimits limits_;
};

base::PriorityClass some_class(Input& steps) { return static_cast<base::PriorityClass>(steps.between(1, 7)); }

bool same(const sched::DropCounters& a, const sched::DropCounters& b) {
    for (const auto row : classes) {
        for (const auto why : base::enum_values<DropReason>)
            if (a.of(row, why) != b.of(row, why)) return false;
    }
    return true;
}

void push(sched::ClassQueue<std::uint64_t>& queue, Model& model, std::uint64_t id, Input& steps, base::LocalTime now) {
    sched::Rank rank;
    rank.priority = some_class(steps);
    const auto wait = steps.below(64);
    if (wait > 0) rank.deadline = now + std::chrono::milliseconds{static_cast<int>(wait) - 2};
    rank.bytes = steps.below(400);
    rank.discardable = steps.rarely(4);
    CHECK(queue.push(id, rank, now) == model.push({id, rank}, now));
}

void pop(sched::ClassQueue<std::uint64_t>& queue, Model& model, Input& steps, base::LocalTime now) {
    const auto from = some_class(steps);
    const auto* shown = queue.front(now, from);
    const auto index = model.front(now, from);
    CHECK((shown == nullptr) == (index == model.items.size()));
    if (shown != nullptr) CHECK(shown->item == model.items[index].id);
    if (!steps.flip()) return;
    const auto taken = queue.pop(now, from);
    CHECK(taken.has_value() == (index != model.items.size()));
    if (!taken) return;
    CHECK(taken->item == model.items[index].id && taken->rank.deadline > now);
    model.items.erase(model.items.begin() + static_cast<std::ptrdiff_t>(index));
}

std::uint64_t sum(const sched::DropCounters& drops) {
    std::uint64_t all = 0;
    for (const auto priority : classes)
        all += drops.of(priority);
    return all;
}

sched::DropCounters twice(const sched::DropCounters& drops) {
    auto both = drops;
    both.add(drops);
    return both;
}

} // namespace

void run_class_queue(base::ByteView input) {
    Input steps{input};
    const sched::ClassQueueLimits limits{steps.below(24), steps.below(4000)};
    sched::ClassQueue<std::uint64_t> queue{limits};
    Model model{limits};
    base::LocalTime now{base::from_us(1000)};
    for (std::uint64_t id = 1; steps.more(); ++id) {
        switch (steps.below(8)) {
        default: push(queue, model, id, steps, now); break;
        case 5: pop(queue, model, steps, now); break;
        case 6: now += std::chrono::milliseconds{static_cast<int>(steps.below(32))}; break;
        case 7:
            queue.expire(now);
            model.expire(now);
            break;
        }
        CHECK(queue.size() == model.items.size() && queue.bytes() == model.bytes());
        CHECK(queue.size() <= limits.items_max && queue.bytes() <= limits.bytes_max);
        CHECK(same(queue.drops(), model.drops));
        CHECK(queue.drops().total() == sum(queue.drops()) && twice(queue.drops()).total() == 2 * sum(queue.drops()));
        auto earliest = base::local_time_max;
        for (const auto& item : model.items)
            earliest = std::min(earliest, item.rank.deadline);
        CHECK(queue.deadline_min() == earliest);
    }
}

} // namespace plenum::fuzz
