// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/event_loop.h"

#include "core/base/limits.h"
#include "core/runtime/clock.h"
#include "core/wire/datagram.h"
#include "tests/unit/runtime/fake_core.h"
#include "tests/unit/runtime/loop_fixture.h"

#include <asio/ip/tcp.hpp>
#include <asio/read.hpp>
#include <asio/write.hpp>
#include <gmock/gmock.h>
#include <poll.h>

#include <atomic>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <numeric>
#include <thread>

namespace plenum::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// What passes for a sealed datagram, with a byte of its own at its end.
base::Bytes sealed(std::uint8_t mark, base::PriorityClass priority = base::PriorityClass::video) {
    base::Bytes bytes(base::limits::datagram_overhead);
    bytes[0] = static_cast<std::uint8_t>(wire::DatagramType::sealed);
    bytes[1] = static_cast<std::uint8_t>(priority);
    bytes.push_back(mark);
    return bytes;
}

/// Answers every datagram with itself, a byte longer.
std::vector<node::Output> echo(const node::Input& input, base::LocalTime) {
    const auto* datagram = std::get_if<node::DatagramReceived>(&input);
    if (datagram == nullptr) return {};
    base::Bytes answer{datagram->bytes.begin(), datagram->bytes.end()};
    answer.push_back(0xee);
    return {node::Transmit{datagram->from, std::move(answer)}};
}

TEST(EventLoop, hands_datagrams_over_and_sends_what_comes_of_them) {
    FakeCore core{echo};
    Recorder sink;
    auto loop = EventLoop::create(open(), core, nullptr, sink).value();
    const auto target = loop->socket().local();
    std::thread thread{[&] { loop->run(); }};
    auto peer = open();
    for (std::uint8_t i = 0; i < 100; ++i) {
        peer.send({target, sealed(i)});
        (void)peer.flush();
        auto expected = sealed(i);
        expected.push_back(0xee);
        EXPECT_EQ(receive_one(peer), expected);
    }
    loop->stop();
    thread.join();
}

TEST(EventLoop, takes_all_of_what_came_joined_without_waiting_for_more) {
    std::atomic<int> gate{0};
    FakeCore core{[&](const node::Input& input, base::LocalTime now) {
        // The first datagram holds the loop until all others have come.
        if (std::holds_alternative<node::DatagramReceived>(input) && gate == 0) {
            gate = 1;
            gate.notify_all();
            gate.wait(1);
        }
        return echo(input, now);
    }};
    Recorder sink;
    auto loop = EventLoop::create(open(), core, nullptr, sink).value();
    const auto target = loop->socket().local();
    std::thread thread{[&] { loop->run(); }};
    auto peer = open();
    peer.send({target, sealed(0)});
    (void)peer.flush();
    gate.wait(0);
    constexpr std::size_t count = 7 * batch_max + 3;
    for (std::size_t i = 0; i < count; ++i)
        peer.send({target, sealed(1)});
    (void)peer.flush();
    gate = 2;
    gate.notify_all();
    std::size_t answers = 0;
    pollfd waited{peer.descriptor(), POLLIN, 0};
    while (answers < count + 1 && (peer.pending() > 0 || ::poll(&waited, 1, 5000) == 1))
        answers += peer.receive().size();
    EXPECT_EQ(answers, count + 1);
    loop->stop();
    thread.join();
}

