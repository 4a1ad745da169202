// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/chat_book.h"

#include <utility>

namespace plenum::app {

bool ChatBook::is_line(const chat::Operation& operation) {
    return std::holds_alternative<chat::Say>(operation) || std::holds_alternative<chat::Reply>(operation) ||
           std::holds_alternative<chat::ShareFile>(operation);
}

void ChatBook::clear() {
    transcripts_.clear();
    open_.clear();
    own_.clear();
    places_.clear();
}

chat::Transcript& ChatBook::transcript_of(base::FlowId flow) {
    return transcripts_.try_emplace(flow, people_).first->second;
}

void ChatBook::begin(ui::ChatId id, base::FlowId flow, chat::Operation operation) {
    open_.insert_or_assign(id, Open{flow, std::move(operation)});
}

void ChatBook::number(ui::ChatId id, const chat::MessageId& message) {
    const auto open = open_.find(id);
    if (open == open_.end()) return;
    auto& [flow, operation, known] = open->second;
    if (is_line(operation)) {
        if (known) own_.erase({flow, *known});
        own_[{flow, message}] = id;
    }
    known = message;
}

std::optional<ChatBook::Told> ChatBook::settle(ui::ChatId id) {
    const auto open = open_.extract(id);
    if (open.empty() || !open.mapped().message) return std::nullopt;
    const auto& [flow, operation, message] = open.mapped();
    if (is_line(operation)) places_[id] = {flow, *message};
    const auto change = transcript_of(flow).apply(*message, operation);
    if (!change) return Told{id};
    forget(flow, change->forgotten);
    return Told{id_of({flow, change->line}), change->kind};
}

void ChatBook::drop(ui::ChatId id) {
    const auto open = open_.extract(id);
    if (!open.empty() && open.mapped().message) own_.erase({open.mapped().flow, *open.mapped().message});
}

std::expected<ChatBook::Told, chat::Refusal> ChatBook::receive(const Place& place, const chat::Operation& operation) {
    const auto change = transcript_of(place.flow).apply(place.message, operation);
    if (!change) return std::unexpected{change.error()};
    const auto line = id_of({place.flow, change->line});
    if (is_line(operation)) places_[line] = place;
    forget(place.flow, change->forgotten);
    return Told{line, change->kind};
}

void ChatBook::forget(base::FlowId flow, const std::vector<chat::MessageId>& lines) {
    for (const auto& line : lines) {
        const Place place{flow, line};
        places_.erase(id_of(place));
        own_.erase(place);
    }
}

ui::ChatId ChatBook::id_of(const Place& place) const {
    if (const auto own = own_.find(place); own != own_.end()) return own->second;
    // Numbers of our own messages are small.
    const auto& [flow, message] = place;
    return ui::ChatId{std::uint64_t{message.sender.value()} << 48 | std::uint64_t{flow.value()} << 32 |
                      (message.sequence.value() & 0xffff'ffff)};
}

std::optional<ChatBook::Place> ChatBook::place_of(ui::ChatId line) const {
    const auto place = places_.find(line);
    return place == places_.end() ? std::nullopt : std::optional{place->second};
}

const chat::Transcript* ChatBook::transcript(base::FlowId flow) const {
    const auto found = transcripts_.find(flow);
    return found == transcripts_.end() ? nullptr : &found->second;
}

const chat::Line* ChatBook::find(ui::ChatId line) const {
    const auto place = place_of(line);
    const auto* in = place ? transcript(place->flow) : nullptr;
    return in == nullptr ? nullptr : in->find(place->message);
}

std::vector<ui::ChatId> ChatBook::touched_by(const base::IdentityKey& person) const {
    std::vector<ui::ChatId> lines;
    for (const auto& [flow, transcript] : transcripts_)
        for (const auto& [message, line] : transcript.lines())
            if (line.reactions.contains(person) || people_(message.sender) == person)
                lines.push_back(id_of({flow, message}));
    return lines;
}

} // namespace plenum::app
