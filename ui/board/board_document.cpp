// SPDX-License-Identifier: Apache-2.0
#include "ui/board/board_document.h"

#include "ui/board/board_renaming.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {

BoardDocument::BoardDocument(BoardPort& port, QObject* parent) : QObject{parent}, port_{port}, self_{port.self()} {
    rebuild();
    connect(&port, &BoardPort::received, this, &BoardDocument::receive);
    connect(&port, &BoardPort::accepted, this, &BoardDocument::settle);
    connect(&port, &BoardPort::refused, this, &BoardDocument::withdraw);
    connect(&port, &BoardPort::changed, this, &BoardDocument::follow_self);
    connect(&port, &BoardPort::cleared, this, &BoardDocument::clear);
    connect(&port, &BoardPort::missed, this, [this] {
        incomplete_ = true;
        emit replaced();
    });
}

bool BoardDocument::act(const board::EditResult& edit) {
    if (!edit) {
        emit failed(edit.error());
        return false;
    }
    for (const auto& message : edit->messages) {
        const auto authority = port_.authority();
        const auto changes = board_->apply(self_, message, authority);
        if (!changes) {
            // Numbers of what follows would not fit.
            rebuild();
            emit failed(changes.error());
            return false;
        }
        const auto publication = port_.publish(message);
        steps_.push_back({self_, authority, message, {}, publication});
        pending_.push_back(publication);
        emit changed(*changes);
        if (!changes->refused.empty()) emit failed(changes->refused.front().reason);
    }
    return true;
}

void BoardDocument::receive(const BoardMessage& message) {
    const auto changes = board_->apply(message.author, message.body, message.authority);
    // Others have what this one follows; we could not read it.
    if (!changes && changes.error() == board::Refusal::gap && !std::exchange(incomplete_, true)) emit replaced();
    // What is refused for another reason is refused by everybody.
    if (!changes) return;
    steps_.push_back({message.author, message.authority, message.body, message.sent_at, {}});
    emit changed(*changes);
    emit drawn(message.author.sender);
}

void BoardDocument::settle(BoardPublication publication) {
    while (!pending_.empty() && pending_.front() <= publication)
        pending_.pop_front();
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
        if (step->publication == BoardPublication{} || step->publication > publication) continue;
        step->publication = {};
        break;
    }
}

void BoardDocument::withdraw(BoardPublication publication) {
    const auto found = std::ranges::find(pending_, publication);
    if (found == pending_.end()) return;
    // Those after it count on it, and others refuse them.
    const auto lost = pending_.end() - found;
    pending_.erase(found, pending_.end());
    std::erase_if(steps_, [&](const Step& step) { return step.publication >= publication; });
    rebuild();
    emit withdrawn(static_cast<int>(lost));
}

void BoardDocument::follow_self() {
    const auto self = port_.self();
    if (self.sender == self_.sender || self.sender == base::MemberIndex{}) return;
    std::vector<base::Bytes> unsent;
    for (const auto& step : steps_)
        if (step.publication != BoardPublication{}) unsent.push_back(step.body);
    std::erase_if(steps_, [](const Step& step) { return step.publication != BoardPublication{}; });
    pending_.clear();
    const auto before = std::exchange(self_, self);
    for (auto& message : renamed(unsent, before.sender, self.sender)) {
        const auto publication = port_.publish(message);
        steps_.push_back({self, port_.authority(), std::move(message), {}, publication});
        pending_.push_back(publication);
    }
    rebuild();
}

void BoardDocument::clear() {
    steps_.clear();
    pending_.clear();
    incomplete_ = false;
    self_ = port_.self();
    rebuild();
}

void BoardDocument::rebuild() {
    editor_.reset();
    board_ = std::make_unique<board::Board>();
    for (const auto& step : steps_)
        std::ignore = board_->apply(step.author, step.body, step.authority);
    editor_ = std::make_unique<board::BoardEditor>(*board_, self_.sender);
    emit replaced();
}

} // namespace plenum::ui
