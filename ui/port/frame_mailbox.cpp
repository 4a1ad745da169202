// SPDX-License-Identifier: Apache-2.0
#include "ui/port/frame_mailbox.h"

#include <QMetaObject>

#include <utility>

namespace plenum::ui {

void FrameMailbox::put(base::MemberIndex index, media::VideoFrame frame) {
    bool post = false;
    {
        const std::scoped_lock lock{mutex_};
        const auto [place, is_new] = waiting_.insert_or_assign(index, std::move(frame));
        if (!is_new) ++replaced_;
        post = !std::exchange(event_posted_, true);
    }
    if (post) QMetaObject::invokeMethod(this, &FrameMailbox::deliver, Qt::QueuedConnection);
}

std::uint64_t FrameMailbox::replaced() const {
    const std::scoped_lock lock{mutex_};
    return replaced_;
}

void FrameMailbox::deliver() {
    std::map<base::MemberIndex, media::VideoFrame> frames;
    {
        const std::scoped_lock lock{mutex_};
        frames.swap(waiting_);
        event_posted_ = false;
    }
    for (const auto& [index, frame] : frames)
        emit taken(index, frame);
}

} // namespace plenum::ui
