// SPDX-License-Identifier: Apache-2.0
#include "ui/models/activity_attendance.h"

#include <algorithm>
#include <iterator>

namespace plenum::ui {

std::vector<base::MemberIndex> ActivityAttendance::present(const QString& activity) const {
    std::vector<base::MemberIndex> members;
    if (const auto room = rooms_.find(activity); room != rooms_.end())
        std::ranges::transform(room->second.heard, std::back_inserter(members),
                               [](const auto& one) { return one.first; });
    return members;
}

std::optional<base::MemberIndex> ActivityAttendance::starter(const QString& activity) const {
    const auto room = rooms_.find(activity);
    if (room == rooms_.end() || !room->second.heard.contains(room->second.starter)) return std::nullopt;
    return room->second.starter;
}

QString ActivityAttendance::invitation(const QString& current) const {
    const auto found = std::ranges::find_if(rooms_, [&](const auto& entry) {
        return entry.first != current && !entry.second.heard.empty() && !entry.second.declined;
    });
    return found == rooms_.end() ? QString{} : found->first;
}

bool ActivityAttendance::note(const QString& activity, base::MemberIndex sender, base::ConferenceTime now) {
    auto& room = rooms_[activity];
    if (room.heard.empty()) room.starter = sender;
    return room.heard.insert_or_assign(sender, now).second;
}

bool ActivityAttendance::forget_silent(const QString& current, base::ConferenceTime now) {
    bool news = false;
    for (auto& [activity, room] : rooms_) {
        news =
            std::erase_if(room.heard, [&](const auto& entry) { return now - entry.second > silence_max; }) > 0 || news;
        // Who said no to that one may be asked about the next.
        if (room.heard.empty() && activity != current) room.declined = false;
    }
    return news;
}

void ActivityAttendance::forget(base::MemberIndex member) {
    for (auto& [activity, room] : rooms_)
        room.heard.erase(member);
}

} // namespace plenum::ui
