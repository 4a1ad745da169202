// SPDX-License-Identifier: Apache-2.0
#include "ui/board/board_pointers.h"

#include <utility>

namespace plenum::ui {

BoardPointers::BoardPointers(BoardPort& port, QObject* parent) : QObject{parent}, port_{port} {
    clock_.start();
    timer_.setInterval(tell_ms);
    connect(&timer_, &QTimer::timeout, this, &BoardPointers::tick);
    connect(&port, &BoardPort::pointed, this, &BoardPointers::receive);
    connect(&port, &BoardPort::cleared, this, [this] {
        others_.clear();
        emit changed();
    });
}

void BoardPointers::receive(base::MemberIndex sender, const base::Bytes& bytes) {
    auto presence = board::decode_presence(bytes);
    if (!presence) return;
    if (std::holds_alternative<board::NoPresence>(*presence))
        others_.erase(sender);
    else
        others_.insert_or_assign(sender, Pointer{std::move(*presence), clock_.elapsed()});
    timer_.start();
    emit changed();
}

void BoardPointers::tell(board::Presence presence) {
    next_ = std::move(presence);
    if (timer_.isActive()) return;
    timer_.start();
    tick();
}

void BoardPointers::hover(board::PageId page, board::Position at) { tell(board::CursorAt{page, at}); }

void BoardPointers::drag(const board::DragPreview& preview) { tell(preview); }

void BoardPointers::leave() { tell(board::NoPresence{}); }

void BoardPointers::shine(board::PageId page, board::Position at) {
    if (std::exchange(own_page_, page) != page) {
        trail_.clear();
        trail_times_.clear();
    }
    trail_.push_back(at);
    trail_times_.push_back(clock_.elapsed());
    if (trail_.size() > board::limits::trail_points_max) {
        trail_.pop_front();
        trail_times_.pop_front();
    }
    tell(board::LaserTrail{page, {trail_.begin(), trail_.end()}});
    emit changed();
}

void BoardPointers::tick() {
    const auto now = clock_.elapsed();
    if (const auto presence = std::exchange(next_, {})) port_.point(board::encode_presence(*presence));
    bool older = false;
    while (!trail_times_.empty() && now - trail_times_.front() > glow_ms) {
        trail_.pop_front();
        trail_times_.pop_front();
        older = true;
    }
    const auto gone = std::erase_if(others_, [now](const auto& item) {
        const bool laser = std::holds_alternative<board::LaserTrail>(item.second.presence);
        return now - item.second.at > (laser ? glow_ms : rest_ms);
    });
    if (older || gone > 0) emit changed();
    if (trail_.empty() && others_.empty() && !next_) timer_.stop();
}

} // namespace plenum::ui
