// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/bottleneck/recovery.h"

#include <algorithm>
#include <set>

namespace plenum::sim {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t transfer_bytes = 200'000;
constexpr std::size_t piece_bytes = 10'000;
constexpr base::Duration transfer_at = 2s;
constexpr base::Duration talk_at = 60s;
constexpr base::Duration talk_until = 360s;
constexpr base::Duration end = 380s;
constexpr auto transfer_class = base::PriorityClass::bulk;
constexpr auto message_class = base::PriorityClass::control;

PathConditions path_of(const RecoveryCase& given) {
    PathConditions path;
    path.delay_min = path.delay_max = given.rtt / 2;
    if (given.reorder_ppm > 0) path.delay_min = given.rtt / 4;
    path.reorder_ppm = given.reorder_ppm;
    path.bandwidth_kbps = 10'000;
    if (given.loss == RecoveryCase::Loss::uniform) path.loss_ppm = given.loss_ppm;
    // Slots of 20 ms, stays of 86 ms in the bad state; the good one as long as the mean asks.
    constexpr std::uint32_t leave = 233'333;
    if (given.loss == RecoveryCase::Loss::bursts) {
        const auto enter = std::uint64_t{leave} * given.loss_ppm / (1'000'000 - given.loss_ppm);
        path.burst = {.enter_ppm = static_cast<std::uint32_t>(enter), .leave_ppm = leave, .bad_ppm = 1'000'000};
    }
    return path;
}

/// A conference's worth: a transfer, then messages and voices for five minutes.
class Run {
  public:
    Run(const RecoveryCase& given, std::uint64_t seed)
        : given_{given},
          world_{path_of(given), path_of(given), seed},
          flow_{world_.add_link({})} {}

    Recovered run() {
        flow_.received = [this](const link::LinkEvent& event) { take(event); };
        world_.at(at(transfer_at), [this] {
            for (std::size_t i = 0; i < transfer_bytes / piece_bytes; ++i)
                std::ignore = flow_.sender->send_stream(transfer_class, base::Bytes(piece_bytes, 1));
        });
        world_.every(100ms, at(transfer_at), at(talk_at), [this] { look_at_pace(); });
        world_.at(at(talk_at), [this] { transfer_resent_ = flow_.sender->stats().stream_bytes_resent; });
        world_.every(1s, at(talk_at), at(talk_until), [this] { say(); });
        world_.every(20ms, at(talk_at), at(talk_until), [this] { speak(); });
        world_.run_until(at(end));
        return result();
    }

  private:
    [[nodiscard]] static VirtualTime at(base::Duration time) { return VirtualTime{time}; }
    [[nodiscard]] base::Duration patience() const { return given_.rtt + 200ms; }
    void say() {
        base::Bytes message(300, 2);
        message[0] = static_cast<std::uint8_t>(said_.size());
        said_.push_back(world_.now());
        std::ignore = flow_.sender->send_stream(message_class, message);
    }
    void speak() {
        wire::FragmentFrame frame;
        frame.sequence = base::SequenceNumber{spoken_.size()};
        frame.data = base::Bytes(120, 3);
        spoken_.push_back(world_.now());
        const auto now = flow_.sender_now(world_.now());
        std::ignore = flow_.sender->send_fragment(
            {link::encode_fragment(frame), base::PriorityClass::audio, now + patience(), {}}, now);
    }
    void look_at_pace() {
        const auto stats = flow_.sender->stats();
        const auto sent = static_cast<double>(flow_.sent.bytes(world_.now() - 100ms, world_.now()));
        const auto rate = static_cast<double>(std::max(stats.pace_rate.value(), rate_before_));
        rate_before_ = stats.pace_rate.value();
        // The burst that the pacer allows is not of the rate.
        paced_ = std::max(paced_, (sent - rate * 0.005 - 2400) / (rate * 0.1));
    }
    void take(const link::LinkEvent& event) {
        if (const auto* message = std::get_if<link::StreamMessage>(&event)) {
            if (message->stream == transfer_class) {
                transferred_ += message->message.size();
                transferred_at_ = world_.now();
                return;
            }
            exact_ = exact_ && message->message.at(0) == static_cast<std::uint8_t>(took_.size());
            if (took_.size() < said_.size()) took_.push_back(world_.now() - said_[took_.size()]);
        } else if (const auto* fragment = std::get_if<link::FragmentReceived>(&event)) {
            const auto sequence = fragment->fragment.sequence.value();
            if (world_.now() - spoken_.at(sequence) <= patience()) in_time_.insert(sequence);
        }
    }
    [[nodiscard]] Recovered result() {
        Recovered result;
        const auto stats = flow_.sender->stats();
        result.exact = exact_ && transferred_ == transfer_bytes && took_.size() == said_.size();
        result.transfer = transferred_at_ - at(transfer_at);
        result.sent_over_needed = 1 + static_cast<double>(transfer_resent_) / transfer_bytes;
        std::ranges::sort(took_);
        if (!took_.empty()) {
            result.message_median = took_[took_.size() / 2];
            result.message_99 = took_[took_.size() * 99 / 100];
            result.message_longest = took_.back();
        }
        result.voices_in_time = static_cast<double>(in_time_.size()) / static_cast<double>(spoken_.size());
        result.spurious = static_cast<double>(stats.packets_spurious) / static_cast<double>(stats.datagrams_sent);
        result.paced = paced_;
        return result;
    }

    RecoveryCase given_;
    BottleneckWorld world_;
    BottleneckWorld::LinkFlow& flow_;
    std::size_t transferred_{0};
    VirtualTime transferred_at_{};
    std::uint64_t transfer_resent_{0};
    std::vector<VirtualTime> said_;
    std::vector<base::Duration> took_;
    std::vector<VirtualTime> spoken_;
    std::set<std::uint64_t> in_time_;
    std::uint64_t rate_before_{0};
    double paced_{0};
    bool exact_{true};
};

} // namespace

Recovered recover(const RecoveryCase& given, std::uint64_t seed) { return Run{given, seed}.run(); }

} // namespace plenum::sim
