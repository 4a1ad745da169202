// SPDX-License-Identifier: Apache-2.0
#include "ui/models/member_news.h"

#include "ui/models/floor_words.h"

namespace plenum::ui {
namespace {

/// More than these are counted.
constexpr qsizetype names_max = 3;

} // namespace

QString MemberNews::words_for_one(Event event) {
    switch (event) {
    case Event::joined: return tr("%1 joined");
    case Event::left: return tr("%1 left");
    case Event::dropped_off: return tr("%1 lost the connection");
    case Event::returned: return tr("%1 is back");
    }
    return {};
}

QString MemberNews::words_for_several(Event event) {
    switch (event) {
    case Event::joined: return tr("%1 joined", "several people");
    case Event::left: return tr("%1 left", "several people");
    case Event::dropped_off: return tr("%1 lost the connection", "several people");
    case Event::returned: return tr("%1 are back", "several people");
    }
    return {};
}

MemberNews::Notice MemberNews::tell(Event event, const QString& name, base::LocalTime now) {
    auto& gathered = gathered_[event];
    if (gathered.names.isEmpty() || now - gathered.since >= gathering) gathered = {now, ++last_number_, {}};
    gathered.names.removeOne(name);
    gathered.names << name;
    const auto& names = gathered.names;
    const auto who = names.size() <= names_max
                         ? FloorWords::listed(names)
                         : tr("%1, %2 and %3 others").arg(names[0], names[1], QString::number(names.size() - 2));
    const auto text = names.size() == 1 ? words_for_one(event) : words_for_several(event);
    return {text.arg(who), QStringLiteral("people-%1").arg(gathered.number)};
}

} // namespace plenum::ui
