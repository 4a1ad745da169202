// SPDX-License-Identifier: Apache-2.0
// Shared objects of strangers: what is taken, what is refused, and in which words (docs/plugins.md).
#include "core/runtime/plugin/plugin_loader.h"
#include "core/runtime/plugin/style_registry.h"
#include "core/token/policy.h"
#include "tests/unit/runtime/broken_folder.h"
#include "tests/unit/runtime/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace plenum::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class OwnQueue final : public token::FloorPolicy {
  public:
    bool accepts(std::string_view) const override { return true; }
    token::FloorChoice decide(const token::FloorView&) override { return {}; }
};

class Registry : public testing::Test {
  protected:
    void TearDown() override { ::unsetenv("PLENUM_ODD_PLUGIN"); }

    std::expected<std::vector<std::string>, std::string> load(const char* wish) {
        ::setenv("PLENUM_ODD_PLUGIN", wish, 1);
        return registry.load(odd);
    }
    /// The words of the refusal, which leaves nothing behind.
    std::string refusal(const char* wish) {
        const auto loaded = load(wish);
        EXPECT_EQ(registry.styles().size(), 1U) << wish;
        return loaded ? "loaded" : loaded.error();
    }
    std::string refusal_of(const std::filesystem::path& file) {
        const auto loaded = registry.load(file);
        return loaded ? "loaded" : loaded.error();
    }
    [[nodiscard]] const base::PluginDescriptor& style(std::size_t place) const { return registry.styles()[place]; }
    /// Out of the build, which may be writable by others, into a folder that is not.
    [[nodiscard]] std::filesystem::path taken(const std::string& name) const {
        auto file = own_folder / name;
        std::filesystem::copy_file(std::filesystem::path{PLENUM_ODD_PLUGINS} / name, file);
        std::filesystem::permissions(file, std::filesystem::perms{0755});
        return file;
    }

    const TemporaryFolder own_folder;
    const std::filesystem::path odd{taken("odd_plugin.so")};
    const std::vector<base::PluginDescriptor> own{token::style_of<OwnQueue>("queue", "Queue", "Ours.")};
    std::vector<std::string> told;
    StyleRegistry registry{own, [this](std::string_view style, std::string_view what) {
                               told.push_back(std::string{style} + ": " + std::string{what});
                           }};
};

/// Made of a descriptor as a relay does.
struct Made {
    explicit Made(const base::PluginDescriptor& from)
        : descriptor{from},
          policy{static_cast<token::FloorPolicy*>(from.create(from.context))} {}
    Made(const Made&) = delete;
    Made& operator=(const Made&) = delete;
    ~Made() { descriptor.destroy(policy); }
    const base::PluginDescriptor& descriptor;
    token::FloorPolicy* policy;
};

TEST_F(Registry, has_what_it_loaded_behind_its_own) {
    ASSERT_EQ(load("").value_or(std::vector<std::string>{}), (std::vector<std::string>{"odd", "even"}));
    ASSERT_EQ(registry.styles().size(), 3U);
    EXPECT_STREQ(style(0).id, "queue");
    EXPECT_STREQ(style(1).id, "odd");
    EXPECT_STREQ(style(1).title, "Odd");
    const Made made{style(2)};
    EXPECT_TRUE(made.policy->accepts("loud=1"));
    EXPECT_FALSE(made.policy->accepts("loud=2"));
    EXPECT_EQ(made.policy->decide({}).act, token::FloorAct::recall);
    EXPECT_THAT(told, IsEmpty());
}

TEST_F(Registry, says_what_is_wrong_with_a_list) {
    const std::vector<std::pair<const char*, const char*>> cases{
        {"null", "gives no list"},
        {"count_none", "shows 0"},
        {"count_many", "shows 65"},
        {"first_null", "shows none"},
        {"list_version", "version 5 of the plug-in interface, and this program has version 4: build it again"},
        {"version", "version 5 of the plug-in interface"},
        {"size", "other headers"},
        {"size_second", "another size"},
        {"kind", "\"odd\": it is of kind 9"},
        {"create_null", "\"odd\": it lacks"},
        {"destroy_null", "\"odd\": it lacks"},
        {"holders_many", "holders_max should be at most 65535"},
        {"same_twice", "style named \"odd\", as /"},
        {"own_name", "style named \"queue\", as this program has itself"},
        {"picky", "\"picky\" of "},
        {"unmakable", "\"unmakable\" of "},
        {"makes_null", "\"odd\" of "},
    };
    for (const auto& [wish, words] : cases) {
        EXPECT_THAT(refusal(wish), HasSubstr(words)) << wish;
        EXPECT_THAT(refusal(wish), HasSubstr("odd_plugin.so")) << wish;
    }
    EXPECT_THAT(told, ElementsAre("unmakable: not today", "unmakable: not today"));
}

