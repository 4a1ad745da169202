// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/chat_outbox.h"

#include <ranges>
#include <utility>

namespace plenum::app {

bool ChatOutbox::add(ui::ChatId id, std::string text) {
    if (waiting_.size() + numbered_.size() >= messages_max) return false;
    waiting_.push_back({id, std::move(text)});
    return true;
}

std::optional<std::string> ChatOutbox::next(base::LocalTime now) {
    if (awaiting_ || waiting_.empty()) return std::nullopt;
    auto message = std::move(waiting_.front());
    waiting_.pop_front();
    awaiting_ = Awaiting{message.id, now};
    return std::move(message.text);
}

std::optional<ui::ChatId> ChatOutbox::published(base::SequenceNumber sequence) {
    const auto id = take_published();
    if (id) numbered_[sequence] = *id;
    return id;
}

std::optional<ui::ChatId> ChatOutbox::take_published() {
    if (!again_.empty()) {
        const auto id = again_.front();
        again_.pop_front();
        return id;
    }
    if (!awaiting_) return std::nullopt;
    return std::exchange(awaiting_, std::nullopt)->id;
}

void ChatOutbox::start_over() {
    const auto numbered = std::exchange(numbered_, {});
    const auto lost = numbered | std::views::values;
    again_.insert(again_.begin(), lost.begin(), lost.end());
}

std::vector<ChatOutbox::Delivery> ChatOutbox::accepted(base::SequenceNumber sequence, bool stored) {
    std::vector<Delivery> result;
    const auto take = [&](auto& from) {
        const auto end = from.upper_bound(sequence);
        for (auto at = from.begin(); at != end; ++at)
            result.push_back({at->second, stored ? ui::DeliveryState::sent : ui::DeliveryState::unstored});
        if (!stored) unstored_.insert(from.begin(), end);
        from.erase(from.begin(), end);
    };
    if (stored) take(unstored_);
    take(numbered_);
    while (unstored_.size() > messages_max)
        unstored_.erase(unstored_.begin());
    return result;
}

std::optional<ChatOutbox::Delivery> ChatOutbox::refused() {
    const auto id = take_published();
    if (!id) return std::nullopt;
    return Delivery{*id, ui::DeliveryState::failed};
}

std::optional<ChatOutbox::Delivery> ChatOutbox::refused(base::SequenceNumber sequence) {
    const auto lost = numbered_.extract(sequence);
    if (lost.empty()) return std::nullopt;
    return Delivery{lost.mapped(), ui::DeliveryState::failed};
}

std::optional<ChatOutbox::Delivery> ChatOutbox::expire(base::LocalTime now) {
    if (!awaiting_ || now - awaiting_->since < number_delay_max) return std::nullopt;
    return Delivery{std::exchange(awaiting_, std::nullopt)->id, ui::DeliveryState::failed};
}

std::vector<ChatOutbox::Delivery> ChatOutbox::give_up() {
    std::vector<Delivery> result;
    unstored_.clear();
    for (const auto& [sequence, id] : std::exchange(numbered_, {}))
        result.push_back({id, ui::DeliveryState::failed});
    while (const auto lost = refused())
        result.push_back(*lost);
    for (const auto& message : std::exchange(waiting_, {}))
        result.push_back({message.id, ui::DeliveryState::failed});
    return result;
}

} // namespace plenum::app
