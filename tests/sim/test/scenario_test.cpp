// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/scenario.h"

#include <gtest/gtest.h>

namespace plenum::sim {
namespace {

using namespace base;

constexpr const char* whole = R"(
duration_s = 12.5
[nodes]
relays = 2
endpoints = 4
[link]
delay_ms = [30, 70.5]
loss = 0.05
reorder = 1
duplicate = 0.001
bandwidth_kbps = 4000
[clock]
skew_ms = 50
drift_ppm = 0.5
[[flow]]
name = "voice"
desired_delay_ms = 60
loss_delay_ms = 200
rate_hz = 50
bytes = 160
senders = 2
token = true
[[flow]]
name = "chat"
loss_delay_ms = 0
rate_hz = 0.5
senders = [3, "endpoint4"]
[[fault]]
at_s = 8
kind = "heal"
[[fault]]
at_s = 3.25
kind = "partition"
nodes = [0, "endpoint1"]
)";

TEST(Scenario, EveryKeyIsRead) {
    const auto scenario = parse_scenario(whole);
    ASSERT_TRUE(scenario) << scenario.error().message;
    EXPECT_EQ(scenario->duration, 12500ms);
    EXPECT_EQ(scenario->relays, 2U);
    EXPECT_EQ(scenario->nodes(), 6U);
    EXPECT_EQ(scenario->link.delay_min, 30ms);
    EXPECT_EQ(scenario->link.delay_max, 70500us);
    EXPECT_EQ(scenario->link.loss_ppm, 50'000U);
    EXPECT_EQ(scenario->link.reorder_ppm, 1'000'000U);
    EXPECT_EQ(scenario->link.duplicate_ppm, 1000U);
    EXPECT_EQ(scenario->link.bandwidth_kbps, 4000U);
    EXPECT_EQ(scenario->clock.skew_max, 50ms);
    EXPECT_EQ(scenario->clock.drift_ppb_max, 500);
}

TEST(Scenario, FlowsNameTheirSenders) {
    const auto scenario = parse_scenario(whole);
    ASSERT_TRUE(scenario) << scenario.error().message;
    ASSERT_EQ(scenario->flows.size(), 2U);
    const auto& voice = scenario->flows[0];
    EXPECT_EQ(voice.name, "voice");
    EXPECT_EQ(voice.desired_delay, 60ms);
    EXPECT_EQ(voice.loss_delay, 200ms);
    EXPECT_EQ(voice.period, 20ms);
    EXPECT_EQ(voice.bytes, 160U);
    EXPECT_EQ(voice.token, "voice");
    EXPECT_EQ(voice.senders, (std::set{NodeIndex{2}, NodeIndex{3}}));
    const auto& chat = scenario->flows[1];
    EXPECT_FALSE(chat.loss_delay);
    EXPECT_EQ(chat.period, 2s);
    EXPECT_EQ(chat.senders, (std::set{NodeIndex{3}, NodeIndex{5}}));
}

TEST(Scenario, FaultsComeInOrderOfTime) {
    const auto scenario = parse_scenario(whole);
    ASSERT_TRUE(scenario) << scenario.error().message;
    ASSERT_EQ(scenario->faults.size(), 2U);
    EXPECT_EQ(scenario->faults[0].kind, FaultKind::partition);
    EXPECT_EQ(scenario->faults[0].at, VirtualTime{3250ms});
    EXPECT_EQ(scenario->faults[0].nodes, (std::set{NodeIndex{0}, NodeIndex{2}}));
    EXPECT_EQ(scenario->faults[1].kind, FaultKind::heal);
    EXPECT_TRUE(scenario->faults[1].nodes.empty());
}

struct Mistake {
    const char* name;
    const char* text;
    std::uint32_t line;
    const char* says;
};

class ScenarioMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(ScenarioMistakes, AreNamedWithTheirLine) {
    const auto scenario = parse_scenario(GetParam().text);
    ASSERT_FALSE(scenario);
    EXPECT_EQ(scenario.error().line, GetParam().line) << scenario.error().message;
    EXPECT_NE(scenario.error().message.find(GetParam().says), std::string::npos) << scenario.error().message;
    EXPECT_EQ(scenario.error().message.find('\n'), std::string::npos);
}

constexpr Mistake mistakes[] = {
    {"UnknownKey", "duration_s = 1\n[nodes]\nendpoints = 2\n[link]\nlos = 0.1\n", 5, "unknown key 'los' in [link]"},
    {"UnknownTable", "duration_s = 1\n[nodes]\nendpoints = 2\n[links]\n", 4, "unknown key 'links'"},
    {"WrongType", "duration_s = \"long\"\n[nodes]\nendpoints = 2\n", 1,
     "'duration_s' in the scenario must be a number"},
    {"Fraction", "duration_s = 1\n[nodes]\nendpoints = 2.5\n", 3, "whole number"},
    {"OutOfRange", "duration_s = 1\n[nodes]\nendpoints = 2\n[link]\nloss = 5\n", 5, "between 0 and 1"},
    {"NotANumber", "duration_s = 1\n[nodes]\nendpoints = 2\n[link]\nloss = nan\n", 5, "between 0 and 1"},
    {"Backwards", "duration_s = 1\n[nodes]\nendpoints = 2\n[link]\ndelay_ms = [9, 3]\n", 5, "must not exceed"},
    {"OneDelay", "duration_s = 1\n[nodes]\nendpoints = 2\n[link]\ndelay_ms = 9\n", 5, "two numbers"},
    {"Missing", "[nodes]\nendpoints = 2\n", 1, "'duration_s' is missing"},
    {"NoSuchKind", "duration_s = 1\n[nodes]\nendpoints = 2\n[[fault]]\nat_s = 1\nkind = \"melt\"\nnodes = [1]\n", 6,
     "none of crash"},
    {"NoSuchNode", "duration_s = 1\n[nodes]\nendpoints = 2\n[[fault]]\nat_s = 1\nkind = \"crash\"\nnodes = [3]\n", 7,
     "names no node"},
    {"RelaySends", "duration_s = 1\n[nodes]\nendpoints = 2\n[[flow]]\nname = \"x\"\nrate_hz = 1\nsenders = [0]\n", 7,
     "relays do not publish"},
    {"OneTable", "duration_s = 1\n[nodes]\nendpoints = 2\n[flow]\nname = \"x\"\n", 4, "write [[flow]]"},
    {"NotToml", "duration_s = 1\n[nodes\n", 2, ""},
};

INSTANTIATE_TEST_SUITE_P(Each, ScenarioMistakes, testing::ValuesIn(mistakes),
                         [](const auto& each) { return each.param.name; });

TEST(Scenario, FileThatIsNotThere) {
    const auto scenario = load_scenario("no/such/file.toml");
    ASSERT_FALSE(scenario);
    EXPECT_EQ(scenario.error().message, "no/such/file.toml: cannot be read");
}

} // namespace
} // namespace plenum::sim
