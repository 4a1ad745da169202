// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/app/plenumd/reference.h"

#include "app/plenumd/config_file.h"
#include "app/plenumd/config_keys.h"

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

/// With PLENUM_WRITE_REFERENCE set, writes instead of comparing.
void compare(const std::string& path, const std::string& expected) {
    if (std::getenv("PLENUM_WRITE_REFERENCE") != nullptr)
        std::ofstream{path} << expected;
    else
        EXPECT_TRUE(read(path) == expected)
            << path << ": run this test once with PLENUM_WRITE_REFERENCE=1 to bring it up";
}

/// Each `<!-- table: NAME -->` … `<!-- end -->` filled.
std::string filled(const std::string& text, int& parts) {
    static const std::regex block{R"(<!-- table: (\w+) -->[\s\S]*?<!-- end -->)"};
    std::string result;
    auto rest = text.cbegin();
    for (std::sregex_iterator found{text.begin(), text.end(), block}, none; found != none; ++found) {
        const auto name = (*found)[1].str();
        result.append(rest, (*found)[0].first);
        result += "<!-- table: " + name + " -->\n" + reference_part(name) + "<!-- end -->";
        rest = (*found)[0].second;
        parts += reference_part(name).empty() ? 0 : 1;
    }
    return result.append(rest, text.cend());
}

TEST(Reference, document_is_what_the_code_declares) {
    int parts = 0;
    const auto expected = filled(read(PLENUM_REFERENCE_DOCUMENT), parts);
    EXPECT_EQ(parts, 4);
    compare(PLENUM_REFERENCE_DOCUMENT, expected);
}

TEST(Reference, example_is_what_the_code_declares) { compare(PLENUM_EXAMPLE_CONFIG, example_file()); }

TEST(Reference, example_sets_nothing_and_uncommented_sets_the_defaults) {
    const auto text = read(PLENUM_EXAMPLE_CONFIG);
    const auto untouched = parse_config(text);
    ASSERT_TRUE(untouched.has_value()) << untouched.error().front().text;
    EXPECT_TRUE(untouched->lines.empty());
    const auto all = parse_config(std::regex_replace(text, std::regex{"(^|\n)#(\\w+ = )"}, "$1$2"));
    ASSERT_TRUE(all.has_value()) << all.error().front().text;
    EXPECT_EQ(all->lines.size(), config_keys().size());
    EXPECT_THAT(differences(all->config, Config{}), testing::IsEmpty());
}

TEST(Reference, every_metric_named_in_the_guide_exists) {
    const auto text = read(PLENUM_OPERATOR_GUIDE);
    const auto metrics = reference_part("metrics");
    static const std::regex name{R"(\bplenum_relay_\w+)"};
    for (std::sregex_iterator found{text.begin(), text.end(), name}, none; found != none; ++found) {
        const auto stem = std::regex_replace(found->str(), std::regex{"_(bucket|sum|count)$"}, "");
        EXPECT_NE(metrics.find("`" + stem + "`"), std::string::npos) << found->str();
    }
}

} // namespace
} // namespace plenum::app
