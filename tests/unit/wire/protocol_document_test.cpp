// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/wire/protocol_document.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <regex>
#include <sstream>

namespace plenum::test {
namespace {

std::string read(const std::string& path) {
    std::ifstream in{path};
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// Each `<!-- fields: NAME -->` … `<!-- end -->` filled with what the code declares.
std::string filled(const std::string& text, int& sections) {
    static const std::regex block{R"(<!-- fields: (\w+) -->[\s\S]*?<!-- end -->)"};
    std::string result;
    auto rest = text.cbegin();
    for (std::sregex_iterator found{text.begin(), text.end(), block}, none; found != none; ++found) {
        result.append(rest, (*found)[0].first);
        result += "<!-- fields: " + (*found)[1].str() + " -->\n" + protocol_table((*found)[1]) + "\n<!-- end -->";
        rest = (*found)[0].second;
        ++sections;
    }
    return result.append(rest, text.cend());
}

/// With PLENUM_WRITE_PROTOCOL set, writes the document instead of comparing.
TEST(ProtocolDocument, says_what_the_code_declares) {
    const std::string path = PLENUM_PROTOCOL_DOCUMENT;
    const auto text = read(path);
    int sections = 0;
    const auto expected = filled(text, sections);
    EXPECT_EQ(sections, 7U);
    if (std::getenv("PLENUM_WRITE_PROTOCOL") != nullptr)
        std::ofstream{path} << expected;
    else
        EXPECT_EQ(text, expected) << "run this test once with PLENUM_WRITE_PROTOCOL=1 to bring docs/protocol.md up";
}

TEST(ProtocolDocument, knows_every_section_it_is_asked_for) {
    for (const auto* section : {"datagrams", "frames", "control", "messages", "log", "state", "minutes"}) {
        EXPECT_NE(protocol_table(section).find("| field | on the wire | meaning |"), std::string::npos) << section;
    }
    EXPECT_EQ(protocol_table("nothing"), "");
}

} // namespace
} // namespace plenum::test
