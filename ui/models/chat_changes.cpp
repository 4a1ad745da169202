// SPDX-License-Identifier: Apache-2.0
#include "ui/models/chat_changes.h"

#include "core/base/enums.h"
#include "core/base/overloaded.h"

#include <QTimer>

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

/// Ours among these.
chat::ReactionSet own_in(const QList<ChatReaction>& reactions) {
    chat::ReactionSet own;
    for (const auto& each : reactions)
        if (each.own) own = chat::toggled(own, each.kind);
    return own;
}

void set_own(QList<ChatReaction>& reactions, chat::ReactionSet own) {
    for (const auto kind : base::enum_values<chat::Reaction>) {
        auto place = std::ranges::lower_bound(reactions, kind, {}, &ChatReaction::kind);
        const bool known = place != reactions.end() && place->kind == kind;
        if (!known && !chat::contains(own, kind)) continue;
        if (!known) place = reactions.insert(place, {kind, {}});
        place->own = chat::contains(own, kind);
    }
    reactions.removeIf([](const ChatReaction& each) { return !each.own && each.names.isEmpty(); });
}

} // namespace

ChatChanges::ChatChanges(ChatPort& port, Find find, QObject* parent)
    : QObject{parent},
      port_{port},
      find_{std::move(find)} {
    connect(&port_, &ChatPort::chat_delivery, this, &ChatChanges::settle);
}

ChatContent ChatChanges::shown(const ChatMessage& message) const {
    ChatContent content{message.text, message.edited, message.deleted, message.reactions};
    for (const auto& each : under_way_) {
        if (each.line != message.id) continue;
        std::visit(base::Overloaded{[&](const QString& text) {
                                        content.edited = content.edited || (!content.deleted && text != content.text);
                                        content.text = text;
                                        content.deleted = false;
                                    },
                                    [&](Removal) {
                                        content.text.clear();
                                        content.edited = false;
                                        content.deleted = true;
                                    },
                                    [&](chat::ReactionSet own) { set_own(content.reactions, own); }},
                   each.what);
    }
    return content;
}

bool ChatChanges::is_under_way(ChatId line) const {
    return std::ranges::any_of(under_way_, [&](const UnderWay& each) {
        return each.line == line && !std::holds_alternative<chat::ReactionSet>(each.what);
    });
}

void ChatChanges::begin(UnderWay change) {
    const auto line = change.line;
    under_way_.push_back(std::move(change));
    emit changed(line);
}

void ChatChanges::edit(ChatId line, const QString& text) {
    removed_.erase(line);
    begin({port_.edit(line, text), line, text});
}

void ChatChanges::remove(const QString& name) {
    const auto line = line_named(name);
    const auto* message = find_(line);
    if (message == nullptr) return;
    const auto content = shown(*message);
    if (content.deleted) return;
    removed_[line] = content.text;
    QTimer::singleShot(restorable_ms, this, [this, line] {
        if (removed_.erase(line) > 0) emit changed(line);
    });
    begin({port_.remove(line), line, Removal{}});
}

void ChatChanges::restore(const QString& name) {
    const auto removed = removed_.extract(line_named(name));
    if (!removed.empty()) edit(removed.key(), removed.mapped());
}

void ChatChanges::react(const QString& name, const QString& kind) {
    const auto line = line_named(name);
    const auto* message = find_(line);
    const auto& kinds = base::enum_values<chat::Reaction>;
    const auto reaction = std::ranges::find(kinds, kind.toStdString(), base::enumerator_name<chat::Reaction>);
    if (message == nullptr || reaction == kinds.end()) return;
    const auto own = chat::toggled(own_in(shown(*message).reactions), *reaction);
    begin({port_.react(line, own), line, own});
}

void ChatChanges::clear() {
    under_way_.clear();
    removed_.clear();
}

void ChatChanges::settle(ChatId change, DeliveryState state) {
    if (state == DeliveryState::sending) return;
    const auto place = std::ranges::find(under_way_, change, &UnderWay::change);
    if (place == under_way_.end()) return;
    const auto line = place->line;
    const bool removal = std::holds_alternative<Removal>(place->what);
    under_way_.erase(place);
    if (state == DeliveryState::failed && removal) removed_.erase(line);
    emit changed(line);
    if (state == DeliveryState::failed) emit failed();
}

} // namespace plenum::ui
