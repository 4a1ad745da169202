// SPDX-License-Identifier: Apache-2.0
#include "ui/models/board_news.h"

#include <QLocale>

namespace plenum::ui {

BoardNews::BoardNews(const MembersModel& members, Place place, QObject* parent)
    : QObject{parent},
      members_{members},
      place_{place} {
    clock_.start();
    timer_.setInterval(drawing_ms / 2);
    connect(&timer_, &QTimer::timeout, this, [this] {
        const auto before = clock_.elapsed() - drawing_ms;
        std::erase_if(drew_, [before](const auto& item) { return item.second < before; });
        if (drew_.empty()) timer_.stop();
        emit changed();
    });
}

QString BoardNews::drawing() const {
    QStringList names;
    for (const auto& [member, at] : drew_)
        names << members_.shown_name(member);
    if (names.isEmpty()) return {};
    if (names.size() == 1) return tr("%1 draws").arg(names.front());
    return tr("%1 draw").arg(QLocale{}.createSeparatedList(names));
}

void BoardNews::note(base::MemberIndex sender, bool looking) {
    const bool anew = drew_.insert_or_assign(sender, clock_.elapsed()).second;
    timer_.start();
    if (!anew) return;
    unseen_ = unseen_ || !looking;
    const auto words = place_ == Place::board ? tr("%1 draws on the whiteboard") : tr("%1 draws on the shared screen");
    news_ = words.arg(members_.shown_name(sender));
    emit changed();
}

void BoardNews::look() {
    unseen_ = false;
    emit changed();
}

void BoardNews::clear() {
    drew_.clear();
    news_.clear();
    look();
}

} // namespace plenum::ui
