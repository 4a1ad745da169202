// SPDX-License-Identifier: Apache-2.0
#include "ui/board/board_document.h"

#include <tuple>

namespace plenum::ui {

BoardDocument::BoardDocument(BoardPort& port, QObject* parent) : QObject{parent}, port_{port}, journal_{port.self()} {
    connect(&port, &BoardPort::received, this, &BoardDocument::receive);
    connect(&port, &BoardPort::accepted, this,
            [this](board::Publication publication) { journal_.settle(publication); });
    connect(&port, &BoardPort::refused, this, &BoardDocument::withdraw);
    connect(&port, &BoardPort::changed, this, &BoardDocument::follow_self);
    connect(&port, &BoardPort::cleared, this, [this] {
        journal_ = board::Journal{port_.self()};
        past_.reset();
        emit replaced();
    });
    connect(&port, &BoardPort::frontier_wanted, this, [this] { port_.tell_frontier(journal_.frontier()); });
    connect(&port, &BoardPort::copy_wanted, this, [this](const board::Frontier& seen) {
        port_.give_copy(journal_.copy_beyond(seen), !journal_.misses_some(), journal_.is_behind(seen));
    });
    connect(&port, &BoardPort::copied, this, [this](const board::Copy& copy) {
        if (journal_.merge(copy)) follow_gaps();
    });
}

void BoardDocument::follow_gaps() {
    port_.note_gaps(journal_.misses_some());
    emit replaced();
}

std::expected<board::Changes, board::Refusal> BoardDocument::publish(const base::Bytes& message) {
    last_ = last_.next();
    auto published = journal_.publish(last_, message, port_.authority());
    if (!published) return std::unexpected{published.error()};
    port_.publish(last_, published->authority, message);
    return std::move(published->changes);
}

void BoardDocument::begin_past() {
    past_.emplace(journal_.history());
    past_->seek(past_->size());
    emit replaced();
}

void BoardDocument::end_past() {
    past_.reset();
    emit replaced();
}

void BoardDocument::seek(std::size_t position) {
    if (!past_) return;
    past_->seek(position);
    emit replaced();
}

bool BoardDocument::act(const board::EditResult& edit) {
    if (past_) {
        // The editor counts on it.
        journal_.discard();
        return false;
    }
    if (!edit) {
        emit failed(edit.error());
        return false;
    }
    for (const auto& message : edit->messages) {
        const auto changes = publish(message);
        if (!changes) {
            emit replaced();
            emit failed(changes.error());
            return false;
        }
        emit changed(*changes);
        if (!changes->refused.empty()) emit failed(changes->refused.front().reason);
    }
    return true;
}

void BoardDocument::receive(const BoardMessage& message) {
    const bool had_gaps = journal_.has_gaps();
    const bool missed_some = journal_.misses_some();
    const auto changes = journal_.receive(message.author, message.body, message.authority);
    if (journal_.misses_some() != missed_some) port_.note_gaps(!missed_some);
    if (journal_.has_gaps() && !had_gaps) emit replaced();
    if (!changes) return;
    if (!past_) emit changed(*changes);
    emit drawn(message.author.sender, page_of(*changes));
}

board::PageId BoardDocument::page_of(const board::Changes& changes) const {
    for (const auto id : changes.objects)
        if (const auto* object = journal_.board().find(id)) return object->page;
    return changes.pages.empty() ? board::first_page : changes.pages.front();
}

void BoardDocument::withdraw(board::Publication publication) {
    if (journal_.withdraw(publication) == 0) return;
    emit replaced();
    emit withdrawn();
}

void BoardDocument::follow_self() {
    const auto self = port_.self();
    if (self.sender == journal_.self().sender || self.sender == base::MemberIndex{}) return;
    auto unsent = journal_.become(self);
    bool left_out = false;
    while (const auto message = unsent.next()) {
        if (publish(*message)) {
            unsent.take();
        } else {
            unsent.leave_out();
            left_out = true;
        }
    }
    emit replaced();
    if (left_out) emit withdrawn();
}

bool is_used(const board::Board& board) {
    return std::ranges::any_of(board.pages(), [&](board::PageId id) {
        const auto* page = board.find(id);
        return page != nullptr && (!page->painting_order.empty() || page->background.value());
    });
}

} // namespace plenum::ui
