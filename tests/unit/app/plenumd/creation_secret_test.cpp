// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/creation_secret.h"

#include "tests/unit/runtime/temporary_folder.h"

#include <gtest/gtest.h>

#include <fstream>

namespace plenum::app {
namespace {

class CreationSecret : public testing::Test {
  protected:
    void write_secret(const std::string& text) const {
        std::ofstream{folder / "secret"} << text;
        std::filesystem::permissions(folder / "secret", std::filesystem::perms::owner_read);
    }
    runtime::TemporaryFolder folder;
};

TEST_F(CreationSecret, loses_both_characters_of_a_windows_newline) {
    write_secret("open sesame\r\n");
    Config config;
    config.create_secret_file = folder / "secret";
    EXPECT_EQ(creation_secret(config), "open sesame");
}

TEST_F(CreationSecret, is_refused_in_a_configuration_that_everyone_may_read) {
    write_secret("create_secret = \"open sesame\"\n");
    const auto file = folder / "secret";
    const auto parsed = parse_config("\ncreate_secret = \"open sesame\"\n");
    EXPECT_FALSE(wrong_with_secrecy(*parsed, file).has_value());
    std::filesystem::permissions(file, std::filesystem::perms::others_read, std::filesystem::perm_options::add);
    EXPECT_EQ(wrong_with_secrecy(*parsed, file)->line, 2U);
    EXPECT_FALSE(wrong_with_secrecy(*parse_config("drain_time_s = 4\n"), file).has_value());
}

} // namespace
} // namespace plenum::app
