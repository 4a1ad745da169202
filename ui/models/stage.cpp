// SPDX-License-Identifier: Apache-2.0
#include "ui/models/stage.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

int number(base::MemberIndex member) { return static_cast<int>(member.value()); }

} // namespace

Stage::Stage(MembersModel& members, QObject* parent) : QObject{parent}, members_{members} {
    connect(&members_, &MembersModel::count_changed, this, &Stage::choose);
    connect(&members_, &MembersModel::dataChanged, this,
            [this](const QModelIndex&, const QModelIndex&, const QList<int>& roles) {
                if (roles.isEmpty() || roles.contains(MembersModel::group_role)) choose();
            });
}

void Stage::set_choice(const QString& layout, bool own_hidden) {
    // Whoever asks for all alike does not keep one large.
    if (std::exchange(layout_, layout) != layout) pinned_ = 0;
    own_hidden_ = own_hidden;
    choose();
}

void Stage::set_levels(const QList<MemberLevel>& levels, base::LocalTime now) {
    // One's own voice never moves one's own stage.
    auto others = levels;
    others.removeIf([&](const auto& level) { return !is_here(level.index); });
    speakers_.update(others, now);
    choose();
}

void Stage::set_floor(bool in_force, const QList<base::MemberIndex>& holders, base::LocalTime now) {
    const bool floor_changed = std::exchange(floor_in_force_, in_force) != in_force;
    holders_ = holders;
    holders_.removeIf([&](base::MemberIndex member) { return !is_here(member); });
    if (in_force)
        floor_.update(holders_, speakers_.current(), now);
    else
        floor_.clear();
    choose();
    if (floor_changed) emit changed();
}

void Stage::set_pens(const QList<base::MemberIndex>& holders) {
    pens_ = holders;
    choose();
}

void Stage::clear() {
    speakers_.clear();
    floor_.clear();
    holders_.clear();
    pens_.clear();
    floor_in_force_ = false;
    pinned_ = 0;
    order_.clear();
    choose();
    emit changed();
}

void Stage::toggle_pin(int member_index) {
    pinned_ = pinned_ == member_index ? 0 : member_index;
    choose();
    emit changed();
}

bool Stage::is_here(base::MemberIndex member) const { return people_.others.contains(number(member)); }

int Stage::choose_main() const { return pinned_ != 0 ? pinned_ : choose_speaker(); }

int Stage::choose_speaker() const {
    if (floor_in_force_ && floor_.current().value() != 0) return number(floor_.current());
    // Nobody is heard without the floor.
    if (floor_in_force_ && people_.others.contains(people_.main)) return people_.main;
    if (speakers_.current().value() != 0) return number(speakers_.current());
    return !people_.others.isEmpty() ? people_.others.front() : people_.self;
}

/// A floor that is passed on moves one tile alone: its former holder stays until the next is large.
QList<int> Stage::choose_leading() const {
    QList<int> leading;
    const auto add = [&](int member) {
        if (people_.others.contains(member) && !leading.contains(member)) leading << member;
    };
    add(choose_speaker());
    if (holders_.size() > 1) std::ranges::for_each(people_.holders, add);
    for (const auto& member : pens_)
        add(number(member));
    return leading;
}

/// Who becomes large and who was change places, so that nobody else's tile moves.
void Stage::put_first(int main) {
    const auto from = order_.indexOf(people_.main);
    const auto to = order_.indexOf(main);
    if (from >= 0 && to >= 0) order_.swapItemsAt(from, to);
    people_.main = main;
}

/// Ourselves, whom we may hear, and who talks in other groups.
void Stage::sort_members() {
    people_.self = 0;
    people_.others.clear();
    people_.apart = 0;
    int own_group = 0;
    // We are the first.
    for (int row = 0; row < members_.count(); ++row) {
        const auto member = members_.index(row);
        const auto index = member.data(MembersModel::index_role).toInt();
        const auto group = member.data(MembersModel::group_role).toInt();
        if (member.data(MembersModel::is_self_role).toBool()) {
            people_.self = index;
            own_group = group;
            continue;
        }
        if (group == 0 || group == own_group || member.data(MembersModel::to_all_role).toBool())
            people_.others << index;
        else
            ++people_.apart;
        if (!order_.contains(index)) order_ << index;
    }
    order_.removeIf([&](int member) { return members_.row_of(member) < 0; });
}

void Stage::choose() {
    const auto before = people_;
    const auto pinned_before = pinned_;
    sort_members();
    if (!people_.others.contains(pinned_)) pinned_ = 0;
    if (!is_here(speakers_.current())) speakers_.forget(speakers_.current());
    if (!is_here(floor_.current())) floor_.clear();
    put_first(choose_main());
    people_.strip = order_;
    people_.strip.removeIf([&](int member) { return member == people_.main || !people_.others.contains(member); });
    people_.holders.clear();
    for (const auto member : std::as_const(holders_))
        if (is_here(member)) people_.holders << number(member);
    people_.leading = choose_leading();
    const bool wanted =
        layout_ == QLatin1String{"speaker"} || (layout_ == QLatin1String{"automatic"} && floor_in_force_);
    people_.large = people_.others.size() > 1 && (wanted || pinned_ != 0);
    people_.own_shown = !own_hidden_;
    if (before != people_ || pinned_before != pinned_) emit changed();
}

} // namespace plenum::ui
