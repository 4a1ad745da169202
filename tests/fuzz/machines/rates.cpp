// SPDX-License-Identifier: Apache-2.0
// Each rate controller over a path whose capacity, queue and losses change, beside others' traffic, and with a peer
// that lies about what arrived and when: the rate keeps its bounds, and what is told of the path is a number.
#include "core/base/check.h"
#include "core/base/random.h"
#include "core/link/rate/controller.h"
#include "core/link/rate/registry.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <algorithm>
#include <cmath>
#include <deque>

namespace plenum::fuzz {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t packet_bytes = 1200;

class Run {
  public:
    explicit Run(const link::RateOptions& options) : options_{options}, controller_{options.make(options, now_)} {}

    void change_path(Input& steps) {
        capacity_ = 1000 * steps.between(5, 5000);
        queue_bytes_ = packet_bytes * steps.between(2, 300);
        others_percent_ = steps.rarely(3) ? steps.below(95) : 0;
        loss_ppm_ = steps.rarely(3) ? static_cast<std::uint32_t>(steps.below(400'000)) : 0;
        delay_ = steps.microseconds(150'000) + 100us;
        random_ = base::Random{steps.byte()};
    }
    /// As much as the controller lets through, or less.
    void send(base::Duration time, std::uint64_t percent) {
        const auto until = now_ + time;
        for (int packets = 0; now_ < until && packets < 400; ++packets) {
            const auto rate = std::max<std::uint64_t>(controller_->rate().value() * percent / 100, 1);
            const base::Duration gap{static_cast<std::int64_t>(packet_bytes * 1'000'000'000 / rate)};
            send_one();
            pass(std::min<base::Duration>(gap, until - now_), percent >= 100);
        }
        if (now_ < until) pass(until - now_, false);
    }
    void pass(base::Duration time, bool limited) {
        now_ += time;
        while (!under_way_.empty() && under_way_.front().back_at <= now_) {
            const auto packet = under_way_.front();
            under_way_.pop_front();
            if (packet.lost) {
                controller_->handle_lost({now_, packet.sent_at, packet_bytes});
            } else {
                controller_->handle_acknowledged({now_, packet.sent_at, packet_bytes});
                const auto rtt = now_ - packet.sent_at;
                rtt_ = (7 * rtt_ + rtt) / 8;
                controller_->handle_feedback({now_, packet.sent_at, rtt, rtt_, arrival(packet.arrived_at), limited});
            }
            check();
        }
        controller_->expire(now_);
        check();
    }
    /// What a peer may say: any delay of its own, any time of arrival, of packets that were sent.
    void lie(Input& steps) {
        send_one();
        const auto sent_at = now_;
        now_ += steps.microseconds(1'000'000);
        const auto rtt = std::max<base::Duration>(now_ - sent_at - steps.microseconds(1'000'000), 0us);
        if (steps.rarely(3)) controller_->handle_lost({now_, sent_at, packet_bytes});
        controller_->handle_acknowledged({now_, sent_at, static_cast<std::size_t>(steps.below(9000))});
        controller_->handle_feedback(
            {now_, sent_at, rtt, rtt_, static_cast<std::uint32_t>(steps.number(4)), steps.flip()});
        check();
    }
    void move() {
        under_way_.clear();
        controller_->handle_path_changed(now_);
        check();
    }

  private:
    struct Packet {
        base::LocalTime sent_at;
        base::LocalTime arrived_at;
        base::LocalTime back_at;
        bool lost;
    };

    static std::uint32_t arrival(base::LocalTime at) {
        return static_cast<std::uint32_t>(base::to_us(at.time_since_epoch()) + 4'294'000'000);
    }
    void send_one() {
        controller_->handle_sent({now_, packet_bytes, true});
        const auto left = std::max<std::uint64_t>(capacity_ * (100 - others_percent_) / 100, 1000);
        const auto waiting = std::max(queue_empty_at_, now_) - now_;
        const base::Duration takes{static_cast<std::int64_t>(packet_bytes * 1'000'000'000 / left)};
        const base::Duration room{static_cast<std::int64_t>(queue_bytes_ * 1'000'000'000 / left)};
        const bool lost = waiting > room || random_.chance(loss_ppm_);
        if (waiting <= room) queue_empty_at_ = now_ + waiting + takes;
        const auto arrived = std::max(queue_empty_at_, now_) + delay_;
        const auto before = under_way_.empty() ? base::LocalTime{} : under_way_.back().back_at;
        under_way_.push_back({now_, arrived, std::max(before, arrived + delay_), lost});
        check();
    }
    void check() const {
        const auto rate = controller_->rate().value();
        if (options_.make != link::make_fixed_rate)
            CHECK(rate >= options_.least.value() && rate <= options_.most.value());
        CHECK(rate > 0);
        const auto stats = controller_->stats();
        CHECK(std::isfinite(stats.loss_event_rate) && stats.loss_event_rate >= 0 && stats.loss_event_rate <= 1);
        CHECK(stats.queueing_delay >= 0us);
    }

    link::RateOptions options_;
    base::LocalTime now_{100s};
    std::unique_ptr<link::RateController> controller_;
    std::deque<Packet> under_way_;
    base::LocalTime queue_empty_at_{};
    base::Duration rtt_{20ms};
    base::Duration delay_{10ms};
    std::uint64_t capacity_{500'000};
    std::uint64_t queue_bytes_{60'000};
    std::uint64_t others_percent_{0};
    std::uint32_t loss_ppm_{0};
    base::Random random_{1};
};

} // namespace

void run_rates(base::ByteView input) {
    Input steps{input};
    link::RateOptions options;
    if (steps.rarely(4)) options.make = steps.below(2) == 0 ? link::make_fixed_rate : link::make_tfrc_rate;
    if (steps.rarely(4)) options.least = base::ByteRate{steps.between(1000, 400'000)};
    if (steps.rarely(4)) options.most = base::ByteRate{steps.between(600'000, 10'000'000)};
    Run run{options};
    for (int i = 0; i < 60 && steps.more(); ++i) {
        switch (steps.below(10)) {
        case 0:
        case 1: run.change_path(steps); break;
        case 2: run.pass(steps.microseconds(steps.rarely(4) ? 20'000'000 : 400'000), false); break;
        case 3: run.lie(steps); break;
        case 4:
            if (steps.rarely(6)) run.move();
            break;
        case 5: run.send(steps.microseconds(3'000'000), steps.below(100)); break;
        default: run.send(steps.microseconds(2'000'000), 100); break;
        }
    }
}

} // namespace plenum::fuzz
