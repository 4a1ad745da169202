// SPDX-License-Identifier: Apache-2.0
#include "core/chat/transcript.h"

#include "tests/unit/chat/world.h"

#include <gtest/gtest.h>

namespace plenum::chat {
namespace {

using Kind = Change::Kind;

class ChatTranscript : public testing::Test {
  protected:
    Kind take(MessageId by, const Operation& operation) {
        const auto change = chat.apply(by, operation);
        EXPECT_TRUE(change.has_value());
        return change ? change->kind : Kind::none;
    }
    Refusal refusal(MessageId by, const Operation& operation) {
        const auto change = chat.apply(by, operation);
        EXPECT_FALSE(change.has_value());
        return change ? Refusal{} : change.error();
    }
    [[nodiscard]] const Line& line(MessageId of) const { return *chat.find(of); }

    Transcript chat{person_of};
};

TEST_F(ChatTranscript, a_line_can_be_edited_deleted_and_restored) {
    EXPECT_EQ(take(id(1, 1), Say{"hello"}), Kind::said);
    EXPECT_EQ(take(id(1, 2), Edit{id(1, 1), chat.next_version(id(1, 1)), "hallo"}), Kind::written);
    EXPECT_EQ(line(id(1, 1)).text(), "hallo");
    EXPECT_TRUE(line(id(1, 1)).is_edited());
    EXPECT_EQ(take(id(1, 3), Delete{id(1, 1), chat.next_version(id(1, 1))}), Kind::written);
    EXPECT_TRUE(line(id(1, 1)).is_deleted());
    EXPECT_EQ(line(id(1, 1)).text(), "");
    EXPECT_EQ(take(id(1, 4), Edit{id(1, 1), chat.next_version(id(1, 1)), "hello"}), Kind::written);
    EXPECT_EQ(line(id(1, 1)).text(), "hello");
    EXPECT_FALSE(line(id(1, 1)).is_edited()) << "it is what was said";
}

TEST_F(ChatTranscript, lines_say_which_shared_screen_their_author_looked_at) {
    const SharedScene slide{base::MemberIndex{3}, 7};
    take(id(1, 1), Say{"before"});
    EXPECT_EQ(take(id(1, 2), Look{slide}), Kind::none);
    take(id(1, 3), Say{"look at the red line"});
    take(id(2, 1), Reply{id(1, 3), "which one?"});
    take(id(1, 4), Edit{id(1, 1), Version{1}, "earlier"});
    take(id(1, 5), Look{});
    take(id(1, 6), Say{"after"});
    EXPECT_TRUE(line(id(1, 1)).scene.is_none());
    EXPECT_EQ(line(id(1, 3)).scene, slide);
    EXPECT_TRUE(line(id(2, 1)).scene.is_none()) << "another person looked elsewhere";
    EXPECT_TRUE(line(id(1, 6)).scene.is_none());
}

TEST_F(ChatTranscript, nobody_edits_or_deletes_what_others_said) {
    take(id(1, 1), Say{"hello"});
    EXPECT_EQ(refusal(id(2, 1), Edit{id(1, 1), Version{9}, "I am a fool"}), Refusal::not_yours);
    EXPECT_EQ(refusal(id(2, 2), Delete{id(1, 1), Version{9}}), Refusal::not_yours);
    EXPECT_EQ(refusal(id(200, 1), Delete{id(1, 1), Version{9}}), Refusal::not_yours);
    EXPECT_EQ(line(id(1, 1)).text(), "hello");
}

TEST_F(ChatTranscript, nobody_edits_what_others_are_yet_to_say) {
    EXPECT_EQ(refusal(id(2, 1), Edit{id(1, 1), Version{9}, "I am a fool"}), Refusal::not_yours);
    take(id(1, 1), Say{"hello"});
    EXPECT_EQ(line(id(1, 1)).text(), "hello");
}

TEST_F(ChatTranscript, who_comes_back_as_a_new_member_edits_their_earlier_lines) {
    take(id(1, 1), Say{"hello"});
    EXPECT_EQ(take(id(101, 1), Edit{id(1, 1), Version{1}, "hallo"}), Kind::written);
    EXPECT_EQ(line(id(1, 1)).text(), "hallo");
    EXPECT_TRUE(chat.is_author(base::MemberIndex{101}, id(1, 1)));
}

TEST_F(ChatTranscript, of_two_edits_all_keep_the_same) {
    Transcript other{person_of};
    const Edit one{id(1, 1), Version{1}, "one"};
    const Edit two{id(1, 1), Version{1}, "two"};
    take(id(1, 1), Say{"hello"});
    take(id(1, 2), one);
    take(id(101, 1), two);
    std::ignore = other.apply(id(1, 1), Say{"hello"});
    std::ignore = other.apply(id(101, 1), two);
    EXPECT_EQ(other.apply(id(1, 2), one)->kind, Kind::none);
    EXPECT_EQ(chat.lines(), other.lines());
}

TEST_F(ChatTranscript, the_same_change_twice_changes_nothing) {
    take(id(1, 1), Say{"hello"});
    take(id(2, 1), React{id(1, 1), Version{1}, set_of(Reaction::agree)});
    const auto before = chat.lines();
    // As the node publishes it once more in the name of the new member.
    EXPECT_EQ(take(id(102, 1), React{id(1, 1), Version{1}, set_of(Reaction::agree)}), Kind::reacted);
    EXPECT_EQ(chat.reactions_of(base::MemberIndex{2}, id(1, 1)), set_of(Reaction::agree));
    EXPECT_EQ(line(id(1, 1)).reactions.size(), 1U);
    EXPECT_EQ(refusal(id(1, 1), Say{"other words"}), Refusal::repeat);
    EXPECT_EQ(line(id(1, 1)).text(), "hello");
}

TEST_F(ChatTranscript, reactions_are_each_persons_own_and_can_be_taken_back) {
    take(id(1, 1), Say{"hello"});
    auto set = toggled(toggled({}, Reaction::agree), Reaction::laugh);
    take(id(2, 1), React{id(1, 1), Version{1}, set});
    take(id(3, 1), React{id(1, 1), Version{1}, set_of(Reaction::agree)});
    EXPECT_TRUE(contains(chat.reactions_of(base::MemberIndex{2}, id(1, 1)), Reaction::laugh));
    set = toggled(set, Reaction::laugh);
    take(id(2, 2), React{id(1, 1), chat.next_version(id(1, 1), base::MemberIndex{2}), set});
    EXPECT_EQ(chat.reactions_of(base::MemberIndex{2}, id(1, 1)), set_of(Reaction::agree));
    EXPECT_EQ(chat.reactions_of(base::MemberIndex{3}, id(1, 1)), set_of(Reaction::agree));
}

TEST_F(ChatTranscript, a_change_that_comes_before_its_line_waits_for_it) {
    EXPECT_EQ(take(id(101, 1), Edit{id(1, 1), Version{1}, "hallo"}), Kind::waits);
    EXPECT_EQ(take(id(2, 1), React{id(1, 1), Version{1}, set_of(Reaction::love)}), Kind::waits);
    EXPECT_EQ(chat.find(id(1, 1)), nullptr);
    EXPECT_EQ(take(id(1, 1), Say{"hello"}), Kind::said);
    EXPECT_EQ(line(id(1, 1)).text(), "hallo");
    EXPECT_EQ(chat.reactions_of(base::MemberIndex{2}, id(1, 1)), set_of(Reaction::love));
    EXPECT_EQ(chat.waiting(), 0U);
}

TEST_F(ChatTranscript, an_answer_names_what_it_answers_also_if_that_is_gone) {
    EXPECT_EQ(take(id(2, 1), Reply{id(1, 7), "yes"}), Kind::said);
    EXPECT_EQ(line(id(2, 1)).answers, id(1, 7));
    EXPECT_EQ(chat.find(id(1, 7)), nullptr);
}

TEST_F(ChatTranscript, nothing_names_itself_or_the_future_of_its_sender) {
    EXPECT_EQ(refusal(id(1, 1), Reply{id(1, 1), "a"}), Refusal::names_future);
    EXPECT_EQ(refusal(id(1, 1), Edit{id(1, 2), Version{1}, "a"}), Refusal::names_future);
}

} // namespace
} // namespace plenum::chat
