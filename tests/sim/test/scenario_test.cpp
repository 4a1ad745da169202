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
[log]
checkpoint_entries = 40
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
    EXPECT_EQ(scenario->checkpoint_entries, 40U);
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

constexpr const char* faulty = R"(
duration_s = 100
[nodes]
endpoints = 3
[link]
delay_ms = [10, 20]
corrupt = 0.01
truncate = 0.002
burst = { enter = 0.02, leave = 0.1, good = 0.001 }
spikes = { every_s = 4, lasts_ms = [100, 300], delay_ms = [50, 500] }
[disk]
store = "sqlite"
[[fault]]
at_s = 1
kind = "swizzle"
nodes = [1, 2]
lasts_s = 8
[[fault]]
at_s = 2
kind = "drift"
nodes = [1]
ppm = -150.5
[[fault]]
at_s = 3
kind = "jump"
nodes = [1]
ms = 3600000
[[fault]]
at_s = 4
kind = "fsync_error"
nodes = ["relay1"]
[swarm]
kinds = ["pause", "power_cut"]
on = 0.25
every_s = [2, 30]
lasts_s = [0.5, 60]
nodes = 2
profiles = ["bursty", "spiky"]
)";

TEST(Scenario, LinksHaveBurstsSpikesAndDamage) {
    const auto scenario = parse_scenario(faulty, PLENUM_SIM_PROFILES);
    ASSERT_TRUE(scenario) << scenario.error().message;
    const auto& link = scenario->link;
    EXPECT_EQ(link.corrupt_ppm, 10'000U);
    EXPECT_EQ(link.truncate_ppm, 2000U);
    EXPECT_EQ(link.burst.enter_ppm, 20'000U);
    EXPECT_EQ(link.burst.leave_ppm, 100'000U);
    EXPECT_EQ(link.burst.good_ppm, 1000U);
    EXPECT_EQ(link.burst.bad_ppm, 1'000'000U) << "Gilbert's: all is lost there";
    EXPECT_EQ(link.spikes.every, 4s);
    EXPECT_EQ(link.spikes.length_max, 300ms);
    EXPECT_EQ(link.spikes.height_min, 50ms);
}

TEST(Scenario, FaultsLastAndHaveAmounts) {
    const auto scenario = parse_scenario(faulty, PLENUM_SIM_PROFILES);
    ASSERT_TRUE(scenario) << scenario.error().message;
    ASSERT_EQ(scenario->faults.size(), 4U);
    EXPECT_EQ(scenario->faults[0].lasting, 8s);
    EXPECT_EQ(scenario->faults[1].amount, -150'500);
    EXPECT_EQ(scenario->faults[2].amount, Duration{1h}.count());
    EXPECT_EQ(scenario->faults[3].kind, FaultKind::fsync_error);
    EXPECT_EQ(scenario->store, StoreKind::sqlite);
}

TEST(Scenario, SwarmsAreRead) {
    const auto scenario = parse_scenario(faulty, PLENUM_SIM_PROFILES);
    ASSERT_TRUE(scenario && scenario->swarm);
    const auto& swarm = *scenario->swarm;
    EXPECT_EQ(swarm.kinds, (std::vector{FaultKind::pause, FaultKind::power_cut}));
    EXPECT_EQ(swarm.on_ppm, 250'000U);
    EXPECT_EQ(swarm.every_max, 30s);
    EXPECT_EQ(swarm.lasting_min, 500ms);
    EXPECT_EQ(swarm.nodes_max, 2U);
    ASSERT_EQ(swarm.links.size(), 2U);
    EXPECT_GT(swarm.links[0].burst.mean_ppm(), 50'000U);
    EXPECT_GT(swarm.links[1].spikes.height_max, 500ms);
}

TEST(Scenario, AnEmptySwarmHasAllFaultsThatItsDisksCanHave) {
    const std::string bare = "duration_s = 9\n[nodes]\nendpoints = 2\n[swarm]\n";
    const auto model = parse_scenario(bare);
    const auto sqlite = parse_scenario(bare + "[disk]\nstore = \"sqlite\"\n");
    ASSERT_TRUE(model && sqlite);
    EXPECT_EQ(model->swarm->kinds.size(), 15U);
    EXPECT_EQ(sqlite->swarm->kinds.size(), 30U);
}

TEST(Scenario, OwnKeysComeBeforeTheProfiles) {
    const auto text = "duration_s = 1\n[nodes]\nendpoints = 2\n[link]\nprofile = \"moderate\"\nloss = 0.5\n";
    const auto scenario = parse_scenario(text, PLENUM_SIM_PROFILES);
    ASSERT_TRUE(scenario) << scenario.error().message;
    EXPECT_EQ(scenario->link.loss_ppm, 500'000U);
    EXPECT_EQ(scenario->link.delay_max, 45ms);
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
    {"NoDisk", "duration_s = 1\n[nodes]\nendpoints = 2\n[[fault]]\nat_s = 1\nkind = \"disk_full\"\nnodes = [0]\n", 6,
     "store = \"sqlite\""},
    {"DiskOfAnEndpoint",
     "duration_s = 1\n[nodes]\nendpoints = 2\n[disk]\nstore = \"sqlite\"\n[[fault]]\nat_s = 1\nkind = \"disk_full\"\n"
     "nodes = [1]\n",
     9, "only relays"},
    {"NoSuchStore", "duration_s = 1\n[nodes]\nendpoints = 2\n[disk]\nstore = \"tape\"\n", 5, "\"model\" or"},
    {"NoAmount", "duration_s = 1\n[nodes]\nendpoints = 2\n[[fault]]\nat_s = 1\nkind = \"jump\"\nnodes = [1]\n", 4,
     "'ms' is missing"},
    {"BackInTime",
     "duration_s = 1\n[nodes]\nendpoints = 2\n[[fault]]\nat_s = 1\nkind = \"jump\"\nnodes = [1]\nms = -5\n", 8,
     "between 0"},
    {"EndlessSwizzle", "duration_s = 1\n[nodes]\nendpoints = 2\n[[fault]]\nat_s = 1\nkind = \"swizzle\"\nnodes = [1]\n",
     4, "'lasts_s' is missing"},
    {"AllDamaged", "duration_s = 1\n[nodes]\nendpoints = 2\n[link]\ncorrupt = 0.7\ntruncate = 0.7\n", 5,
     "must not exceed 1"},
    {"NoSuchProfile", "duration_s = 1\n[nodes]\nendpoints = 2\n[link]\nprofile = \"lovely\"\n", 5,
     "no profile 'lovely'"},
    {"ProfileElsewhere", "duration_s = 1\n[nodes]\nendpoints = 2\n[link]\nprofile = \"../scenarios/calm\"\n", 5,
     "a profile's name"},
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
