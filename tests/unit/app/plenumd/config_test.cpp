// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/config.h"
#include "app/plenumd/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Each mistake as "LINE text".
std::vector<std::string> mistakes_in(std::string_view text) {
    const auto config = parse_config(text);
    std::vector<std::string> result;
    if (config) return result;
    for (const auto& mistake : config.error())
        result.push_back(std::to_string(mistake.line) + " " + mistake.text);
    return result;
}

TEST(Config, has_defaults) {
    const auto config = parse_config("# nothing but words\n");
    ASSERT_TRUE(config.has_value());
    EXPECT_EQ(config->listen, "0.0.0.0:7700");
    EXPECT_TRUE(config->data.empty());
    EXPECT_TRUE(config->create_secret.empty());
    EXPECT_EQ(config->log_level, LogLevel::info);
    EXPECT_FALSE(config->log_json);
}

TEST(Config, takes_every_key) {
    const auto config = parse_config("listen = \"[::]:443\"\n"
                                     "data = \"/var/lib/plenumd\"\n"
                                     "create_secret = \"open sesame\"\n"
                                     "[log]\n"
                                     "level = \"debug\"\n"
                                     "json = true\n");
    ASSERT_TRUE(config.has_value());
    EXPECT_EQ(config->listen, "[::]:443");
    EXPECT_EQ(config->data, "/var/lib/plenumd");
    EXPECT_EQ(config->create_secret, "open sesame");
    EXPECT_EQ(config->log_level, LogLevel::debug);
    EXPECT_TRUE(config->log_json);
}

TEST(Config, tells_all_mistakes_with_their_lines) {
    EXPECT_THAT(mistakes_in("lisen = \"0.0.0.0:7700\"\n"
                            "\n"
                            "data = 7\n"
                            "create_secret = [\"a\"]\n"
                            "[log]\n"
                            "level = \"loud\"\n"
                            "json = \"yes\"\n"
                            "colour = true\n"),
                ElementsAre("1 lisen: there is no such key here; known are listen, data, create_secret, log",
                            "3 data: should be the path of a folder as a text, not a number",
                            "4 create_secret: should be a text, not a list",
                            "6 log.level: should be \"error\", \"warning\", \"info\" or \"debug\", not \"loud\"",
                            "7 log.json: should be true or false, not a text",
                            "8 log.colour: there is no such key here; known are level, json"));
}

TEST(Config, tells_values_that_cannot_be) {
    EXPECT_THAT(mistakes_in("listen = \"host:99999\""), ElementsAre(HasSubstr("1 listen: \"host:99999\" is no")));
    EXPECT_THAT(mistakes_in("data = \"here\""), ElementsAre(HasSubstr("1 data: should be a path from the root")));
    EXPECT_THAT(mistakes_in("log = 3"), ElementsAre("1 log: should be a table, not a number"));
}

TEST(Config, tells_where_it_does_not_parse) {
    for (const auto* text : {"listen = \"a:1\"\ndata = \n", "listen = \"a:1\"\n[log\n", "listen = \"a:1\"\n= 3\n"}) {
        const auto mistakes = mistakes_in(text);
        ASSERT_EQ(mistakes.size(), 1U) << text;
        EXPECT_THAT(mistakes[0], testing::StartsWith("2 ")) << text;
        EXPECT_THAT(mistakes[0], testing::Not(HasSubstr("\n")));
        EXPECT_GT(mistakes[0].size(), 10U);
    }
}

TEST(Config, tells_a_key_that_stands_twice) {
    const auto mistakes = mistakes_in("listen = \"a:1\"\nlisten = \"b:2\"\n");
    ASSERT_EQ(mistakes.size(), 1U);
}

TEST(Config, survives_bytes_that_are_no_text) {
    std::string junk;
    for (int i = 0; i < 2000; ++i)
        junk += static_cast<char>(i * 37 ^ i >> 3);
    EXPECT_FALSE(mistakes_in(junk).empty());
}

std::variant<Options, Answered> parse(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "plenumd");
    return parse_options(static_cast<int>(arguments.size()), arguments.data());
}

TEST(Options, takes_all) {
    const auto parsed = parse({"--config", "a.toml", "--listen", "[::]:1", "--data", "d", "--check-config", "--json"});
    const auto& options = std::get<Options>(parsed);
    EXPECT_EQ(options.config_file, "a.toml");
    EXPECT_EQ(options.listen, "[::]:1");
    EXPECT_EQ(options.data, "d");
    EXPECT_TRUE(options.check_config);
    EXPECT_TRUE(options.json);
}

TEST(Options, refuses_to_listen_where_nobody_can) {
    const auto answered = std::get<Answered>(parse({"--listen", "h:99999"}));
    EXPECT_EQ(answered.status, 2);
    EXPECT_THAT(answered.text, HasSubstr("--listen: \"h:99999\" is no HOST:PORT"));
}

TEST(Options, answers_help_version_and_mistakes) {
    EXPECT_EQ(std::get<Answered>(parse({"--help"})).status, 0);
    EXPECT_THAT(std::get<Answered>(parse({"--help"})).text, HasSubstr("--check-config"));
    EXPECT_THAT(std::get<Answered>(parse({"--version"})).text, testing::StartsWith("plenumd "));
    for (const auto* wrong : {"--lisen", "--listen", "stray"}) {
        const auto answered = std::get<Answered>(parse({wrong}));
        EXPECT_EQ(answered.status, 2);
        EXPECT_EQ(std::count(answered.text.begin(), answered.text.end(), '\n'), 1) << answered.text;
    }
}

} // namespace
} // namespace plenum::app
