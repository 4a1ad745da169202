// SPDX-License-Identifier: Apache-2.0
// Hosts that trigger each other over a network that loses, delays and is cut, while a member sends any messages: a
// host captures each instant once and in order, and hosts that capture for one ensemble do so at one instant.
#include "core/cluster/trigger_group.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <chrono>
#include <deque>
#include <map>
#include <vector>

namespace plenum::fuzz {
namespace {

using namespace cluster;
using namespace std::chrono_literals;

constexpr std::uint32_t hosts_count = 3;
constexpr base::MemberIndex stranger{9};

base::MemberIndex member(std::size_t host) { return base::MemberIndex{static_cast<std::uint32_t>(host + 1)}; }

class Run {
  public:
    explicit Run(Input& steps) {
        TriggerGroup::Options options;
        options.trigger.pace = base::enum_values<Pace>[steps.below(base::enum_count<Pace>)];
        options.trigger.interval = steps.microseconds(50'000);
        if (steps.rarely(4)) options.capture.source = CaptureSlave::Source::hardware;
        options.election.patience = options.election.step = 100ms;
        by_hardware_ = options.capture.source == CaptureSlave::Source::hardware;
        std::vector<base::MemberIndex> members;
        for (std::size_t i = 0; i < hosts_count; ++i)
            members.push_back(member(i));
        for (std::size_t i = 0; i < hosts_count; ++i) {
            hosts_.push_back({TriggerGroup{members[i], options, now_}});
            hosts_.back().group.set_hosts(members);
        }
    }
    void step(Input& steps) {
        switch (steps.below(8)) {
        case 0: hosts_[steps.below(hosts_count)].group.handle_buffered(); break;
        case 1: now_ += steps.microseconds(steps.rarely(4) ? 2'000'000 : 60'000); break;
        case 2: claim(steps); break;
        case 3: hosts_[steps.below(hosts_count)].group.handle_pulse(now_ + steps.microseconds(20'000)); break;
        case 4: order(steps); break;
        default:
            now_ += steps.microseconds(5'000);
            deliver(steps);
            break;
        }
        for (std::size_t i = 0; i < hosts_.size(); ++i)
            pump(i);
    }

  private:
    struct Host {
        TriggerGroup group;
        EnsembleId captured{};
    };
    struct Message {
        base::MemberIndex from;
        std::size_t to;
        base::Bytes bytes;
    };

    void pump(std::size_t which) {
        auto& host = hosts_[which];
        for (int outputs = 0;; ++outputs) {
            // A turn ends.
            CHECK(outputs < 100);
            const auto output = host.group.poll(now_, {});
            if (!output) break;
            if (const auto* all = std::get_if<TriggerGroup::ToAll>(&*output)) {
                for (std::size_t to = 0; to < hosts_.size(); ++to)
                    if (to != which) send(member(which), to, all->message);
            } else if (const auto* ready = std::get_if<TriggerGroup::ToMaster>(&*output)) {
                const auto to = std::size_t{ready->master.value()} - 1;
                if (to < hosts_.size()) send(member(which), to, ready->message);
            } else {
                capture(host, std::get<Capture>(*output));
            }
        }
        CHECK(host.group.next_wakeup() > now_);
    }
    void capture(Host& host, const Capture& capture) {
        CHECK(host.captured < capture.ensemble);
        host.captured = capture.ensemble;
        CHECK(by_hardware_ || now_ <= base::LocalTime{capture.at.time_since_epoch()} + 5ms);
        const auto known = instants_.emplace(capture.ensemble, capture.at).first;
        CHECK(capture.ensemble.term.master == stranger || known->second == capture.at);
    }
    void send(base::MemberIndex from, std::size_t to, const TriggerMessage& message) {
        auto bytes = encode(message);
        CHECK(bytes.size() <= limits::trigger_message_bytes_max);
        CHECK(decode_trigger_message(bytes) == message);
        if (under_way_.size() < 50) under_way_.push_back({from, to, std::move(bytes)});
    }
    void deliver(Input& steps) {
        if (under_way_.empty()) return;
        const auto which = steps.rarely(4) ? steps.below(under_way_.size()) : 0;
        const auto message = under_way_[which];
        under_way_.erase(under_way_.begin() + static_cast<std::ptrdiff_t>(which));
        if (steps.rarely(6)) return;
        if (const auto decoded = decode_trigger_message(message.bytes))
            hosts_[message.to].group.handle(message.from, *decoded, now_, {});
    }
    /// Somebody who is no host says what masters say, or a host says what is not true of it.
    void claim(Input& steps) {
        const auto to = steps.below(hosts_count);
        const auto bytes = steps.bytes(limits::trigger_message_bytes_max);
        auto decoded = decode_trigger_message(bytes);
        if (!decoded) return;
        hosts_[to].group.handle(stranger, *decoded, now_, {});
        if (const auto* ready = std::get_if<Ready>(&*decoded))
            hosts_[to].group.handle(member(steps.below(hosts_count)), *ready, now_, {});
    }
    void order(Input& steps) {
        const EnsembleId through{{static_cast<std::uint32_t>(steps.below(4)), member(0)},
                                 base::SequenceNumber{steps.below(99)}};
        hosts_[steps.below(hosts_count)].group.order_drops({{}, through, static_cast<std::uint8_t>(steps.below(8))});
    }

    base::LocalTime now_{100s};
    bool by_hardware_{false};
    std::vector<Host> hosts_;
    std::deque<Message> under_way_;
    std::map<EnsembleId, base::ConferenceTime> instants_;
};

} // namespace

void run_cluster_triggers(base::ByteView input) {
    Input steps{input};
    Run run{steps};
    for (int i = 0; i < 600 && steps.more(); ++i)
        run.step(steps);
}

} // namespace plenum::fuzz
