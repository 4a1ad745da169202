// SPDX-License-Identifier: Apache-2.0
#include "app/capture/scene_receiver.h"

#include "media/depth/cloud_fusion.h"
#include "media/depth/depth_frame.h"

#include <algorithm>

namespace plenum::app {
namespace {

/// A pair that sent nothing for so long is not shown with the others any more.
constexpr base::Duration age_max = std::chrono::seconds{3};
/// Who shares searched no more than this.
constexpr media::depth::DepthRange range{0.05, 100};

} // namespace

SceneReceiver::SceneReceiver(client::Session& session, Callbacks callbacks)
    : subscriptions_{session},
      callbacks_{std::move(callbacks)},
      worker_{[this](Job) { work(); }} {}

void SceneReceiver::handle(const node::Event& event) {
    if (const auto* message = std::get_if<node::MessageReceived>(&event)) return take(*message);
    if (subscriptions_.handle(event) && callbacks_.changed) callbacks_.changed();
}

std::vector<base::MemberIndex> SceneReceiver::sharers() const {
    std::vector<base::MemberIndex> sharers;
    for (const auto& [flow, owner] : subscriptions_.flows().shared())
        if (owner != subscriptions_.flows().self() && std::ranges::find(sharers, owner) == sharers.end())
            sharers.push_back(owner);
    return sharers;
}

void SceneReceiver::take(const node::MessageReceived& message) {
    // Anybody can send on a flow for all.
    const auto watched = subscriptions_.watched();
    if (watched.value() == 0 || message.sender != watched) return;
    if (subscriptions_.flows().owner_of(message.flow) != watched) return;
    const auto packed = media::depth::unpack_depth_frame(message.body);
    const std::lock_guard lock{mutex_};
    ++counts_.messages;
    counts_.bytes += message.body.size();
    if (!packed || packed->source >= sources_max) {
        ++counts_.refused;
        return;
    }
    if (sharer_ != watched) waiting_.clear();
    sharer_ = watched;
    waiting_.insert_or_assign(packed->source, message.body);
    worker_.give({});
}

void SceneReceiver::work() {
    std::map<std::uint8_t, base::Bytes> messages;
    {
        const std::lock_guard lock{mutex_};
        messages.swap(waiting_);
        if (pictured_ != sharer_) pictures_.clear();
        pictured_ = sharer_;
    }
    std::uint64_t refused = 0;
    base::ConferenceTime newest{};
    for (const auto& [source, message] : messages) {
        const auto packed = media::depth::unpack_depth_frame(message);
        auto picture = packed ? media::depth::decode_depth_frame(*packed)
                              : media::Result<media::depth::ColourDepth>{std::unexpected{packed.error()}};
        if (!picture) {
            ++refused;
            continue;
        }
        newest = std::max(newest, picture->captured_at);
        pictures_.insert_or_assign(source, *std::move(picture));
    }
    std::erase_if(pictures_, [&](const auto& item) { return newest - item.second.captured_at > age_max; });
    auto fusion = media::depth::CloudFusion::create({});
    if (fusion && refused < messages.size()) {
        media::depth::PointCloud points;
        for (const auto& [source, picture] : pictures_) {
            points.clear();
            media::depth::append_points(picture, range, points);
            fusion->add(points);
        }
        auto cloud = std::make_shared<const media::depth::PointCloud>(fusion->take());
        if (callbacks_.scene) callbacks_.scene(pictured_, std::move(cloud));
    }
    const std::lock_guard lock{mutex_};
    counts_.refused += refused;
    if (refused < messages.size()) ++counts_.scenes;
}

SceneReceiver::Counts SceneReceiver::counts() const {
    const std::lock_guard lock{mutex_};
    return counts_;
}

} // namespace plenum::app
