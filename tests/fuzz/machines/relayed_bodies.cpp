// SPDX-License-Identifier: Apache-2.0
// An edge behind a home that shares bodies, over a link that loses, doubles and reorders, beside packets and references
// that nobody sent: messages of a session come out in the order of their streams, each as the home meant it.
#include "core/relay/edge/held_messages.h"
#include "core/relay/multicast/multicast_receiver.h"
#include "core/relay/multicast/multicast_source.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <deque>
#include <vector>

namespace plenum::fuzz {
namespace {

using namespace node;
using namespace std::chrono_literals;

constexpr std::uint64_t edge = 77;
constexpr base::PriorityClass stream = base::PriorityClass::chat;

class Run {
  public:
    void step(Input& steps) {
        switch (steps.below(8)) {
        case 0: share(steps); break;
        case 1: now_ += steps.microseconds(2'000'000); break;
        case 2: invent_reference(steps); break;
        case 3: invent_packet(steps); break;
        case 4: direct(steps); break;
        default: deliver(steps); break;
        }
        turn();
    }
    /// What is still missing is asked for, as the edge does.
    void finish() {
        turn();
        for (auto& hole : held_.holes()) {
            const auto meant = meant_.find(hole.reference);
            std::ignore = held_.fill(hole, meant == meant_.end() ? base::Bytes{0} : meant->second);
        }
        held_.forget_filled();
        CHECK(held_.holes().empty());
        std::vector<base::Bytes> handed;
        held_.move([&](base::PriorityClass, const base::Bytes& message) {
            handed.push_back(message);
            return true;
        });
        CHECK(handed == expected_ && held_.moved() == held_.added());
    }

  private:
    struct UnderWay {
        bool down;
        base::Bytes packet;
    };
    void share(Input& steps) {
        base::Bytes message(1 + steps.below(3000), static_cast<std::uint8_t>(++shared_));
        const auto reference = home_.share({{}, shared_}, message, {edge}, now_);
        if (!reference) return;
        CHECK(is_sound(*reference) && home_.find({{}, shared_}, message, edge) == reference);
        CHECK(!home_.find({{}, shared_}, message, edge + 1));
        CHECK(meant_.emplace(*reference, message).second);
        refer(*reference, std::move(message));
    }
    void refer(const wire::BodyReference& reference, base::Bytes message) {
        received_.expect(reference, now_);
        std::ignore = held_.add(stream, reference, now_);
        expected_.push_back(std::move(message));
    }
    void invent_reference(Input& steps) {
        wire::BodyReference reference{{}, steps.number(1), steps.number(4), steps.byte()};
        if (steps.flip()) reference.session = home_.session().session.value();
        if (!is_sound(reference) || meant_.contains(reference)) return;
        received_.expect(reference, now_);
        CHECK(received_.find(reference).size() <= reference.count * tree::limits::payload_bytes_max);
        std::ignore = received_.is_lost(reference);
    }
    void invent_packet(Input& steps) {
        auto packet = under_way_.empty() ? base::Bytes{} : under_way_.front().packet;
        const auto altered = steps.bytes(8);
        for (std::size_t i = 0; i < altered.size() && i < packet.size(); ++i)
            if (i > 20 || steps.flip()) packet[i] ^= altered[i];
        // Data of the home's own session would be believed: edges are sent that by the home alone.
        const auto read = tree::decode_packet(packet);
        const bool of_home = read && std::visit(
                                         [&](const auto& each) {
                                             if constexpr (requires { each.header; })
                                                 return each.header.session == home_.session();
                                             else
                                                 return each.session == home_.session();
                                         },
                                         *read);
        if (!of_home) received_.handle(packet, now_);
    }
    void direct(Input& steps) {
        base::Bytes message(steps.below(20), 0xff);
        expected_.push_back(message);
        std::ignore = held_.add(stream, std::move(message));
    }
    void deliver(Input& steps) {
        if (under_way_.empty()) return;
        const auto which = steps.rarely(4) ? steps.below(under_way_.size()) : 0;
        const auto each = under_way_[which];
        under_way_.erase(under_way_.begin() + static_cast<std::ptrdiff_t>(which));
        if (steps.rarely(5)) return;
        if (steps.rarely(7)) under_way_.push_back(each);
        each.down ? received_.handle(each.packet, now_) : home_.handle(each.packet, now_);
    }
    void turn() {
        now_ += 1ms;
        home_.handle_wakeup(now_);
        received_.handle_wakeup(now_);
        while (auto packet = home_.poll(now_))
            under_way_.push_back({true, *std::move(packet)});
        while (auto packet = received_.poll())
            under_way_.push_back({false, *std::move(packet)});
        while (under_way_.size() > 2000)
            under_way_.pop_front();
        for (const auto& hole : held_.holes())
            if (auto body = received_.find(hole.reference); !body.empty()) {
                CHECK(body == meant_.at(hole.reference));
                std::ignore = held_.fill(hole, std::move(body));
            }
        held_.forget_filled();
    }

    base::LocalTime now_{100s};
    MulticastSource home_{7};
    MulticastReceiver received_{edge_receiver(edge)};
    HeldMessages held_;
    std::deque<UnderWay> under_way_;
    std::uint64_t shared_{0};
    std::map<wire::BodyReference, base::Bytes> meant_;
    std::vector<base::Bytes> expected_;
};

} // namespace

void run_relayed_bodies(base::ByteView input) {
    Input steps{input};
    Run run;
    for (int i = 0; i < 500 && steps.more(); ++i)
        run.step(steps);
    run.finish();
}

} // namespace plenum::fuzz
