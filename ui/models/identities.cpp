// SPDX-License-Identifier: Apache-2.0
#include "ui/models/identities.h"

#include "ui/models/identity_words.h"

#include <algorithm>

namespace plenum::ui {
namespace {

base::MemberIndex index_of(int value) { return base::MemberIndex{static_cast<std::uint32_t>(value)}; }

} // namespace

Identities::Identities(ConferencePort& port, QObject* parent) : QObject{parent}, port_{port} {
    connect(&port_, &ConferencePort::member_changed, this, &Identities::take);
    connect(&port_, &ConferencePort::member_left, this, [this](base::MemberIndex index) {
        people_.erase(index);
        emit changed();
    });
}

void Identities::take(const Member& member) {
    if (member.is_self) return;
    auto& person = people_[member.index];
    const auto same = person.member.name == member.name && person.member.acquaintance == member.acquaintance;
    person.member = member;
    if (!same) emit changed();
}

void Identities::clear() {
    people_.clear();
    shown_ = {};
    emit changed();
}

int Identities::undecided() const {
    const auto place = std::ranges::find_if(
        people_, [](const auto& item) { return item.second.member.acquaintance.withheld && !item.second.put_off; });
    return place == people_.end() ? 0 : static_cast<int>(place->first.value());
}

const Member& Identities::member_of(base::MemberIndex index) const {
    static const Member nobody;
    const auto place = people_.find(index);
    return place == people_.end() ? nobody : place->second.member;
}

void Identities::show(int member_index) {
    shown_ = index_of(member_index);
    emit changed();
}

QString Identities::familiarity() const { return IdentityWords::key_of(member().acquaintance.familiarity); }

QString Identities::sentence() const { return sentence_about(shown()); }

QString Identities::sentence_about(int member_index) const {
    const auto& member = member_of(index_of(member_index));
    return IdentityWords::sentence(member.name, member.acquaintance);
}

QString Identities::safety_number() const { return number_with(shown()); }

QString Identities::number_with(int member_index) const {
    return IdentityWords::grouped(member_of(index_of(member_index)).acquaintance.safety_number);
}

QString Identities::name_of(int member_index) const { return member_of(index_of(member_index)).name; }

QString Identities::other_names() const { return member().acquaintance.other_names.join(QStringLiteral(", ")); }

void Identities::accept(int member_index) { port_.accept_key(index_of(member_index)); }

void Identities::keep_withheld(int member_index) {
    const auto place = people_.find(index_of(member_index));
    if (place == people_.end()) return;
    place->second.put_off = true;
    port_.keep_withheld(place->first);
    emit changed();
}

void Identities::set_verified(bool verified) { port_.set_verified(shown_, verified); }

} // namespace plenum::ui