TEST(EventLoop, rests_after_turns_that_nothing_came_of_but_not_from_commands) {
    constexpr auto rest = std::chrono::seconds{2};
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<std::pair<int, base::LocalTime>> seen;
    constexpr int command = -1;
    FakeCore core{[&](const node::Input& input, base::LocalTime now) -> std::vector<node::Output> {
        const auto* datagram = std::get_if<node::DatagramReceived>(&input);
        const bool commanded = std::holds_alternative<node::Command>(input);
        if (datagram == nullptr && !commanded) return {};
        const std::lock_guard lock{mutex};
        seen.emplace_back(commanded ? command : datagram->bytes.back(), now);
        changed.notify_all();
        return commanded || datagram->bytes.back() % 2 == 1 ? std::vector<node::Output>{} : echo(input, now);
    }};
    const auto wait_seen = [&](std::size_t count) {
        std::unique_lock lock{mutex};
        return changed.wait_for(lock, std::chrono::seconds{20}, [&] { return seen.size() >= count; });
    };
    Recorder sink;
    auto loop = EventLoop::create(open(), core, nullptr, sink).value();
    loop->rest_after_silent_turns(rest);
    const auto target = loop->socket().local();
    std::thread thread{[&] { loop->run(); }};
    auto peer = open();
    const auto send = [&](std::uint8_t mark) {
        peer.send({target, sealed(mark)});
        (void)peer.flush();
    };
    // Those that are answered ask for no rest, nor does one alone that is not.
    std::size_t count = 0;
    for (const std::uint8_t mark :
         {std::uint8_t{0}, std::uint8_t{2}, std::uint8_t{1}, std::uint8_t{4}, std::uint8_t{3}}) {
        send(mark);
        EXPECT_TRUE(wait_seen(++count));
    }
    send(5);
    EXPECT_TRUE(loop->post(node::LeaveConference{}));
    EXPECT_TRUE(wait_seen(7));
    loop->stop();
    thread.join();
    ASSERT_EQ(seen.size(), 7U);
    EXPECT_LT(seen[4].second - seen[0].second, rest);
    EXPECT_EQ(seen[5].first, command);
    EXPECT_LT(seen[5].second - seen[4].second, rest);
    EXPECT_EQ(seen[6].first, 5);
    EXPECT_GE(seen[6].second - seen[4].second, rest);
}

TEST(EventLoop, serves_what_is_urgent_before_what_came_first) {
    std::atomic<int> gate{0};
    std::vector<std::uint8_t> order;
    std::atomic<std::size_t> seen{0};
    FakeCore core{[&](const node::Input& input, base::LocalTime) -> std::vector<node::Output> {
        const auto* datagram = std::get_if<node::DatagramReceived>(&input);
        if (datagram == nullptr) return {};
        if (gate == 0) {
            gate = 1;
            gate.notify_all();
            gate.wait(1);
        }
        order.push_back(datagram->bytes.back());
        ++seen;
        return {};
    }};
    Recorder sink;
    auto loop = EventLoop::create(open(), core, nullptr, sink).value();
    const auto target = loop->socket().local();
    std::thread thread{[&] { loop->run(); }};
    auto peer = open();
    peer.send({target, sealed(0)});
    (void)peer.flush();
    gate.wait(0);
    // More than the node is given at a time, and more than the system gives at a time.
    constexpr std::size_t bulk = 300;
    for (std::size_t i = 0; i < bulk; ++i)
        peer.send({target, sealed(2, base::PriorityClass::bulk)});
    (void)peer.flush();
    // Junk is not in anybody's way.
    peer.send({target, {9, 9, 9}});
    peer.send({target, sealed(1, base::PriorityClass::audio)});
    (void)peer.flush();
    gate = 2;
    gate.notify_all();
    while (seen < bulk + 2)
        std::this_thread::yield();
    loop->stop();
    thread.join();
    ASSERT_EQ(order.size(), bulk + 2);
    EXPECT_EQ(order[1], 1U) << "the voice was behind " << (std::ranges::find(order, 1) - order.begin() - 1);
    EXPECT_EQ(loop->intake_counters().of(sched::IntakeRefusal::malformed), 1U);
}

TEST(EventLoop, takes_commands_of_several_threads_each_in_its_order) {
    constexpr std::uint16_t per_thread = 3000;
    std::vector<node::RequestKeyFrame> seen;
    EventLoop* running = nullptr;
    FakeCore core{[&](const node::Input& input, base::LocalTime) -> std::vector<node::Output> {
        if (const auto* command = std::get_if<node::Command>(&input))
            seen.push_back(std::get<node::RequestKeyFrame>(*command));
        if (seen.size() == 3 * per_thread) running->stop();
        return {};
    }};
    Recorder sink;
    auto loop = EventLoop::create(open(), core, nullptr, sink).value();
    running = loop.get();
    std::vector<std::thread> threads;
    for (std::uint32_t thread = 0; thread < 3; ++thread)
        threads.emplace_back([&, thread] {
            for (std::uint16_t i = 0; i < per_thread;)
                if (loop->post(node::RequestKeyFrame{base::FlowId{i}, base::MemberIndex{thread}}))
                    ++i;
                else
                    std::this_thread::yield();
        });
    loop->run();
    for (auto& thread : threads)
        thread.join();
    std::array<std::uint16_t, 3> next{};
    for (const auto& each : seen)
        EXPECT_EQ(each.flow.value(), next[each.sender.value()]++);
    EXPECT_EQ(next, (std::array<std::uint16_t, 3>{per_thread, per_thread, per_thread}));
}

