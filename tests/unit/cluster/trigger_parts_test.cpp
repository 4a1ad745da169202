// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/trigger_group.h"

#include <gtest/gtest.h>

namespace plenum::cluster {
namespace {

using namespace std::chrono_literals;

constexpr base::LocalTime start{1000s};

base::MemberIndex member(std::size_t which) { return base::MemberIndex{static_cast<std::uint32_t>(which + 1)}; }

TEST(TriggerMaster, waits_no_longer_for_a_camera_that_does_not_answer_until_it_does) {
    TriggerOptions options;
    options.interval = 10ms;
    const base::ClockOffset clock{};
    TriggerMaster master{options, {1, member(0)}, {}, start};
    master.set_cameras({member(0), member(1)});
    auto now = start;
    const auto triggers_until = [&](base::LocalTime until, bool second_answers) {
        int count = 0;
        for (; now < until; now += 1ms) {
            const auto message = master.poll(now, clock);
            if (!message || !std::holds_alternative<Trigger>(*message)) continue;
            const auto& trigger = std::get<Trigger>(*message);
            if (trigger.age == 0ms) ++count;
            master.handle_ready(member(0), {trigger.ensemble}, now);
            if (second_answers) master.handle_ready(member(1), {trigger.ensemble}, now);
        }
        return count;
    };
    EXPECT_EQ(triggers_until(start + 400ms, false), 1);
    EXPECT_EQ(master.absent(), 0U);
    EXPECT_NEAR(triggers_until(start + 1s, false), 50, 2);
    EXPECT_EQ(master.absent(), 1U);
    EXPECT_NEAR(triggers_until(start + 2s, true), 100, 2);
    EXPECT_EQ(master.absent(), 0U);
    EXPECT_EQ(triggers_until(start + 2400ms, false), 1) << "it is waited for again";
}

TEST(TriggerMaster, waits_for_a_camera_that_is_sending_but_not_without_end) {
    TriggerOptions options;
    options.interval = 10ms;
    TriggerMaster master{options, {1, member(0)}, {}, start};
    master.set_cameras({member(0), member(1)});
    int triggers = 0;
    auto now = start;
    const auto run_until = [&](base::LocalTime until) {
        for (; now < until; now += 1ms) {
            const auto message = master.poll(now, {});
            const auto* trigger = message ? std::get_if<Trigger>(&*message) : nullptr;
            if (trigger == nullptr) continue;
            if (trigger->age == 0ms) ++triggers;
            master.handle_ready(member(0), {trigger->ensemble}, now);
            master.handle_ready(member(1), {}, now);
        }
    };
    run_until(start + limits::sending_max);
    EXPECT_EQ(triggers, 1);
    EXPECT_EQ(master.absent(), 0U);
    EXPECT_GE(master.next_wakeup(), now);
    run_until(start + limits::sending_max + 1s);
    EXPECT_NEAR(triggers, 100, 5);
    EXPECT_EQ(master.absent(), 1U) << "although it still says that it is sending";
    master.handle_ready(member(1), {master.latest()}, now);
    EXPECT_EQ(master.absent(), 0U);
}

TEST(TriggerMaster, does_not_run_free_while_nobody_answers) {
    const base::LocalTime start{1000s};
    TriggerMaster master{{.interval = 4ms}, {1, base::MemberIndex{1}}, {}, start};
    master.set_cameras({base::MemberIndex{2}, base::MemberIndex{3}});
    int triggers = 0;
    std::uint64_t last = 0;
    for (auto now = start; now < start + 5s; now += 1ms) {
        const auto message = master.poll(now, {});
        const auto* trigger = message ? std::get_if<Trigger>(&*message) : nullptr;
        if (trigger == nullptr || trigger->ensemble.number.value() == last) continue;
        last = trigger->ensemble.number.value();
        ++triggers;
    }
    EXPECT_GE(triggers, 4);
    EXPECT_LE(triggers, 11) << "each half second";
}

TEST(TriggerMaster, does_not_believe_that_a_camera_is_ready_for_what_was_not_triggered) {
    TriggerOptions options;
    options.interval = 10ms;
    TriggerMaster master{options, {1, member(0)}, {}, start};
    master.set_cameras({member(1)});
    ASSERT_TRUE(master.poll(start, {}).has_value());
    master.handle_ready(member(1), {{{1, member(0)}, base::SequenceNumber{100}}}, start);
    for (auto now = start; now < start + 400ms; now += 1ms)
        (void)master.poll(now, {});
    EXPECT_EQ(master.latest().number.value(), 1U);
}

TEST(TriggerMaster, keeps_its_period_though_its_timer_is_late) {
    TriggerOptions options;
    options.pace = Pace::periodic;
    options.interval = 33ms;
    TriggerMaster master{options, {1, member(0)}, {}, start};
    for (auto now = start; now < start + 3300ms; now += 10ms)
        (void)master.poll(now, {});
    EXPECT_NEAR(static_cast<double>(master.latest().number.value()), 100, 1);
    const auto before = master.latest().number.value();
    for (auto now = start + 13s; now < start + 13s + 33ms; now += 1ms)
        (void)master.poll(now, {});
    EXPECT_LE(master.latest().number.value(), before + 2) << "missed triggers are not made up for";
}

TEST(MasterElection, goes_on_from_the_greatest_number_of_any_term) {
    MasterElection election{member(1), {}, start};
    election.set_candidates({member(0), member(1)});
    EXPECT_TRUE(election.handle_master({{1, member(0)}, base::SequenceNumber{9}}, start));
    EXPECT_TRUE(election.handle_master({{2, member(0)}, base::SequenceNumber{5}}, start));
    EXPECT_FALSE(election.handle_master({{1, member(0)}, base::SequenceNumber{99}}, start));
    EXPECT_EQ(election.latest().number.value(), 9U);
    EXPECT_EQ(election.next_wakeup(), start + 800ms) << "the silent master is not waited for again";
    EXPECT_FALSE(election.poll(start + 799ms).has_value());
    EXPECT_EQ(election.poll(start + 800ms), (Term{3, member(1)}));
    EXPECT_TRUE(election.is_master());
}

TEST(TriggerMaster, tells_drops_at_once_and_with_each_message) {
    TriggerMaster master{{}, {1, member(0)}, {}, start};
    const DropOrder order{{}, {{1, member(0)}, base::SequenceNumber{9}}, 2};
    EXPECT_TRUE(master.poll(start, {}).has_value());
    EXPECT_FALSE(master.poll(start + 1ms, {}).has_value());
    master.order_drops(order);
    const auto beacon = master.poll(start + 1ms, {});
    ASSERT_TRUE(beacon.has_value());
    EXPECT_EQ(std::get<Beacon>(*beacon).drops, order);
    const auto trigger = master.poll(start + 40ms, {});
    ASSERT_TRUE(trigger.has_value());
    EXPECT_EQ(std::get<Trigger>(*trigger).drops, order);
}

TEST(TriggerMaster, ends_with_the_last_number) {
    TriggerMaster master{{}, {1, member(0)}, {{}, base::SequenceNumber{ensemble_number_max - 1}}, start};
    const auto last = master.poll(start, {});
    ASSERT_TRUE(last.has_value());
    EXPECT_TRUE(decode_trigger_message(encode(*last)).has_value());
    const auto then = master.poll(start + 10s, {});
    ASSERT_TRUE(then.has_value());
    EXPECT_TRUE(std::holds_alternative<Beacon>(*then));
}

Trigger trigger_at(std::uint64_t number, base::Duration at) {
    return {{{1, member(0)}, base::SequenceNumber{number}}, base::ConferenceTime{1000s + at}, {}, {}};
}

TEST(CaptureSlave, misses_an_instant_that_is_over_and_is_ready_for_the_next) {
    CaptureSlave camera{{}};
    camera.handle_trigger(trigger_at(1, -1ms), start, {});
    EXPECT_FALSE(camera.poll_capture(start).has_value());
    EXPECT_EQ(camera.missed(), 1U);
    EXPECT_EQ(camera.poll_ready(), (Ready{trigger_at(1, {}).ensemble, 1ms}));
    camera.handle_trigger(trigger_at(2, -10us), start, {});
    EXPECT_TRUE(camera.poll_capture(start).has_value()) << "within the tolerance";
    EXPECT_EQ(camera.poll_ready(), (Ready{trigger_at(1, {}).ensemble, 10us})) << "late, and not ready yet";
    EXPECT_FALSE(camera.poll_ready().has_value());
    camera.handle_buffered();
    EXPECT_EQ(camera.poll_ready()->through.number.value(), 2U);
    EXPECT_FALSE(camera.poll_ready().has_value());
    camera.handle_trigger(trigger_at(2, -10us), start, {});
    EXPECT_TRUE(camera.poll_ready().has_value()) << "the master did not hear it";
    camera.handle_trigger(trigger_at(3, 5ms), start, {});
    EXPECT_EQ(camera.next_wakeup(), start + 5ms);
    EXPECT_FALSE(camera.poll_capture(start + 20ms).has_value()) << "we woke too late";
    EXPECT_EQ(camera.missed(), 2U);
}

TEST(CaptureSlave, stamps_no_frame_with_a_time_before_the_conference) {
    CaptureSlave camera{{}};
    Trigger trigger;
    trigger.ensemble = trigger_at(1, {}).ensemble;
    camera.handle_trigger(trigger, start, base::ClockOffset{-2 * start.time_since_epoch()});
    const auto capture = camera.poll_capture(start);
    ASSERT_TRUE(capture.has_value());
    EXPECT_EQ(capture->at, base::ConferenceTime{});
}

TEST(CaptureSlave, answers_a_repeated_trigger_while_its_frame_is_being_sent) {
    CaptureSlave camera{{}};
    camera.handle_trigger(trigger_at(1, 0ms), start, {});
    ASSERT_TRUE(camera.poll_capture(start).has_value());
    camera.handle_trigger(trigger_at(1, 0ms), start + 50ms, {});
    EXPECT_FALSE(camera.poll_ready().has_value()) << "a camera that gives no frame is not sending";
    camera.handle_captured();
    EXPECT_FALSE(camera.poll_ready().has_value()) << "nobody asks";
    camera.handle_trigger(trigger_at(1, 0ms), start + 100ms, {});
    EXPECT_EQ(camera.poll_ready(), Ready{});
    EXPECT_FALSE(camera.poll_ready().has_value()) << "once for each";
    camera.handle_buffered();
    EXPECT_EQ(camera.poll_ready(), (Ready{trigger_at(1, {}).ensemble}));
}

TEST(CaptureSlave, believes_only_the_same_clock_and_only_near_the_conferences) {
    const auto due_by = [](std::uint64_t clock, base::Duration shows) {
        CaptureSlave camera{{}};
        const Trigger trigger{{{1, member(0)}, base::SequenceNumber{1}},
                              base::ConferenceTime{(start + 20ms).time_since_epoch()},
                              {},
                              {},
                              ReferenceTime{clock, shows}};
        camera.handle_trigger(trigger, start, Clocks{{}, ReferenceClock{7, 3h}});
        return camera.next_wakeup();
    };
    const auto shows = (start + 20ms).time_since_epoch() + 3h;
    EXPECT_EQ(due_by(7, shows + 2ms), start + 22ms);
    EXPECT_EQ(due_by(8, shows + 2ms), start + 20ms) << "another clock";
    EXPECT_EQ(due_by(7, shows + 2 * limits::reference_deviation_max), start + 20ms) << "a wrong one";
    EXPECT_EQ(due_by(7, {}), start + 20ms) << "one that was set anew";
}

TEST(CaptureSlave, captures_at_the_pulse_of_hardware_and_names_its_instant) {
    CaptureSlave camera{{CaptureSlave::Source::hardware}};
    camera.handle_trigger(trigger_at(1, 20ms), start, {});
    camera.handle_trigger(trigger_at(2, 50ms), start, {});
    camera.handle_trigger(trigger_at(3, 80ms), start, {});
    EXPECT_EQ(camera.next_wakeup(), start + 25ms + 1ns);
    EXPECT_FALSE(camera.poll_capture(start + 20ms).has_value()) << "we open no shutter";
    camera.handle_pulse(start + 30ms);
    EXPECT_FALSE(camera.poll_capture(start + 30ms).has_value()) << "that pulse was of no instant";
    EXPECT_EQ(camera.missed(), 1U);
    camera.handle_pulse(start + 48ms);
    const auto early = camera.poll_capture(start + 48ms);
    ASSERT_TRUE(early.has_value());
    EXPECT_EQ(early->ensemble.number.value(), 2U);
    EXPECT_EQ(early->at, base::ConferenceTime{1000s + 50ms}) << "the instant that all cameras have";
    camera.handle_buffered();
    camera.handle_pulse(start + 84ms);
    const auto late = camera.poll_capture(start + 86ms);
    ASSERT_TRUE(late.has_value());
    EXPECT_EQ(late->ensemble.number.value(), 3U);
}

TEST(CaptureSlave, whose_shutter_we_open_ignores_pulses) {
    CaptureSlave camera{{}};
    camera.handle_trigger(trigger_at(1, 20ms), start, {});
    camera.handle_pulse(start + 18ms);
    EXPECT_FALSE(camera.poll_capture(start + 18ms).has_value());
    EXPECT_FALSE(camera.poll_capture(start + 26ms).has_value()) << "a pulse makes no instant last";
}

TEST(CaptureSlave, plans_a_bounded_number_of_captures_and_none_far_ahead) {
    CaptureSlave camera{{}};
    camera.handle_trigger(trigger_at(1, 11s), start, {});
    EXPECT_EQ(camera.next_wakeup(), base::local_time_max);
    for (std::uint64_t i = 2; i < 100; ++i)
        camera.handle_trigger(trigger_at(i, 1ms * i), start, {});
    EXPECT_EQ(camera.missed(), 99U - limits::armed_captures_max);
}

TEST(TriggerGroup, ignores_masters_that_are_none) {
    const base::ClockOffset clock{};
    TriggerGroup group{member(1), {}, start};
    group.set_hosts({member(0), member(1)});
    const auto triggered = [&](base::MemberIndex from, base::MemberIndex master, std::uint32_t round) {
        group.handle(from, Trigger{{{round, master}, base::SequenceNumber{round}}, {}, {}, {}}, start, clock);
        const auto output = group.poll(start, clock);
        group.handle_buffered();
        while (group.poll(start, clock)) {
        }
        return output && std::holds_alternative<Capture>(*output);
    };
    EXPECT_FALSE(triggered(member(0), member(5), 3)) << "in another's name";
    EXPECT_FALSE(triggered(member(5), member(5), 4)) << "no host";
    EXPECT_FALSE(triggered(member(1), member(1), 5)) << "ourselves";
    EXPECT_TRUE(triggered(member(0), member(0), 6));
    EXPECT_FALSE(triggered(member(0), member(0), 5)) << "an earlier term";
    group.handle(member(0), Ready{{{9, member(0)}, base::SequenceNumber{99}}}, start, clock);
    EXPECT_FALSE(group.is_master());
}

TEST(TriggerGroup, follows_no_master_that_makes_up_ids_not_even_as_a_newcomer) {
    const base::ClockOffset clock{};
    const base::ConferenceTime at{start.time_since_epoch()};
    TriggerGroup newcomer{member(2), {}, start};
    newcomer.set_hosts({member(0), member(1), member(2)});
    const auto round = static_cast<std::uint32_t>(rounds_reachable(at) + 1);
    newcomer.handle(member(1), Beacon{{{round, member(1)}, base::SequenceNumber{1}}, {}}, start, clock);
    const base::SequenceNumber number{numbers_reachable(at) + 1};
    newcomer.handle(member(1), Trigger{{{1, member(1)}, number}, {}, {}, {}}, start, clock);
    EXPECT_EQ(newcomer.term(), Term{});
    newcomer.handle(member(0), Trigger{{{1, member(0)}, base::SequenceNumber{7}}, {}, {}, {}}, start, clock);
    const auto output = newcomer.poll(start, clock);
    ASSERT_TRUE(output.has_value());
    ASSERT_TRUE(std::holds_alternative<Capture>(*output));
    EXPECT_EQ(std::get<Capture>(*output).ensemble.number.value(), 7U);
}

TEST(TriggerMessages, come_back_as_they_were_written) {
    const EnsembleId id{{7, member(3)}, base::SequenceNumber{ensemble_number_max}};
    const DropOrder drops{id, id, 7};
    const TriggerMessage messages[] = {Trigger{id, base::ConferenceTime{5s}, 3ms, drops},
                                       Trigger{id, {}, {}, {}},
                                       Trigger{id, base::ConferenceTime{5s}, 3ms, drops, ReferenceTime{7, 500'000h}},
                                       Beacon{id, drops},
                                       Ready{id, 5ms},
                                       PathReport{1'000'000, 8},
                                       CaptureSettings{3, true, Pace::together, 40ms, {{63, limits::weight_max}}}};
    for (const auto& message : messages) {
        EXPECT_EQ(decode_trigger_message(encode(message)), message);
        EXPECT_LE(encode(message).size(), limits::trigger_message_bytes_max);
    }
    auto beyond = id;
    beyond.number = id.number.next();
    const TriggerMessage senseless[] = {
        Ready{beyond},
        Ready{id, 11s},
        CaptureSettings{1, true, Pace::blocking, 2h, {}},
        CaptureSettings{1, true, Pace::blocking, 1s, {{64, 1}}},
        Beacon{id, {id, id, 8}},
        Beacon{id, {beyond, id, 1}},
        Trigger{id, base::ConferenceTime{base::from_us(std::int64_t{1} << 51)}, {}, {}},
        Trigger{id, {}, {}, {}, ReferenceTime{7, base::from_us(std::int64_t{1} << 53)}}};
    for (const auto& message : senseless)
        EXPECT_FALSE(decode_trigger_message(encode(message)).has_value());
    EXPECT_FALSE(decode_trigger_message({}).has_value());
}

} // namespace
} // namespace plenum::cluster
