// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/chat_log.h"
#include "app/plenum-cli/shell_command.h"

#include <gtest/gtest.h>

namespace plenum::cli {
namespace {

constexpr base::FlowId flow{3};

base::Bytes text(std::string_view words) {
    const auto bytes = base::as_bytes(words);
    return {bytes.begin(), bytes.end()};
}

/// We are member 1, and member 2 said something.
class ChatLogTest : public testing::Test {
  protected:
    ChatLogTest() {
        base::FlowSpec spec;
        spec.kind = base::FlowKind::chat;
        handle(node::FlowDeclared{flow, "chat", spec, log::plenary, {}, {}});
        for (const std::uint32_t member : {1U, 2U}) {
            node::MemberJoined joined{base::MemberIndex{member}, "", {}, {}, member == 1, true};
            joined.identity.bytes.front() = static_cast<std::uint8_t>(member);
            handle(joined);
        }
        handle(node::MessageReceived{flow, base::MemberIndex{2}, base::SequenceNumber{5}, {}, {}, {}, text("hello")});
    }
    void handle(const node::Event& event) {
        view.handle(event);
        log.handle(event);
    }
    std::expected<base::Bytes, std::string> say(std::string_view line) {
        return log.body_of(std::get<ChatChangeCommand>(parse_command(line)->value()));
    }

    client::ConferenceView view;
    ChatLog log{view};
};

TEST_F(ChatLogTest, answers_and_reacts_to_lines_of_others) {
    EXPECT_EQ(chat_json(*say("reply 2 5 hi there")).dump(), R"({"does":"reply","line":[2,5],"text":"hi there"})");
    EXPECT_EQ(chat_json(*say("react 2 5 laugh,agree")).dump(),
              R"({"does":"react","line":[2,5],"reactions":"agree,laugh"})");
    EXPECT_EQ(say("reply 2 6 hi").error(), "no such line on your chat flow");
}

TEST_F(ChatLogTest, changes_own_lines_alone_once_the_relay_has_them) {
    EXPECT_EQ(say("edit 2 5 I am a fool").error(), "only who said it can change it");
    log.publish(flow, text("helo"));
    handle(node::MessagePublished{flow, base::SequenceNumber{9}, {}});
    EXPECT_FALSE(say("edit 1 9 hello")) << "nobody has it";
    handle(node::MessageAccepted{flow, base::SequenceNumber{9}});
    EXPECT_EQ(chat_json(*say("edit 1 9 hello")).dump(), R"({"does":"edit","line":[1,9],"text":"hello"})");
    EXPECT_EQ(chat_json(*say("delete 1 9")).dump(), R"({"does":"delete","line":[1,9]})");
}

TEST_F(ChatLogTest, plain_text_has_nothing_beside_it) { EXPECT_TRUE(chat_json(text("hello")).is_null()); }

TEST(ChatChangeCommand, wrong_words_are_answered_with_the_usage) {
    for (const auto* line : {"reply 2 5", "edit 0 1 x", "delete 1", "react 2 5 smile", "react 2 5 agree,agree"}) {
        const auto parsed = parse_command(line);
        ASSERT_FALSE(parsed) << line;
        EXPECT_TRUE(parsed.error().starts_with("usage: ")) << parsed.error();
    }
}

} // namespace
} // namespace plenum::cli
