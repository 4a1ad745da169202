// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/bottleneck/beside_others.h"
#include "core/link/rate/tfrc_rate.h"

#include <algorithm>
#include <cmath>

namespace plenum::sim {

namespace {

using namespace std::chrono_literals;

constexpr base::Duration frame_interval = 100ms;
constexpr std::size_t frame_bytes = 8'000;
constexpr std::size_t fragment_bytes = 1'000;
constexpr std::size_t chunk_fragments = 240;
constexpr std::size_t low_water_fragments = 16;
constexpr VirtualTime begin{10s};
constexpr VirtualTime end{130s};
constexpr base::Duration patience = 10s;
constexpr base::FlowId video_flow{1};
constexpr base::FlowId bulk_flow{2};
constexpr PathConditions path{.delay_min = 25ms, .delay_max = 25ms, .bandwidth_kbps = 10'000};
constexpr PathConditions way_back{.delay_min = 25ms, .delay_max = 25ms};

class Run {
  public:
    Run(const BesideOthers& given, std::uint64_t seed)
        : given_{given},
          world_{path, way_back, seed},
          flow_{world_.add_link({.make = plain() ? link::make_tfrc_rate : link::make_delay_rate})} {
        for (std::size_t i = 0; i < given.others; ++i)
            others_.push_back(&world_.add_other());
    }

    Presented run() {
        flow_.feed = [this](BottleneckWorld::LinkFlow&) { feed(); };
        flow_.received = [this](const link::LinkEvent& event) { take(event); };
        world_.every(frame_interval, VirtualTime{1s}, end, [this] {
            captured_.push_back(world_.now());
            for (std::uint16_t i = 0; i < frame_bytes / fragment_bytes; ++i)
                push(video_flow, captured_.size() - 1, i);
        });
        world_.run_until(end + patience);
        return result();
    }

  private:
    [[nodiscard]] bool plain() const { return given_.sender == BesideOthers::Sender::plain; }
    void feed() {
        const auto waiting = flow_.sender->load().queued_fragments;
        while (written_ > 0 && waiting <= (written_ - 1) * chunk_fragments + low_water_fragments)
            --written_;
        for (; written_ < given_.own_streams && world_.now() < end; ++written_)
            for (std::size_t i = 0; i < chunk_fragments; ++i)
                push(bulk_flow, 0, 0);
    }
    void push(base::FlowId flow, std::uint64_t sequence, std::uint16_t index) {
        wire::FragmentFrame frame;
        frame.flow = flow;
        frame.sequence = base::SequenceNumber{sequence};
        frame.index = index;
        frame.count = frame_bytes / fragment_bytes;
        frame.data = base::Bytes(fragment_bytes, 1);
        const auto now = flow_.sender_now(world_.now());
        const bool ranked = !plain() && flow == video_flow;
        // Equal deadlines keep the order of coming.
        const auto deadline = ranked ? now + patience : flow_.sender_now(end) + 1h;
        std::ignore = flow_.sender->send_fragment({link::encode_fragment(frame),
                                                   ranked ? base::PriorityClass::video : base::PriorityClass::bulk,
                                                   deadline,
                                                   {}},
                                                  now);
    }
    void take(const link::LinkEvent& event) {
        const auto* fragment = std::get_if<link::FragmentReceived>(&event);
        if (fragment == nullptr || fragment->fragment.flow != video_flow) return;
        const auto sequence = fragment->fragment.sequence.value();
        if (++arrived_[sequence] == frame_bytes / fragment_bytes) handed_over_[sequence] = world_.now();
    }
    [[nodiscard]] Presented result() const {
        Presented result;
        std::vector<double> between;
        std::vector<double> delays;
        const VirtualTime* before = nullptr;
        std::size_t asked = 0;
        for (std::uint64_t sequence = 0; sequence < captured_.size(); ++sequence) {
            if (captured_[sequence] < begin) continue;
            ++asked;
            const auto found = handed_over_.find(sequence);
            if (found == handed_over_.end()) continue;
            if (before != nullptr) between.push_back(base::to_ms(found->second - *before));
            before = &found->second;
            delays.push_back(base::to_ms(found->second - captured_[sequence]));
        }
        if (between.empty()) return result;
        double mean = 0;
        for (const auto one : between)
            mean += one / static_cast<double>(between.size());
        for (const auto one : between)
            result.variance += (one - mean) * (one - mean) / static_cast<double>(between.size());
        std::ranges::sort(delays);
        result.maximum = std::ranges::max(between);
        result.complete = static_cast<double>(delays.size()) / static_cast<double>(asked);
        result.delay_95 = delays[delays.size() * 95 / 100];
        result.own_rate = flow_.arrived.rate(begin, end) / 1000;
        for (const auto* other : others_)
            result.others_rate += other->arrived.rate(begin, end) / 1000;
        return result;
    }

    BesideOthers given_;
    BottleneckWorld world_;
    BottleneckWorld::LinkFlow& flow_;
    std::vector<BottleneckWorld::OtherFlow*> others_;
    /// Chunks that have not all left.
    std::size_t written_{0};
    std::vector<VirtualTime> captured_;
    std::map<std::uint64_t, std::size_t> arrived_;
    std::map<std::uint64_t, VirtualTime> handed_over_;
};

} // namespace

Presented present(const BesideOthers& given, std::uint64_t seed) { return Run{given, seed}.run(); }

} // namespace plenum::sim
