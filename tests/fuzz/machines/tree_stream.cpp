// SPDX-License-Identifier: Apache-2.0
// A stream of reliable multicast from a source over two nodes to three receivers, over links that lose, double and
// reorder: each receiver has all messages in the end, in order and once, and the source keeps none.
#include "core/tree/stream/stream_receiver.h"
#include "core/tree/stream/stream_source.h"
#include "core/tree/tree_node.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <array>
#include <deque>
#include <memory>
#include <vector>

namespace plenum::fuzz {
namespace {

using namespace tree;
using namespace std::chrono_literals;

constexpr SessionKey session{NodeId{1}, GroupId{2}, SessionId{3}};

/// Source (0), upper node (1) with a receiver (3) and the lower node (2), which has two receivers (4, 5).
class Run {
  public:
    explicit Run(bool upper_serves) : upper_{NodeId{11}, options(upper_serves)} {
        for (std::size_t i = 0; i < receivers_.size(); ++i) {
            StreamReceiverOptions receiver;
            receiver.self = NodeId{20 + i};
            receiver.session = session;
            receivers_[i] = std::make_unique<StreamReceiver>(receiver);
        }
        while (!std::ranges::all_of(receivers_, [](const auto& each) { return each->session().is_set_up(); }))
            quiet_turn();
    }
    void step(Input& steps) {
        switch (steps.below(6)) {
        case 0:
            if (source_.push({static_cast<std::uint8_t>(pushed_)}, now_)) ++pushed_;
            break;
        case 1: now_ += steps.microseconds(400'000); break;
        default:
            now_ += steps.microseconds(2'000);
            deliver(steps);
            break;
        }
        turn();
    }
    void finish() {
        for (int i = 0; i < 4000 && !is_done(); ++i)
            quiet_turn();
        CHECK(is_done());
    }

  private:
    struct UnderWay {
        std::size_t to;
        std::size_t from;
        base::Bytes packet;
    };
    [[nodiscard]] static StreamSourceOptions source_options() {
        StreamSourceOptions options;
        options.session = session;
        options.window = 16;
        options.retention = 1h;
        // Longer than a run: who is not heard for as long is not waited for.
        options.report_age = 290s;
        options.object_lifetime = 290s;
        options.repairs.repairs_per_packet_max = 1000;
        return options;
    }
    [[nodiscard]] static NodeOptions options(bool serves) {
        NodeOptions options;
        if (!serves) options.sessions_max = 0;
        return options;
    }
    [[nodiscard]] bool is_done() const {
        for (std::size_t i = 0; i < receivers_.size(); ++i) {
            if (got_[i] != pushed_) return false;
        }
        return source_.unacknowledged() == 0;
    }
    void quiet_turn() {
        now_ += 10ms;
        turn();
        while (!under_way_.empty()) {
            arrive(take(0));
            turn();
        }
    }
    void deliver(Input& steps) {
        if (under_way_.empty()) return;
        auto packet = take(steps.rarely(4) ? steps.below(under_way_.size()) : 0);
        if (steps.rarely(5)) return;
        if (steps.rarely(7)) under_way_.push_back(packet);
        arrive(packet);
    }
    [[nodiscard]] UnderWay take(std::size_t which) {
        auto packet = std::move(under_way_[which]);
        under_way_.erase(under_way_.begin() + static_cast<std::ptrdiff_t>(which));
        return packet;
    }
    void arrive(const UnderWay& each) {
        static constexpr std::array upper_below{InterfaceIndex{2}, InterfaceIndex{3}};
        static constexpr std::array lower_below{InterfaceIndex{4}, InterfaceIndex{5}};
        Arrival arrival{InterfaceIndex{static_cast<std::uint16_t>(each.from)}, {}};
        if (each.from >= 3) arrival.receiver = NodeId{17 + each.from};
        if (each.to == 0)
            source_.handle(each.packet, now_);
        else if (each.to == 1)
            upper_.handle(each.packet, arrival, {InterfaceIndex{0}, upper_below}, now_);
        else if (each.to == 2)
            lower_.handle(each.packet, arrival, {InterfaceIndex{1}, lower_below}, now_);
        else
            receivers_[each.to - 3]->handle(each.packet, now_);
    }
    /// All who are due say what they have to say.
    void turn() {
        upper_.handle_wakeup(now_);
        lower_.handle_wakeup(now_);
        while (auto packet = source_.poll(now_))
            under_way_.push_back({1, 0, *std::move(packet)});
        send_all(upper_, 1);
        send_all(lower_, 2);
        for (std::size_t i = 0; i < receivers_.size(); ++i) {
            receivers_[i]->handle_wakeup(now_);
            while (auto packet = receivers_[i]->poll())
                under_way_.push_back({i == 0 ? std::size_t{1} : std::size_t{2}, 3 + i, *std::move(packet)});
            while (const auto event = receivers_[i]->poll_event()) {
                const auto* message = std::get_if<StreamMessage>(&*event);
                CHECK(message != nullptr && message->sequence == got_[i]);
                CHECK(message->payload == base::Bytes{static_cast<std::uint8_t>(got_[i])});
                ++got_[i];
            }
        }
        CHECK(source_.unacknowledged() <= 16);
    }
    void send_all(TreeNode& node, std::size_t from) {
        while (auto sent = node.poll()) {
            for (const auto interface : sent->interfaces)
                under_way_.push_back({interface.value(), from, sent->packet});
        }
    }

    base::LocalTime now_{100s};
    StreamSource source_{source_options()};
    TreeNode upper_;
    TreeNode lower_{NodeId{12}};
    std::array<std::unique_ptr<StreamReceiver>, 3> receivers_;
    std::deque<UnderWay> under_way_;
    std::uint64_t pushed_{0};
    std::array<std::uint64_t, 3> got_{};
};

} // namespace

void run_tree_stream(base::ByteView input) {
    Input steps{input};
    Run run{steps.flip()};
    for (int i = 0; i < 500 && steps.more(); ++i)
        run.step(steps);
    run.finish();
}

} // namespace plenum::fuzz
