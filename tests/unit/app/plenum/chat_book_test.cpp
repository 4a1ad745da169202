// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/chat_book.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

using Kind = chat::Change::Kind;
using ui::ChatId;

constexpr base::FlowId flow{3};

base::IdentityKey person_of(base::MemberIndex sender) {
    base::IdentityKey key;
    key.bytes.front() = static_cast<std::uint8_t>(sender.value());
    return key;
}
chat::MessageId id(std::uint32_t sender, std::uint64_t sequence) {
    return {base::MemberIndex{sender}, base::SequenceNumber{sequence}};
}

class ChatBookTest : public testing::Test {
  protected:
    /// Ours, which everybody has.
    void say(ChatId as, std::uint64_t number) {
        book.begin(as, flow, chat::Say{"ours"});
        book.number(as, id(1, number));
        EXPECT_EQ(book.settle(as)->line, as);
    }
    ChatBook book{person_of};
};

TEST_F(ChatBookTest, an_own_line_keeps_the_name_that_the_window_gave_it) {
    say(ChatId{5}, 9);
    EXPECT_EQ(book.id_of({flow, id(1, 9)}), ChatId{5});
    EXPECT_EQ(book.place_of(ChatId{5}), (ChatBook::Place{flow, id(1, 9)}));
    EXPECT_EQ(book.find(ChatId{5})->text(), "ours");
}

TEST_F(ChatBookTest, a_line_that_the_relay_does_not_have_cannot_be_named) {
    book.begin(ChatId{5}, flow, chat::Say{"ours"});
    book.number(ChatId{5}, id(1, 9));
    EXPECT_EQ(book.place_of(ChatId{5}), std::nullopt);
    book.drop(ChatId{5});
    EXPECT_NE(book.id_of({flow, id(1, 9)}), ChatId{5});
}

TEST_F(ChatBookTest, a_line_that_was_published_again_has_its_new_number) {
    book.begin(ChatId{5}, flow, chat::Say{"ours"});
    book.number(ChatId{5}, id(1, 9));
    book.number(ChatId{5}, id(4, 1));
    EXPECT_TRUE(book.settle(ChatId{5}));
    EXPECT_EQ(book.place_of(ChatId{5})->message, id(4, 1));
    EXPECT_FALSE(book.settle(ChatId{5})) << "it was told";
}

TEST_F(ChatBookTest, changes_name_lines_as_the_window_does) {
    say(ChatId{5}, 9);
    const auto edited = book.receive({flow, id(2, 1)}, chat::Reply{id(1, 9), "an answer"});
    EXPECT_EQ(edited->kind, Kind::said);
    EXPECT_EQ(book.id_of({flow, *book.find(edited->line)->answers}), ChatId{5});
    const auto reacted = book.receive({flow, id(2, 2)}, chat::React{id(1, 9), chat::Version{1}, chat::ReactionSet{1}});
    EXPECT_EQ(reacted->line, ChatId{5});
    EXPECT_EQ(book.touched_by(person_of(base::MemberIndex{2})), (std::vector{ChatId{5}, edited->line}));
}

TEST_F(ChatBookTest, our_change_counts_once_everybody_gets_it) {
    say(ChatId{5}, 9);
    book.begin(ChatId{6}, flow, chat::Edit{id(1, 9), chat::Version{1}, "better"});
    book.number(ChatId{6}, id(1, 10));
    EXPECT_EQ(book.find(ChatId{5})->text(), "ours");
    const auto told = book.settle(ChatId{6});
    EXPECT_EQ(told->line, ChatId{5});
    EXPECT_EQ(told->kind, Kind::written);
    EXPECT_EQ(book.find(ChatId{5})->text(), "better");
}

TEST_F(ChatBookTest, lines_of_one_flow_are_no_lines_of_another) {
    say(ChatId{5}, 9);
    const auto waits =
        book.receive({base::FlowId{8}, id(1, 11)}, chat::Edit{id(1, 9), chat::Version{1}, "in another group"});
    EXPECT_EQ(waits->kind, Kind::waits);
    EXPECT_EQ(book.find(ChatId{5})->text(), "ours");
}

} // namespace
} // namespace plenum::app
