// SPDX-License-Identifier: Apache-2.0
#include "ui/models/identities.h"

#include "ui/models/identity_words.h"

namespace plenum::ui {

Identities::Identities(PeoplePort& port, QObject* parent) : QObject{parent}, port_{port} {
    connect(&port_, &PeoplePort::member_changed, this, &Identities::take);
    connect(&port_, &PeoplePort::member_left, this, [this](base::MemberIndex index) {
        people_.erase(index);
        emit changed();
    });
}

void Identities::take(const Member& member) {
    if (member.is_self) return;
    auto& known = people_[member.index];
    const auto same = known.name == member.name && known.acquaintance == member.acquaintance;
    known = member;
    if (!same) emit changed();
}

void Identities::clear() {
    people_.clear();
    shown_ = {};
    emit changed();
}

const Member& Identities::member() const {
    static const Member nobody;
    const auto place = people_.find(shown_);
    return place == people_.end() ? nobody : place->second;
}

void Identities::show(int member_index) {
    shown_ = base::MemberIndex{static_cast<std::uint32_t>(member_index)};
    emit changed();
}

QString Identities::familiarity() const { return IdentityWords::key_of(member().acquaintance.familiarity); }

QString Identities::sentence() const { return IdentityWords::sentence(member().name, member().acquaintance); }

QString Identities::safety_number() const { return IdentityWords::grouped(member().acquaintance.safety_number); }

QString Identities::other_names() const { return member().acquaintance.other_names.join(QStringLiteral(", ")); }

void Identities::accept(bool same_person) {
    port_.accept_key(shown_, same_person ? KeyOwner::same_person : KeyOwner::another_person);
}

void Identities::set_blocked(bool blocked) { port_.set_blocked(shown_, blocked); }

void Identities::set_verified(bool verified) { port_.set_verified(shown_, verified); }

} // namespace plenum::ui
