// SPDX-License-Identifier: Apache-2.0
#include "app/capture/scene_sender.h"

#include "app/capture/depth_picture.h"
#include "media/depth/depth_frame.h"

#include <algorithm>
#include <tuple>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

/// Until a flow that was asked for is asked for again.
constexpr base::Duration creation_patience = 2s;
constexpr media::depth::DepthFrameQuality quality{70};
constexpr int halvings_max = 3;
/// Messages at once. The flow's contract allows a burst of one second.
constexpr std::size_t pairs_at_once = SceneFlows::rate_hz;

} // namespace

void SceneSender::handle(const node::Event& event) {
    flows_.handle(event);
    const auto* refused = std::get_if<node::CommandRefused>(&event);
    if (refused == nullptr || refused->command != node::CommandKind::of<node::CreateFlow>()) return;
    if (refused->flow_name != asked_) return;
    asked_.reset();
    // The name was taken meanwhile, or we are not in yet: it is asked for again.
    if (refused->error == node::CommandError::name_taken || refused->error == node::CommandError::wrong_state) return;
    on_ = false;
    failed_({.cause = StudioError::Cause::scene_refused, .detail = std::string{client::explain(*refused)}});
}

void SceneSender::pump(base::LocalTime now) {
    const auto own = flows_.own();
    flow_ = on_ ? own.value() : std::uint16_t{0};
    if (own.value() != 0) asked_.reset();
    if (flows_.self().value() == 0 || on_ == (own.value() != 0) || now < create_at_) return;
    create_at_ = now + creation_patience;
    if (on_) {
        const auto create = flows_.make(name_);
        asked_ = create.name;
        std::ignore = session_.act(create);
    } else {
        std::ignore = session_.act(node::CloseFlow{own});
    }
}

base::Bytes SceneSender::pack(const media::depth::ColourDepth& picture) {
    auto& halvings = halvings_[picture.source];
    const media::depth::ColourDepth* smaller = &picture;
    media::depth::ColourDepth kept;
    const auto halve = [&] {
        kept = halved(*smaller);
        smaller = &kept;
    };
    for (int i = 0; i < halvings; ++i)
        halve();
    while (true) {
        auto message = media::depth::pack_depth_frame(*smaller, quality);
        const bool fits = message && message->size() <= SceneFlows::message_bytes_max;
        // Twice as wide and high takes about four times the bytes.
        if (fits && message->size() < SceneFlows::message_bytes_max / 6 && halvings > 0) --halvings;
        if (fits) return *std::move(message);
        if (halvings >= halvings_max) return {};
        ++halvings;
        halve();
    }
}

void SceneSender::send(std::span<const Reconstruction::PairDepth> depth, base::LocalTime now) {
    const auto flow = flow_.load();
    if (flow == 0 || depth.empty() || now < next_at_) return;
    const auto count = std::min(depth.size(), pairs_at_once);
    for (std::size_t i = 0; i < count; ++i) {
        next_pair_ = (next_pair_ + 1) % depth.size();
        auto message = pack(depth[next_pair_].picture);
        if (message.empty()) continue;
        bytes_sent_ += message.size();
        // What finds the queue full is worth nothing later.
        std::ignore = session_.publish({base::FlowId{flow}, {}, std::move(message)});
    }
    next_at_ = now + count * (base::Duration{1s} / SceneFlows::rate_hz);
}

} // namespace plenum::app
