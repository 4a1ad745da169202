// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_scenes.h"

#include <utility>

namespace plenum::app {

QList<base::MemberIndex> RealScenes::sharers() const {
    QList<base::MemberIndex> all;
    if (!receiver_ || !call_) return all;
    for (const auto sharer : receiver_->sharers())
        if (!call_->is_blocked(sharer)) all << sharer;
    return all;
}

void RealScenes::watch(base::MemberIndex sharer) {
    watched_ = sharer;
    if (receiver_) receiver_->watch(sharer);
}

void RealScenes::handle(const node::Event& event) {
    if (!call_ || call_->session() == nullptr) return;
    if (!receiver_) {
        SceneReceiver::Callbacks calls;
        calls.changed = [this] { emit changed(); };
        calls.scene = [this](base::MemberIndex sharer, std::shared_ptr<const media::depth::PointCloud> points) {
            const std::lock_guard lock{inbox_.mutex};
            // One that the UI thread was too slow for is replaced.
            const bool posted = std::exchange(inbox_.points, std::move(points)) != nullptr;
            inbox_.sharer = sharer;
            if (!posted) QMetaObject::invokeMethod(this, &RealScenes::deliver, Qt::QueuedConnection);
        };
        receiver_.emplace(*call_->session(), std::move(calls));
        receiver_->watch(watched_);
    }
    receiver_->handle(event);
}

void RealScenes::deliver() {
    std::unique_lock lock{inbox_.mutex};
    const auto points = std::exchange(inbox_.points, nullptr);
    const auto sharer = inbox_.sharer;
    lock.unlock();
    if (points != nullptr && receiver_ && sharer == watched_) emit scene(sharer, points);
}

void RealScenes::clear() {
    receiver_.reset();
    watched_ = {};
    emit changed();
}

} // namespace plenum::app
