// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/camera_habit.h"

#include "tests/sim/odds.h"

#include <iterator>

namespace plenum::sim {
namespace {

/// By place in the period, as Vp8Encoder has them, but shorter.
constexpr std::array<std::uint8_t, 8> layer_of_place{0, 3, 2, 3, 1, 3, 2, 3};

} // namespace

void CameraHabit::begin(const std::set<base::FlowId>& cameras, const std::set<base::FlowId>& own, VirtualTime now) {
    cameras_ = cameras;
    offers_ = own;
    own_.clear();
    senders_.clear();
    if (every_ != base::Duration{}) draw_due(now);
}

void CameraHabit::end() {
    offers_.clear();
    due_ = VirtualTime::max();
}

void CameraHabit::draw_due(VirtualTime now) {
    due_ = now + base::Duration{random_.between(every_.count() / 2, every_.count() * 3 / 2)};
}

void CameraHabit::handle(const node::Event& event) {
    if (const auto* demand = std::get_if<node::FlowDemand>(&event)) {
        auto& camera = own_[demand->flow];
        const auto before = std::exchange(camera.wanted, demand->sizes);
        for (const auto size : {base::PictureSize::large, base::PictureSize::small})
            if (camera.wanted.has(size) && !before.has(size))
                camera.encoders[size == base::PictureSize::small ? 1 : 0].key_wanted = true;
    } else if (const auto* asked = std::get_if<node::KeyFrameRequested>(&event)) {
        own_[asked->flow].encoders[asked->size == base::PictureSize::small ? 1 : 0].key_wanted = true;
    } else if (const auto* message = std::get_if<node::MessageReceived>(&event)) {
        if (cameras_.contains(message->flow)) senders_.insert(message->sender);
    }
}

std::deque<wire::MessageFlags> CameraHabit::take_picture(base::FlowId flow) {
    std::deque<wire::MessageFlags> messages;
    auto& camera = own_[flow];
    for (const auto size : {base::PictureSize::large, base::PictureSize::small}) {
        if (!camera.wanted.has(size)) continue;
        auto& encoder = camera.encoders[size == base::PictureSize::small ? 1 : 0];
        const bool key = std::exchange(encoder.key_wanted, false);
        if (key) encoder.pictures = 0;
        const auto layer = layer_of_place[encoder.pictures++ % layer_of_place.size()];
        messages.push_back(wire::MessageFlags::of(key, layer >= 2, layer).of_size(size));
    }
    return messages;
}

std::optional<node::Command> CameraHabit::act(VirtualTime now) {
    if (!offers_.empty()) return node::OfferSizes{offers_.extract(offers_.begin()).value(), true};
    if (now < due_ || cameras_.empty()) return std::nullopt;
    draw_due(now);
    node::Subscribe subscribe{
        *std::next(cameras_.begin(), static_cast<std::ptrdiff_t>(random_.below(cameras_.size()))), {}, {}};
    // To one sender mostly, since a subscription to all matters for the others alone.
    if (!senders_.empty() && !random_.chance(quarter_ppm))
        subscribe.sender = *std::next(senders_.begin(), static_cast<std::ptrdiff_t>(random_.below(senders_.size())));
    subscribe.wanted.small = random_.chance(half_ppm);
    return subscribe;
}

} // namespace plenum::sim
