// SPDX-License-Identifier: Apache-2.0
#include "core/conversation/frontier.h"

#include <gtest/gtest.h>

namespace plenum::conversation {
namespace {

using namespace std::chrono_literals;

base::ConferenceTime at(base::Duration time) { return base::ConferenceTime{time}; }

Dependency on(std::uint32_t sender, std::uint64_t ordinal) {
    return {base::MemberIndex{sender}, base::Ordinal{ordinal}};
}

struct Speaker {
    Frontier frontier;
    Context context;

    void hears(std::uint32_t sender, std::uint64_t ordinal, const std::vector<Dependency>& dependencies = {},
               base::Duration deadline = 1s, bool lasting = false) {
        frontier.note({base::MemberIndex{sender}, base::Ordinal{ordinal}, at(deadline), lasting}, dependencies);
    }
    std::vector<Dependency> says(base::Duration now = 0s) {
        frontier.take(at(now), context);
        return context.dependencies;
    }
};

using Names = std::vector<Dependency>;

TEST(Frontier, names_what_was_heard_since_and_then_stands_for_it) {
    Speaker speaker;
    EXPECT_EQ(speaker.says(), Names{});
    speaker.hears(3, 1);
    speaker.hears(2, 7);
    speaker.hears(3, 2);
    EXPECT_EQ(speaker.says(), (Names{on(2, 7), on(3, 2)}));
    EXPECT_EQ(speaker.says(), Names{});
    speaker.hears(3, 3);
    EXPECT_EQ(speaker.says(), Names{on(3, 3)});
}

TEST(Frontier, leaves_out_what_another_has_named) {
    Speaker speaker;
    speaker.hears(2, 7);
    speaker.hears(3, 5);
    speaker.hears(4, 1, {on(2, 7), on(3, 4)});
    EXPECT_EQ(speaker.says(), (Names{on(3, 5), on(4, 1)})) << "3 said one more than 4 had heard";
    speaker.hears(2, 8);
    speaker.hears(4, 2, {on(2, 9)});
    EXPECT_EQ(speaker.says(), Names{on(4, 2)});
}

TEST(Frontier, names_what_a_liar_with_an_early_deadline_has_named_itself) {
    Speaker speaker;
    speaker.hears(2, 7, {}, 1s);
    speaker.hears(3, 1, {on(2, 7)}, 500ms);
    EXPECT_EQ(speaker.says(), (Names{on(2, 7), on(3, 1)})) << "3 is waited for until 500 ms, and with it 2 no longer";
    speaker.hears(2, 8, {}, 1s);
    speaker.hears(3, 2, {on(2, 8000)}, 1s);
    EXPECT_EQ(speaker.says(), Names{on(3, 2)});
}

TEST(Frontier, keeps_the_newest_whatever_the_order) {
    Speaker speaker;
    speaker.hears(2, 8);
    speaker.hears(2, 7);
    EXPECT_EQ(speaker.says(), Names{on(2, 8)});
}

TEST(Frontier, names_nothing_that_nobody_waits_for_any_more) {
    Speaker speaker;
    speaker.hears(2, 1, {}, 100ms);
    speaker.hears(3, 1, {}, 100ms, true);
    EXPECT_EQ(speaker.says(100ms + 1ns), Names{on(3, 1)}) << "words are waited for longer";
    speaker.hears(2, 2, {}, 100ms);
    EXPECT_EQ(speaker.says(100ms), Names{on(2, 2)});
}

TEST(Frontier, is_full_now_and_then) {
    Speaker speaker;
    speaker.hears(2, 1, {}, 1s);
    speaker.hears(3, 1, {}, 1s);
    speaker.hears(4, 1, {}, 0s, true);
    std::ignore = speaker.says();
    speaker.hears(5, 1, {}, 0s, true);
    for (std::uint64_t i = 2; i < Frontier::full_every; ++i)
        std::ignore = speaker.says();
    speaker.hears(6, 1, {}, 0s, true);
    EXPECT_EQ(speaker.says(1s + Frontier::full_reach), (Names{on(2, 1), on(3, 1), on(6, 1)}))
        << "those lately heard, and what is waited for though it is older";
    EXPECT_EQ(speaker.says(), Names{});
}

TEST(Frontier, names_all_that_is_waited_for_and_changes_nothing) {
    Speaker ann;
    const auto all = [&](base::Duration now) {
        Context context;
        ann.frontier.name_all(at(now), context);
        return context.dependencies;
    };
    ann.hears(2, 5, {}, 100ms);
    ann.hears(3, 7, {on(2, 5)}, 200ms);
    ann.hears(4, 9, {}, 100ms, true);
    const Names everyone{on(2, 5), on(3, 7), on(4, 9)};
    EXPECT_EQ(all(90ms), everyone) << "named by another or not";
    EXPECT_EQ(all(150ms), (Names{on(3, 7), on(4, 9)})) << "not what nobody waits for any more";
    EXPECT_EQ(ann.says(90ms), (Names{on(3, 7), on(4, 9)})) << "as if nobody had asked";
    EXPECT_EQ(all(90ms), everyone) << "said before or not";
    EXPECT_EQ(all(100ms + Frontier::full_reach + 1ms), Names{});
}

TEST(Frontier, says_where_it_cannot_name_all) {
    Speaker speaker;
    for (std::uint32_t sender = 1; sender <= dependencies_max; ++sender)
        speaker.hears(sender, 1);
    EXPECT_EQ(speaker.says().size(), dependencies_max);
    EXPECT_TRUE(speaker.context.complete);
    for (std::uint32_t sender = 1; sender <= dependencies_max + 1; ++sender)
        speaker.hears(sender, 2);
    EXPECT_EQ(speaker.says().size(), dependencies_max);
    EXPECT_FALSE(speaker.context.complete);
    EXPECT_EQ(speaker.says(), Names{});
    EXPECT_TRUE(speaker.context.complete);
}

TEST(Frontier, knows_the_latest_deadline_and_forgets_who_left) {
    Speaker speaker;
    speaker.hears(2, 1, {}, 3s);
    speaker.hears(3, 1, {}, 2s);
    EXPECT_EQ(speaker.frontier.deadline_max(), at(3s));
    speaker.frontier.forget(base::MemberIndex{2});
    EXPECT_EQ(speaker.says(), Names{on(3, 1)});
    for (std::uint64_t i = 2; i < Frontier::full_every; ++i)
        std::ignore = speaker.says();
    EXPECT_EQ(speaker.says(), Names{on(3, 1)});
}

} // namespace
} // namespace plenum::conversation
