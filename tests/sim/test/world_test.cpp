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

Run run(const std::string& text, std::uint64_t seed, const FakeFaults& faults = {}, StoreFactory stores = {}) {
    const auto scenario = parse_scenario(text);
    if (!scenario) {
        ADD_FAILURE() << scenario.error().message;
        return {};
    }
    std::ostringstream trace;
    TraceWriter writer{&trace};
    World world{*scenario, seed, {fake_nodes(faults), std::move(stores)}, writer};
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

std::string fault(const std::string& at, const std::string& kind, const std::string& rest) {
    return "[[fault]]\nat_s = " + at + "\nkind = \"" + kind + "\"\n" + rest + "\n";
}

/// Tells when its node was given something, in the node's own time.
class Watched final : public NodeUnderTest {
  public:
    Watched(std::unique_ptr<NodeUnderTest> inner, std::vector<base::LocalTime>* times)
        : inner_{std::move(inner)},
          times_{times} {}
    std::expected<void, node::ContractError> handle(const node::Input& input, base::LocalTime now) override {
        const auto* several = std::get_if<node::DatagramsReceived>(&input);
        if (times_ != nullptr) times_->insert(times_->end(), several == nullptr ? 1 : several->datagrams.size(), now);
        return inner_->handle(input, now);
    }
    node::Output poll() override { return inner_->poll(); }
    node::NodeLoad load() const override { return inner_->load(); }

  private:
    std::unique_ptr<NodeUnderTest> inner_;
    std::vector<base::LocalTime>* times_;
};

TEST(World, APausedNodeDoesNothingUntilItGoesOn) {
    const auto scenario = parse_scenario(std::string{lossy} + fault("6", "pause", "nodes = [2]\nlasts_s = 1.5"));
    ASSERT_TRUE(scenario);
    std::vector<base::LocalTime> times;
    const auto make = [&, made = 0](const node::NodeOptions& options) mutable -> std::unique_ptr<NodeUnderTest> {
        return std::make_unique<Watched>(fake_nodes({})(options), made++ == 2 ? &times : nullptr);
    };
    TraceWriter nowhere{nullptr};
    World world{*scenario, 6, {make, {}}, nowhere};
    const auto result = world.run();
    EXPECT_FALSE(result.broken);
    EXPECT_EQ(result.faults, 2U);
    EXPECT_EQ(result.edge.overflowed, 0U) << "the socket's queue holds that long";
    const base::LocalTime start{clock_origin};
    const auto within = [&](base::Duration from, base::Duration until) {
        return std::ranges::count_if(times, [&](auto at) { return at > start + from && at < start + until; });
    };
    EXPECT_EQ(within(std::chrono::milliseconds{6000}, std::chrono::milliseconds{7500}), 0);
    EXPECT_GT(within(std::chrono::milliseconds{4500}, std::chrono::milliseconds{6000}), 30);
    EXPECT_GT(std::ranges::count(times, start + std::chrono::milliseconds{7500}), 30) << "all that waited";
}

TEST(World, AClockThatSleptMakesItsOwnersMessagesLookOld) {
    const auto awake = run(std::string{lossy} + fault("6", "pause", "nodes = [2]\nlasts_s = 1.5"), 6);
    const auto asleep = run(std::string{lossy} + fault("6", "suspend", "nodes = [2]\nlasts_s = 1.5"), 6);
    EXPECT_EQ(what(asleep), "");
    EXPECT_GT(asleep.result.discarded, awake.result.discarded + 300) << "fake nodes never compare clocks";
}

TEST(World, SocketsThatRefuseOrHoldBackAreCounted) {
    const auto blocked = run(std::string{lossy} + fault("6", "block_send", "nodes = [2]\nlasts_s = 1"), 6);
    EXPECT_EQ(what(blocked), "");
    EXPECT_EQ(blocked.result.edge.refused, 0U);
    const auto dropping = run(std::string{lossy} + fault("6", "drop_send", "nodes = [2]\nlasts_s = 1"), 6);
    EXPECT_EQ(what(dropping), "");
    EXPECT_GT(dropping.result.edge.refused, 10U);
}

TEST(World, ClogsLetGoAtTheEndAtTheLatest) {
    const auto done = run(std::string{lossy} + fault("19", "clog", "nodes = [2]"), 6);
    EXPECT_EQ(what(done), "");
    EXPECT_GT(done.result.network.clogged, 5U);
}

TEST(World, ASwarmIsTheSameForOneSeed) {
    const auto text = std::string{lossy} + "[swarm]\nkinds = [\"clog\", \"block_send\", \"drift\"]\non = 0.7\n"
                                           "every_s = [1, 8]\nlasts_s = [0.1, 0.5]\n";
    std::uint64_t faults = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const auto first = run(text, seed);
        EXPECT_EQ(what(first), "");
        EXPECT_EQ(first.trace, run(text, seed).trace);
        faults += first.result.faults;
    }
    EXPECT_GT(faults, 10U);
}

/// Keeps in memory; when it dies, what it is told to forget is gone.
class ForgetfulStore final : public RelayStore {
  public:
    ForgetfulStore(std::size_t forgets, bool tells) : forgets_{forgets}, tells_{tells} {}
    Loaded start() override {
        Loaded loaded{disk_.contents(), {}};
        for (auto& each : loaded.conferences)
            each.entries.resize(each.entries.size() - std::min(forgets_, each.entries.size()));
        if (tells_ && !loaded.conferences.empty()) loaded.notices.emplace_back("Something is gone.");
        return loaded;
    }
    void stop(bool) override {}
    void put(runtime::StoreItem item) override {
        (void)disk_.keep(item);
        std::visit([this](const auto& each) { note(each); }, item);
    }
    Committed commit(base::LocalTime) override { return {{}, std::exchange(kept_, {})}; }
    /// One that tells had never said that it was durable.
    bool whole() const override { return !tells_; }
    base::LocalTime wake() const override { return base::local_time_max; }
    bool died() const override { return false; }
    void strike(FaultKind) override {}

  private:
    template <class Item>
    void note(const Item& item) {
        if constexpr (requires { item.number; }) kept_.push_back({item.conference, item.number, !tells_});
    }

    Disk disk_;
    std::vector<node::ConferenceKept> kept_;
    std::size_t forgets_;
    bool tells_;
};

StoreFactory forgetful(std::size_t forgets, bool tells) {
    return [=](base::Random) { return std::make_unique<ForgetfulStore>(forgets, tells); };
}

const std::string with_disk = std::string{lossy} + "[disk]\nstore = \"sqlite\"\n";

TEST(World, AStoreThatKeepsIsFineAndOneThatForgetsIsCaught) {
    EXPECT_EQ(what(run(with_disk, 8, {}, forgetful(0, false))), "");
    const auto text = with_disk + fault("8", "restart", "nodes = [0]");
    EXPECT_THAT(what(run(text, 8, {}, forgetful(1, false))), HasSubstr("S1 "));
}

TEST(World, ALossThatIsToldEndsTheRunWithoutABreak) {
    const auto text = with_disk + fault("8", "restart", "nodes = [0]");
    const auto done = run(text, 8, {}, forgetful(1, true));
    EXPECT_EQ(what(done), "");
    EXPECT_TRUE(done.result.log_lost);
    EXPECT_EQ(done.result.lost_untold, 0U);
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
