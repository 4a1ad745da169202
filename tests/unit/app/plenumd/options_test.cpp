// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::app {
namespace {

using testing::HasSubstr;

std::variant<Options, Answered> parse(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "plenumd");
    return parse_options(static_cast<int>(arguments.size()), arguments.data());
}

TEST(Options, name_files_of_a_repair_map) {
    const auto parsed = parse({"--repair-map", "a.json", "b.json"});
    EXPECT_THAT(std::get<Options>(parsed).repair_map, testing::ElementsAre("a.json", "b.json"));
    EXPECT_EQ(std::get<Answered>(parse({"--repair-map"})).status, 2);
}

TEST(Options, takes_all) {
    const auto parsed = parse({"--config", "a.toml", "--listen", "[::]:1", "--data", "d", "--check-config", "--json"});
    const auto& options = std::get<Options>(parsed);
    EXPECT_EQ(options.config_file, "a.toml");
    EXPECT_EQ(options.listen, "[::]:1");
    EXPECT_EQ(options.data, std::filesystem::current_path() / "d");
    EXPECT_TRUE(options.check_config);
    EXPECT_TRUE(options.json);
}

TEST(Options, refuses_a_configuration_without_a_name) {
    const auto answered = std::get<Answered>(parse({"--config", ""}));
    EXPECT_EQ(answered.status, 2);
    EXPECT_THAT(answered.text, HasSubstr("--config: no file is named"));
}

TEST(Options, refuses_to_listen_where_nobody_can) {
    const auto answered = std::get<Answered>(parse({"--listen", "h:99999"}));
    EXPECT_EQ(answered.status, 2);
    EXPECT_THAT(answered.text, HasSubstr("--listen: \"h:99999\" is no HOST:PORT"));
}

TEST(Options, answers_help_version_and_mistakes) {
    EXPECT_EQ(std::get<Answered>(parse({"--help"})).status, 0);
    EXPECT_THAT(std::get<Answered>(parse({"--help"})).text, HasSubstr("--check-config"));
    EXPECT_THAT(std::get<Answered>(parse({"--help"})).text, HasSubstr("--repair-map FILE ..."));
    EXPECT_THAT(std::get<Answered>(parse({"--version"})).text, testing::StartsWith("plenumd "));
    for (const auto* wrong : {"--lisen", "--listen", "stray"}) {
        const auto answered = std::get<Answered>(parse({wrong}));
        EXPECT_EQ(answered.status, 2);
        EXPECT_EQ(std::count(answered.text.begin(), answered.text.end(), '\n'), 1) << answered.text;
    }
}

} // namespace
} // namespace plenum::app
