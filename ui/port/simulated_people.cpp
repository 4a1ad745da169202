// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_people.h"

#include <algorithm>
#include <array>

namespace plenum::ui {
namespace {

constexpr std::array names{"Ada Moreau",      "Jonas Weber",   "Mei Tanaka",     "Samuel Okafor",
                           "Lucía Fernández", "Priya Nair",    "Noah Lindqvist", "Fatima Haddad",
                           "Tom Becker",      "Ines Carvalho", "Oskar Nowak",    "Leila Rahimi"};

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

Acquaintance make_acquaintance(int number) {
    Acquaintance made;
    made.familiarity = number == 2 ? Familiarity::verified : number == 3 ? Familiarity::known : Familiarity::newcomer;
    if (made.familiarity != Familiarity::newcomer) made.since = days_ago(40 * number);
    made.code = code_of(number);
    made.key = QStringLiteral("key-%1").arg(number);
    made.safety_number = digits_of(number);
    return made;
}

} // namespace

void SimulatedPeople::clear() {
    knocks_.clear();
    last_index_ = 1;
}

SimulatedPerson SimulatedPeople::make_person(base::MemberIndex index) const {
    const auto number = static_cast<int>(index.value());
    const auto place = static_cast<std::size_t>(number - 2);
    auto name = QString::fromUtf8(names.at(place % names.size()));
    if (place >= names.size()) name += QStringLiteral(" %1").arg(place / names.size() + 1);
    const auto moderator = !world_.facts.may_end_for_all && number == 2;
    return {.member = {.index = index,
                       .name = name,
                       .role = moderator ? Role::moderator : Role::participant,
                       .microphone_on = number % 5 != 4,
                       .camera_on = number % 6 != 5,
                       .is_host = moderator,
                       .acquaintance = make_acquaintance(number)},
            .picture = SimulatedPicture{number - 2}};
}

void SimulatedPeople::someone_joins() {
    const base::MemberIndex index{++last_index_};
    const auto [place, is_new] = world_.people.emplace(index, make_person(index));
    emit member_changed(place->second.member);
}

void SimulatedPeople::set_absent(base::MemberIndex index, bool absent) {
    const auto person = world_.people.find(index);
    if (person == world_.people.end()) return;
    person->second.member.presence = absent ? Presence::absent : Presence::present;
    emit member_changed(person->second.member);
}

void SimulatedPeople::set_picture_late(base::MemberIndex index, bool late) {
    const auto person = world_.people.find(index);
    if (person == world_.people.end()) return;
    person->second.member.picture_late = late;
    emit member_changed(person->second.member);
}

void SimulatedPeople::make_camera(base::MemberIndex index) {
    const auto person = world_.people.find(index);
    if (person == world_.people.end()) return;
    person->second.member.captures = true;
    emit member_changed(person->second.member);
}

void SimulatedPeople::tell_self() {
    if (world_.state != ConnectionState::in_call) return;
    emit member_changed(
        {.index = SimulatedIds::ourselves,
         .name = world_.own_name,
         .role = world_.facts.may_moderate && !world_.facts.acting ? Role::moderator : Role::participant,
         .is_self = true,
         .microphone_on = world_.microphone_on(),
         .camera_on = world_.camera_on(),
         .is_host = world_.facts.may_end_for_all,
         .speaks_to_all = world_.speaks_to_all});
}

void SimulatedPeople::play(int second) {
    if (!world_.facts.may_moderate || world_.facts.policy.admission != Admission::lobby) return;
    for (const auto& knocking : knockings)
        if (knocking.second == second) someone_knocks(QString::fromUtf8(knocking.name), knocking.familiarity);
}

void SimulatedPeople::someone_knocks(const QString& name, Familiarity familiarity) {
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

void SimulatedPeople::admit(KnockId knock) {
    const auto place = knocks_.find(knock);
    if (!world_.facts.may_moderate || place == knocks_.end()) return;
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
            world_.people.emplace(index, person);
            tell(index);
        },
        Qt::QueuedConnection);
}

void SimulatedPeople::refuse(KnockId knock) {
    if (!world_.facts.may_moderate || knocks_.erase(knock) == 0) return;
    QMetaObject::invokeMethod(this, [this, knock] { emit knock_over(knock); }, Qt::QueuedConnection);
}

void SimulatedPeople::someone_leaves(base::MemberIndex index, Departure departure) {
    if (world_.people.erase(index) == 0) return;
    emit member_left(index, departure);
    emit gone(index);
}

