// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/people_file.h"

#include "tests/unit/runtime/temporary_folder.h"

#include <gtest/gtest.h>

#include <fstream>

namespace plenum::app {
namespace {

namespace fs = std::filesystem;
using ui::PeopleTrouble;

base::IdentityKey key(int number) {
    base::IdentityKey result;
    result.bytes[0] = static_cast<std::uint8_t>(number);
    return result;
}

class PeopleFileTest : public testing::Test {
  protected:
    void write(const std::string& text) const {
        fs::create_directories(file.parent_path());
        std::ofstream{file} << text;
    }
    [[nodiscard]] static std::string read(const fs::path& path) {
        std::ifstream stream{path};
        return {std::istreambuf_iterator<char>{stream}, {}};
    }
    void save(int number, const QString& name) const {
        KnownPeople people;
        people.meet(key(number), name, QDateTime::currentDateTimeUtc());
        ASSERT_EQ(PeopleFile::save(file, people, {key(number)}), std::nullopt);
    }

    runtime::TemporaryFolder folder;
    fs::path file{folder / "data" / "known-people.json"};
};

TEST_F(PeopleFileTest, nothing_there_is_nobody_known) {
    const auto loaded = PeopleFile::load(file);
    EXPECT_EQ(loaded.people.size(), 0U);
    EXPECT_EQ(loaded.trouble, std::nullopt);
    EXPECT_FALSE(fs::exists(file));
}

TEST_F(PeopleFileTest, what_is_saved_is_there_and_for_its_owner_alone) {
    save(1, "Anna");
    const auto loaded = PeopleFile::load(file);
    EXPECT_NE(loaded.people.find(key(1)), nullptr);
    EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(PeopleFileTest, two_windows_do_not_undo_each_other) {
    save(1, "Anna");
    save(2, "Bob");
    const auto loaded = PeopleFile::load(file);
    EXPECT_NE(loaded.people.find(key(1)), nullptr);
    EXPECT_NE(loaded.people.find(key(2)), nullptr);
}

TEST_F(PeopleFileTest, a_damaged_one_is_set_aside_each_time) {
    for (const auto* text : {"{ damaged", "again"}) {
        write(text);
        EXPECT_EQ(PeopleFile::load(file).trouble, PeopleTrouble::set_aside);
        EXPECT_FALSE(fs::exists(file));
    }
    EXPECT_EQ(read(file.string() + ".damaged-1"), "{ damaged");
    EXPECT_EQ(read(file.string() + ".damaged-2"), "again");
    save(1, "Anna");
    EXPECT_EQ(PeopleFile::load(file).trouble, std::nullopt);
}

TEST_F(PeopleFileTest, one_damaged_while_we_ran_is_set_aside_on_saving) {
    write("half a fi");
    KnownPeople people;
    people.meet(key(1), "Anna", QDateTime::currentDateTimeUtc());
    EXPECT_EQ(PeopleFile::save(file, people, {key(1)}), PeopleTrouble::set_aside);
    EXPECT_NE(PeopleFile::load(file).people.find(key(1)), nullptr);
    EXPECT_EQ(read(file.string() + ".damaged-1"), "half a fi");
}

TEST_F(PeopleFileTest, a_later_versions_file_is_left_alone) {
    const std::string text{R"({"version": 2, "people": []})"};
    write(text);
    EXPECT_EQ(PeopleFile::load(file).trouble, PeopleTrouble::not_kept);
    KnownPeople people;
    people.meet(key(1), "Anna", QDateTime::currentDateTimeUtc());
    EXPECT_EQ(PeopleFile::save(file, people, {key(1)}), PeopleTrouble::not_kept);
    EXPECT_EQ(read(file), text);
}

TEST_F(PeopleFileTest, a_folder_in_its_place_is_told) {
    fs::create_directories(file);
    EXPECT_EQ(PeopleFile::load(file).trouble, PeopleTrouble::not_kept);
    EXPECT_TRUE(fs::is_directory(file));
}

} // namespace
} // namespace plenum::app
