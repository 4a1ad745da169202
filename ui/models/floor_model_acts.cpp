// SPDX-License-Identifier: Apache-2.0
// What people do with a floor.
#include "ui/models/floor_model.h"
#include "ui/models/members_model.h"

#include <algorithm>

namespace plenum::ui {
namespace {

const auto questions_phase = QStringLiteral("phase=questions");
/// Of a queue: free places are the holder's to share, and not the next one's in line (plugins/floor/README.md).
const auto holders_room = QStringLiteral("room=holder");

QString without_word(const QString& parameters, const QString& word) {
    auto words = parameters.split(QLatin1Char{' '}, Qt::SkipEmptyParts);
    words.removeAll(word);
    return words.join(QLatin1Char{' '});
}

} // namespace

void FloorModel::want(bool wanted, RequestClass priority) {
    giving_back_looks_ = wanted ? 0 : looks_at_give_back;
    if (wanted == takes_part())
        under_way_.erase(self_);
    else
        begin(self_);
    port_.want_floor(floor_.id, wanted, priority);
}

void FloorModel::press() {
    if (may_press()) want(standing() == QLatin1String{"none"});
}

void FloorModel::raise_point_of_order() {
    if (may_raise()) want(true, RequestClass::point_of_order);
}

bool FloorModel::may_give(int member) const {
    const bool own = holds(self_) && floor_.settings.may_pass;
    return !floor_.everyone && !holds(index_of(member)) && (moderates_ || own);
}

bool FloorModel::may_share(int member) const {
    const auto most = floor_.settings.holders_max;
    return sharer().value() != 0 && !floor_.everyone && !holds(index_of(member)) &&
           (most == 0 || holder_count() < most);
}

base::MemberIndex FloorModel::sharer() const {
    if (holds(self_)) return floor_.settings.may_share || moderates_ ? self_ : base::MemberIndex{};
    return moderates_ && holder_count() > 0 ? floor_.holders.front().member : base::MemberIndex{};
}

void FloorModel::give(int member) {
    if (!may_give(member)) return;
    const auto to = index_of(member);
    begin(to);
    const auto full = floor_.settings.holders_max != 0 && holder_count() >= floor_.settings.holders_max;
    if (holds(self_) && floor_.settings.may_pass)
        port_.act_on_floor(PassFloor{floor_.id, self_, to});
    else if (full)
        port_.act_on_floor(PassFloor{floor_.id, floor_.holders.front().member, to});
    else
        port_.act_on_floor(GrantFloor{floor_.id, to});
}

void FloorModel::act(int member, const QString& what) {
    const auto who = index_of(member);
    begin(who);
    const auto place = [&] {
        const auto found = std::ranges::find(rows_, who, &Row::member);
        return found == rows_.end() ? 0 : found->place - 1;
    };
    if (what == QLatin1String{"grant"} || what == QLatin1String{"pass"})
        give(member);
    else if (what == QLatin1String{"withdraw"} || what == QLatin1String{"release"})
        want(false);
    else if (what == QLatin1String{"revoke"})
        port_.act_on_floor(RevokeFloor{floor_.id, who});
    else if (what == QLatin1String{"takeBack"})
        port_.act_on_floor(TakeBackFloor{floor_.id, who});
    else if (what == QLatin1String{"share"})
        port_.act_on_floor(ShareFloor{floor_.id, sharer(), who});
    else if (what == QLatin1String{"refuse"})
        port_.act_on_floor(RefuseRequest{floor_.id, who});
    else if (what == QLatin1String{"accept"})
        port_.act_on_floor(PlaceRequest{floor_.id, who, waiting_count()});
    else if (what == QLatin1String{"up"})
        port_.act_on_floor(PlaceRequest{floor_.id, who, std::max(0, place() - 1)});
    else if (what == QLatin1String{"down"})
        port_.act_on_floor(PlaceRequest{floor_.id, who, place() + 1});
}

void FloorModel::configure(const FloorSettings& settings) {
    if (settings != floor_.settings) port_.act_on_floor(ConfigureFloor{floor_.id, settings, floor_.settings});
}

void FloorModel::remove() {
    auto settings = floor_.settings;
    settings.style.clear();
    settings.parameters.clear();
    settings.panel.clear();
    settings.holders_max = 0;
    configure(settings);
    port_.act_on_floor(OpenFloor{floor_.id});
}

void FloorModel::set_may_pass_on(bool may) {
    auto settings = floor_.settings;
    settings.may_pass = may;
    configure(settings);
}

void FloorModel::set_may_share_it(bool may) {
    auto settings = floor_.settings;
    const auto usual = style(style_id()).holders_max;
    settings.may_share = may;
    if (may && settings.holders_max == 1) settings.holders_max = 2;
    if (!may && settings.holders_max == 2 && usual == 1) settings.holders_max = 1;
    if (settings.style == QLatin1String{"queue"}) {
        settings.parameters = without_word(settings.parameters, holders_room);
        if (may) settings.parameters = (settings.parameters + QLatin1Char{' '} + holders_room).trimmed();
    }
    configure(settings);
}

void FloorModel::set_locked(bool locked) {
    auto settings = floor_.settings;
    settings.locked = locked;
    configure(settings);
}

void FloorModel::set_moderated(bool moderated) {
    auto settings = floor_.settings;
    settings.moderated = moderated;
    configure(settings);
}

void FloorModel::set_limit(int seconds) {
    auto settings = floor_.settings;
    settings.revoked_after = std::chrono::seconds{std::max(0, seconds)};
    settings.warned_after = std::chrono::seconds{std::max(seconds / 2, seconds - warning_seconds)};
    configure(settings);
}

void FloorModel::set_parameters(const QString& parameters) {
    auto settings = floor_.settings;
    settings.parameters = parameters.trimmed();
    configure(settings);
}

void FloorModel::set_questions(bool taken) {
    auto settings = floor_.settings;
    settings.parameters = taken ? questions_phase : QStringLiteral("phase=talk");
    configure(settings);
}

FloorSettings FloorModel::rules_of(const FloorStyle& style, const FloorSettings& before,
                                   const QList<base::MemberIndex>& moderators) {
    auto rules = before;
    rules.style = style.id;
    rules.parameters.clear();
    rules.panel.clear();
    rules.holders_max = style.holders_max;
    if (style.id == QLatin1String{"panel"}) {
        rules.panel = moderators;
        std::ranges::sort(rules.panel);
    }
    return rules;
}

void FloorModel::set_style(const QString& id) {
    QList<base::MemberIndex> moderators;
    for (int row = 0; row < members_.rowCount(); ++row) {
        const auto member = members_.index(row);
        if (member.data(MembersModel::is_moderator_role).toBool())
            moderators.append(index_of(member.data(MembersModel::index_role).toInt()));
    }
    if (id != style_id()) configure(rules_of(style(id), floor_.settings, moderators));
}

bool FloorModel::questions() const { return floor_.settings.parameters.contains(questions_phase); }

} // namespace plenum::ui
