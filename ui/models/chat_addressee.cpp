// SPDX-License-Identifier: Apache-2.0
#include "ui/models/chat_addressee.h"

#include <utility>

namespace plenum::ui {

ChatAddressee::ChatAddressee(const MembersModel& members) : members_{members} {
    connect(&members, &MembersModel::names_changed, this, &ChatAddressee::follow);
    connect(&members, &MembersModel::count_changed, this, &ChatAddressee::follow);
}

QString ChatAddressee::label() const { return is_private() ? tr("%1 alone").arg(name_) : group_; }

bool ChatAddressee::reads(const ChatMessage& message) const {
    return message.private_with == person() && (is_private() || message.group == group_);
}

bool ChatAddressee::can_read(const ChatMessage& message) const {
    if (message.private_with.value() == 0) return message.group == group_;
    return is_here(message.private_with);
}

void ChatAddressee::write_to(int member_index) {
    const base::MemberIndex person{static_cast<std::uint32_t>(member_index)};
    if (members_.row_of(member_index) >= 0) choose(person);
}

void ChatAddressee::set_group(const QString& label) {
    if (std::exchange(group_, label) == label || is_private()) return;
    emit changed();
    emit switched();
}

void ChatAddressee::choose(base::MemberIndex person) {
    if (person == person_ && !answered_) return;
    set(person, std::nullopt);
    emit switched();
}

void ChatAddressee::set(base::MemberIndex person, std::optional<base::MemberIndex> answered) {
    if (person == person_ && answered == answered_) return;
    person_ = person;
    answered_ = answered;
    name_ = members_.shown_name(this->person());
    emit changed();
}

void ChatAddressee::follow() {
    // Whom we go on with once the answer is written may leave meanwhile.
    if (answered_ && person_.value() != 0 && !is_here(person_)) person_ = {};
    if (!is_private()) return;
    const auto name = members_.shown_name(person());
    if (name == name_) return;
    if (!name.isEmpty()) {
        name_ = name;
        return emit changed();
    }
    const auto left = name_;
    choose(answered_ && answered_ != person_ ? person_ : base::MemberIndex{});
    if (!is_private()) emit person_left(left);
}

} // namespace plenum::ui
