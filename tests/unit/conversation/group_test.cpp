// SPDX-License-Identifier: Apache-2.0
// Groups of people who speak and listen over paths that delay, lose and reorder, against what a vector of everyone's
// numbers would have said.
#include "core/base/random.h"
#include "core/conversation/delivery_order.h"
#include "core/conversation/frontier.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>

namespace plenum::conversation {
namespace {

using namespace std::chrono_literals;

struct Said {
    base::MemberIndex sender;
    Context context;
    base::ConferenceTime deadline;
    bool lasting{false};
    /// The number of each person's newest message in its past: the truth.
    std::vector<std::uint64_t> past;
};

struct Person {
    explicit Person(base::MemberIndex self, DeliveryOrder::Bounds bounds) : order{self, bounds} {}
    Frontier frontier;
    DeliveryOrder order;
    std::uint64_t said{0};
    /// Of each person, the newest that this one's next message comes after.
    std::vector<std::uint64_t> past;
    struct Arrived {
        std::size_t message{0};
        base::ConferenceTime at{};
    };
    std::map<Slot, Arrived> in_slots;
    std::vector<bool> handed_over;
};

struct Way {
    std::uint64_t loss_percent{0};
    std::uint64_t delay_ms_least{20};
    std::uint64_t delay_ms_most{60};
};

class Group {
  public:
    Group(std::uint64_t seed, std::size_t people, Way way) : random_{seed}, way_{way} {
        for (std::size_t i = 0; i < people; ++i) {
            people_.emplace_back(index(i), DeliveryOrder::Bounds{});
            people_.back().past.resize(people);
            for (std::size_t other = 0; other < people; ++other)
                people_.back().order.expect(index(other));
        }
    }

    static base::MemberIndex index(std::size_t person) {
        return base::MemberIndex{static_cast<base::MemberIndex::rep>(person + 1)};
    }

    void run(base::Duration duration, std::uint64_t speak_one_in) {
        for (base::Duration t{}; t < duration + 1s; t += 1ms) {
            now_ = base::ConferenceTime{t};
            while (!on_the_way_.empty() && on_the_way_.begin()->first <= now_) {
                const auto [person, message] = on_the_way_.begin()->second;
                on_the_way_.erase(on_the_way_.begin());
                arrive(people_[person], message);
            }
            for (auto& person : people_)
                hand_over(person);
            if (t >= duration) continue;
            for (std::size_t i = 0; i < people_.size(); ++i) {
                if (random_.below(speak_one_in) == 0) speak(i);
            }
        }
        for (const auto& person : people_)
            EXPECT_EQ(person.order.buffer().size(), 0U);
    }

    std::uint64_t forced{0};
    std::uint64_t handed_over{0};
    std::uint64_t named{0};
    [[nodiscard]] std::uint64_t said() const { return said_.size(); }

  private:
    static constexpr base::Duration delta = 200ms;

    void speak(std::size_t i) {
        auto& person = people_[i];
        Said message;
        message.sender = index(i);
        message.lasting = random_.below(8) == 0;
        person.frontier.take(now_, message.context);
        message.context.ordinal = base::Ordinal{++person.said};
        message.deadline = std::max(now_ + delta, person.frontier.deadline_max());
        message.past = person.past;
        person.past[i] = person.said;
        named += message.context.dependencies.size();
        said_.push_back(std::move(message));
        for (std::size_t other = 0; other < people_.size(); ++other) {
            if (other == i || random_.below(100) < way_.loss_percent) continue;
            const auto delay = way_.delay_ms_least + random_.below(way_.delay_ms_most - way_.delay_ms_least + 1);
            on_the_way_.emplace(now_ + std::chrono::milliseconds{delay}, std::pair{other, said_.size() - 1});
        }
    }

    void arrive(Person& person, std::size_t message) {
        const auto& said = said_[message];
        DeliveryOrder::Arrival arrival;
        arrival.span = {said.sender, said.context.ordinal, said.context.ordinal};
        arrival.deadline = said.deadline;
        arrival.dependencies = said.context.dependencies;
        const auto slot = person.order.add(arrival, now_);
        ASSERT_TRUE(slot.has_value());
        person.in_slots[*slot] = {message, now_};
        hand_over(person);
    }

    void hand_over(Person& person) {
        while (const auto release = person.order.poll(now_)) {
            const auto [message, arrived_at] = person.in_slots.at(release->slot);
            const auto& said = said_[message];
            person.handed_over.resize(said_.size());
            EXPECT_FALSE(person.handed_over[message]);
            check_causes(person, said);
            person.handed_over[message] = true;
            ++handed_over;
            if (release->order == Order::forced) {
                ++forced;
                EXPECT_GE(now_, said.deadline);
                EXPECT_FALSE(release->missing.empty());
            }
            EXPECT_LE(now_, std::max(said.deadline, arrived_at));
            for (std::size_t i = 0; i < person.past.size(); ++i)
                person.past[i] = std::max(person.past[i], said.past[i]);
            auto& newest = person.past[said.sender.value() - 1];
            newest = std::max(newest, said.context.ordinal.value());
            person.frontier.note({said.sender, said.context.ordinal, said.deadline, said.lasting},
                                 said.context.dependencies);
        }
        EXPECT_GT(person.order.next_wakeup().value_or(base::ConferenceTime::max()), now_);
    }

    /// Of all in its past, none is missing here whose deadline is still to come.
    void check_causes(const Person& person, const Said& said) {
        for (std::size_t i = 0; i < said_.size(); ++i) {
            const auto& cause = said_[i];
            const bool before = said.past[cause.sender.value() - 1] >= cause.context.ordinal.value();
            if (!before || cause.deadline < now_ || &people_[cause.sender.value() - 1] == &person) continue;
            const bool here = i < person.handed_over.size() && person.handed_over[i];
            EXPECT_TRUE(here || cause.deadline <= now_)
                << said.sender.value() << ':' << said.context.ordinal.value() << " before " << cause.sender.value()
                << ':' << cause.context.ordinal.value();
        }
    }

    base::Random random_;
    Way way_;
    base::ConferenceTime now_{};
    std::deque<Person> people_;
    std::vector<Said> said_;
    std::multimap<base::ConferenceTime, std::pair<std::size_t, std::size_t>> on_the_way_;
};

class Groups : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Groups, hear_everything_in_the_order_of_cause_where_nothing_is_lost) {
    Group group{GetParam(), 3 + GetParam() % 6, {0, 20, 190}};
    group.run(4s, 40);
    EXPECT_EQ(group.forced, 0U);
    EXPECT_EQ(group.handed_over, group.said() * (2 + GetParam() % 6));
}

TEST_P(Groups, hear_no_effect_before_its_cause_is_due) {
    Group group{GetParam() + 100, 3 + GetParam() % 6, {1 + GetParam() * 3 % 30, 20, 100 + GetParam() * 37 % 400}};
    group.run(4s, 30);
    EXPECT_GT(group.forced, 0U);
    EXPECT_GT(group.said(), 100U);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Groups, testing::Range(std::uint64_t{0}, std::uint64_t{24}));

TEST(Context, names_few_where_many_speak_now_and_then) {
    Group group{1, 50, {0, 20, 60}};
    group.run(10s, 500);
    EXPECT_GT(group.said(), 500U);
    EXPECT_LT(group.named, 6 * group.said()) << "of fifty people, each of whom would be in a whole vector";
    EXPECT_GT(group.named, group.said());
}

} // namespace
} // namespace plenum::conversation