TEST(EventLoop, gives_messages_together_and_everything_else_by_itself) {
    std::vector<std::string> seen;
    EventLoop* running = nullptr;
    FakeCore core{[&](const node::Input& input, base::LocalTime) -> std::vector<node::Output> {
        if (const auto* given = std::get_if<node::CommandsGiven>(&input)) {
            seen.emplace_back("messages");
            for (const auto& each : given->commands)
                seen.back() += " " + std::to_string(std::get<node::Publish>(each).body.size());
        } else if (const auto* command = std::get_if<node::Command>(&input)) {
            seen.emplace_back(std::holds_alternative<node::CloseRelay>(*command) ? "close" : "leave");
            if (seen.back() == "close") running->stop();
        }
        return {};
    }};
    Recorder sink;
    const auto loop = EventLoop::create(open(), core, nullptr, sink).value();
    running = loop.get();
    const auto publish = [&](std::size_t bytes) {
        EXPECT_TRUE(loop->post(node::Publish{base::FlowId{1}, {}, base::Bytes(bytes)}));
    };
    for (const std::size_t bytes : {1U, 2U, 3U})
        publish(bytes);
    EXPECT_TRUE(loop->post(node::LeaveConference{}));
    // Two that are large are two turns.
    for (const std::size_t bytes : {4U, 70'000U, 80'000U, 5U})
        publish(bytes);
    EXPECT_TRUE(loop->post(node::CloseRelay{}));
    loop->run();
    EXPECT_THAT(seen,
                ElementsAre("messages 1 2 3", "leave", "messages 4 70000", "messages 80000", "messages 5", "close"));
}

TEST(EventLoop, refuses_commands_beyond_its_bounds) {
    FakeCore core{echo};
    Recorder sink;
    const auto loop = EventLoop::create(open(), core, nullptr, sink).value();
    std::size_t taken = 0;
    while (loop->post(node::LeaveConference{}) && taken < 2 * EventLoop::commands_max)
        ++taken;
    EXPECT_EQ(taken, EventLoop::commands_max);
    const auto bytes = EventLoop::create(open(), core, nullptr, sink).value();
    const node::Publish large{base::FlowId{1}, {}, base::Bytes(EventLoop::command_bytes_max / 2 + 1)};
    EXPECT_TRUE(bytes->post(large));
    EXPECT_FALSE(bytes->post(large));
    EXPECT_TRUE(bytes->post(node::LeaveConference{}));
}

TEST(EventLoop, wakes_the_node_when_it_wants_and_not_before) {
    constexpr base::Duration interval{3'000'000};
    std::vector<base::LocalTime> wanted;
    std::vector<base::LocalTime> woken;
    EventLoop* running = nullptr;
    FakeCore core{[&](const node::Input& input, base::LocalTime at) -> std::vector<node::Output> {
        if (std::holds_alternative<node::WakeUp>(input)) woken.push_back(at);
        if (woken.size() == 10) running->stop();
        wanted.push_back(at + interval);
        return {node::Wake{at + interval}};
    }};
    Recorder sink;
    const auto loop = EventLoop::create(open(), core, nullptr, sink).value();
    running = loop.get();
    ASSERT_TRUE(loop->post(node::LeaveConference{}));
    loop->run();
    ASSERT_EQ(woken.size(), 10U);
    for (std::size_t i = 0; i < woken.size(); ++i)
        EXPECT_GE(woken[i], wanted[i]);
}

TEST(EventLoop, obeys_a_wake_up_that_moves_closer) {
    EventLoop* running = nullptr;
    bool woken = false;
    FakeCore core{[&](const node::Input& input, base::LocalTime at) -> std::vector<node::Output> {
        if (std::holds_alternative<node::WakeUp>(input)) {
            woken = true;
            running->stop();
            return {};
        }
        const auto* command = std::get_if<node::Command>(&input);
        const auto soon = command != nullptr && std::holds_alternative<node::CloseRelay>(*command);
        return {node::Wake{at + (soon ? base::Duration{1'000'000} : base::Duration{std::chrono::hours{24}})}};
    }};
    Recorder sink;
    const auto loop = EventLoop::create(open(), core, nullptr, sink).value();
    running = loop.get();
    ASSERT_TRUE(loop->post(node::LeaveConference{}));
    // Once the far wake-up is waited for; and an end to the test should the near one be missed.
    loop->call_after(base::Duration{1'000'000}, [&] {
        EXPECT_TRUE(loop->post(node::CloseRelay{}));
        loop->call_after(std::chrono::seconds{10}, [&] { loop->stop(); });
    });
    loop->run();
    EXPECT_TRUE(woken);
}