void SimulatedPeople::remove_member(base::MemberIndex index, bool change_link) {
    const auto person = world_.people.find(index);
    if (!world_.facts.may_moderate || person == world_.people.end() || person->second.member.is_host) return;
    QMetaObject::invokeMethod(
        this,
        [this, index, change_link] {
            someone_leaves(index, Departure::removed);
            if (change_link) this->change_link();
        },
        Qt::QueuedConnection);
}

void SimulatedPeople::set_role(base::MemberIndex index, Role role) {
    const auto person = world_.people.find(index);
    if (!world_.facts.may_moderate || person == world_.people.end()) return;
    person->second.member.role = role;
    QMetaObject::invokeMethod(this, [this, index] { tell(index); }, Qt::QueuedConnection);
}

void SimulatedPeople::set_policy(const EntryPolicy& policy) {
    if (!world_.facts.may_moderate) return;
    QMetaObject::invokeMethod(
        this,
        [this, policy] {
            world_.facts.policy = policy;
            session_.tell_facts();
        },
        Qt::QueuedConnection);
}

QString SimulatedPeople::new_link() {
    auto link = QString::fromLatin1(SimulatedSession::example_link);
    return link.replace(link.size() - 4, 4, QStringLiteral("%1").arg(++links_made_, 4, 10, QLatin1Char{'B'}));
}

void SimulatedPeople::change_link() {
    if (!world_.facts.may_moderate) return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            world_.facts.link = new_link();
            session_.tell_facts();
        },
        Qt::QueuedConnection);
}

void SimulatedPeople::make_us_moderator(bool moderator) {
    world_.facts.may_moderate = moderator;
    world_.facts.acting = false;
    session_.tell_facts();
    tell_self();
}

void SimulatedPeople::let_us_act() {
    world_.facts.may_moderate = world_.facts.acting = true;
    session_.tell_facts();
}

void SimulatedPeople::tell(base::MemberIndex index) {
    const auto person = world_.people.find(index);
    if (person != world_.people.end()) emit member_changed(person->second.member);
}

void SimulatedPeople::set_familiarity(base::MemberIndex index, Familiarity familiarity) {
    const auto person = world_.people.find(index);
    if (person == world_.people.end()) return;
    auto& known = person->second.member.acquaintance;
    known.familiarity = familiarity;
    known.since = familiarity == Familiarity::newcomer ? QDateTime{} : days_ago(18);
    tell(index);
}

void SimulatedPeople::rename(base::MemberIndex index, const QString& name) {
    const auto person = world_.people.find(index);
    if (person == world_.people.end()) return;
    person->second.member.name = name;
    tell(index);
}

void SimulatedPeople::accept_key(base::MemberIndex index, KeyOwner owner) {
    const auto familiarity = owner == KeyOwner::same_person ? Familiarity::known : Familiarity::newcomer;
    QMetaObject::invokeMethod(
        this, [this, index, familiarity] { set_familiarity(index, familiarity); }, Qt::QueuedConnection);
}

void SimulatedPeople::ask_mute(base::MemberIndex index) {
    const auto mute = [this, index] {
        for (auto& [other, person] : world_.people) {
            if (index.value() != 0 && other != index) continue;
            person.talking = person.member.microphone_on = false;
            tell(other);
        }
    };
    if (world_.facts.may_moderate) QMetaObject::invokeMethod(this, mute, Qt::QueuedConnection);
}

Role SimulatedPeople::role_of(base::MemberIndex index) const {
    const auto person = world_.people.find(index);
    return person == world_.people.end() ? Role::participant : person->second.member.role;
}

void SimulatedPeople::set_blocked(base::MemberIndex index, bool blocked) {
    const auto change = [this, index, blocked] {
        const auto person = world_.people.find(index);
        if (person == world_.people.end()) return;
        person->second.member.acquaintance.blocked = blocked;
        if (blocked) emit hidden(index);
        tell(index);
    };
    QMetaObject::invokeMethod(this, change, Qt::QueuedConnection);
}

void SimulatedPeople::set_verified(base::MemberIndex index, bool verified) {
    const auto familiarity = verified ? Familiarity::verified : Familiarity::known;
    QMetaObject::invokeMethod(
        this, [this, index, familiarity] { set_familiarity(index, familiarity); }, Qt::QueuedConnection);
}

} // namespace plenum::ui
