// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/trigger_group.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace plenum::cluster {
namespace {

using namespace std::chrono_literals;

constexpr base::LocalTime start{1000s};

base::MemberIndex member(std::size_t which) { return base::MemberIndex{static_cast<std::uint32_t>(which + 1)}; }

/// Hosts with clocks of their own that send triggers to each other over a network that delays and loses, in virtual
/// time. A frame takes a while to fit the send buffer.
class Cluster {
  public:
    struct Conditions {
        base::Duration delay_min{1ms};
        base::Duration delay_max{15ms};
        std::uint32_t loss_ppm{0};
        base::Duration clock_error{500us};
        base::Duration write_max{10ms};
        /// Of a clock that all hosts share besides the conference's.
        std::optional<base::Duration> reference_error{};
    };
    struct Host {
        std::unique_ptr<TriggerGroup> group;
        base::Duration ahead; ///< its clock, of the true time
        Clocks clock;
        bool running{true};
        /// Hosts on other sides do not hear each other.
        int side{0};
        std::optional<base::LocalTime> written_at{};
        /// What it takes to write a frame, in place of the conditions'.
        std::optional<base::Duration> write_time{};
        std::vector<Capture> captures{};
    };

    Cluster(std::size_t count, const TriggerGroup::Options& options, const Conditions& conditions, std::uint64_t seed)
        : conditions_{conditions},
          random_{seed} {
        for (std::size_t i = 0; i < count; ++i)
            members_.push_back(member(i));
        for (std::size_t i = 0; i < count; ++i) {
            Host host;
            host.ahead = std::chrono::seconds{random_.below(1000)};
            const base::Duration error{
                random_.between(-conditions.clock_error.count(), conditions.clock_error.count())};
            host.clock = base::ClockOffset{conference_ahead - host.ahead + error, conditions.clock_error};
            if (conditions.reference_error) {
                const auto most = conditions.reference_error->count();
                const base::Duration misread{random_.between(-most, most)};
                host.clock.reference = {7, reference_ahead - host.ahead + misread};
            }
            host.group = std::make_unique<TriggerGroup>(members_[i], options, start + host.ahead);
            host.group->set_hosts(members_);
            hosts.push_back(std::move(host));
        }
    }
    void run_until(base::LocalTime until) {
        for (;;) {
            for (std::size_t i = 0; i < hosts.size(); ++i)
                pump(i);
            auto at = until;
            for (const auto& host : hosts) {
                if (!host.running) continue;
                const auto wakeup = host.group->next_wakeup();
                if (wakeup != base::local_time_max) at = std::min(at, wakeup - host.ahead);
                if (host.written_at) at = std::min(at, *host.written_at);
            }
            if (!under_way_.empty()) at = std::min(at, under_way_.begin()->first);
            now = std::max(now, at);
            if (now >= until) return;
            while (!under_way_.empty() && under_way_.begin()->first <= now)
                arrive(under_way_.extract(under_way_.begin()).mapped());
        }
    }
    /// Of all captures, by ensemble: when each host opened its shutter.
    [[nodiscard]] const std::map<EnsembleId, std::vector<base::LocalTime>>& shutters() const { return shutters_; }
    /// Greatest difference within one ensemble.
    [[nodiscard]] base::Duration skew() const {
        base::Duration most{};
        for (const auto& [id, times] : shutters_)
            most = std::max(most, std::ranges::max(times) - std::ranges::min(times));
        return most;
    }
    [[nodiscard]] std::size_t complete() const {
        return static_cast<std::size_t>(
            std::ranges::count_if(shutters_, [&](const auto& each) { return each.second.size() == hosts.size(); }));
    }
    [[nodiscard]] std::vector<std::size_t> masters() const {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < hosts.size(); ++i)
            if (hosts[i].running && hosts[i].group->is_master()) found.push_back(i);
        return found;
    }

    [[nodiscard]] base::ConferenceTime conference_now() const {
        return base::ConferenceTime{now.time_since_epoch() + conference_ahead};
    }
    /// All others hear at once what a host makes up.
    void claim(std::size_t from, const TriggerMessage& message) {
        for (std::size_t to = 0; to < hosts.size(); ++to)
            if (to != from) hosts[to].group->handle(member(from), message, now + hosts[to].ahead, hosts[to].clock);
    }

    std::vector<Host> hosts;
    base::LocalTime now{start};

