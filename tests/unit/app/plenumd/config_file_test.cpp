// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/config_file.h"

#include "app/plenumd/config_keys.h"

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
    const auto parsed = parse_config("# nothing but words\n");
    ASSERT_TRUE(parsed.has_value());
    const auto& config = parsed->config;
    EXPECT_EQ(config.listen, "0.0.0.0:7700");
    EXPECT_TRUE(config.data.empty());
    EXPECT_TRUE(config.create_secret.empty());
    EXPECT_TRUE(config.metrics_listen.empty());
    EXPECT_EQ(config.log_level, LogLevel::info);
    EXPECT_FALSE(config.log_json);
    EXPECT_FALSE(config.log_addresses);
    EXPECT_FALSE(config.limits.retention.has_value());
}

TEST(Config, says_something_of_what_is_no_toml) {
    for (const auto* text : {"\x01", "= 1", "[", "a = \"", "a = 1979-13-45", "a = 1\na = 1", "listen = ::"}) {
        const auto parsed = parse_config(text);
        ASSERT_FALSE(parsed.has_value());
        EXPECT_THAT(parsed.error().front().text, HasSubstr("each line is NAME = VALUE")) << text;
    }
    EXPECT_FALSE(parse_config("key = tru\xac").error().front().text.empty());
}

TEST(Config, says_that_a_file_is_not_utf8) {
    EXPECT_THAT(mistakes_in("# fine\n# Gr\xfc\xdf"
                            "e\n"),
                ElementsAre("2 has characters that are not UTF-8; save the file as UTF-8 text"));
    EXPECT_THAT(mistakes_in("\xff\xfel\0i"), ElementsAre(HasSubstr("1 has characters that are not UTF-8")));
    EXPECT_THAT(mistakes_in("# Gr\xc3\xbc\xc3\x9f"
                            "e\r\n\tdrain_time_s = 4\n"),
                testing::IsEmpty());
}

/// They exclude others.
constexpr std::size_t cluster_keys = 5;

TEST(Config, takes_every_key) {
    const auto parsed = parse_config("listen = \"[::]:443\"\n"
                                     "data = \"/var/lib/plenumd\"\n"
                                     "create_secret = \"open sesame\"\n"
                                     "create_secret_file = \"\"\n"
                                     "drain_time_s = 7\n"
                                     "standby = [\"198.51.100.7:7700\", \"[2001:db8::7]:443\"]\n"
                                     "replicate = false\n"
                                     "loops = 8\n"
                                     "[log]\n"
                                     "level = \"debug\"\n"
                                     "json = true\n"
                                     "addresses = true\n"
                                     "[metrics]\n"
                                     "listen = \"[::1]:9700\"\n"
                                     "[plugins]\n"
                                     "floor = [\"/usr/lib/plenum/round-robin.so\", \"/opt/styles\"]\n"
                                     "[limits]\n"
                                     "sessions = 100\n"
                                     "sessions_per_address = 90\n"
                                     "conferences = 10\n"
                                     "history_mib = 2\n"
                                     "speakers = 9\n"
                                     "retention_days = 30\n"
                                     "[[peer]]\n"
                                     "address = \"198.51.100.8:7700\"\n");
    ASSERT_TRUE(parsed.has_value()) << parsed.error().front().text;
    EXPECT_EQ(parsed->lines.size(), config_keys().size() - cluster_keys) << "a key is missing here";
    const auto& config = parsed->config;
    EXPECT_EQ(config.listen, "[::]:443");
    EXPECT_EQ(config.data, "/var/lib/plenumd");
    EXPECT_EQ(config.create_secret, "open sesame");
    EXPECT_EQ(config.drain_time, std::chrono::seconds{7});
    ASSERT_EQ(config.standby.size(), 2U);
    EXPECT_FALSE(config.replicate);
    EXPECT_EQ(config.standby[0].address, base::Address::v4(198, 51, 100, 7, 7700));
    EXPECT_EQ(config.standby[1].host, "2001:db8::7");
    EXPECT_EQ(config.standby[1].address.port, 443);
    EXPECT_EQ(config.loops, 8U);
    EXPECT_EQ(config.log_level, LogLevel::debug);
    EXPECT_TRUE(config.log_json);
    EXPECT_TRUE(config.log_addresses);
    EXPECT_EQ(config.metrics_listen, "[::1]:9700");
    EXPECT_THAT(config.floor_plugins, ElementsAre("/usr/lib/plenum/round-robin.so", "/opt/styles"));
    EXPECT_EQ(config.limits.sessions, 100U);
    EXPECT_EQ(config.limits.sessions_per_address, 90U);
    EXPECT_EQ(config.limits.conferences, 10U);
    EXPECT_EQ(config.limits.history_bytes, 2U * 1024 * 1024);
    EXPECT_EQ(config.limits.speakers, 9U);
    EXPECT_EQ(config.limits.retention, std::chrono::days{30});
    // A running relay takes over those that say so, and no other.
    for (const auto* taken : differences(Config{}, reloaded(Config{}, config)))
        EXPECT_TRUE(taken->reloads) << taken->name;
    for (const auto* kept : differences(config, reloaded(Config{}, config)))
        EXPECT_FALSE(kept->reloads) << kept->name;
    // Each takes part in a comparison, and each is shown as it may be written.
    EXPECT_EQ(differences(config, Config{}).size(), config_keys().size() - cluster_keys - 1)
        << "create_secret_file alone is as it was";
    ASSERT_EQ(config.peers.size(), 1U);
    EXPECT_EQ(config.peers[0].host, "198.51.100.8");
}

