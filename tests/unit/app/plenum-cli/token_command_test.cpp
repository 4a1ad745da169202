// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/shell_command.h"

#include <gtest/gtest.h>

namespace plenum::cli {
namespace {

using namespace std::chrono_literals;

std::optional<TokenCommand> parse(std::string_view line) {
    const auto parsed = parse_command(line);
    if (!parsed || !*parsed || !std::holds_alternative<TokenCommand>(**parsed)) return std::nullopt;
    return std::get<TokenCommand>(**parsed);
}

std::optional<token::Operation> operation(std::string_view line) {
    const auto parsed = parse(line);
    if (!parsed || !std::holds_alternative<node::ActOnToken>(parsed->act)) return std::nullopt;
    EXPECT_EQ(parsed->token, "voice");
    return std::get<node::ActOnToken>(parsed->act).operation;
}

constexpr base::MemberIndex ann{2};
constexpr base::MemberIndex bob{3};

TEST(TokenCommand, says_every_primitive) {
    using token::Operation;
    EXPECT_EQ(operation("request voice"), Operation{token::RequestToken{}});
    EXPECT_EQ(operation("request voice order"),
              (Operation{token::RequestToken{{}, token::RequestClass::point_of_order}}));
    EXPECT_EQ(operation("cancel voice 2"), (Operation{token::EndRequest{{}, ann, token::RequestEnd::cancelled}}));
    EXPECT_EQ(operation("deny voice 2"), (Operation{token::EndRequest{{}, ann, token::RequestEnd::denied}}));
    EXPECT_EQ(operation("place voice 2 1"), (Operation{token::PlaceRequest{{}, ann, 1}}));
    EXPECT_EQ(operation("place voice 2"), (Operation{token::PlaceRequest{{}, ann, base::limits::members_max}}));
    EXPECT_EQ(operation("grant voice 2"), (Operation{token::GrantToken{{}, ann}}));
    EXPECT_EQ(operation("transfer voice 2 3"), (Operation{token::TransferToken{{}, ann, bob}}));
    EXPECT_EQ(operation("copy voice 2 3"), (Operation{token::CopyToken{{}, ann, bob}}));
    EXPECT_EQ(operation("delete-copy voice 3"), (Operation{token::DeleteCopy{{}, bob}}));
    EXPECT_EQ(operation("distribute voice"), Operation{token::DistributeToken{}});
    EXPECT_EQ(operation("recall voice"), Operation{token::DeleteCopy{}});
    EXPECT_EQ(operation("release voice"), Operation{token::ReleaseToken{}});
    EXPECT_EQ(operation("revoke voice 2"), (Operation{token::RevokeToken{{}, ann, token::RevokeReason::decided}}));
}

TEST(TokenCommand, wants_and_wants_no_more) {
    const auto wanted = [](std::string_view line) { return std::get<node::WantToken>(parse(line).value().act); };
    EXPECT_EQ(wanted("want voice"), (node::WantToken{{}, true, token::RequestClass::normal}));
    EXPECT_EQ(wanted("want voice priority"), (node::WantToken{{}, true, token::RequestClass::priority}));
    EXPECT_FALSE(wanted("unwant voice").wanted);
}

TEST(TokenCommand, reads_settings) {
    token::Settings settings;
    EXPECT_EQ(operation("configure-token voice"), (token::Operation{token::ConfigureToken{}}));
    settings.style = "queue";
    settings.parameters = "order=shortest grant=auto";
    settings.arbiter = ann;
    settings.holders_max = 0;
    settings.moderated = settings.locked = settings.may_copy = true;
    settings.may_transfer = false;
    settings.panel = {ann, bob};
    settings.warned_after = 30s;
    settings.revoked_after = 60s;
    const std::string words = " style=queue with=order=shortest with=grant=auto arbiter=2 holders=0 moderated locked "
                              "copies no-transfer panel=3,2 warn=30 limit=60";
    EXPECT_EQ(operation("configure-token voice" + words), (token::Operation{token::ConfigureToken{{}, settings}}));
    const auto declared = parse("declare-token 1 pen 1,3" + words);
    ASSERT_TRUE(declared);
    EXPECT_EQ(std::get<node::ActOnToken>(declared->act).operation,
              (token::Operation{token::DeclareToken{{}, "pen", {base::FlowId{1}, base::FlowId{3}}, settings}}));
}

TEST(TokenCommand, declares_flows_by_name_and_tokens_by_number) {
    const auto declared = parse("declare-token 1 pen board,3 locked");
    ASSERT_TRUE(declared);
    EXPECT_EQ(declared->flow_names, (std::vector<std::string>{"board", "3"}));
    EXPECT_TRUE(parse("declare-token 0 pen 1")) << "the next number that is free";
    for (const auto* line : {"declare-token pen pen 1", "declare-token 1 pen board,,3"})
        EXPECT_TRUE(parse_command(line).error().starts_with("usage: declare-token ")) << line;
}

TEST(TokenCommand, changes_the_settings_that_are_named) {
    const auto change = [](std::string_view words) {
        const auto said = operation("configure-token voice " + std::string{words});
        return std::get<token::ConfigureToken>(said.value()).change;
    };
    token::SettingsChange limit;
    limit.revoked_after = 5s;
    EXPECT_EQ(change("limit=5"), limit);
    token::SettingsChange open;
    open.locked = open.moderated = open.may_copy = false;
    open.may_transfer = true;
    open.panel.emplace();
    open.arbiter = base::MemberIndex{};
    EXPECT_EQ(change("no-locked no-moderated no-copies transfer panel= arbiter=0"), open);
}

TEST(TokenCommand, a_style_comes_with_its_own_bound_and_parameters) {
    const auto change = [](std::string_view words) {
        const auto said = operation("configure-token voice " + std::string{words});
        return std::get<token::ConfigureToken>(said.value()).change;
    };
    token::SettingsChange style;
    style.style = "queue";
    style.parameters = "";
    style.holders_max = 1;
    EXPECT_EQ(change("style=queue"), style);
    style.style = "brainstorm";
    style.holders_max = 0;
    EXPECT_EQ(change("style=brainstorm"), style);
    style.holders_max = 3;
    style.parameters = "phase=talk";
    style.style = "chalkboard";
    EXPECT_EQ(change("style=chalkboard with=phase=talk holders=3"), style);
    style.holders_max.reset();
    style.parameters = "";
    style.style = "";
    EXPECT_EQ(change("style="), style) << "moderators decide";
}

TEST(TokenCommand, tells_how_it_is_used) {
    for (const auto* line :
         {"want", "want voice urgent", "grant voice", "grant voice Ann", "grant voice -1", "grant voice 99999999999",
          "transfer voice 2", "copy voice 2 x", "place voice 2 last", "declare-token 1", "declare-token 1 voice",
          "declare-token 1 voice 1,", "configure-token voice no-limit", "configure-token voice holders=many",
          "configure-token voice colour=red", "configure-token voice quiet", "configure-token voice panel=x",
          "configure-token voice warn=soon", "revoke voice"}) {
        const auto parsed = parse_command(line);
        ASSERT_FALSE(parsed.has_value()) << line;
        EXPECT_TRUE(parsed.error().starts_with("usage: ")) << parsed.error();
    }
}

} // namespace
} // namespace plenum::cli
