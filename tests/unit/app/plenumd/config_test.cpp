// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/config.h"
#include "app/plenumd/config_keys.h"
#include "app/plenumd/options.h"
#include "core/base/bytes.h"
#include "tests/unit/runtime/broken_folder.h"
#include "tests/unit/runtime/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <fstream>

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

TEST(Config, says_which_plugin_cannot_be_used) {
    const runtime::TemporaryFolder folder;
    std::ofstream{folder / "a.so"} << "no plug-in";
    const auto path = folder.path().string();
    const auto parsed = parse_config("[plugins]\nfloor = [\n\"" + path + "/away.so\",\n\"" + path + "\"]\n");
    ASSERT_TRUE(parsed.has_value());
    const auto mistakes = check_surroundings(*parsed);
    const auto found = std::ranges::find(mistakes, 2U, &ConfigMistake::line);
    ASSERT_NE(found, mistakes.end());
    EXPECT_THAT(found->text, HasSubstr("plugins.floor: " + path + "/away.so: there is no such file"));
    EXPECT_THAT(found->text, HasSubstr(path + "/a.so is no shared object"));
    std::filesystem::remove(folder / "a.so");
    EXPECT_THAT(wrong_with_plugins({folder.path()}).value_or(""), HasSubstr("has no plug-in (*.so) in it"));
    EXPECT_EQ(wrong_with_plugins({}), std::nullopt);
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

class Surroundings : public testing::Test {
  protected:
    std::vector<std::string> mistakes() const {
        std::vector<std::string> result;
        const auto parsed = parse_config("data = \"" + (folder / "data").string() + "\"\n\ncreate_secret_file = \"" +
                                         (folder / "secret").string() + "\"\n");
        EXPECT_TRUE(parsed.has_value());
        for (const auto& mistake : check_surroundings(*parsed))
            result.push_back(std::to_string(mistake.line) + " " + mistake.text);
        return result;
    }
    void write_secret(const std::string& text) const {
        std::ofstream{folder / "secret"} << text;
        std::filesystem::permissions(folder / "secret", std::filesystem::perms::owner_read);
    }
    runtime::TemporaryFolder folder;
};

TEST_F(Surroundings, are_as_they_should_be) {
    write_secret("open sesame\n");
    EXPECT_THAT(mistakes(), testing::IsEmpty()) << "a folder that is not there can be made";
    Config config;
    config.create_secret_file = folder / "secret";
    EXPECT_EQ(creation_secret(config), "open sesame");
}

TEST_F(Surroundings, take_either_end_of_a_line) {
    write_secret("open sesame\r\n");
    Config config;
    config.create_secret_file = folder / "secret";
    EXPECT_EQ(creation_secret(config), "open sesame");
}

TEST_F(Surroundings, tell_which_folder_cannot_be_made) {
    if (::geteuid() != 0) {
        EXPECT_EQ(wrong_with_folder("/proc/nowhere/at/all"),
                  "/proc/nowhere/at/all does not exist and cannot be made: /proc cannot be written by this user");
    }
    EXPECT_EQ(wrong_with_folder("/dev/null/x"),
              "/dev/null/x does not exist and cannot be made: /dev/null is no folder");
}

TEST_F(Surroundings, tell_of_a_file_where_a_folder_should_be) {
    write_secret("open sesame");
    std::ofstream{folder / "data"} << "no folder";
    EXPECT_THAT(mistakes(), ElementsAre(HasSubstr("1 data: ")));
}

TEST_F(Surroundings, tell_of_a_key_that_is_missing_damaged_or_open) {
    write_secret("open sesame");
    std::filesystem::create_directories(folder / "data" / "conferences");
    EXPECT_THAT(mistakes(), testing::IsEmpty()) << "the first start makes one";
    std::ofstream{folder / "data" / "conferences" / "ab.sqlite"} << "a conference";
    EXPECT_THAT(mistakes(), ElementsAre(testing::AllOf(HasSubstr("1 data: "), HasSubstr("relay.key is missing"))));
    const auto key = folder / "data" / "relay.key";
    std::ofstream{key} << std::string(32, 'k');
    std::filesystem::permissions(key, std::filesystem::perms::owner_read);
    EXPECT_THAT(mistakes(), testing::IsEmpty());
    std::filesystem::permissions(key, std::filesystem::perms::group_read, std::filesystem::perm_options::add);
    EXPECT_THAT(mistakes(), ElementsAre(HasSubstr("can be read or written by other users")));
    std::filesystem::remove(key);
    std::filesystem::create_directory(key);
    EXPECT_THAT(mistakes(), ElementsAre(HasSubstr("is no file")));
}

TEST_F(Surroundings, tell_of_a_folder_that_cannot_be_read) {
    write_secret("open sesame");
    const auto conferences = folder / "data" / "conferences";
    std::filesystem::create_directories(conferences);
    for (const auto* name : {"a", "b"})
        std::ofstream{conferences / name} << std::flush;
    const runtime::BrokenFolder broken;
    EXPECT_THAT(mistakes(),
                ElementsAre(testing::AllOf(HasSubstr("1 data: "), HasSubstr("conferences cannot be read"))));
}

TEST_F(Surroundings, tell_of_addresses_that_are_elsewhere) {
    const auto places = [](const std::string& text) {
        const auto parsed = parse_config(text);
        std::vector<std::string> told;
        for (const auto& mistake : check_surroundings(*parsed))
            told.push_back(std::to_string(mistake.line) + " " + mistake.text);
        return told;
    };
    EXPECT_THAT(places("listen = \"127.0.0.1:1\"\n[metrics]\nlisten = \"127.0.0.1:1\"\n"), testing::IsEmpty())
        << "who has a port now is not asked";
    EXPECT_THAT(places("\nlisten = \"192.0.2.1:7700\"\n[metrics]\nlisten = \"198.51.100.2:1\"\n"),
                ElementsAre(HasSubstr("2 listen: 192.0.2.1 is no address of this machine"),
                            HasSubstr("4 metrics.listen: 198.51.100.2 is no address")));
}

TEST_F(Surroundings, keep_a_secret_out_of_a_file_that_everyone_may_read) {
    write_secret("create_secret = \"open sesame\"\n");
    const auto file = folder / "secret";
    const auto parsed = parse_config("\ncreate_secret = \"open sesame\"\n");
    EXPECT_FALSE(wrong_with_secrecy(*parsed, file).has_value());
    std::filesystem::permissions(file, std::filesystem::perms::others_read, std::filesystem::perm_options::add);
    EXPECT_EQ(wrong_with_secrecy(*parsed, file)->line, 2U);
    EXPECT_FALSE(wrong_with_secrecy(*parse_config("drain_time_s = 4\n"), file).has_value());
}

TEST_F(Surroundings, tell_of_secrets_that_are_none) {
    EXPECT_THAT(mistakes(), ElementsAre(HasSubstr("3 create_secret_file: ")));
    std::filesystem::create_directory(folder / "secret");
    EXPECT_THAT(mistakes(), ElementsAre(HasSubstr("is a folder")));
    std::filesystem::remove(folder / "secret");
    write_secret("\n");
    EXPECT_THAT(mistakes(), ElementsAre(HasSubstr("is empty")));
    std::filesystem::permissions(folder / "secret", std::filesystem::perms::others_read,
                                 std::filesystem::perm_options::add);
    EXPECT_THAT(mistakes(), ElementsAre(HasSubstr("Everyone may read")));
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
    EXPECT_THAT(std::get<Answered>(parse({"--version"})).text, testing::StartsWith("plenumd "));
    for (const auto* wrong : {"--lisen", "--listen", "stray"}) {
        const auto answered = std::get<Answered>(parse({wrong}));
        EXPECT_EQ(answered.status, 2);
        EXPECT_EQ(std::count(answered.text.begin(), answered.text.end(), '\n'), 1) << answered.text;
    }
}

} // namespace
} // namespace plenum::app
