// SPDX-License-Identifier: Apache-2.0
#include "core/board/journal.h"

#include "core/board/snapshot.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <tuple>
#include <utility>

namespace plenum::board {

BoardEditor& Journal::editor() {
    if (!editor_) editor_ = std::make_unique<BoardEditor>(*board_, self_.sender);
    return *editor_;
}

/// First those in the order in which they were here, then those after a gap that may be closed by now.
void Journal::rebuild() {
    editor_.reset();
    auto begin = snapshot_.empty() ? std::expected<Board, Refusal>{} : restore(snapshot_);
    board_ = begin ? std::make_unique<Board>(std::move(*begin)) : std::make_unique<Board>();
    auto after_gaps = std::exchange(held_, {});
    held_bytes_ = 0;
    std::erase_if(entries_, [&](Entry& entry) {
        const auto changes = board_->apply(entry.author, entry.message, entry.authority);
        if (changes) return false;
        if (changes.error() == Refusal::gap && entry.publication == Publication{})
            after_gaps.push_back(std::move(entry));
        return entry.publication == Publication{};
    });
    // Copies bring the same again.
    std::map<std::pair<base::MemberIndex, OperationNumber>, Entry> in_order;
    for (auto& entry : after_gaps) {
        const auto message = decode_message(entry.message);
        if (message) in_order.try_emplace(std::pair{entry.author.sender, message->first}, std::move(entry));
    }
    for (auto& entry : in_order | std::views::values) {
        const auto changes = board_->apply(entry.author, entry.message, entry.authority);
        if (changes)
            entries_.push_back(std::move(entry));
        else if (changes.error() == Refusal::gap)
            hold(std::move(entry));
    }
}

void Journal::hold(Entry entry) {
    if (held_bytes_ + entry.message.size() > held_bytes_max) return;
    held_bytes_ += entry.message.size();
    held_.push_back(std::move(entry));
}

std::expected<Journal::Published, Refusal> Journal::publish(Publication publication, base::Bytes message,
                                                            Authority most) {
    const auto authority = board_->authority_needed(self_, message);
    auto changes =
        authority <= most ? board_->apply(self_, message, authority) : std::unexpected{Refusal::not_permitted};
    if (!changes) {
        rebuild();
        return std::unexpected{changes.error()};
    }
    entries_.push_back({self_, authority, std::move(message), publication});
    ++open_;
    return Published{*std::move(changes), authority};
}

std::expected<Changes, Refusal> Journal::receive(const Author& author, base::Bytes message, Authority authority) {
    auto changes = board_->apply(author, message, authority);
    if (changes) entries_.push_back({author, authority, std::move(message), {}});
    // Others have the message before it.
    if (!changes && changes.error() == Refusal::gap) hold({author, authority, std::move(message), {}});
    return changes;
}

Frontier Journal::frontier() const {
    Frontier frontier;
    for (const auto& [sender, kept] : board_->state().senders)
        frontier.emplace(sender, kept.accepted);
    return frontier;
}

bool Journal::is_behind(const Frontier& seen) const {
    return std::ranges::any_of(seen, [this](const auto& item) {
        const auto* kept = board_->state().find(item.first);
        return item.second > (kept == nullptr ? OperationNumber{} : kept->accepted);
    });
}

/// A snapshot is smaller than the messages that made it, but for a short tail.
Copy Journal::copy_beyond(const Frontier& seen) const {
    constexpr std::size_t tail_bytes_max = 256 * 1024;
    const auto is_new = [&](const Entry& entry) {
        const auto message = decode_message(entry.message);
        const auto had = seen.find(entry.author.sender);
        return message && entry.publication == Publication{} && (had == seen.end() || message->first > had->second);
    };
    Copy copy;
    std::size_t bytes = 0;
    const auto add = [&](const Entry& entry) {
        if (!is_new(entry)) return;
        bytes += entry.message.size();
        copy.messages.push_back({entry.author, entry.authority, entry.message});
    };
    std::ranges::for_each(entries_, add);
    std::ranges::for_each(held_, add);
    if (settled() && !has_gaps() && (bytes > tail_bytes_max || !snapshot_.empty()))
        return {encode_snapshot(*board_), {}};
    copy.snapshot = snapshot_;
    return copy;
}

Copy Journal::history() const {
    Copy history{snapshot_, {}};
    history.messages.reserve(entries_.size());
    for (const auto& entry : entries_)
        history.messages.push_back({entry.author, entry.authority, entry.message});
    return history;
}

OperationNumber Journal::said() const {
    const auto* own = board_->state().find(self_.sender);
    return own == nullptr ? OperationNumber{} : own->accepted;
}

/// What we began with is kept.
bool Journal::begins_no_later(const Board& board) const {
    const auto begin = snapshot_.empty() ? std::expected<Board, Refusal>{} : restore(snapshot_);
    return !begin || std::ranges::all_of(begin->state().senders, [&](const auto& item) {
        const auto* kept = board.state().find(item.first);
        return kept != nullptr && kept->accepted >= item.second.accepted;
    });
}

bool Journal::merge(Copy copy) {
    if (copy.snapshot.empty() && copy.messages.empty()) return false;
    const auto before = said();
    auto kept = std::tuple{snapshot_, entries_, held_};
    if (!copy.snapshot.empty()) {
        const auto board = restore(copy.snapshot);
        if (!board) return false;
        if (begins_no_later(*board)) snapshot_ = std::move(copy.snapshot);
    }
    for (auto& [author, authority, message] : copy.messages)
        if (author.sender != self_.sender) entries_.push_back({author, authority, std::move(message), {}});
    rebuild();
    // Others know which numbers we used. With others here, they would refuse all that we draw.
    if (said() == before) return true;
    std::tie(snapshot_, entries_, held_) = std::move(kept);
    rebuild();
    return false;
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

Renaming Journal::become(const Author& self) {
    std::vector<base::Bytes> unsent;
    for (const auto& entry : entries_)
        if (entry.publication != Publication{}) unsent.push_back(entry.message);
    std::erase_if(entries_, [](const Entry& entry) { return entry.publication != Publication{}; });
    open_ = 0;
    const auto before = std::exchange(self_, self);
    rebuild();
    return {unsent, before.sender, self.sender};
}

} // namespace plenum::board
