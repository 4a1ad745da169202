// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/poll_ids.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

constexpr base::MemberIndex asker{1};

tree::PollKey ask(tree::PollBook& book, std::uint32_t number) {
    tree::PollAsked asked;
    asked.number = number;
    asked.asked_at = base::ConferenceTime{std::chrono::seconds{number}};
    asked.question = "More?";
    book.handle(asker, asked, asked.asked_at);
    return {asker, number};
}

TEST(PollIds, ascend_and_stay_while_the_poll_is_known) {
    tree::PollBook book;
    PollIds ids;
    const auto first = ask(book, 7);
    const auto second = ask(book, 3);
    EXPECT_EQ(ids.id_of(first, book), ui::PollId{1});
    EXPECT_EQ(ids.id_of(second, book), ui::PollId{2});
    EXPECT_EQ(ids.id_of(first, book), ui::PollId{1});
    EXPECT_EQ(ids.key_of(ui::PollId{2}), second);
    EXPECT_EQ(ids.key_of(ui::PollId{3}), tree::PollKey{});
}

TEST(PollIds, of_polls_that_the_book_has_forgotten_are_forgotten_and_come_no_more) {
    tree::PollBook book;
    PollIds ids;
    constexpr std::uint32_t polls = 1000;
    for (std::uint32_t number = 1; number <= polls; ++number)
        EXPECT_EQ(ids.id_of(ask(book, number), book), ui::PollId{number});
    EXPECT_LE(ids.size(), tree::PollBook::polls_max + 1);
    EXPECT_EQ(ids.key_of(ui::PollId{1}), tree::PollKey{});
    EXPECT_EQ(ids.key_of(ui::PollId{polls}), (tree::PollKey{asker, polls}));
}

} // namespace
} // namespace plenum::app
