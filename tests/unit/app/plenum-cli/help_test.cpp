// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/shell_command.h"

#include "core/base/enums.h"

#include <gtest/gtest.h>

#include <set>

namespace plenum::cli {
namespace {

TEST(Help, names_each_command_once_with_an_example_that_can_be_typed) {
    std::set<std::string_view> names;
    for (const auto& help : help_about()) {
        EXPECT_TRUE(names.insert(help.name).second) << help.name;
        EXPECT_FALSE(help.about.empty()) << help.name;
        EXPECT_TRUE(help.example.starts_with(help.name)) << help.example;
        const auto parsed = parse_command(help.example);
        EXPECT_TRUE(parsed && *parsed) << help.example << ": " << (parsed ? "nothing" : parsed.error());
        EXPECT_LE(usage_of(help).size() + help.about.size(), 120U) << "one line: " << help.name;
    }
}

TEST(Help, every_topic_has_commands_and_they_stand_together) {
    std::vector<Topic> topics;
    for (const auto& help : help_about()) {
        if (topics.empty() || topics.back() != help.topic) topics.push_back(help.topic);
    }
    const auto& all = base::enum_values<Topic>;
    EXPECT_EQ(topics, std::vector<Topic>(all.begin(), all.end()));
}

TEST(Help, of_one_command_is_of_that_one) {
    ASSERT_EQ(help_about("grant").size(), 1U);
    EXPECT_EQ(help_about("grant").front().usage, "TOKEN MEMBER");
    EXPECT_EQ(help_about("group").size(), 4U) << "and not `groups`";
    EXPECT_EQ(help_about("group open").size(), 1U);
    EXPECT_EQ(help_about("copy").size(), 1U);
    EXPECT_TRUE(help_about("dance").empty());
    EXPECT_FALSE(help_about("declare-token").front().more.empty()) << "what the settings are";
}

/// A line of each kind that the shell can carry out comes from a command that the help names.
TEST(Help, misses_no_kind_of_line) {
    std::set<std::size_t> kinds;
    for (const auto& help : help_about())
        kinds.insert((*parse_command(help.example))->index());
    EXPECT_EQ(kinds.size(), std::variant_size_v<ShellCommand>);
}

TEST(Help, words_left_over_are_answered_with_the_usage) {
    for (const auto* line :
         {"leave now", "end it", "change-link x", "members all", "tokens 1", "grant voice 2 3", "group close Red x",
          "flow list x", "delete 1 3 now", "poll end now", "board arrow 0 0 1 1 2"}) {
        const auto parsed = parse_command(line);
        ASSERT_FALSE(parsed) << line;
        EXPECT_TRUE(parsed.error().starts_with("usage: ")) << parsed.error();
    }
    EXPECT_EQ(parse_command("group close Red x").error(), "usage: group close GROUP");
}

TEST(Help, messages_without_text_are_answered_with_the_usage) {
    for (const auto* line : {"chat", "chat   ", "publish", "publish chat", "publish chat "})
        EXPECT_FALSE(parse_command(line)) << line;
}

TEST(Help, commands_that_make_sense_before_joining_do_not_need_the_conference) {
    for (const auto* line : {"help", "wait 1", "wait-for phase", "members", "health", "leave"})
        EXPECT_FALSE(needs_conference(**parse_command(line))) << line;
    for (const auto* line : {"chat hello", "flows", "end", "group open Red"})
        EXPECT_TRUE(needs_conference(**parse_command(line))) << line;
}

TEST(Help, wrong_words_are_answered_with_the_usage) {
    for (const auto* line : {"grant voice", "group open", "lean sideways", "role 2 king", "wait soon"}) {
        const auto parsed = parse_command(line);
        ASSERT_FALSE(parsed) << line;
        EXPECT_TRUE(parsed.error().starts_with("usage: ")) << parsed.error();
    }
    EXPECT_EQ(parse_command("dance").error(), "unknown command: dance; try help");
}

} // namespace
} // namespace plenum::cli
