// SPDX-License-Identifier: Apache-2.0
#include "ui/models/pictures.h"

namespace plenum::ui {

Pictures::Pictures(MediaPort& port, QObject* parent) : QObject{parent} {
    connect(&port, &MediaPort::video_frame, this, [this](base::MemberIndex index, const media::VideoFrame& frame) {
        put(static_cast<int>(index.value()), frame);
    });
    connect(&port, &MediaPort::preview_frame, this, [this](const media::VideoFrame& frame) { put(preview, frame); });
}

media::VideoFrame Pictures::latest(int member_index) const {
    const auto place = latest_.find(member_index);
    return place == latest_.end() ? media::VideoFrame{} : place->second;
}

void Pictures::clear() {
    const auto shown = std::exchange(latest_, {});
    for (const auto& [index, frame] : shown)
        emit arrived(index);
}

void Pictures::put(int member_index, const media::VideoFrame& frame) {
    if (frame.empty())
        latest_.erase(member_index);
    else
        latest_[member_index] = frame;
    emit arrived(member_index);
}

} // namespace plenum::ui
