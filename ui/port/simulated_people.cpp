// SPDX-License-Identifier: Apache-2.0
// The simulated conference: who knocks, who moderates, and how well we know them.
#include "ui/port/simulated_conference.h"

#include <algorithm>
#include <array>

namespace plenum::ui {
namespace {

/// When in a conference of our own that has a lobby somebody knocks, by themselves.
struct Knocking {
    int second;
    const char* name;
    Familiarity familiarity;
};
constexpr std::array knockings{Knocking{6, "Marta Keller", Familiarity::known},
                               Knocking{12, "Ben Adeyemi", Familiarity::newcomer},
                               Knocking{15, "Jonas Weber", Familiarity::changed}};

QDateTime days_ago(int days) { return QDateTime::currentDateTimeUtc().addDays(-days); }

QString padded(int number, int digits) { return QStringLiteral("%1").arg(number, digits, 10, QLatin1Char{'0'}); }

QString digits_of(int number) {
    QString digits;
    for (int group = 0; group < 6; ++group)
        digits += padded((number * 7919 + group * 104'729 + 31'337) % 100'000, 5);
    return digits;
}

QString code_of(int number) { return QStringLiteral("K") + padded(number * 571 % 1000, 3); }

} // namespace

Acquaintance SimulatedConference::make_acquaintance(int number) {
    Acquaintance made;
    made.familiarity = number == 2 ? Familiarity::verified : number == 3 ? Familiarity::known : Familiarity::newcomer;
    if (made.familiarity != Familiarity::newcomer) made.since = days_ago(40 * number);
    made.code = code_of(number);
    made.safety_number = digits_of(number);
    return made;
}

void SimulatedConference::play_people(int second) {
    if (!facts_.may_moderate || facts_.policy.admission != Admission::lobby) return;
    for (const auto& knocking : knockings)
        if (knocking.second == second) someone_knocks(QString::fromUtf8(knocking.name), knocking.familiarity);
}

void SimulatedConference::someone_knocks(const QString& name, Familiarity familiarity) {
    const auto again = std::ranges::find_if(knocks_, [&](const auto& item) { return item.second.name == name; });
    if (again != knocks_.end()) {
        const auto id = again->first;
        knocks_.erase(again);
        emit knock_over(id);
        return;
    }
    last_knock_ = last_knock_.next();
    Knock knock{.id = last_knock_, .name = name, .since = QDateTime::currentDateTimeUtc(), .acquaintance = {}};
    knock.acquaintance.familiarity = familiarity;
    if (familiarity != Familiarity::newcomer) knock.acquaintance.since = days_ago(18);
    knocks_[last_knock_] = knock;
    emit knock_heard(knock);
}

void SimulatedConference::admit(KnockId knock) {
    const auto place = knocks_.find(knock);
    if (!facts_.may_moderate || place == knocks_.end()) return;
    QMetaObject::invokeMethod(
        this,
        [this, who = place->second] {
            if (knocks_.erase(who.id) == 0) return;
            emit knock_over(who.id);
            const base::MemberIndex index{++last_index_};
            auto person = make_person(index);
            person.member.name = who.name;
            person.member.acquaintance.familiarity = who.acquaintance.familiarity;
            person.member.acquaintance.since = who.acquaintance.since;
            people_.emplace(index, person);
            tell(index);
        },
        Qt::QueuedConnection);
}

void SimulatedConference::refuse(KnockId knock) {
    if (!facts_.may_moderate || knocks_.erase(knock) == 0) return;
    QMetaObject::invokeMethod(this, [this, knock] { emit knock_over(knock); }, Qt::QueuedConnection);
}

void SimulatedConference::let_us_in() {
    if (state_ == ConnectionState::waiting) enter_call();
}

void SimulatedConference::someone_leaves(base::MemberIndex index, Departure departure) {
    if (people_.erase(index) == 0) return;
    emit member_left(index, departure);
    if (const auto group = group_of(index); group.value() != 0) {
        groups_[group].members.removeAll(index);
        emit group_changed(groups_[group]);
    }
    leave_floors(index);
}

void SimulatedConference::remove_member(base::MemberIndex index, bool change_link) {
    const auto person = people_.find(index);
    if (!facts_.may_moderate || person == people_.end() || person->second.member.is_host) return;
    QMetaObject::invokeMethod(
        this,
        [this, index, change_link] {
            someone_leaves(index, Departure::removed);
            if (change_link) this->change_link();
        },
        Qt::QueuedConnection);
}

void SimulatedConference::set_role(base::MemberIndex index, Role role) {
    const auto person = people_.find(index);
    if (!facts_.may_moderate || person == people_.end()) return;
    person->second.member.role = role;
    QMetaObject::invokeMethod(this, [this, index] { tell(index); }, Qt::QueuedConnection);
}

void SimulatedConference::set_policy(const EntryPolicy& policy) {
    if (!facts_.may_moderate) return;
    QMetaObject::invokeMethod(
        this,
        [this, policy] {
            facts_.policy = policy;
            tell_facts();
        },
        Qt::QueuedConnection);
}

QString SimulatedConference::new_link() {
    auto link = QString::fromLatin1(example_link);
    return link.replace(link.size() - 4, 4, QStringLiteral("%1").arg(++links_made_, 4, 10, QLatin1Char{'B'}));
}

void SimulatedConference::change_link() {
    if (!facts_.may_moderate) return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            facts_.link = new_link();
            tell_facts();
        },
        Qt::QueuedConnection);
}

