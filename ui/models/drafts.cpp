// SPDX-License-Identifier: Apache-2.0
#include "ui/models/drafts.h"

#include <algorithm>

namespace plenum::ui {

QString Drafts::text() const {
    const auto own = std::ranges::find(drafts_, group_, &Draft::group);
    return own == drafts_.end() ? QString{} : own->text;
}

Draft Drafts::other() const {
    const auto found = std::ranges::find_if(drafts_.rbegin(), drafts_.rend(), [&](const Draft& each) {
        return each.group != group_ && !each.text.trimmed().isEmpty();
    });
    return found == drafts_.rend() ? Draft{} : *found;
}

void Drafts::set_text(const QString& text) {
    if (text == this->text()) return;
    put(group_, text);
    emit changed();
}

void Drafts::set_group(const QString& group) {
    if (group == group_) return;
    group_ = group;
    emit changed();
}

void Drafts::restore(const QList<Draft>& drafts) {
    drafts_.clear();
    for (const auto& draft : drafts)
        put(draft.group, draft.text);
    emit changed();
}

void Drafts::take_other() {
    const auto taken = other();
    if (taken.text.isEmpty()) return;
    put(taken.group, {});
    const auto here = text();
    put(group_, here.isEmpty() ? taken.text : here + QLatin1Char{'\n'} + taken.text);
    emit changed();
}

void Drafts::drop_other() {
    const auto dropped = other();
    if (dropped.text.isEmpty()) return;
    put(dropped.group, {});
    emit changed();
}

void Drafts::put(const QString& group, const QString& text) {
    drafts_.removeIf([&](const Draft& each) { return each.group == group; });
    if (!text.isEmpty()) drafts_.append({group, text});
    if (drafts_.size() > drafts_max) drafts_.removeFirst();
}

} // namespace plenum::ui