TEST(Config, takes_every_key_of_a_cluster) {
    const auto parsed = parse_config("[cluster]\n"
                                     "etcd = [\"http://198.51.100.9:2379\", \"https://etcd.example:2379/\"]\n"
                                     "address = \"198.51.100.7:7700\"\n"
                                     "ca = \"/etc/ssl/ca.pem\"\n"
                                     "certificate = \"/etc/ssl/relay.pem\"\n"
                                     "key = \"/etc/ssl/relay.key\"\n");
    ASSERT_TRUE(parsed.has_value()) << parsed.error().front().text;
    EXPECT_EQ(parsed->lines.size(), cluster_keys);
    EXPECT_THAT(parsed->config.etcd.endpoints, ElementsAre("http://198.51.100.9:2379", "https://etcd.example:2379"));
    ASSERT_TRUE(parsed->config.cluster_place.has_value());
    EXPECT_EQ(parsed->config.cluster_place->address, base::Address::v4(198, 51, 100, 7, 7700));
    EXPECT_EQ(differences(parsed->config, Config{}).size(), cluster_keys);
    EXPECT_THAT(mistakes_in("[cluster]\netcd = [\"198.51.100.9:2379\"]"), ElementsAre(HasSubstr("should be http://")));
    EXPECT_THAT(mistakes_in("[cluster]\netcd = \"http://a:1\""), ElementsAre(HasSubstr("should be a list of URLs")));
    EXPECT_THAT(mistakes_in("[[peer]]\naddress = \"198.51.100.8:7700\"\n[cluster]\netcd = [\"http://a:1\"]"),
                ElementsAre(HasSubstr("peer: stands beside cluster.etcd")));
    EXPECT_THAT(mistakes_in("[[peer]]\nadress = \"198.51.100.8:7700\""),
                ElementsAre(HasSubstr("only address is known")));
    EXPECT_THAT(mistakes_in("peer = 3"), ElementsAre(HasSubstr("should be tables")));
}

TEST(Config, loops_are_powers_of_two) {
    EXPECT_THAT(mistakes_in("loops = 3\n"), ElementsAre(HasSubstr("should be 1, 2, 4, 8 or 16, not 3")));
    EXPECT_THAT(mistakes_in("loops = 32\n"), ElementsAre(HasSubstr("from 1 to 16")));
    EXPECT_THAT(mistakes_in("loops = 0\n"), ElementsAre(HasSubstr("from 1 to 16")));
}

TEST(Config, says_what_is_wrong_with_a_list_of_standby_places) {
    const auto mistake = [](const std::string& value) { return mistakes_in("standby = " + value + "\n"); };
    EXPECT_THAT(mistake("\"198.51.100.7:7700\""), ElementsAre(HasSubstr("1 standby: should be a list of addresses")));
    EXPECT_THAT(mistake("[7]"), ElementsAre(HasSubstr("should be a text")));
    EXPECT_THAT(mistake("[\"198.51.100.7\"]"), ElementsAre(HasSubstr("names no port")));
    EXPECT_THAT(mistake("[\"relay.example:7700\"]"), ElementsAre(HasSubstr("should be an address, not a name")));
    EXPECT_THAT(mistake("[\"0.0.0.0:7700\"]"), ElementsAre(HasSubstr("no place where people could find")));
    EXPECT_THAT(mistake("[\"[::]:7700\"]"), ElementsAre(HasSubstr("no place where people could find")));
    EXPECT_THAT(mistake("[\"1.2.3.4:1\", \"1.2.3.4:2\", \"1.2.3.4:3\", \"1.2.3.4:4\", \"1.2.3.4:5\"]"),
                ElementsAre(HasSubstr("at most 4")));
}

TEST(Config, says_what_is_wrong_with_a_list_of_plugins) {
    const auto mistake = [](const std::string& value) { return mistakes_in("[plugins]\nfloor = " + value + "\n"); };
    EXPECT_THAT(mistake("\"/a.so\""), ElementsAre(HasSubstr("2 plugins.floor: should be a list of paths")));
    EXPECT_THAT(mistake("[7]"), ElementsAre(HasSubstr("2 plugins.floor: should be the path of a file or folder")));
    EXPECT_THAT(mistake("[\"a.so\"]"), ElementsAre(HasSubstr("2 plugins.floor: should be a path from the root")));
    EXPECT_THAT(mistake("[\"\"]"), ElementsAre(HasSubstr("2 plugins.floor: has an empty text")));
    std::string many;
    for (int i = 0; i < 65; ++i)
        many += "\"/a.so\", ";
    EXPECT_THAT(mistake("[" + many + "]"), ElementsAre(HasSubstr("2 plugins.floor: should name at most 64")));
}

