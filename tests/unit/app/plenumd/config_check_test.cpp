// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/config_check.h"

#include "app/plenumd/creation_secret.h"
#include "tests/unit/runtime/broken_folder.h"
#include "tests/unit/runtime/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace plenum::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

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

TEST_F(Surroundings, tell_of_a_folder_that_others_can_write_into) {
    using std::filesystem::perms;
    write_secret("open sesame");
    std::filesystem::create_directories(folder / "data" / "conferences");
    for (const auto& place : {folder / "data", folder / "data" / "conferences"})
        for (const auto also : {perms::group_write, perms::others_write}) {
            std::filesystem::permissions(place, perms::owner_all | also);
            EXPECT_THAT(mistakes(), ElementsAre(testing::AllOf(HasSubstr("1 data: " + place.string() + " can be"),
                                                               HasSubstr("chmod go-w"))));
            std::filesystem::permissions(place, perms::owner_all);
        }
    EXPECT_THAT(mistakes(), testing::IsEmpty());
}

TEST_F(Surroundings, tell_of_a_key_that_is_a_link_to_nothing) {
    write_secret("open sesame");
    std::filesystem::create_directories(folder / "data");
    std::filesystem::create_symlink(folder / "elsewhere", folder / "data" / "relay.key");
    EXPECT_THAT(mistakes(), ElementsAre(testing::AllOf(HasSubstr("1 data: "), HasSubstr("is a link to a file that does "
                                                                                        "not exist"))));
}

std::vector<std::string> mistakes_with_relays(const std::string& text) {
    std::vector<std::string> result;
    const auto parsed = parse_config(text);
    EXPECT_TRUE(parsed.has_value()) << text;
    if (!parsed) return result;
    for (const auto& mistake : check_surroundings(*parsed))
        result.push_back(mistake.text);
    return result;
}

TEST_F(Surroundings, tell_of_a_relay_that_names_itself) {
    for (const auto* listen : {"127.0.0.1:7700", "0.0.0.0:7700"}) {
        const auto begin = "listen = \"" + std::string{listen} + "\"\n";
        EXPECT_THAT(mistakes_with_relays(begin + "[[peer]]\naddress = \"127.0.0.1:7700\""),
                    ElementsAre("peer: 127.0.0.1:7700 is this relay itself; name the other relays alone"))
            << listen;
        EXPECT_THAT(mistakes_with_relays(begin + "standby = [\"127.0.0.1:7700\"]"),
                    ElementsAre(HasSubstr("standby: 127.0.0.1:7700 is this relay itself")))
            << listen;
        EXPECT_THAT(mistakes_with_relays(begin + "[[peer]]\naddress = \"127.0.0.1:7701\""), testing::IsEmpty());
    }
}

TEST_F(Surroundings, tell_of_a_peer_that_stands_there_twice) {
    EXPECT_THAT(mistakes_with_relays("[[peer]]\naddress = \"198.51.100.7:7700\"\n"
                                     "[[peer]]\naddress = \"198.51.100.8:7700\"\n"
                                     "[[peer]]\naddress = \"198.51.100.7:7700\""),
                ElementsAre("peer: 198.51.100.7:7700 stands there twice; name each relay once"));
}

TEST_F(Surroundings, tell_of_files_for_etcd_that_are_not_there) {
    const auto there = folder / "there.pem";
    std::ofstream{there} << "a certificate";
    const auto text = "[cluster]\netcd = [\"https://198.51.100.9:2379\"]\nca = \"" + there.string() +
                      "\"\ncertificate = \"/nowhere/relay.pem\"\nkey = \"" + folder.path().string() + "\"";
    EXPECT_THAT(mistakes_with_relays(text),
                ElementsAre("cluster.certificate: /nowhere/relay.pem does not exist", HasSubstr("is no file")));
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

TEST_F(Surroundings, tell_which_plugin_cannot_be_used) {
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
} // namespace
} // namespace plenum::app