  private:
    static constexpr base::Duration conference_ahead = 77h;
    static constexpr base::Duration reference_ahead = 491'000h;
    struct Message {
        std::size_t from;
        std::size_t to;
        base::Bytes bytes;
    };

    void pump(std::size_t which) {
        auto& host = hosts[which];
        if (!host.running) return;
        if (host.written_at && *host.written_at <= now) {
            host.written_at.reset();
            host.group->handle_buffered();
        }
        while (const auto output = host.group->poll(now + host.ahead, host.clock)) {
            if (const auto* all = std::get_if<TriggerGroup::ToAll>(&*output)) {
                for (std::size_t to = 0; to < hosts.size(); ++to)
                    if (to != which) send(which, to, all->message);
            } else if (const auto* ready = std::get_if<TriggerGroup::ToMaster>(&*output)) {
                if (ready->master.value() > 0) send(which, ready->master.value() - 1, ready->message);
            } else {
                capture(host, std::get<Capture>(*output));
            }
        }
    }
    void capture(Host& host, const Capture& capture) {
        EXPECT_FALSE(host.written_at.has_value()) << "the camera is busy";
        host.captures.push_back(capture);
        shutters_[capture.ensemble].push_back(now);
        const base::Duration drawn{random_.between(1, conditions_.write_max.count())};
        host.written_at = now + host.write_time.value_or(drawn);
        host.group->handle_captured();
    }
    void send(std::size_t from, std::size_t to, const TriggerMessage& message) {
        if (hosts[from].side != hosts[to].side || random_.chance(conditions_.loss_ppm)) return;
        const base::Duration delay{random_.between(conditions_.delay_min.count(), conditions_.delay_max.count())};
        under_way_.emplace(now + delay, Message{from, to, encode(message)});
    }
    void arrive(const Message& message) {
        auto& host = hosts[message.to];
        if (!host.running || hosts[message.from].side != host.side) return;
        const auto decoded = decode_trigger_message(message.bytes);
        ASSERT_TRUE(decoded.has_value());
        host.group->handle(members_[message.from], *decoded, now + host.ahead, host.clock);
    }

    Conditions conditions_;
    base::Random random_;
    std::vector<base::MemberIndex> members_;
    std::multimap<base::LocalTime, Message> under_way_;
    std::map<EnsembleId, std::vector<base::LocalTime>> shutters_;
};

TriggerGroup::Options options_of(Pace pace, Instant instant) {
    TriggerGroup::Options options;
    options.trigger.pace = pace;
    options.trigger.instant = instant;
    return options;
}

TEST(Trigger, blocking_captures_when_all_cameras_are_ready) {
    auto options = options_of(Pace::blocking, Instant::on_arrival);
    options.trigger.interval = 1ms;
    Cluster::Conditions conditions;
    conditions.write_max = 100ms;
    Cluster cluster{4, options, conditions, 1};
    cluster.run_until(start + 20s);
    ASSERT_GE(cluster.shutters().size(), 120U);
    EXPECT_GE(cluster.complete() + 1, cluster.shutters().size());
    base::LocalTime last{};
    for (const auto& [id, times] : cluster.shutters()) {
        EXPECT_GT(std::ranges::min(times), last) << "the next begins after all of the one before";
        last = std::ranges::max(times);
    }
    for (const auto& host : cluster.hosts)
        EXPECT_EQ(host.group->camera().missed(), 0U);
}

TEST(Trigger, blocking_waits_for_a_camera_that_takes_long_to_send) {
    for (const std::size_t slow : {0U, 2U}) {
        Cluster cluster{3, options_of(Pace::blocking, Instant::at_time), {}, 9};
        cluster.hosts[slow].write_time = 750ms;
        cluster.run_until(start + 20s);
        EXPECT_GE(cluster.shutters().size(), 20U);
        EXPECT_GE(cluster.complete() + 1, cluster.shutters().size()) << "no ensemble lacks a camera";
    }
}

TEST(Trigger, blocking_gives_up_a_host_within_a_second_although_it_was_sending) {
    Cluster cluster{3, options_of(Pace::blocking, Instant::at_time), {}, 9};
    cluster.hosts[2].write_time = 750ms;
    cluster.run_until(start + 5s);
    cluster.hosts[2].running = false;
    const auto before = cluster.shutters().size();
    cluster.run_until(start + 6s);
    EXPECT_GT(cluster.shutters().size(), before + 4);
}