TEST(Config, tells_all_mistakes_with_their_lines) {
    EXPECT_THAT(mistakes_in("lisen = \"0.0.0.0:7700\"\n"
                            "\n"
                            "data = 7\n"
                            "create_secret = [\"a\"]\n"
                            "[log]\n"
                            "level = \"loud\"\n"
                            "json = \"yes\"\n"
                            "[limits]\n"
                            "sessions = 0\n"
                            "conferences = 1001\n"
                            "history_mib = 1.5\n"),
                ElementsAre("1 lisen: there is no such key; did you mean listen?",
                            "3 data: should be the path of a folder as a text, not a number",
                            "4 create_secret: should be a text, not a list",
                            "6 log.level: should be \"error\", \"warning\", \"info\" or \"debug\", not \"loud\"",
                            "7 log.json: should be true or false, not a text",
                            "9 limits.sessions: should be from 1 to 20000, not 0",
                            "10 limits.conferences: should be from 1 to 1000, not 1001",
                            "11 limits.history_mib: should be a whole number, not a number with a fraction"));
}

TEST(Config, guesses_what_was_meant) {
    EXPECT_THAT(mistakes_in("level = \"info\""), ElementsAre(HasSubstr("did you mean log.level?")));
    EXPECT_THAT(mistakes_in("[log]\njsn = true"),
                ElementsAre("2 log.jsn: there is no such key; did you mean log.json?"));
    EXPECT_THAT(mistakes_in("[log]\nretention_days = 3"),
                ElementsAre(HasSubstr("did you mean limits.retention_days?")));
    EXPECT_THAT(mistakes_in("[logs]\nx = true"), ElementsAre("1 logs: there is no such table; did you mean [log]?"));
    EXPECT_THAT(mistakes_in("[limts]\nsessions = 1"), ElementsAre(HasSubstr("did you mean [limits]?")));
    EXPECT_THAT(mistakes_in("[something]\nx = 1"),
                ElementsAre(HasSubstr("known are [cluster], [log], [metrics], [plugins], [limits]")));
    const auto far = mistakes_in("something_else = 3");
    ASSERT_EQ(far.size(), 1U);
    EXPECT_THAT(far[0], HasSubstr("known are listen, data, "));
    for (const auto& key : config_keys())
        EXPECT_THAT(far[0], HasSubstr(std::string{key.name}));
}

TEST(Config, tells_values_that_cannot_be) {
    EXPECT_THAT(mistakes_in("listen = \"host:99999\""), ElementsAre(HasSubstr("1 listen: \"host:99999\" is no")));
    for (const auto* place : {"127.0.0.1", "example.org", "9700", "::1", "[::]", "127.0.0.1:0"})
        EXPECT_THAT(mistakes_in("listen = \"" + std::string{place} + "\""),
                    ElementsAre(HasSubstr("names no port that others could know; write HOST:PORT")));
    for (const auto* place : {"127.0.0.1:1", "example.org:7700", "[::]:7700", "[::1]:9"})
        EXPECT_THAT(mistakes_in("listen = \"" + std::string{place} + "\""), testing::IsEmpty());
    EXPECT_THAT(mistakes_in("[limits]\nconferences = 99999999999999999999"),
                ElementsAre("2 limits.conferences: should be from 1 to 1000"));
    EXPECT_THAT(mistakes_in("data = \"here\""), ElementsAre(HasSubstr("1 data: should be a path from the root")));
    EXPECT_THAT(mistakes_in("log = 3"), ElementsAre("1 log: should be a table, [log]"));
    EXPECT_THAT(mistakes_in("drain_time_s = 61"), ElementsAre(HasSubstr("from 1 to 60, not 61")));
    EXPECT_THAT(mistakes_in("[limits]\nretention_days = -1"), ElementsAre(HasSubstr("from 0 to 3650, not -1")));
}

TEST(Config, tells_keys_that_contradict_each_other) {
    EXPECT_THAT(mistakes_in("create_secret = \"a\"\ncreate_secret_file = \"/b\""),
                ElementsAre("2 create_secret_file: stands beside create_secret; only one of them can hold"));
    EXPECT_THAT(mistakes_in("[limits]\nsessions = 10\nsessions_per_address = 11"),
                ElementsAre(HasSubstr("3 limits.sessions_per_address: is more than limits.sessions")));
    EXPECT_THAT(mistakes_in("[limits]\nsessions = 10"), testing::IsEmpty()) << "its default bounds nothing then";
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

} // namespace
} // namespace plenum::app