TEST(EventLoop, tells_events_in_order_and_lets_the_sink_answer_with_commands) {
    FakeCore core{[&](const node::Input& input, base::LocalTime) -> std::vector<node::Output> {
        const auto* command = std::get_if<node::Command>(&input);
        if (command == nullptr) return {};
        if (std::holds_alternative<node::CloseRelay>(*command))
            return {node::Event{node::Ended{node::EndReason::relay_closed}}};
        return {node::Event{node::PhaseChanged{node::Phase::connecting}},
                node::Event{node::PhaseChanged{node::Phase::joined}}};
    }};
    Recorder sink;
    const auto loop = EventLoop::create(open(), core, nullptr, sink).value();
    sink.on_event = [&](const node::Event& event) {
        if (std::holds_alternative<node::Ended>(event)) return loop->stop();
        if (std::get<node::PhaseChanged>(event).phase == node::Phase::joined) {
            EXPECT_TRUE(loop->post(node::CloseRelay{}));
        }
    };
    ASSERT_TRUE(loop->post(node::LeaveConference{}));
    loop->run();
    ASSERT_EQ(sink.events.size(), 3U);
    EXPECT_EQ(std::get<node::PhaseChanged>(sink.events[0]).phase, node::Phase::connecting);
    EXPECT_EQ(std::get<node::PhaseChanged>(sink.events[1]).phase, node::Phase::joined);
    EXPECT_EQ(std::get<node::Ended>(sink.events[2]).reason, node::EndReason::relay_closed);
}

TEST(EventLoop, calls_after_a_delay_and_at_signals) {
    FakeCore core{echo};
    Recorder sink;
    const auto loop = EventLoop::create(open(), core, nullptr, sink).value();
    std::vector<int> signals;
    ASSERT_TRUE(loop->call_on_signals({SIGINT, SIGTERM, SIGHUP},
                                      [&](int signal) {
                                          signals.push_back(signal);
                                          if (signal == SIGINT) return loop->stop();
                                          ::raise(signal == SIGTERM ? SIGHUP : SIGINT);
                                      })
                    .has_value());
    bool called = false;
    bool cancelled = false;
    loop->call_after(base::Duration{2'000'000}, [] { ::raise(SIGTERM); });
    loop->call_after(base::Duration{1'000'000}, [&] { called = true; });
    const auto timer = loop->call_after(base::Duration{1'500'000}, [&] { cancelled = true; });
    loop->cancel(timer);
    loop->run();
    EXPECT_THAT(signals, ElementsAre(SIGTERM, SIGHUP, SIGINT));
    EXPECT_TRUE(called);
    EXPECT_FALSE(cancelled);
}

TEST(EventLoop, measures_its_turns_and_how_late_it_wakes) {
    FakeCore core{[](const node::Input& input, base::LocalTime at) -> std::vector<node::Output> {
        if (std::holds_alternative<node::WakeUp>(input)) return {node::Wake{base::local_time_max}};
        return {node::Wake{at + base::Duration{1'000'000}}};
    }};
    Recorder sink;
    const auto loop = EventLoop::create(open(), core, nullptr, sink).value();
    loop->call_after(std::chrono::milliseconds{20}, [&] { loop->stop(); });
    ASSERT_TRUE(loop->post(node::LeaveConference{}));
    const auto began = now();
    loop->run();
    const auto lasted = now() - began;
    const auto count = [](const TimeHistogram& times) {
        return std::accumulate(times.counts.begin(), times.counts.end(), std::uint64_t{});
    };
    const auto times = loop->times();
    // The command and the wake-up that it asked for; this and the call are what it woke up for.
    EXPECT_EQ(count(times.turns), 2U);
    EXPECT_EQ(count(times.lateness), 2U);
    EXPECT_EQ(count(times.commits), 0U);
    EXPECT_GT(times.turns.sum, base::Duration{});
    EXPECT_LT(times.turns.sum, lasted);
    EXPECT_LT(times.lateness.sum, lasted);
}