TEST(Trigger, at_a_time_of_the_shared_clock_opens_all_shutters_together) {
    Cluster by_time{5, options_of(Pace::periodic, Instant::at_time), {}, 2};
    by_time.run_until(start + 20s);
    EXPECT_GE(by_time.complete(), 550U);
    EXPECT_LE(by_time.skew(), 1ms) << "two clock errors";
    Cluster on_arrival{5, options_of(Pace::periodic, Instant::on_arrival), {}, 2};
    on_arrival.run_until(start + 20s);
    EXPECT_GE(on_arrival.skew(), 10ms) << "the network's delays";
}

TEST(Trigger, by_a_clock_that_hosts_share_all_shutters_open_within_its_error) {
    Cluster::Conditions conditions;
    conditions.clock_error = 5ms;
    conditions.reference_error = 50us;
    Cluster cluster{5, options_of(Pace::periodic, Instant::at_time), conditions, 2};
    cluster.run_until(start + 20s);
    EXPECT_GE(cluster.complete(), 550U);
    EXPECT_LE(cluster.skew(), 101us);
}

TEST(Trigger, periodic_keeps_its_rate_although_a_camera_is_busy) {
    Cluster::Conditions conditions;
    conditions.write_max = 60ms;
    Cluster cluster{3, options_of(Pace::periodic, Instant::at_time), conditions, 3};
    cluster.run_until(start + 34s);
    const auto& first = cluster.hosts.front();
    EXPECT_NEAR(static_cast<double>(cluster.shutters().size()), 1000, 30);
    EXPECT_GT(first.group->camera().missed(), 100U);
    EXPECT_NEAR(static_cast<double>(first.captures.size() + first.group->camera().missed()), 1000, 30);
}

TEST(Trigger, together_leaves_out_an_instant_for_all_cameras_while_one_is_busy) {
    Cluster::Conditions conditions;
    conditions.write_max = 60ms;
    auto options = options_of(Pace::together, Instant::at_time);
    Cluster cluster{4, options, conditions, 3};
    cluster.run_until(start + 34s);
    EXPECT_GE(cluster.shutters().size(), 250U);
    EXPECT_LE(cluster.shutters().size(), 600U);
    EXPECT_GE(cluster.complete() + 1, cluster.shutters().size()) << "no ensemble is partial";
    base::LocalTime last{};
    for (const auto& [id, times] : cluster.shutters()) {
        // From the master's first trigger on, the instants lie on one grid.
        const auto apart = std::ranges::min(times) - last;
        const auto beside = (apart + 2ms) % options.trigger.interval;
        EXPECT_TRUE(last == base::LocalTime{} || beside <= 4ms);
        last = std::ranges::min(times);
    }
    for (const auto& host : cluster.hosts)
        EXPECT_EQ(host.group->camera().missed(), 0U);
}

TEST(Trigger, goes_on_although_messages_are_lost) {
    for (const auto instant : {Instant::at_time, Instant::on_arrival}) {
        Cluster::Conditions conditions;
        conditions.loss_ppm = 200'000;
        Cluster cluster{4, options_of(Pace::blocking, instant), conditions, 4};
        cluster.run_until(start + 60s);
        EXPECT_GE(cluster.shutters().size(), 400U);
        EXPECT_LE(cluster.skew(), 20ms) << "a repeated trigger opens no shutter for an instant that is over";
        EXPECT_EQ(cluster.masters().size(), 1U);
    }
}

TEST(Trigger, reaches_cameras_that_are_far_away) {
    Cluster::Conditions conditions;
    conditions.delay_min = 80ms;
    conditions.delay_max = 150ms;
    Cluster cluster{3, options_of(Pace::periodic, Instant::at_time), conditions, 6};
    cluster.run_until(start + 10s);
    const auto before = cluster.complete();
    cluster.run_until(start + 20s);
    EXPECT_GE(cluster.complete() - before, 280U) << "of 300: the lead grew";
}

