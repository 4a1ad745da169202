// SPDX-License-Identifier: Apache-2.0
#include "ui/models/pictures.h"

#include <algorithm>

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

int Pictures::widest(int member_index) const {
    int width = 0;
    for (const auto& [item, shown] : shown_)
        if (shown.member_index == member_index) width = std::max(width, shown.width);
    return width;
}

void Pictures::note_width(const QObject* item, int member_index, int width) {
    const auto before = shown_.find(item);
    const auto left = before == shown_.end() ? member_index : before->second.member_index;
    const auto width_left = widest(left);
    const auto width_before = widest(member_index);
    if (width > 0)
        shown_.insert_or_assign(item, Shown{member_index, width});
    else
        shown_.erase(item);
    if (const auto now = widest(left); left != member_index && now != width_left) emit width_changed(left, now);
    if (const auto now = widest(member_index); now != width_before) emit width_changed(member_index, now);
}

void Pictures::put(int member_index, const media::VideoFrame& frame) {
    if (frame.empty())
        latest_.erase(member_index);
    else
        latest_[member_index] = frame;
    emit arrived(member_index);
}

} // namespace plenum::ui