/// Everything that is answered at `where` before it is closed.
std::string ask(const base::Address& where, const std::function<void()>& asked = [] {}) {
    asio::io_context context;
    asio::ip::tcp::socket socket{context};
    socket.connect({asio::ip::address_v4::loopback(), where.port});
    asio::write(socket, asio::buffer(std::string_view{"GET /page HTTP/1.1\r\n\r\n"}));
    asked();
    std::string text;
    std::error_code closed;
    asio::read(socket, asio::dynamic_buffer(text), closed);
    return text;
}

TEST(EventLoop, answers_http_on_its_thread) {
    FakeCore core{echo};
    Recorder sink;
    const auto loop = EventLoop::create(open(), core, nullptr, sink).value();
    std::thread::id answered_by;
    const auto where = loop->answer_http(loopback, [&](std::string_view path) {
        answered_by = std::this_thread::get_id();
        return HttpResponder::Page{"text/plain", "this is " + std::string{path}};
    });
    ASSERT_TRUE(where.has_value()) << where.error();
    std::thread thread{[&] { loop->run(); }};
    const auto runs_on = thread.get_id();
    for (int i = 0; i < 3; ++i)
        EXPECT_THAT(ask(*where), HasSubstr("this is /page"));
    loop->stop();
    thread.join();
    EXPECT_EQ(answered_by, runs_on);
}

/// The loop ends while somebody waits for a page: nobody waits for them.
TEST(EventLoop, ends_at_once_whoever_asked) {
    FakeCore core{echo};
    Recorder sink;
    auto loop = EventLoop::create(open(), core, nullptr, sink).value();
    bool found = false;
    std::atomic<bool> asked{false};
    const auto where = loop->answer_http(loopback, [&](std::string_view) {
        found = true;
        return HttpResponder::Page{};
    });
    ASSERT_TRUE(where.has_value()) << where.error();
    std::thread asks;
    // What is asked meanwhile waits for the next turn, and there is none.
    loop->call_after(base::Duration{}, [&] {
        asks = std::thread{[&] {
            const auto tell = [&] {
                asked = true;
                asked.notify_all();
            };
            EXPECT_THAT(ask(*where, tell), testing::Not(HasSubstr("200 OK")));
        }};
        asked.wait(false);
        loop->stop();
    });
    const auto began = now();
    loop->run();
    EXPECT_LT(now() - began, HttpResponder::patience / 2);
    // Its connection ends with the loop.
    loop.reset();
    asks.join();
    EXPECT_FALSE(found);
}

/// Of one command, and of the wake-ups of a node that wants each at once.
TEST(EventLoop, measures_a_turn_to_its_end_and_no_lateness_from_long_ago) {
    constexpr base::Duration work = std::chrono::milliseconds{5};
    EventLoop* running = nullptr;
    int woken = 0;
    FakeCore core{[&](const node::Input& input, base::LocalTime) -> std::vector<node::Output> {
        if (std::holds_alternative<node::WakeUp>(input) && ++woken == 3) running->stop();
        if (woken > 0) return {node::Wake{base::LocalTime::min()}};
        return {node::Event{node::PhaseChanged{node::Phase::joined}}, node::Wake{base::LocalTime::min()}};
    }};
    Recorder sink;
    sink.on_event = [&](const node::Event&) {
        for (const auto until = now() + work; now() < until;) {
        }
    };
    const auto loop = EventLoop::create(open(), core, nullptr, sink).value();
    running = loop.get();
    ASSERT_TRUE(loop->post(node::LeaveConference{}));
    const auto began = now();
    loop->run();
    const auto lasted = now() - began;
    EXPECT_GE(loop->times().turns.sum, work);
    EXPECT_GE(loop->times().lateness.sum, base::Duration{});
    EXPECT_LE(loop->times().lateness.sum, lasted);
}

TEST(EventLoop, stops_at_once_if_stopped_before) {
    FakeCore core{echo};
    Recorder sink;
    const auto loop = EventLoop::create(open(), core, nullptr, sink).value();
    loop->stop();
    loop->run();
}

} // namespace
} // namespace plenum::runtime
