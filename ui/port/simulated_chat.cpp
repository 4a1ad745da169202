// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_chat.h"

namespace plenum::ui {

SimulatedChat::SimulatedChat(SimulatedWorld& world, const SessionPort& session) : world_{world} {
    connect(&session, &SessionPort::ended, this, [this] { under_way_.clear(); });
}

ChatId SimulatedChat::send_chat(const QString&) {
    last_chat_ = last_chat_.next();
    under_way_.emplace_back(last_chat_, 3);
    return last_chat_;
}

void SimulatedChat::someone_writes(base::MemberIndex index, const QString& text, bool late) {
    const auto person = world_.people.find(index);
    if (person == world_.people.end() || !world_.reaches_us(person->second.member)) return;
    last_chat_ = last_chat_.next();
    const auto group = world_.group_of(index);
    emit chat_received({.id = last_chat_,
                        .sender = index,
                        .sender_name = person->second.member.name,
                        .text = text,
                        .sent_at = QDateTime::currentDateTimeUtc(),
                        .late = late,
                        .group = group.value() == 0 ? QString{} : world_.groups[group].label});
}

void SimulatedChat::tick() {
    for (auto& [id, ticks] : under_way_)
        --ticks;
    while (!under_way_.empty() && under_way_.front().second <= 0) {
        const auto id = under_way_.front().first;
        under_way_.pop_front();
        const auto failed = std::exchange(fail_next_message_, false);
        const auto arrived = store_messages_ ? DeliveryState::sent : DeliveryState::unstored;
        if (!failed && !store_messages_) unstored_.push_back(id);
        emit chat_delivery(id, failed ? DeliveryState::failed : arrived);
    }
}

void SimulatedChat::store_messages(bool stored) {
    store_messages_ = stored;
    if (!stored) return;
    for (const auto id : std::exchange(unstored_, {}))
        emit chat_delivery(id, DeliveryState::sent);
}

} // namespace plenum::ui
