// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/ensembles.h"
#include "core/cluster/frame_receiver.h"
#include "core/cluster/frame_sender.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace plenum::cluster {
namespace {

using namespace std::chrono_literals;

constexpr base::LocalTime start{1000s};

EnsembleId ensemble(std::uint64_t number) { return {{1, base::MemberIndex{1}}, base::SequenceNumber{number}}; }

base::Bytes frame_of(std::size_t size, std::uint64_t seed) {
    base::Random random{seed};
    base::Bytes bytes(size);
    for (auto& byte : bytes)
        byte = static_cast<std::uint8_t>(random.next());
    return bytes;
}

/// One sender and one receiver over a path that loses, duplicates and reorders, in virtual time.
class Transfer {
  public:
    struct Conditions {
        base::Duration delay{20ms};
        base::Duration jitter{};
        std::uint32_t loss_ppm{0};
        std::uint32_t duplicate_ppm{0};
    };
    Transfer(const Conditions& conditions, const FrameSender::Path& path, std::uint64_t seed)
        : sender{path},
          conditions_{conditions},
          random_{seed} {}

    void run_until(base::LocalTime until) {
        for (;;) {
            pump();
            const auto arrival = under_way_.empty() ? base::local_time_max : under_way_.begin()->first;
            now = std::max(now, std::min({arrival, sender.next_wakeup(), receiver.next_wakeup(), until}));
            if (now >= until) return;
            while (!under_way_.empty() && under_way_.begin()->first <= now)
                arrive(under_way_.extract(under_way_.begin()).mapped());
        }
    }
    /// True if all frames arrived, in order, by then.
    [[nodiscard]] bool is_complete() const { return arrived == pushed; }
    /// A frame of random bytes, if the sender is ready.
    bool push(std::size_t size) {
        if (!sender.is_ready()) return false;
        auto frame = frame_of(size, pushed.size());
        if (!sender.push(ensemble(pushed.size() + 1), frame)) return false;
        pushed.push_back(std::move(frame));
        return true;
    }

    FrameSender sender;
    FrameReceiver receiver;
    base::LocalTime now{start};
    std::vector<base::Bytes> pushed;
    std::vector<base::Bytes> arrived;
    std::uint64_t bytes_sent{0};

  private:
    void pump() {
        while (const auto datagram = sender.poll_datagram(now)) {
            bytes_sent += datagram->size() + base::limits::datagram_overhead;
            travel(*datagram);
        }
        while (auto frame = receiver.poll_frame())
            arrived.push_back(*std::move(frame));
        while (const auto ack = receiver.poll_ack(now))
            travel(encode(*ack));
    }
    void travel(const base::Bytes& datagram) {
        if (random_.chance(conditions_.loss_ppm)) return;
        const int copies = random_.chance(conditions_.duplicate_ppm) ? 2 : 1;
        for (int i = 0; i < copies; ++i) {
            const base::Duration jitter{random_.between(0, conditions_.jitter.count())};
            under_way_.emplace(now + conditions_.delay + jitter, datagram);
        }
    }
    void arrive(const base::Bytes& datagram) {
        auto message = decode_frame_message(datagram);
        ASSERT_TRUE(message.has_value());
        if (auto* piece = std::get_if<FramePiece>(&*message))
            EXPECT_TRUE(receiver.handle_piece(std::move(*piece), now));
        else
            EXPECT_TRUE(sender.handle_ack(std::get<FrameAck>(*message), now));
    }

