// SPDX-License-Identifier: Apache-2.0
#include "ui/models/shared_screens.h"

namespace plenum::ui {

SharedScreens::SharedScreens(const ConferencePorts& ports, const MembersModel& members, QObject* parent)
    : QObject{parent},
      members_{members},
      own_{ports} {
    connect(&ports.screens, &ScreenPort::picture, this,
            [this](base::MemberIndex index, const media::VideoFrame& frame) {
                take(static_cast<int>(index.value()), frame);
            });
    connect(&ports.people, &PeoplePort::member_left, this,
            [this](base::MemberIndex index, Departure) { take(static_cast<int>(index.value()), {}); });
    connect(&own_, &ScreenShare::changed, this, [this] {
        const auto words = own_.words();
        if (words.isEmpty() || words == news_) return;
        news_ = words;
        emit changed();
    });
}

void SharedScreens::set_open(bool open) {
    if (open == open_) return;
    open_ = open;
    emit changed();
}

QString SharedScreens::words() const {
    if (sharer() == 0) return {};
    return tr("%1 shares a screen.").arg(members_.shown_name(base::MemberIndex{static_cast<std::uint32_t>(sharer())}));
}

void SharedScreens::show_next() {
    if (count() < 2) return;
    sharers_.prepend(sharers_.takeLast());
    emit changed();
    emit picture_changed();
}

void SharedScreens::take(int member, const media::VideoFrame& frame) {
    const bool known = sharers_.contains(member);
    if (frame.empty() && !known) return;
    const auto shown = sharer();
    if (frame.empty()) {
        const auto name = members_.shown_name(base::MemberIndex{static_cast<std::uint32_t>(member)});
        sharers_.removeAll(member);
        pictures_.remove(member);
        news_ = name.isEmpty() ? tr("The screen is no longer shared.") : tr("%1 no longer shares a screen.").arg(name);
        if (sharers_.isEmpty()) open_ = true;
    } else {
        pictures_[member] = frame;
        if (!known) {
            sharers_ << member;
            news_ = words();
        }
    }
    if (frame.empty() || !known) emit changed();
    if (member == sharer() || shown != sharer()) emit picture_changed();
}

void SharedScreens::clear() {
    sharers_.clear();
    pictures_.clear();
    open_ = true;
    news_.clear();
    own_.clear();
    emit changed();
    emit picture_changed();
}

} // namespace plenum::ui
