// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/app/plenumd/reference.h"

#include "app/plenumd/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

namespace plenum::app {
namespace {

std::string read(const std::string& path) {
    std::ifstream in{path};
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// With PLENUM_WRITE_OPERATIONS set, writes instead of comparing.
void compare(const std::string& path, const std::string& expected) {
    if (std::getenv("PLENUM_WRITE_OPERATIONS") != nullptr)
        std::ofstream{path} << expected;
    else
        EXPECT_TRUE(read(path) == expected)
            << path << ": run this test once with PLENUM_WRITE_OPERATIONS=1 to bring it up";
}

/// Each `<!-- table: NAME -->` … `<!-- end -->` filled.
std::string filled(const std::string& text, int& tables) {
    static const std::regex block{R"(<!-- table: (\w+) -->[\s\S]*?<!-- end -->)"};
    std::string result;
    auto rest = text.cbegin();
    for (std::sregex_iterator found{text.begin(), text.end(), block}, none; found != none; ++found) {
        const auto name = (*found)[1].str();
        result.append(rest, (*found)[0].first);
        result += "<!-- table: " + name + " -->\n" + operations_table(name) + "<!-- end -->";
        rest = (*found)[0].second;
        tables += operations_table(name).empty() ? 0 : 1;
    }
    return result.append(rest, text.cend());
}

TEST(Reference, the_document_says_what_the_code_declares) {
    int tables = 0;
    const auto expected = filled(read(PLENUM_OPERATIONS_DOCUMENT), tables);
    EXPECT_EQ(tables, 3);
    compare(PLENUM_OPERATIONS_DOCUMENT, expected);
}

TEST(Reference, the_example_is_what_the_code_declares) { compare(PLENUM_EXAMPLE_CONFIG, example_file()); }

TEST(Reference, the_example_sets_nothing_and_all_of_it_sets_the_defaults) {
    const auto text = read(PLENUM_EXAMPLE_CONFIG);
    const auto untouched = parse_config(text);
    ASSERT_TRUE(untouched.has_value()) << untouched.error().front().text;
    EXPECT_TRUE(untouched->lines.empty());
    const auto all = parse_config(std::regex_replace(text, std::regex{"(^|\n)#(\\w+ = )"}, "$1$2"));
    ASSERT_TRUE(all.has_value()) << all.error().front().text;
    EXPECT_EQ(all->lines.size(), settings().size());
    EXPECT_THAT(differences(all->config, Config{}), testing::IsEmpty());
}

TEST(Reference, every_metric_that_an_alert_names_is_there) {
    const auto text = read(PLENUM_OPERATIONS_DOCUMENT);
    const auto metrics = operations_table("metrics");
    static const std::regex name{R"(\bplenum_relay_\w+)"};
    for (std::sregex_iterator found{text.begin(), text.end(), name}, none; found != none; ++found) {
        const auto stem = std::regex_replace(found->str(), std::regex{"_(bucket|sum|count)$"}, "");
        EXPECT_NE(metrics.find("`" + stem + "`"), std::string::npos) << found->str();
    }
}

} // namespace
} // namespace plenum::app