TEST_F(Registry, says_which_text_is_out_of_bounds) {
    for (const auto* wish : {"id_null", "id_upper", "id_empty", "id_digit", "id_long"})
        EXPECT_THAT(refusal(wish), HasSubstr("its name should be 1 to 32")) << wish;
    for (const auto* wish : {"title_null", "title_lines", "title_bytes", "title_long"})
        EXPECT_THAT(refusal(wish), HasSubstr("its title should be one line of 1 to 64 bytes")) << wish;
    for (const auto* wish : {"about_empty", "about_long"})
        EXPECT_THAT(refusal(wish), HasSubstr("its description should be one line of 1 to 200")) << wish;
    EXPECT_THAT(refusal("parameters_long"), HasSubstr("its example of parameters should be one line of 1 to 256"));
    EXPECT_THAT(refusal("about_pen_long"), HasSubstr("its description should be one line of 1 to 200"));
    EXPECT_THAT(refusal("sharing_lines"), HasSubstr("its parameter for sharing should be one line of 1 to 64"));
    EXPECT_THAT(refusal("copies_lines"), HasSubstr("its parameter for copies should be one line of 1 to 64"));
    EXPECT_THAT(refusal("options_many"), HasSubstr("it should show at most 16 options"));
    EXPECT_THAT(refusal("options_null"), HasSubstr("it should show at most 16 options"));
    EXPECT_THAT(refusal("option_key_null"), HasSubstr("its option's key should be one line of 1 to 32"));
    EXPECT_THAT(refusal("option_bounds"), HasSubstr("the default of its option \"loud\" should be within its bounds"));
    EXPECT_THAT(refusal("parameters_refused"), HasSubstr("its own example of parameters, \"loud=2\""));
}

TEST_F(Registry, takes_no_name_twice) {
    ASSERT_TRUE(load("").has_value());
    EXPECT_THAT(refusal_of(odd), HasSubstr("has a style named \"odd\", as " + odd.string() + " has brought"));
    EXPECT_EQ(registry.styles().size(), 3U);
}

TEST_F(Registry, ends_what_a_style_throws) {
    ASSERT_TRUE(load("thrower").has_value());
    const Made made{style(2)};
    EXPECT_FALSE(made.policy->accepts("loud=1"));
    const auto choice = made.policy->decide({});
    EXPECT_EQ(choice.act, token::FloorAct::none);
    EXPECT_EQ(choice.ask_again, base::ConferenceTime::max());
    EXPECT_THAT(told, ElementsAre("thrower: not these", "thrower: something without words"));
}

TEST_F(Registry, says_which_file_is_none) {
    const TemporaryFolder folder;
    EXPECT_THAT(refusal_of(folder / "away.so"), HasSubstr("away.so: there is no such file"));
    EXPECT_THAT(refusal_of(folder.path()), HasSubstr("is a folder"));
    std::ofstream{folder / "text.so"} << "key = 1\n";
    EXPECT_THAT(refusal_of(folder / "text.so"), HasSubstr("is no shared object"));
    std::ofstream{folder / "empty.so"} << std::flush;
    EXPECT_THAT(refusal_of(folder / "empty.so"), HasSubstr("is no shared object"));
    std::ofstream{folder / "cut.so"} << "\x7f"
                                        "ELF and no more";
    EXPECT_THAT(refusal_of(folder / "cut.so"), HasSubstr("cannot be loaded"));
    EXPECT_THAT(refusal_of(taken("needy_plugin.so")), HasSubstr("plenum_what_nobody_has"));
    EXPECT_THAT(refusal_of(taken("silent_plugin.so")), HasSubstr("has no function plenum_plugins"));
    EXPECT_EQ(registry.styles().size(), 1U);
}

TEST_F(Registry, takes_nothing_that_others_could_have_put_there) {
    namespace fs = std::filesystem;
    const TemporaryFolder folder;
    fs::create_directories(folder / "open/closed");
    const auto file = folder / "open/closed/odd.so";
    fs::copy_file(odd, file);
    fs::permissions(file, fs::perms{0755});
    fs::permissions(folder / "open", fs::perms{0777});
    EXPECT_THAT(refusal_of(file), HasSubstr("/open can be written by others"));
    EXPECT_FALSE(plugin_files(folder / "open").has_value());
    fs::permissions(folder / "open", fs::perms{0775});
    EXPECT_THAT(refusal_of(file), HasSubstr("/open can be written by others"));
    // A folder like /tmp.
    fs::permissions(folder / "open", fs::perms{01777});
    fs::permissions(file, fs::perms{0775});
    EXPECT_THAT(refusal_of(file), HasSubstr("odd.so can be written by others"));
    fs::permissions(file, fs::perms{0755});
    fs::create_symlink(file, folder / "link.so");
    if (::geteuid() == 0) {
        EXPECT_EQ(::chown(file.c_str(), 12345, 12345), 0);
        EXPECT_THAT(refusal_of(folder / "link.so"), HasSubstr("belongs to another user"));
        EXPECT_EQ(::chown(file.c_str(), 0, 0), 0);
    }
    EXPECT_EQ(refusal_of(folder / "link.so"), "loaded");
}

TEST_F(Registry, finds_the_plugins_of_a_folder_by_name) {
    const TemporaryFolder folder;
    for (const auto* name : {"b.so", "a.so", "c.txt"})
        std::ofstream{folder / name} << std::flush;
    EXPECT_THAT(plugin_files(folder.path()).value(), ElementsAre(folder / "a.so", folder / "b.so"));
    EXPECT_THAT(plugin_files(folder / "x.so").value(), ElementsAre(folder / "x.so"));
}

TEST_F(Registry, says_which_folder_of_plugins_cannot_be_read) {
    const TemporaryFolder folder;
    for (const auto* name : {"b.so", "a.so"})
        std::ofstream{folder / name} << std::flush;
    const BrokenFolder broken;
    const auto files = plugin_files(folder.path());
    ASSERT_FALSE(files.has_value());
    EXPECT_THAT(files.error(), testing::StartsWith(folder.path().string() + ": "));
}

} // namespace
} // namespace plenum::runtime