void SimulatedConference::make_us_moderator(bool moderator) {
    facts_.may_moderate = moderator;
    facts_.acting = false;
    tell_facts();
    update_self();
}

void SimulatedConference::let_us_act() {
    facts_.may_moderate = facts_.acting = true;
    tell_facts();
}

void SimulatedConference::tell_facts() { emit conference_changed(facts_); }

void SimulatedConference::tell(base::MemberIndex index) {
    const auto person = people_.find(index);
    if (person != people_.end()) emit member_changed(person->second.member);
}

void SimulatedConference::set_familiarity(base::MemberIndex index, Familiarity familiarity) {
    const auto person = people_.find(index);
    if (person == people_.end()) return;
    auto& known = person->second.member.acquaintance;
    known.familiarity = familiarity;
    known.since = familiarity == Familiarity::newcomer ? QDateTime{} : days_ago(18);
    tell(index);
}

void SimulatedConference::rename(base::MemberIndex index, const QString& name) {
    const auto person = people_.find(index);
    if (person == people_.end()) return;
    person->second.member.name = name;
    tell(index);
}

void SimulatedConference::accept_key(base::MemberIndex index, KeyOwner owner) {
    const auto familiarity = owner == KeyOwner::same_person ? Familiarity::known : Familiarity::newcomer;
    QMetaObject::invokeMethod(
        this, [this, index, familiarity] { set_familiarity(index, familiarity); }, Qt::QueuedConnection);
}

void SimulatedConference::ask_mute(base::MemberIndex index) {
    const auto mute = [this, index] {
        for (auto& [other, person] : people_) {
            if (index.value() != 0 && other != index) continue;
            person.talking = person.member.microphone_on = false;
            tell(other);
        }
    };
    if (facts_.may_moderate) QMetaObject::invokeMethod(this, mute, Qt::QueuedConnection);
}

Role SimulatedConference::role_of(base::MemberIndex index) const {
    const auto person = people_.find(index);
    return person == people_.end() ? Role::participant : person->second.member.role;
}

void SimulatedConference::someone_mutes_us(base::MemberIndex moderator) {
    if (!microphone_on_) return;
    emit muted_by(moderator);
    set_microphone_on(false);
}

void SimulatedConference::set_loudness(base::MemberIndex index, double factor) { loudness_[index.value()] = factor; }

void SimulatedConference::set_blocked(base::MemberIndex index, bool blocked) {
    const auto change = [this, index, blocked] {
        const auto person = people_.find(index);
        if (person == people_.end()) return;
        person->second.member.acquaintance.blocked = blocked;
        if (blocked) emit video_frame(index, {});
        tell(index);
    };
    QMetaObject::invokeMethod(this, change, Qt::QueuedConnection);
}

void SimulatedConference::set_verified(base::MemberIndex index, bool verified) {
    const auto familiarity = verified ? Familiarity::verified : Familiarity::known;
    QMetaObject::invokeMethod(
        this, [this, index, familiarity] { set_familiarity(index, familiarity); }, Qt::QueuedConnection);
}

} // namespace plenum::ui