TEST(Trigger, replaces_a_lost_master_and_takes_no_orders_of_its_earlier_term) {
    Cluster cluster{4, options_of(Pace::blocking, Instant::at_time), {}, 5};
    cluster.run_until(start + 5s);
    ASSERT_EQ(cluster.masters(), std::vector<std::size_t>{0});
    cluster.hosts[0].running = false;
    cluster.run_until(start + 5s + 200ms);
    const auto before = cluster.shutters().rbegin()->first;
    cluster.run_until(start + 6s + 200ms);
    EXPECT_EQ(cluster.masters(), std::vector<std::size_t>{1}) << "the next in order";
    const auto count = cluster.shutters().size();
    cluster.run_until(start + 12s);
    EXPECT_GT(cluster.shutters().size(), count + 100) << "the lost host is not waited for";
    const auto first_after = cluster.shutters().upper_bound(before)->first;
    EXPECT_EQ(first_after.number, before.number.next()) << "numbers go on";
    EXPECT_EQ(first_after.term.master, member(1));
    cluster.hosts[0].running = true;
    cluster.run_until(start + 13s);
    EXPECT_EQ(cluster.masters(), std::vector<std::size_t>{1}) << "one that was away follows";
    const auto rejoined = cluster.complete();
    cluster.run_until(start + 15s);
    EXPECT_GT(cluster.complete(), rejoined + 20) << "and captures again";
}

TEST(Trigger, a_cut_network_has_a_master_on_each_side_and_one_when_it_heals) {
    Cluster cluster{4, options_of(Pace::periodic, Instant::at_time), {}, 6};
    cluster.run_until(start + 3s);
    cluster.hosts[2].side = cluster.hosts[3].side = 1;
    cluster.run_until(start + 10s);
    EXPECT_EQ(cluster.masters(), (std::vector<std::size_t>{0, 2}));
    cluster.hosts[2].side = cluster.hosts[3].side = 0;
    cluster.run_until(start + 11s);
    EXPECT_EQ(cluster.masters(), std::vector<std::size_t>{2}) << "the later term";
    EXPECT_LE(cluster.skew(), 1ms) << "no ensemble has two instants";
    const auto complete = cluster.complete();
    cluster.run_until(start + 13s);
    EXPECT_GE(cluster.complete(), complete + 50);
}

TEST(Trigger, goes_on_after_a_host_that_made_up_ids_and_left) {
    Cluster cluster{4, options_of(Pace::blocking, Instant::at_time), {}, 8};
    cluster.run_until(start + 3s);
    cluster.hosts[3].running = false;
    const auto captures_after = [&](std::uint64_t round, std::uint64_t number) {
        const Term term{static_cast<std::uint32_t>(round), member(3)};
        cluster.claim(3, Beacon{{term, base::SequenceNumber{number}}, {}});
        const auto before = cluster.shutters().size();
        cluster.run_until(cluster.now + 5s);
        return cluster.shutters().size() - before;
    };
    EXPECT_GE(captures_after(std::numeric_limits<std::uint32_t>::max(), 1), 40U);
    EXPECT_GE(captures_after(50, ensemble_number_max), 40U);
    EXPECT_EQ(cluster.masters(), std::vector<std::size_t>{0}) << "nobody followed";
    // The greatest that time allows are followed, and there are greater ones soon.
    const auto at = cluster.conference_now();
    EXPECT_GE(captures_after(rounds_reachable(at), numbers_reachable(at)), 40U);
    EXPECT_EQ(cluster.masters().size(), 1U);
    EXPECT_LE(cluster.skew(), 1ms);
}

TEST(Trigger, random_failures_never_mix_instants_and_end_with_one_master) {
    base::Random random{7};
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const auto pace = base::enum_values<Pace>[random.below(base::enum_count<Pace>)];
        Cluster::Conditions conditions;
        conditions.loss_ppm = static_cast<std::uint32_t>(random.below(300'000));
        Cluster cluster{2 + random.below(5), options_of(pace, Instant::at_time), conditions, seed};
        for (int step = 0; step < 20; ++step) {
            auto& host = cluster.hosts[random.below(cluster.hosts.size())];
            if (random.chance(500'000))
                host.running = !host.running;
            else
                host.side = 1 - host.side;
            cluster.run_until(cluster.now + 100ms * random.between(1, 20));
        }
        for (auto& host : cluster.hosts) {
            host.running = true;
            host.side = 0;
        }
        cluster.run_until(cluster.now + 6s);
        EXPECT_EQ(cluster.masters().size(), 1U) << seed;
        EXPECT_LE(cluster.skew(), 1ms) << seed;
        const auto complete = cluster.complete();
        cluster.run_until(cluster.now + 3s);
        EXPECT_GT(cluster.complete(), complete) << seed;
        for (const auto& host : cluster.hosts) {
            EnsembleId before;
            for (const auto& capture : host.captures) {
                EXPECT_LT(before, capture.ensemble) << "each once, in order";
                before = capture.ensemble;
            }
        }
    }
}

} // namespace
} // namespace plenum::cluster
