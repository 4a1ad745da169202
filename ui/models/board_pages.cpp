// SPDX-License-Identifier: Apache-2.0
#include "ui/models/board_pages.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {

BoardPages::BoardPages(BoardDocument& document, BoardTools& tools, QObject* parent)
    : QObject{parent},
      document_{document},
      tools_{tools} {
    connect(&document_, &BoardDocument::changed, this, [this](const board::Changes& changes) {
        if (!changes.pages.empty()) follow();
    });
    connect(&document_, &BoardDocument::replaced, this, &BoardPages::follow);
}

QStringList BoardPages::names() const {
    QStringList names;
    for (const auto id : document_.board().pages()) {
        const auto* page = document_.board().find(id);
        const auto name = page == nullptr ? QString{} : QString::fromStdString(page->name.value());
        names << (name.isEmpty() ? tr("Page %1").arg(names.size() + 1) : name);
    }
    return names;
}

int BoardPages::place_of(board::PageId id) const {
    const auto all = document_.board().pages();
    const auto found = std::ranges::find(all, id);
    return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

int BoardPages::current() const { return std::max(0, place_of(id_)); }

int BoardPages::elsewhere() const { return drawn_ ? place_of(*drawn_) : -1; }

void BoardPages::note_drawn(board::PageId id) {
    // A page that was only made has nothing to look at yet.
    const auto* page = document_.board().find(id);
    if (page == nullptr || page->painting_order.empty()) return;
    const auto now = id == id_ ? std::nullopt : std::optional{id};
    if (std::exchange(drawn_, now) != now) emit changed();
}

void BoardPages::set_current(int place) {
    const auto all = document_.board().pages();
    if (place >= 0 && static_cast<std::size_t>(place) < all.size()) show(all[static_cast<std::size_t>(place)]);
}

void BoardPages::show(board::PageId id) {
    id_ = id;
    if (drawn_ == id) drawn_.reset();
    place_ = static_cast<std::size_t>(current());
    tools_.set_page(id_);
    emit changed();
}

void BoardPages::add() {
    const auto edit = document_.editor().add_page({});
    if (document_.act(edit) && !edit->pages.empty()) show(edit->pages.front());
}

void BoardPages::follow() {
    const auto all = document_.board().pages();
    // The page that took the place of the one that is gone, or the last.
    if (std::ranges::find(all, id_) == all.end() && !all.empty()) return show(all[std::min(place_, all.size() - 1)]);
    place_ = static_cast<std::size_t>(current());
    emit changed();
}

} // namespace plenum::ui
