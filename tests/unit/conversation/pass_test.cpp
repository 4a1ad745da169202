// SPDX-License-Identifier: Apache-2.0
// What passes at once is what would have been added and handed over at once: two orders hear the same, one the long
// way.
#include "core/base/random.h"
#include "core/conversation/delivery_order.h"

#include <gtest/gtest.h>

#include <map>
#include <ostream>

namespace plenum::conversation {
namespace {

using namespace std::chrono_literals;
using base::MemberIndex;
using base::Ordinal;

constexpr std::uint32_t members = 5;
constexpr MemberIndex self{1};

struct Told {
    Span span;
    Order order{Order::in_order};
    std::vector<Span> missing;
    friend bool operator==(const Told&, const Told&) = default;
    friend void PrintTo(const Told& told, std::ostream* to) {
        *to << told.span.sender.value() << ':' << told.span.first.value() << '-' << told.span.last.value() << ' '
            << static_cast<int>(told.order) << ' ' << told.missing.size();
    }
};

class Pair {
  public:
    explicit Pair(std::uint64_t seed) : random_{seed} {
        for (std::uint32_t i = 2; i <= members; ++i) {
            const bool from_first = random_.below(3) != 0;
            quick_.expect(MemberIndex{i}, from_first);
            slow_.expect(MemberIndex{i}, from_first);
        }
    }

    void run(std::size_t steps) {
        for (std::size_t step = 0; step < steps; ++step) {
            now_ += std::chrono::milliseconds{random_.below(20)};
            switch (random_.below(16)) {
            case 0: told_gap(); break;
            case 1: forget(); break;
            default: hear();
            }
            poll(quick_, quickly_);
            poll(slow_, slowly_);
            ASSERT_EQ(quickly_, slowly_) << "step " << step;
            told += quickly_.size();
            quickly_.clear();
            slowly_.clear();
            ASSERT_EQ(quick_.buffer().size(), slow_.buffer().size());
            ASSERT_EQ(quick_.next_wakeup(), slow_.next_wakeup());
            ASSERT_EQ(quick_.counters().in_order, slow_.counters().in_order);
        }
    }
    std::size_t passed{0};
    std::size_t told{0};

  private:
    MemberIndex anyone() { return MemberIndex{2 + static_cast<std::uint32_t>(random_.below(members - 1))}; }
    /// Mostly the next of this sender, sometimes one ahead or one that was left out; none twice.
    Span next(MemberIndex sender) {
        auto& said = said_[sender];
        auto first = said.empty() ? 1 : said.rbegin()->first + 1;
        if (random_.below(6) == 0) first += 1 + random_.below(3);
        for (std::uint64_t i = 1; i < first && random_.below(3) == 0; ++i) {
            if (said.contains(i)) continue;
            said[i] = true;
            return {sender, Ordinal{i}, Ordinal{i}};
        }
        const auto last = first + random_.below(2);
        for (auto i = first; i <= last; ++i)
            said[i] = true;
        return {sender, Ordinal{first}, Ordinal{last}};
    }
    std::vector<Dependency> dependencies() {
        std::vector<Dependency> named;
        for (std::uint32_t i = 1; i <= members; ++i) {
            const auto& said = said_[MemberIndex{i}];
            if (random_.below(3) != 0 || said.empty()) continue;
            const auto newest = said.rbegin()->first;
            const auto back = random_.below(3);
            named.push_back({MemberIndex{i}, Ordinal{newest > back ? newest - back : newest + back}});
        }
        return named;
    }

    void hear() {
        const auto named = dependencies();
        DeliveryOrder::Arrival arrival;
        arrival.span = next(anyone());
        // No two at the same moment, at which slots would decide.
        arrival.deadline = now_ + std::chrono::milliseconds{random_.below(200)} - 20ms + base::Duration{++heard_};
        arrival.dependencies = named;
        arrival.complete = random_.below(12) != 0;
        arrival.bytes = random_.below(100);
        if (arrival.complete && quick_.pass(arrival.span, named)) {
            ++passed;
            quickly_.push_back({arrival.span, Order::in_order, {}});
        } else {
            ASSERT_TRUE(quick_.add(arrival, now_).has_value());
        }
        ASSERT_TRUE(slow_.add(arrival, now_).has_value());
    }
    void told_gap() {
        const auto named = dependencies();
        const auto gap = next(anyone());
        quick_.add_gap(gap, named, now_);
        slow_.add_gap(gap, named, now_);
    }
    void forget() {
        const auto who = anyone();
        quick_.forget(who);
        slow_.forget(who);
        said_[who].clear();
    }
    void poll(DeliveryOrder& order, std::vector<Told>& handed_over) {
        while (const auto release = order.poll(now_))
            handed_over.push_back({release->span, release->order, {release->missing.begin(), release->missing.end()}});
    }

    base::Random random_;
    base::ConferenceTime now_{1s};
    base::Duration::rep heard_{0};
    DeliveryOrder quick_{self, {16, 1000, 300ms}};
    DeliveryOrder slow_{self, {16, 1000, 300ms}};
    std::map<MemberIndex, std::map<std::uint64_t, bool>> said_;
    std::vector<Told> quickly_;
    std::vector<Told> slowly_;
};

TEST(DeliveryOrder, what_passes_is_what_would_have_gone_at_once) {
    std::size_t passed = 0;
    std::size_t told = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Pair pair{seed};
        pair.run(400);
        if (HasFatalFailure()) FAIL() << "seed " << seed;
        passed += pair.passed;
        told += pair.told;
    }
    EXPECT_GT(passed, told / 20);
    EXPECT_LT(passed, told / 20 * 19);
}

TEST(DeliveryOrder, nothing_passes_what_was_let_go_before) {
    DeliveryOrder order{self, {}};
    order.expect(MemberIndex{2});
    order.expect(MemberIndex{3});
    const Span later{MemberIndex{3}, Ordinal{1}, Ordinal{1}};
    ASSERT_TRUE(
        order.add({{MemberIndex{2}, Ordinal{1}, Ordinal{1}}, base::ConferenceTime{1s}, {}, true, 1}, {}).has_value());
    EXPECT_FALSE(order.pass(later, {}));
    ASSERT_TRUE(order.poll({}).has_value());
    EXPECT_TRUE(order.pass(later, {}));
}

TEST(DeliveryOrder, nothing_passes_whose_number_is_none) {
    DeliveryOrder order{self, {}};
    order.expect(MemberIndex{2});
    EXPECT_FALSE(order.pass({MemberIndex{2}, Ordinal{0}, Ordinal{1}}, {}));
    EXPECT_FALSE(order.pass({MemberIndex{2}, Ordinal{1}, Ordinal{~0ULL}}, {}));
    EXPECT_FALSE(order.pass({MemberIndex{3}, Ordinal{1}, Ordinal{1}}, {})) << "of nobody known";
}

} // namespace
} // namespace plenum::conversation
