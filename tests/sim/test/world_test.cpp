// SPDX-License-Identifier: Apache-2.0
/// The world itself, with fake nodes: that it runs a conference, and that promises broken by a node are caught.

#include "tests/sim/test/fake_node.h"
#include "tests/sim/world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace plenum::sim {
namespace {

using testing::HasSubstr;

constexpr const char* lossy = R"(
duration_s = 20
[nodes]
relays = 1
endpoints = 4
[link]
delay_ms = [20, 80]
loss = 0.1
reorder = 0.2
duplicate = 0.1
[[flow]]
name = "voice"
loss_delay_ms = 200
rate_hz = 20
bytes = 100
senders = 2
[[flow]]
name = "chat"
loss_delay_ms = 0
rate_hz = 2
bytes = 40
)";

struct Run {
    Result result;
    std::string trace;
};

Run run(const std::string& text, std::uint64_t seed, const FakeFaults& faults = {}) {
    const auto scenario = parse_scenario(text);
    if (!scenario) {
        ADD_FAILURE() << scenario.error().message;
        return {};
    }
    std::ostringstream trace;
    TraceWriter writer{&trace};
    World world{*scenario, seed, {fake_nodes(faults), {}}, writer};
    auto result = world.run();
    return {result, trace.str()};
}

std::string what(const Run& run) { return run.result.broken ? run.result.broken->what : ""; }

TEST(World, RunsAConferenceToItsEnd) {
    const auto done = run(lossy, 1);
    EXPECT_EQ(what(done), "");
    // 2 voices of 20 Hz and 4 chats of 2 Hz for just under 20 s.
    EXPECT_GT(done.result.sent, 900U);
    EXPECT_LE(done.result.sent, 960U);
    EXPECT_GT(done.result.delivered, 2000U);
    EXPECT_LE(done.result.delivered, done.result.sent * 3);
    EXPECT_EQ(done.result.log_size, 4U);
    EXPECT_GE(done.result.ended_at, VirtualTime{std::chrono::seconds{20}});
    EXPECT_GT(done.result.network.lost, 500U);
}

TEST(World, SameSeedSameTraceOtherSeedAnother) {
    const auto first = run(lossy, 7);
    const auto again = run(lossy, 7);
    const auto other = run(lossy, 8);
    EXPECT_EQ(first.trace, again.trace);
    EXPECT_EQ(first.result.steps, again.result.steps);
    EXPECT_NE(first.trace, other.trace);
    EXPECT_GT(first.trace.size(), 100U);
}

TEST(World, CrashedEndpointIsGivenUpAndComesBackAnew) {
    const auto done = run(std::string{lossy} + "[[fault]]\nat_s = 5\nkind = \"crash\"\nnodes = [2]\n" +
                              "[[fault]]\nat_s = 12\nkind = \"restart\"\nnodes = [2]\n",
                          3);
    EXPECT_EQ(what(done), "");
    EXPECT_EQ(done.result.log_size, 6U) << "four joins, one leave, one join";
    EXPECT_THAT(done.trace, HasSubstr(R"({"t_us":5000000,"node":2,"ev":"crash"})"));
    EXPECT_THAT(done.trace, HasSubstr(R"({"t_us":12000000,"node":2,"ev":"restart"})"));
}

TEST(World, FaultsAtZeroMakeLateJoiners) {
    const auto done = run(std::string{lossy} + "[[fault]]\nat_s = 0\nkind = \"crash\"\nnodes = [3, 4]\n" +
                              "[[fault]]\nat_s = 10\nkind = \"restart\"\nnodes = [3]\n",
                          4);
    EXPECT_EQ(what(done), "");
    EXPECT_EQ(done.result.log_size, 3U) << "node 4 never came";
}

TEST(World, CutsHealAtTheEndAtTheLatest) {
    const auto done = run(std::string{lossy} + "[[fault]]\nat_s = 18.5\nkind = \"partition\"\nnodes = [1, 2]\n", 5);
    EXPECT_EQ(what(done), "");
    EXPECT_THAT(done.trace, HasSubstr(R"({"t_us":18500000,"node":1,"ev":"partition"})"));
    EXPECT_THAT(done.trace, HasSubstr(R"({"t_us":20000000,"node":2,"ev":"heal"})"));
    EXPECT_GT(done.result.network.cut, 10U);
}

struct Canary {
    const char* name;
    FakeFaults faults;
    const char* invariant;
};

class Canaries : public testing::TestWithParam<Canary> {};

TEST_P(Canaries, AreCaughtOnTheirWayThroughTheWorld) {
    const auto done = run(lossy, 11, GetParam().faults);
    EXPECT_THAT(what(done), HasSubstr(GetParam().invariant));
    ASSERT_TRUE(done.result.broken);
    EXPECT_GT(done.result.broken->step, 0U);
}

INSTANTIATE_TEST_SUITE_P(Each, Canaries,
                         testing::Values(Canary{"Repeat", {.repeat_every = 50}, " delivered twice"},
                                         Canary{"Swallow", {.swallow_every = 20}, "R1 "},
                                         Canary{"Alter", {.alter_every = 100}, "A1 "},
                                         Canary{"Fork", {.fork_at = 2}, "L1 "}, Canary{"Spin", {.spin = true}, "N1 "},
                                         Canary{"Hold", {.hold_voice = std::chrono::seconds{1}}, "D4 "},
                                         Canary{"Stuck", {.ignore_joins = true}, "V1 "}),
                         [](const auto& each) { return each.param.name; });

} // namespace
} // namespace plenum::sim
