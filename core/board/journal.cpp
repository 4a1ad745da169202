// SPDX-License-Identifier: Apache-2.0
#include "core/board/journal.h"

#include "core/board/renaming.h"

#include <algorithm>
#include <ranges>
#include <tuple>
#include <utility>

namespace plenum::board {

BoardEditor& Journal::editor() {
    if (!editor_) editor_ = std::make_unique<BoardEditor>(*board_, self_.sender);
    return *editor_;
}

void Journal::rebuild() {
    editor_.reset();
    board_ = std::make_unique<Board>();
    for (const auto& entry : entries_)
        std::ignore = board_->apply(entry.author, entry.message, entry.authority);
}

std::expected<Changes, Refusal> Journal::publish(Publication publication, base::Bytes message, Authority authority) {
    auto changes = board_->apply(self_, message, authority);
    if (!changes) {
        rebuild();
        return changes;
    }
    entries_.push_back({self_, authority, std::move(message), publication});
    ++open_;
    return changes;
}

std::expected<Changes, Refusal> Journal::receive(const Author& author, base::Bytes message, Authority authority) {
    auto changes = board_->apply(author, message, authority);
    if (changes) entries_.push_back({author, authority, std::move(message), {}});
    // Others have the message before it.
    if (!changes && changes.error() == Refusal::gap) incomplete_ = true;
    return changes;
}

void Journal::settle(Publication publication) {
    const auto newest_first = entries_ | std::views::reverse;
    const auto found = std::ranges::find(newest_first, publication, &Entry::publication);
    if (publication == Publication{} || found == newest_first.end()) return;
    found->publication = {};
    --open_;
}

std::size_t Journal::withdraw(Publication publication) {
    if (publication == Publication{} || std::ranges::find(entries_, publication, &Entry::publication) == entries_.end())
        return 0;
    const auto gone = std::erase_if(entries_, [&](const Entry& entry) { return entry.publication >= publication; });
    open_ -= gone;
    rebuild();
    return gone;
}

std::vector<base::Bytes> Journal::become(const Author& self) {
    std::vector<base::Bytes> unsent;
    for (const auto& entry : entries_)
        if (entry.publication != Publication{}) unsent.push_back(entry.message);
    std::erase_if(entries_, [](const Entry& entry) { return entry.publication != Publication{}; });
    open_ = 0;
    const auto before = std::exchange(self_, self);
    rebuild();
    return renamed(unsent, before.sender, self.sender);
}

} // namespace plenum::board