    Conditions conditions_;
    base::Random random_;
    std::multimap<base::LocalTime, base::Bytes> under_way_;
};

TEST(FrameTransport, delivers_frames_of_any_size_in_order_over_any_path) {
    base::Random random{11};
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Transfer::Conditions conditions;
        conditions.delay = 1ms * random.between(1, 200);
        conditions.jitter = random.chance(500'000) ? conditions.delay : 0ms;
        conditions.loss_ppm = static_cast<std::uint32_t>(random.below(300'000));
        conditions.duplicate_ppm = static_cast<std::uint32_t>(random.below(100'000));
        Transfer transfer{conditions, {base::ByteRate{1'000'000}, conditions.delay * 2}, seed};
        for (int i = 0; i < 30;) {
            const auto size = random.chance(300'000) ? 1 + random.below(3000) : 1 + random.below(60'000);
            if (transfer.push(size)) ++i;
            transfer.run_until(transfer.now + 10ms);
        }
        transfer.run_until(transfer.now + 30s);
        ASSERT_TRUE(transfer.is_complete()) << seed << ": " << transfer.arrived.size();
        EXPECT_EQ(transfer.sender.buffered(), 0U);
        EXPECT_EQ(transfer.sender.next_wakeup(), base::local_time_max) << "nothing is left to do";
    }
}

TEST(FrameTransport, sends_exactly_at_its_rate_whatever_is_lost) {
    for (const auto loss_ppm : {0U, 50'000U, 300'000U}) {
        Transfer::Conditions conditions;
        conditions.loss_ppm = loss_ppm;
        Transfer transfer{conditions, {base::ByteRate{500'000}, 40ms}, 5};
        for (const auto rate : {500'000UL, 2'000'000UL, 100'000UL}) {
            transfer.sender.set_path({base::ByteRate{rate}, 40ms});
            const auto before = transfer.bytes_sent;
            const auto began = transfer.now;
            while (transfer.now < began + 10s) {
                (void)transfer.push(20'000);
                transfer.run_until(transfer.now + 1ms);
            }
            const auto sent = transfer.bytes_sent - before;
            EXPECT_GE(sent * 1000, rate * 10 * 995) << loss_ppm;
            EXPECT_LE(sent * 1000, rate * 10 * 1005 + 10'000'000) << loss_ppm;
        }
    }
}

TEST(FrameTransport, buffers_half_more_than_bandwidth_times_delay) {
    FrameSender sender{{base::ByteRate{1'000'000}, 100ms}};
    EXPECT_EQ(sender.buffer_size(), 150'000U);
    EXPECT_TRUE(sender.push(ensemble(1), base::Bytes(150'000)));
    EXPECT_TRUE(sender.is_ready()) << "a blocking write of it would return";
    EXPECT_TRUE(sender.push(ensemble(2), base::Bytes(1)));
    EXPECT_FALSE(sender.is_ready());
    EXPECT_FALSE(sender.push(ensemble(3), base::Bytes(1)));
    sender.set_path({base::ByteRate{1'000'000}, 200ms});
    EXPECT_EQ(sender.buffer_size(), 300'000U);
    EXPECT_TRUE(sender.is_ready()) << "the size follows the path";
}

TEST(FrameTransport, uses_the_rate_without_pauses_with_that_buffer) {
    Transfer::Conditions conditions;
    conditions.delay = 50ms;
    conditions.loss_ppm = 20'000;
    Transfer transfer{conditions, {base::ByteRate{1'000'000}, 100ms}, 6};
    while (transfer.now < start + 20s) {
        while (transfer.push(25'000)) {
        }
        transfer.run_until(transfer.now + 1ms);
    }
    EXPECT_GE(transfer.bytes_sent, 20'000'000U * 98 / 100);
    const auto delivered = transfer.arrived.size() * 25'000;
    EXPECT_GE(delivered, 20'000'000U * 88 / 100) << "little is sent twice";
}

TEST(FrameTransport, what_the_path_lost_is_about_all_that_is_sent_again) {
    Transfer::Conditions conditions;
    conditions.loss_ppm = 100'000;
    conditions.jitter = 15ms;
    Transfer transfer{conditions, {base::ByteRate{2'000'000}, 50ms}, 8};
    while (transfer.now < start + 20s) {
        (void)transfer.push(30'000);
        transfer.run_until(transfer.now + 2ms);
    }
    const auto stats = transfer.sender.stats();
    EXPECT_GE(stats.sent_again * 100, stats.datagrams * 8);
    EXPECT_LE(stats.sent_again * 100, stats.datagrams * 13);
    EXPECT_LE(stats.spurious * 100, stats.datagrams * 2);
}

TEST(FrameSender, keeps_its_rate_though_its_timer_is_late_and_sends_no_burst_after_a_pause) {
    FrameSender sender{{base::ByteRate{1'000'000}, 10s}};
    ASSERT_TRUE(sender.push(ensemble(1), base::Bytes(4'000'000)));
    const auto sent_at = [&](base::LocalTime now) {
        std::uint64_t bytes = 0;
        while (const auto datagram = sender.poll_datagram(now))
            bytes += datagram->size() + base::limits::datagram_overhead;
        return bytes;
    };
    std::uint64_t bytes = 0;
    for (auto now = start; now < start + 1s; now += 4ms)
        bytes += sent_at(now);
    EXPECT_NEAR(static_cast<double>(bytes), 1'000'000, 10'000);
    EXPECT_LE(sent_at(start + 2s), 7'500U) << "5 ms, and the datagram that is due";
}

TEST(FrameTransport, a_rate_that_was_almost_zero_delays_nothing_once_it_rises) {
    FrameSender sender{{base::ByteRate{1}, 40ms}};
    ASSERT_TRUE(sender.push(ensemble(1), base::Bytes(5000)));
    EXPECT_TRUE(sender.poll_datagram(start).has_value());
    EXPECT_FALSE(sender.poll_datagram(start + 20s).has_value());
    sender.set_path({base::ByteRate{1'000'000}, 40ms});
    EXPECT_LE(sender.next_wakeup(), start + 2ms);
    EXPECT_TRUE(sender.poll_datagram(start + 20s).has_value());
}

TEST(FrameTransport, drops_waiting_frames_as_a_whole_and_never_one_that_began) {
    Transfer transfer{{}, {base::ByteRate{100'000}, 1s}, 9};
    for (int i = 0; i < 4; ++i)
        ASSERT_TRUE(transfer.push(30'000));
    transfer.run_until(start + 20ms);
    const auto dropped =
        transfer.sender.drop_waiting([](EnsembleId id) { return id.number.value() == 1 || id.number.value() == 3; });
    EXPECT_EQ(dropped, 1U) << "the first had begun";
    EXPECT_EQ(transfer.sender.buffered(), 90'000U);
    transfer.run_until(start + 5s);
    transfer.pushed.erase(transfer.pushed.begin() + 2);
    EXPECT_TRUE(transfer.is_complete());
}

/// Three cameras whose shares differ, on a path that became slow. All drop by one order; the receiver has it as well.
TEST(FrameTransport, an_order_to_drop_leaves_only_whole_ensembles) {
    std::vector<std::unique_ptr<Transfer>> cameras;
    Ensembles ensembles{{10s}};
    std::uint64_t flows = 0;
    for (std::uint64_t i = 0; i < 3; ++i) {
        cameras.push_back(std::make_unique<Transfer>(Transfer::Conditions{},
                                                     FrameSender::Path{base::ByteRate{400'000 + 150'000 * i}, 1s}, i));
        flows |= Ensembles::camera(FlowNumber{static_cast<std::uint8_t>(i)});
    }
    ensembles.set_cameras(flows);
    constexpr std::uint64_t captured = 12;
    for (auto& camera : cameras)
        for (std::uint64_t number = 1; number <= captured; ++number) {
            const CapturedFrame frame{ensemble(number), base::ConferenceTime{1s * number}, base::Bytes(40'000)};
            ASSERT_TRUE(camera->sender.push(frame.ensemble, encode(frame)));
        }
    EnsembleId begun;
    for (auto& camera : cameras) {
        camera->run_until(start + 200ms);
        begun = std::max(begun, camera->sender.newest_begun());
    }
    EXPECT_EQ(begun, ensemble(4));
    const auto order = order_drops(begun, ensemble(captured), 3);
    ASSERT_TRUE(order.has_value());
    ensembles.handle_drops(*order);
    for (auto& camera : cameras) {
        EXPECT_EQ(camera->sender.drop_waiting([&](EnsembleId id) { return order->drops(id); }), 6U);
        camera->run_until(start + 3s);
    }
    std::vector<std::uint64_t> whole;
    for (std::size_t i = 0; i < cameras.size(); ++i)
        for (const auto& frame : cameras[i]->arrived)
            (void)ensembles.handle_frame(FlowNumber{static_cast<std::uint8_t>(i)}, *decode_captured_frame(frame),
                                         start);
    while (const auto ended = ensembles.poll(start)) {
        EXPECT_TRUE(ended->complete);
        whole.push_back(ended->id.number.value());
    }
    EXPECT_EQ(whole, (std::vector<std::uint64_t>{1, 2, 3, 4, 8, 12}));
}

TEST(FrameTransport, goes_on_after_the_path_was_cut) {
    Transfer transfer{{}, {base::ByteRate{200'000}, 40ms}, 10};
    ASSERT_TRUE(transfer.push(100'000));
    auto now = start;
    for (; now < start + 8s; now += 1ms)
        (void)transfer.sender.poll_datagram(now);
    transfer.now = now;
    transfer.run_until(now + 3s);
    EXPECT_TRUE(transfer.is_complete());
}

TEST(FrameSender, refuses_frames_without_bytes_and_beyond_its_bounds) {
    FrameSender sender{{base::ByteRate{limits::rate_max}, 10s}};
    EXPECT_FALSE(sender.push(ensemble(1), {}));
    EXPECT_FALSE(sender.push(ensemble(1), base::Bytes(limits::frame_bytes_max + 1)));
    for (std::size_t i = 0; i < limits::frames_waiting_max; ++i)
        EXPECT_TRUE(sender.push(ensemble(i), base::Bytes(1)));
    EXPECT_FALSE(sender.push(ensemble(1), base::Bytes(1)));
    FrameSender large{{base::ByteRate{limits::rate_max}, 10s}};
    for (std::size_t i = 0; i < limits::send_buffer_bytes_max / limits::frame_bytes_max; ++i)
        EXPECT_TRUE(large.push(ensemble(i), base::Bytes(limits::frame_bytes_max)));
    EXPECT_FALSE(large.push(ensemble(1), base::Bytes(1)));
}

TEST(FrameSender, ignores_acknowledgements_of_what_was_never_sent) {
    FrameSender sender{{base::ByteRate{1'000'000}, 40ms}};
    ASSERT_TRUE(sender.push(ensemble(1), base::Bytes(5000)));
    ASSERT_TRUE(sender.poll_datagram(start).has_value());
    EXPECT_FALSE(sender.handle_ack({0, 0ms, {{0, 1}}}, start + 40ms));
    EXPECT_FALSE(sender.handle_ack({2, 0ms, {{0, 0}}}, start + 40ms));
    EXPECT_EQ(sender.buffered(), 5000U);
    EXPECT_TRUE(sender.handle_ack({0, 0ms, {{0, 0}}}, start + 40ms));
    EXPECT_EQ(sender.buffered(), 4000U);
    EXPECT_TRUE(sender.handle_ack({1, 0ms, {{0, 0}}}, start + 41ms)) << "again";
    EXPECT_EQ(sender.buffered(), 4000U);
}

TEST(FrameReceiver, a_sender_that_contradicts_itself_is_not_heard_any_more) {
    const auto piece = [](std::uint64_t number, std::uint64_t left) {
        return FramePiece{number, number, left, base::Bytes{1}};
    };
    FrameReceiver receiver;
    EXPECT_TRUE(receiver.handle_piece(piece(0, 3), start));
    EXPECT_TRUE(receiver.handle_piece(piece(1, 2), start));
    EXPECT_FALSE(receiver.handle_piece(piece(2, 2), start));
    EXPECT_FALSE(receiver.handle_piece(piece(3, 0), start));
    EXPECT_FALSE(receiver.poll_frame().has_value());
}

TEST(FrameReceiver, holds_a_bounded_number_of_pieces_and_frames) {
    FrameReceiver receiver;
    const auto far = limits::pieces_ahead_max;
    EXPECT_TRUE(receiver.handle_piece({0, far, 0, base::Bytes{1}}, start));
    EXPECT_FALSE(receiver.poll_ack(start + 1s).has_value()) << "it was not taken, so it is not acknowledged";
    for (std::uint64_t i = 0; i < 3 * far; ++i)
        receiver.handle_piece({i, i, 0, base::Bytes{1}}, start);
    const auto ack = receiver.poll_ack(start);
    ASSERT_TRUE(ack.has_value());
    EXPECT_EQ(ack->next, limits::frames_ready_max);
    EXPECT_EQ(ack->received.front().last, limits::frames_ready_max + far - 1);
    std::uint64_t frames = 0;
    while (receiver.poll_frame())
        ++frames;
    EXPECT_EQ(frames, limits::frames_ready_max + far);
}

TEST(FrameMessages, come_back_as_they_were_written_and_keep_their_order) {
    const FrameMessage messages[] = {FramePiece{70'000, 60'000, limits::pieces_per_frame_max - 1, base::Bytes(1000)},
                                     FrameAck{5, 3ms, {{9, 12}, {7, 7}, {0, 5}}}, FrameAck{}};
    for (const auto& message : messages)
        EXPECT_EQ(decode_frame_message(encode(message)), message);
    const FrameMessage senseless[] = {FramePiece{0, 0, 0, {}}, FramePiece{0, 0, limits::pieces_per_frame_max, {1}},
                                      FrameAck{0, {}, {{5, 4}}}, FrameAck{0, {}, {{1, 2}, {5, 6}}},
                                      FrameAck{0, {}, {{3, 4}, {1, 3}}}};
    for (const auto& message : senseless)
        EXPECT_FALSE(decode_frame_message(encode(message)).has_value());
    EXPECT_FALSE(decode_frame_message(base::Bytes(limits::frame_message_bytes_max + 1, 1)).has_value());
}

} // namespace
} // namespace plenum::cluster
