// SPDX-License-Identifier: Apache-2.0
// The frame transport over a path that loses, doubles, delays and reorders: frames arrive once and in order. Then a
// peer that lies: nothing is held beyond its bounds.
#include "core/cluster/frame_receiver.h"
#include "core/cluster/frame_sender.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <deque>
#include <vector>

namespace plenum::fuzz {
namespace {

using namespace cluster;
using namespace std::chrono_literals;

class Run {
  public:
    void step(Input& steps) {
        switch (steps.below(8)) {
        case 0: push(steps); break;
        case 1: now_ += steps.microseconds(200'000); break;
        case 2: sender_.set_path({base::ByteRate{steps.number(3)}, steps.microseconds(300'000)}); break;
        case 3: drop(steps); break;
        default:
            now_ += steps.microseconds(3'000);
            deliver(steps);
            break;
        }
        pump();
    }
    /// Everything arrives, once the path loses nothing any more.
    void finish() {
        sender_.set_path({base::ByteRate{10'000'000}, 20ms});
        for (int i = 0; i < 20'000 && sender_.next_wakeup() != base::local_time_max; ++i) {
            now_ += 1ms;
            pump();
            while (!under_way_.empty())
                arrive(take(0));
            pump();
        }
        CHECK(sender_.buffered() == 0);
        CHECK(arrived_ == pushed_.size());
    }
    void lie(Input& steps) {
        FrameAck ack{steps.below(50), steps.microseconds(100'000), {}};
        auto above = steps.number(1);
        while (above > 1 && steps.flip() && ack.received.size() < limits::acknowledged_ranges_max) {
            const auto last = steps.below(above);
            const auto first = last - steps.below(last + 1);
            ack.received.push_back({first, last});
            above = first;
        }
        const auto before = sender_.buffered();
        if (!sender_.handle_ack(ack, now_)) CHECK(sender_.buffered() == before);
        CHECK(sender_.buffered() <= before);
        now_ += steps.microseconds(100'000);
        (void)sender_.poll_datagram(now_);
        FramePiece piece{steps.below(300), steps.below(40), steps.below(4), base::Bytes(1 + steps.below(3))};
        (void)liar_.handle_piece(std::move(piece), now_);
        while (const auto frame = liar_.poll_frame())
            CHECK(!frame->empty() && frame->size() <= 12);
        if (const auto told = liar_.poll_ack(now_)) {
            const auto decoded = decode_frame_message(encode(*told));
            CHECK(decoded && std::get<FrameAck>(*decoded).received == told->received);
        }
    }

  private:
    void push(Input& steps) {
        base::Bytes frame(1 + steps.below(4000));
        for (std::size_t i = 0; i < frame.size(); ++i)
            frame[i] = static_cast<std::uint8_t>(i * 7 + pushed_.size());
        const bool ready = sender_.is_ready();
        const EnsembleId id{{1, base::MemberIndex{1}}, base::SequenceNumber{++number_}};
        const bool taken = sender_.push(id, frame);
        CHECK(!taken || ready);
        if (taken) pushed_.push_back({number_, std::move(frame)});
    }
    void drop(Input& steps) {
        const auto which = steps.below(number_ + 1);
        const auto dropped = sender_.drop_waiting([&](EnsembleId id) { return id.number.value() == which; });
        CHECK(dropped <= 1);
        if (dropped == 1) std::erase_if(pushed_, [&](const Pushed& each) { return each.number == which; });
    }
    void pump() {
        while (auto datagram = sender_.poll_datagram(now_))
            under_way_.push_back(*std::move(datagram));
        while (const auto ack = receiver_.poll_ack(now_))
            under_way_.push_back(encode(*ack));
        while (const auto frame = receiver_.poll_frame()) {
            CHECK(arrived_ < pushed_.size());
            CHECK(*frame == pushed_[arrived_].bytes);
            ++arrived_;
        }
    }
    void deliver(Input& steps) {
        if (under_way_.empty()) return;
        const auto which = steps.rarely(4) ? steps.below(under_way_.size()) : 0;
        auto datagram = take(which);
        if (steps.rarely(6)) return;
        if (steps.rarely(8)) under_way_.push_back(datagram);
        arrive(std::move(datagram));
    }
    [[nodiscard]] base::Bytes take(std::size_t which) {
        auto datagram = std::move(under_way_[which]);
        under_way_.erase(under_way_.begin() + static_cast<std::ptrdiff_t>(which));
        return datagram;
    }
    void arrive(base::Bytes datagram) {
        auto message = decode_frame_message(datagram);
        CHECK(message.has_value());
        if (auto* piece = std::get_if<FramePiece>(&*message))
            CHECK(receiver_.handle_piece(std::move(*piece), now_));
        else
            CHECK(sender_.handle_ack(std::get<FrameAck>(*message), now_));
    }

    struct Pushed {
        std::uint64_t number;
        base::Bytes bytes;
    };
    base::LocalTime now_{100s};
    FrameSender sender_{{base::ByteRate{500'000}, 50ms}};
    FrameReceiver receiver_;
    FrameReceiver liar_;
    std::vector<Pushed> pushed_;
    std::size_t arrived_{0};
    std::uint64_t number_{0};
    std::deque<base::Bytes> under_way_;
};

} // namespace

void run_cluster_frames(base::ByteView input) {
    Input steps{input};
    const bool lies = steps.rarely(3);
    Run run;
    for (int i = 0; i < 400 && steps.more(); ++i) {
        run.step(steps);
        if (lies) run.lie(steps);
        if (lies && steps.rarely(50)) return;
    }
    if (!lies) run.finish();
}

} // namespace plenum::fuzz
