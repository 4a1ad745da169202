// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_chat.h"

#include "core/base/enums.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

ChatReaction& reaction_in(ChatContent& content, chat::Reaction kind) {
    auto place = std::ranges::lower_bound(content.reactions, kind, {}, &ChatReaction::kind);
    if (place == content.reactions.end() || place->kind != kind) place = content.reactions.insert(place, {kind, {}});
    return *place;
}

} // namespace

SimulatedChat::SimulatedChat(SimulatedWorld& world, const SessionPort& session) : world_{world} {
    connect(&session, &SessionPort::ended, this, [this] {
        under_way_.clear();
        lines_.clear();
    });
}

ChatId SimulatedChat::begin(std::function<void()> arrives) {
    last_chat_ = last_chat_.next();
    under_way_.push_back({last_chat_, 3, std::move(arrives)});
    return last_chat_;
}

ChatId SimulatedChat::send_chat(const QString& text) {
    const auto id = begin({});
    lines_[id].text = text;
    return id;
}

ChatId SimulatedChat::send_private(const QString& text, base::MemberIndex to) {
    // The other answers alike.
    return begin([=, this] { someone_writes(to, text, false, {}, true); });
}

ChatId SimulatedChat::send_answer(const QString& text, ChatId /*to*/) { return send_chat(text); }

ChatId SimulatedChat::send_file(const chat::SharedFile& file, base::MemberIndex to) {
    if (to.value() == 0) return send_chat(QString::fromStdString(file.name));
    return begin([=, this] { someone_writes(to, QStringLiteral("Thank you!"), false, {}, true); });
}

ChatId SimulatedChat::edit(ChatId line, const QString& text) {
    return begin([=, this] { write(line, text); });
}

ChatId SimulatedChat::remove(ChatId line) {
    return begin([=, this] { someone_removes(line); });
}

ChatId SimulatedChat::react(ChatId line, chat::ReactionSet own) {
    return begin([=, this] { set_own(line, own); });
}

void SimulatedChat::write(ChatId line, const QString& text) {
    auto& content = lines_[line];
    content.edited = content.edited || content.text != text;
    content.deleted = false;
    content.text = text;
    emit chat_changed(line, content);
}

void SimulatedChat::set_own(ChatId line, chat::ReactionSet own) {
    auto& content = lines_[line];
    for (const auto kind : base::enum_values<chat::Reaction>)
        reaction_in(content, kind).own = chat::contains(own, kind);
    content.reactions.removeIf([](const ChatReaction& each) { return each.names.isEmpty() && !each.own; });
    emit chat_changed(line, content);
}

ChatId SimulatedChat::someone_writes(base::MemberIndex index, const QString& text, bool late,
                                     std::optional<ChatId> answers, bool to_us_alone) {
    const auto person = world_.people.find(index);
    if (person == world_.people.end() || !world_.reaches_us(person->second.member)) return {};
    ChatMessage message;
    message.text = text;
    message.late = late;
    message.answers = answers;
    if (to_us_alone) message.private_with = index;
    return receive(person->second.member, std::move(message));
}

ChatId SimulatedChat::someone_writes_about(base::MemberIndex index, const QString& text,
                                           const chat::SharedScene& scene) {
    const auto person = world_.people.find(index);
    if (person == world_.people.end()) return {};
    ChatMessage message;
    message.text = text;
    message.scene = scene;
    return receive(person->second.member, std::move(message));
}

ChatId SimulatedChat::someone_shares(base::MemberIndex index, const chat::SharedFile& file, bool to_us_alone) {
    const auto person = world_.people.find(index);
    if (person == world_.people.end() || !world_.reaches_us(person->second.member)) return {};
    ChatMessage message;
    message.text = QString::fromStdString(file.name);
    message.file = file;
    if (to_us_alone) message.private_with = index;
    return receive(person->second.member, std::move(message));
}

/// `message` without who wrote it, and when.
ChatId SimulatedChat::receive(const Member& from, ChatMessage message) {
    last_chat_ = last_chat_.next();
    lines_[last_chat_].text = message.text;
    const auto group = world_.group_of(from.index);
    message.id = last_chat_;
    message.sender = from.index;
    message.sender_name = from.name;
    message.sent_at = QDateTime::currentDateTimeUtc();
    if (group.value() != 0) message.group = world_.groups[group].label;
    emit chat_received(message);
    return last_chat_;
}

void SimulatedChat::someone_edits(ChatId line, const QString& text) { write(line, text); }

void SimulatedChat::someone_removes(ChatId line) {
    auto& content = lines_[line];
    content.edited = false;
    content.deleted = true;
    // The text stays here: an undo brings it back, and it is no edit.
    auto shown = content;
    shown.text.clear();
    emit chat_changed(line, shown);
}

void SimulatedChat::someone_reacts(base::MemberIndex index, ChatId line, chat::Reaction kind) {
    const auto person = world_.people.find(index);
    if (person == world_.people.end() || !world_.reaches_us(person->second.member)) return;
    auto& content = lines_[line];
    auto& names = reaction_in(content, kind).names;
    if (names.removeAll(person->second.member.name) == 0) names << person->second.member.name;
    content.reactions.removeIf([](const ChatReaction& each) { return each.names.isEmpty() && !each.own; });
    emit chat_changed(line, content);
}

void SimulatedChat::tick() {
    for (auto& each : under_way_)
        --each.ticks;
    while (!under_way_.empty() && under_way_.front().ticks <= 0) {
        const auto [id, ticks, arrives] = std::move(under_way_.front());
        under_way_.pop_front();
        const auto failed = std::exchange(fail_next_message_, false);
        const auto arrived = store_messages_ ? DeliveryState::sent : DeliveryState::unstored;
        if (!failed && !store_messages_) unstored_.push_back(id);
        if (!failed && arrives) arrives();
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
