// SPDX-License-Identifier: Apache-2.0
#include "core/api/conference_link.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

namespace plenum::node {
namespace {

ConferenceLink sample() {
    ConferenceLink link;
    link.host = "relay.example";
    link.port = 7700;
    link.title = "Quarterly review / Größe";
    link.secret.bytes.fill(1);
    link.relay_key.bytes.fill(2);
    link.root.bytes.fill(3);
    link.expires_at = 1'900'000'000;
    return link;
}

TEST(ConferenceLink, comes_back_as_it_went) {
    for (const auto* host : {"relay.example", "192.0.2.7", "2001:db8::1"}) {
        auto link = sample();
        link.host = host;
        const auto text = to_text(link);
        EXPECT_EQ(parse_link("  " + text + "\n").value(), link) << text;
        EXPECT_EQ(text.find(' '), std::string::npos);
    }
}

TEST(ConferenceLink, is_found_among_the_words_of_an_invitation) {
    const auto text = to_text(sample());
    EXPECT_EQ(parse_link("Join us: <" + text + ">.\nSee you, Ann #1").value(), sample());
    EXPECT_EQ(parse_link("\"" + text + "\"").value(), sample());
    EXPECT_EQ(parse_link("P" + text.substr(1)).value(), sample()) << "a phone began the line with a capital letter";
    EXPECT_EQ(parse_link("Join us at plenum:/").error(), LinkTextError::not_a_link);
    EXPECT_EQ(parse_link(text.substr(0, text.find('#') + 1) + ">").error(), LinkTextError::no_secret);
}

TEST(ConferenceLink, says_which_part_is_wrong) {
    const auto text = to_text(sample());
    EXPECT_EQ(parse_link("https://relay.example/").error(), LinkTextError::not_a_link);
    EXPECT_EQ(parse_link("").error(), LinkTextError::not_a_link);
    EXPECT_EQ(parse_link("plenum://relay.example/x#abc").error(), LinkTextError::bad_address);
    EXPECT_EQ(parse_link("plenum://relay.example:0/x#abc").error(), LinkTextError::bad_address);
    EXPECT_EQ(parse_link("plenum://relay.example:70000/x#abc").error(), LinkTextError::bad_address);
    EXPECT_EQ(parse_link(text.substr(0, text.find('#'))).error(), LinkTextError::no_secret);
    EXPECT_EQ(parse_link(text.substr(0, text.find('#') + 1)).error(), LinkTextError::no_secret);
}

TEST(ConferenceLink, has_a_title_of_one_line) {
    const auto text = to_text(sample());
    const auto secret = text.substr(text.find('#'));
    EXPECT_EQ(parse_link("plenum://relay.example:7700/a%20b" + secret).value().title, "a b");
    EXPECT_FALSE(parse_link("plenum://relay.example:7700/a%0Ab" + secret).has_value());
}

TEST(ConferenceLink, knows_that_lower_case_is_another_link) {
    auto text = to_text(sample());
    std::ranges::transform(text, text.begin(), [](char letter) { return static_cast<char>(std::tolower(letter)); });
    EXPECT_NE(explain(parse_link(text).error()).find("changed in copying"), std::string_view::npos);
}

TEST(ConferenceLink, notices_every_missing_and_every_changed_character_of_the_secret) {
    const auto text = to_text(sample());
    const auto secret = text.find('#') + 1;
    for (auto size = secret + 1; size < text.size(); ++size)
        EXPECT_FALSE(parse_link(text.substr(0, size)).has_value());
    for (auto at = secret; at < text.size(); ++at) {
        auto changed = text;
        changed[at] = changed[at] == 'A' ? 'B' : 'A';
        EXPECT_FALSE(parse_link(changed).has_value()) << at;
    }
}

TEST(ConferenceLink, explains_every_error_in_a_sentence) {
    for (const auto error : {LinkTextError::not_a_link, LinkTextError::bad_address, LinkTextError::no_secret,
                             LinkTextError::damaged, LinkTextError::unknown_version}) {
        EXPECT_TRUE(explain(error).ends_with('.'));
    }
}

} // namespace
} // namespace plenum::node
