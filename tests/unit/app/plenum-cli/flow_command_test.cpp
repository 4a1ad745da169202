// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/flow_command.h"
#include "app/plenum-cli/shell_command.h"

#include <gtest/gtest.h>

namespace plenum::cli {
namespace {

using namespace std::chrono_literals;

/// A conference with a flow chat, and a live flow cursors that a member created.
class FlowLineTest : public testing::Test {
  protected:
    FlowLineTest() {
        base::FlowSpec spec;
        spec.message_bytes_max = 500;
        view.handle(node::FlowDeclared{base::FlowId{1}, "chat", spec});
        spec.kind = base::FlowKind::live;
        spec.rate_hz = 20;
        spec.loss_delay = 300ms;
        view.handle(node::FlowDeclared{base::FlowId{2}, "cursors", spec, {}, base::MemberIndex{1}, {}});
        view.handle(node::ConversationChanged{base::ConversationId{2}, "Red", {}, true});
    }
    std::expected<client::Session::FloorAct, std::string> act(std::string_view line) {
        const auto parsed = parse_command(line);
        if (!parsed) return std::unexpected{parsed.error()};
        const auto made = flow_act(std::get<FlowCommand>(parsed->value()), view);
        if (!made) return std::unexpected{made.error()};
        return made->value();
    }
    node::CreateFlow create(std::string_view line) { return std::get<node::CreateFlow>(act(line).value()); }

    client::ConferenceView view;
};

TEST_F(FlowLineTest, creates_with_the_values_that_are_said) {
    const auto made = create("flow create state live rate=50 bytes=60 delay=40 loss-delay=200 tolerance=30 with=3");
    EXPECT_EQ(made.name, "state");
    EXPECT_EQ(made.kind, base::FlowKind::live);
    EXPECT_EQ(made.terms, (log::FlowTerms{40ms, 200ms, 50, 60, 30}));
    EXPECT_EQ(made.with, base::MemberIndex{3});
    EXPECT_FALSE(made.ordered);
}

TEST_F(FlowLineTest, live_kinds_lose_what_is_late_and_others_nothing) {
    EXPECT_TRUE(create("flow create a audio").terms.loss_delay.has_value());
    EXPECT_FALSE(create("flow create b bulk").terms.loss_delay.has_value());
    EXPECT_FALSE(create("flow create c live loss-delay=none").terms.loss_delay.has_value());
}

TEST_F(FlowLineTest, ordered_ones_are_in_a_conversation) {
    EXPECT_EQ(create("flow create a chat ordered").conversation, log::plenary);
    EXPECT_EQ(create("flow create a chat group=Red").conversation, base::ConversationId{2});
    EXPECT_EQ(act("flow create a chat ordered with=2").error(), "a flow for two is in no group and not ordered");
    EXPECT_EQ(act("flow create a chat group=Blue").error(), "no such group: Blue");
}

TEST_F(FlowLineTest, changes_what_is_said_and_nothing_else) {
    const auto made = std::get<node::ChangeFlow>(act("flow change cursors rate=40").value());
    EXPECT_EQ(made.flow, base::FlowId{2});
    EXPECT_EQ(made.terms, (log::FlowTerms{{}, 300ms, 40, 500, 0}));
    EXPECT_EQ(std::get<node::CloseFlow>(act("flow close 2").value()).flow, base::FlowId{2});
}

TEST_F(FlowLineTest, errors_say_how_it_is_used) {
    EXPECT_TRUE(act("flow create").error().starts_with("usage: flow create NAME KIND"));
    EXPECT_TRUE(act("flow create a song").error().starts_with("usage: flow create"));
    EXPECT_TRUE(act("flow create a live rate=much").error().starts_with("usage: flow create"));
    EXPECT_TRUE(act("flow change cursors").error().starts_with("usage: flow change"));
    EXPECT_TRUE(act("flow open a").error().starts_with("usage: flow create|change"));
    EXPECT_EQ(act("flow close pens").error(), "no such flow: pens");
    EXPECT_EQ(act("flow create chat live").error(), "there is a flow chat; choose another name");
}

} // namespace
} // namespace plenum::cli
