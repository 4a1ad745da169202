// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/repair_map.h"

#include "app/plenumd/repairs_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace plenum::app {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::uint64_t home = std::uint64_t{1} << 60;
constexpr std::uint64_t near_edge = home + 0xabc;
constexpr std::uint64_t far_edge = home + 0xdef;

node::RelayRepairs of_home() { return {77, home, home, true, 3, 100, 40'000, 0, {{near_edge, 12, 5, 4800}}}; }
node::RelayRepairs of_near() { return {77, near_edge, home, false, 4, 95, 38'000, 5, {{far_edge, 8, 7, 6500}}}; }
node::RelayRepairs of_far() { return {77, far_edge, near_edge, false, 2, 80, 32'000, 20, {}}; }

std::size_t count(const std::string& text, std::string_view part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

TEST(RepairMap, is_json_with_each_branch) {
    const auto read = nlohmann::json::parse(repairs_json(std::array{of_home(), of_near()}));
    ASSERT_EQ(read["trees"].size(), 2U);
    EXPECT_EQ(read["trees"][0]["tree"], "4d");
    EXPECT_EQ(read["trees"][0]["home"], true);
    EXPECT_EQ(read["trees"][0]["branches"][0]["repair_bytes"], 4800);
    EXPECT_EQ(read["trees"][1]["missed"], 5);
    EXPECT_EQ(read["trees"][1]["next_hop"], "1000000000000000");
}

TEST(RepairMap, says_in_words_what_each_entry_means) {
    const auto read = nlohmann::json::parse(repairs_json(std::array{of_home(), of_near(), of_far()}));
    EXPECT_EQ(read["trees"][0]["words"], "This relay is the home of the conference. Members connected to it: 3. It "
                                         "sent 100 packets (40000 bytes) to the edges.");
    EXPECT_EQ(read["trees"][0]["branches"][0]["words"],
              "Requests for lost packets from edge 1000000000000abc: 12. Repairs sent there: 5 (4800 bytes).");
    EXPECT_EQ(read["trees"][1]["words"],
              "This relay is edge 1000000000000abc. Members connected to it: 4. Of 100 packets, 5 did not arrive at "
              "the first attempt. It requests lost packets from the home.");
    EXPECT_THAT(read["trees"][2]["words"].get<std::string>(), HasSubstr("from edge 1000000000000abc."));
    EXPECT_THAT(nlohmann::json::parse(repairs_json({}))["words"].get<std::string>(), HasSubstr("No repairs to show"));
}

TEST(RepairMap, is_read_back_from_json) {
    const std::vector all{of_home(), of_near(), of_far()};
    EXPECT_EQ(read_repairs_json(repairs_json(all)), all);
    EXPECT_EQ(read_repairs_json(repairs_json({})), std::vector<node::RelayRepairs>{});
}

TEST(RepairMap, of_other_files_says_what_is_wrong) {
    for (const auto* text : {"", "{", "[]", "null", R"({"trees":{}})", R"({"conferences":[]})"})
        EXPECT_EQ(read_repairs_json(text).error(), "This is not the /repairs.json of a relay.") << text;
    const auto whole = nlohmann::json::parse(repairs_json(std::array{of_home()}));
    const nlohmann::json wrong{-1, 1.5, "no number", nullptr, "10000000000000000", nlohmann::json::object()};
    for (const auto& [key, value] : whole["trees"][0].items()) {
        if (key == "words") continue;
        auto lacking = whole;
        lacking["trees"][0].erase(key);
        EXPECT_FALSE(read_repairs_json(lacking.dump())) << key;
        for (const auto& each : wrong) {
            auto changed = whole;
            changed["trees"][0][key] = each;
            EXPECT_EQ(read_repairs_json(changed.dump()).error(),
                      "Tree 1 has a value that no relay writes, or lacks one.")
                << key << each;
        }
    }
    for (const auto& each : wrong) {
        auto changed = whole;
        changed["trees"][0]["branches"][0] = each;
        EXPECT_FALSE(read_repairs_json(changed.dump())) << each;
        changed = whole;
        changed["trees"][0]["branches"][0]["requests"] = each;
        EXPECT_FALSE(read_repairs_json(changed.dump())) << each;
    }
}

TEST(RepairMap, joins_what_relays_of_a_tree_say) {
    const auto drawn = repairs_svg(std::array{of_far(), of_near(), of_home()});
    EXPECT_EQ(count(drawn, "<rect "), 3U);
    EXPECT_EQ(count(drawn, "<line "), 2U);
    EXPECT_THAT(drawn, HasSubstr("12 asked, 5 sent, 4800 B"));
    EXPECT_THAT(drawn, HasSubstr("8 asked, 7 sent, 6500 B"));
    EXPECT_THAT(drawn, HasSubstr("loss 20.0 %"));
    EXPECT_THAT(drawn, HasSubstr("4 members"));
    EXPECT_THAT(drawn, Not(HasSubstr("not asked")));
}

TEST(RepairMap, of_one_edge_shows_where_its_home_is_and_whom_it_repairs) {
    const auto drawn = repairs_svg(std::array{of_near()});
    EXPECT_EQ(count(drawn, "<rect "), 3U);
    EXPECT_EQ(count(drawn, "<line "), 2U);
    EXPECT_THAT(drawn, HasSubstr("8 asked, 7 sent, 6500 B"));
    EXPECT_EQ(count(drawn, "not asked"), 2U);
    const auto far = repairs_svg(std::array{of_far()});
    EXPECT_EQ(count(far, "<rect "), 2U);
    EXPECT_EQ(count(far, "<line "), 1U);
    EXPECT_THAT(far, Not(HasSubstr("home"))) << "it is an edge that is next";
}

TEST(RepairMap, says_why_there_may_be_nothing_to_show) {
    EXPECT_THAT(repairs_svg({}), HasSubstr("No repairs to show"));
    EXPECT_THAT(repairs_svg({}), HasSubstr("only if an edge has several members"));
    EXPECT_TRUE(nlohmann::json::parse(repairs_json({}))["trees"].empty());
}

/// Relays that contradict each other: each is drawn once, and the picture ends.
TEST(RepairMap, of_a_loop_is_drawn) {
    auto one = of_near();
    auto other = of_far();
    one.next_hop = far_edge;
    other.next_hop = near_edge;
    const auto drawn = repairs_svg(std::array{one, other, of_home()});
    EXPECT_LE(count(drawn, "<rect "), 3U);
}

} // namespace
} // namespace plenum::app
