// SPDX-License-Identifier: Apache-2.0
// Frames of cameras, honest and not: an ensemble is handed over once, has one instant, at most one frame of a camera,
// and bounds hold.
#include "core/cluster/ensembles.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <bit>
#include <chrono>
#include <map>
#include <set>
#include <utility>

namespace plenum::fuzz {
namespace {

using namespace cluster;
using namespace std::chrono_literals;
using Accepted = Ensembles::Accepted;

constexpr std::size_t bytes_max = 3000;
constexpr std::size_t ensembles_max = 6;
constexpr base::Duration tolerance = 10ms;

class Run {
  public:
    Run() { ensembles_.set_cameras(cameras_); }
    void step(Input& steps) {
        switch (steps.below(11)) {
        case 0: now_ += steps.microseconds(400'000); break;
        case 1: drop(steps); break;
        case 2:
            if (steps.rarely(8)) change_cameras(steps.number(1));
            break;
        case 3: ensembles_.handle_sending(flow(steps), now_); break;
        default: frame(steps); break;
        }
        while (const auto ended = ensembles_.poll(now_))
            check(*ended);
        CHECK(ensembles_.bytes() <= bytes_max);
        if (ensembles_.bytes() == 0 && held_ == 0) return;
        CHECK(ensembles_.next_wakeup() == base::local_time_max || ensembles_.next_wakeup() > now_);
    }

  private:
    [[nodiscard]] static FlowNumber flow(Input& steps) { return FlowNumber{static_cast<std::uint8_t>(steps.below(6))}; }
    [[nodiscard]] static EnsembleId id(Input& steps) {
        return {{1 + static_cast<std::uint32_t>(steps.below(2)), base::MemberIndex{1}},
                base::SequenceNumber{steps.below(40)}};
    }
    /// Those on flows that were not there may be others.
    void change_cameras(std::uint64_t cameras) {
        std::erase_if(newest_,
                      [&](const auto& item) { return (cameras_ & cameras & Ensembles::camera(item.first)) == 0; });
        // Where all are others, their ensembles may have names that there were.
        if (newest_.empty()) ended_.clear();
        ensembles_.set_cameras(cameras_ = cameras);
    }
    void frame(Input& steps) {
        const auto camera = flow(steps);
        CapturedFrame frame{id(steps), base::ConferenceTime{steps.microseconds(30'000)}, base::Bytes(steps.below(900))};
        const auto ensemble = frame.ensemble;
        const auto at = frame.captured_at;
        const bool known = (cameras_ & Ensembles::camera(camera)) != 0;
        const auto accepted = ensembles_.handle_frame(camera, std::move(frame), now_);
        CHECK((accepted == Accepted::unknown_camera) == !known);
        if (accepted != Accepted::taken) return;
        ++held_;
        CHECK(!ended_.contains(ensemble));
        const auto newest = newest_.find(camera);
        CHECK(newest == newest_.end() || newest->second < ensemble);
        newest_.insert_or_assign(camera, ensemble);
        CHECK(order_.level == 0 || !order_.drops(ensemble));
        instants_.insert_or_assign({ensemble, camera}, at);
    }
    void drop(Input& steps) {
        const auto after = id(steps);
        order_ = {after, id(steps), static_cast<std::uint8_t>(steps.below(8))};
        ensembles_.handle_drops(order_);
    }
    void check(const Ensemble& ended) {
        CHECK(ended_.insert(ended.id).second);
        CHECK(!ended.frames.empty());
        CHECK(order_.level == 0 || !order_.drops(ended.id));
        std::uint64_t there = 0;
        for (const auto& [camera, bytes] : ended.frames) {
            there |= Ensembles::camera(camera);
            const auto instant = instants_.find({ended.id, camera});
            CHECK(instant != instants_.end());
            CHECK(std::chrono::abs(instant->second - ended.captured_at) <= tolerance);
        }
        CHECK(ended.complete == ((cameras_ & ~there) == 0));
        CHECK(ended.asynchrony() >= 0ns);
        held_ -= std::min(held_, ended.frames.size() + ended.other_instants.size());
    }

    base::LocalTime now_{100s};
    std::uint64_t cameras_{0b1'1111};
    Ensembles ensembles_{{300ms, 900ms, tolerance, bytes_max, ensembles_max}};
    DropOrder order_;
    std::set<EnsembleId> ended_;
    std::map<FlowNumber, EnsembleId> newest_;
    std::map<std::pair<EnsembleId, FlowNumber>, base::ConferenceTime> instants_;
    std::size_t held_{0};
};

} // namespace

void run_cluster_ensembles(base::ByteView input) {
    Input steps{input};
    Run run;
    for (int i = 0; i < 300 && steps.more(); ++i)
        run.step(steps);
}

} // namespace plenum::fuzz
