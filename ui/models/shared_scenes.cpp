// SPDX-License-Identifier: Apache-2.0
#include "ui/models/shared_scenes.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {

SharedScenes::SharedScenes(const ConferencePorts& ports, NameOf name_of)
    : port_{ports.scenes},
      name_of_{std::move(name_of)} {
    connect(&port_, &ScenePort::changed, this, &SharedScenes::follow);
    connect(&port_, &ScenePort::scene, this, [this](base::MemberIndex sharer, const SceneCloud::Points& points) {
        if (sharer == watched_) cloud_.set(points);
    });
    connect(&ports.session, &SessionPort::conference_changed, this, [this](const ConferenceFacts& facts) {
        self_ = facts.self;
        follow();
    });
    // Names may come after who shares.
    connect(&ports.people, &PeoplePort::member_changed, this, [this](const Member& member) {
        if (sharers_.contains(member.index)) emit changed();
    });
}

void SharedScenes::follow() {
    const auto now = port_.sharers();
    const auto before = sharers_;
    sharers_.removeIf([&](base::MemberIndex member) { return !now.contains(member) || member == self_; });
    for (const auto member : now)
        if (member != self_ && !sharers_.contains(member)) sharers_ << member;
    if (sharers_ == before) return;
    if (sharers_.size() > before.size())
        news_ = tr("%1 shares a scene in 3-D.").arg(name_of_(sharers_.back()));
    else
        news_ = tr("A scene is no longer shared.");
    if (sharers_.isEmpty()) open_ = false;
    watch();
    emit changed();
}

void SharedScenes::watch() {
    const auto wanted = open() ? sharers_.front() : base::MemberIndex{};
    if (std::exchange(watched_, wanted) == wanted) return;
    cloud_.set(nullptr);
    port_.watch(wanted);
}

void SharedScenes::set_open(bool open) {
    const bool wanted = open && !sharers_.isEmpty();
    if (std::exchange(open_, wanted) == wanted) return;
    watch();
    emit changed();
}

int SharedScenes::sharer() const { return sharers_.isEmpty() ? 0 : static_cast<int>(sharers_.front().value()); }

QString SharedScenes::words() const {
    if (sharers_.isEmpty()) return {};
    const auto name = name_of_(sharers_.front());
    return name.isEmpty() ? tr("Somebody shares a scene in 3-D.") : tr("%1 shares a scene in 3-D.").arg(name);
}

void SharedScenes::show_next() {
    if (sharers_.size() < 2) return;
    std::ranges::rotate(sharers_, sharers_.begin() + 1);
    watch();
    emit changed();
}

void SharedScenes::clear() {
    sharers_.clear();
    open_ = false;
    news_.clear();
    watch();
    emit changed();
}

} // namespace plenum::ui
