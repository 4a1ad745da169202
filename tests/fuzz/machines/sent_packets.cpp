// SPDX-License-Identifier: Apache-2.0
// What was sent: nothing counts as arrived or lost twice, nothing that was never sent counts at all, and an
// acknowledgement that is refused changes nothing.
#include "core/link/sent_packets.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <set>

namespace plenum::fuzz {
namespace {

constexpr std::size_t packets_max = 64;

/// The numbers that an acknowledgement tells of; nullopt for one that goes below zero.
std::optional<std::set<std::uint64_t>> told(const wire::AckFrame& ack) {
    std::set<std::uint64_t> numbers;
    auto last = ack.largest.value();
    if (ack.first_length > last) return std::nullopt;
    auto low = last - ack.first_length;
    for (auto number = low; number <= last; ++number)
        numbers.insert(number);
    for (const auto& range : ack.ranges) {
        if (low < range.gap + 2) return std::nullopt;
        last = low - range.gap - 2;
        if (range.length > last) return std::nullopt;
        low = last - range.length;
        for (auto number = low; number <= last; ++number)
            numbers.insert(number);
    }
    return numbers;
}

class Run {
  public:
    void add(bool eliciting) {
        const auto number = sent_.next_number();
        CHECK(number == eliciting_.size());
        eliciting_.push_back(eliciting);
        link::SentPacket packet{now, 100, link::SentPacket::State::in_flight, {link::SentAck{number}}};
        sent_.add(std::move(packet), eliciting, outcome_);
        settle(nullptr);
        CHECK(sent_.size() <= packets_max);
    }
    void acknowledge(const wire::AckFrame& ack) {
        const auto numbers = told(ack);
        const bool sound = numbers && ack.largest.value() < sent_.next_number();
        CHECK(sent_.handle_ack(ack, now, rtt_, outcome_) == sound);
        if (!sound) CHECK(outcome_.acknowledged.empty() && outcome_.lost.empty());
        settle(numbers ? &*numbers : nullptr);
    }
    void detect() {
        sent_.detect_losses(now, rtt_, outcome_);
        settle(nullptr);
    }
    [[nodiscard]] std::uint64_t next() const { return sent_.next_number(); }

    base::LocalTime now{base::from_us(1000)};

  private:
    static std::uint64_t number_of(const link::SentPacket& packet) {
        CHECK(packet.items.size() == 1);
        return std::get<link::SentAck>(packet.items[0]).largest;
    }
    void settle(const std::set<std::uint64_t>* acknowledged) {
        for (const auto& packet : outcome_.acknowledged) {
            const auto number = number_of(packet);
            CHECK(acknowledged != nullptr && acknowledged->contains(number));
            CHECK(arrived_.insert(number).second);
        }
        for (const auto& packet : outcome_.lost) {
            const auto number = number_of(packet);
            CHECK(eliciting_.at(number) && !arrived_.contains(number) && lost_.insert(number).second);
        }
        outcome_.clear();
        CHECK(sent_.anything_in_flight() == (sent_.oldest_in_flight() != nullptr));
        CHECK(sent_.lost() == lost_.size());
    }

    link::SentPackets sent_{packets_max};
    link::SentPackets::Outcome outcome_;
    link::RttEstimator rtt_;
    std::vector<bool> eliciting_;
    std::set<std::uint64_t> arrived_;
    std::set<std::uint64_t> lost_;
};

} // namespace

void run_sent_packets(base::ByteView input) {
    Input steps{input};
    Run run;
    while (steps.more()) {
        run.now += steps.microseconds(30'000);
        switch (steps.below(5)) {
        default: run.add(steps.flip()); break;
        case 3: {
            wire::AckFrame ack;
            const auto back = steps.below(24);
            ack.largest = base::PacketNumber{run.next() + 2 - std::min(run.next() + 2, back)};
            ack.delay = steps.microseconds(50'000);
            ack.first_length = steps.below(6);
            for (auto ranges = steps.below(4); ranges > 0; --ranges)
                ack.ranges.push_back({steps.below(5), steps.below(5)});
            run.acknowledge(ack);
            break;
        }
        case 4: run.detect(); break;
        }
    }
}

} // namespace plenum::fuzz
