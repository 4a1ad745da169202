// SPDX-License-Identifier: Apache-2.0
#include "core/board/board.h"

#include "core/board/merge.h"

#include <algorithm>

namespace plenum::board {

std::expected<Changes, Refusal> Board::apply(const Author& author, base::ByteView message, Authority authority) {
    auto decoded = decode_message(message);
    if (!decoded) return std::unexpected{decoded.error()};
    if (!base::is_enumerator(authority)) return std::unexpected{Refusal::not_permitted};
    const auto screens = static_cast<std::size_t>(std::ranges::count_if(decoded->operations, names_screen));
    const auto cost =
        message.size() + decoded->operations.size() * limits::operation_overhead + screens * limits::screen_overhead;
    if (const auto refusal = refuse(author, *decoded, cost)) {
        state_.full = state_.full || *refusal == Refusal::board_full;
        return std::unexpected{*refusal};
    }
    const auto [place, is_new] = state_.senders.try_emplace(author.sender);
    auto& sender = place->second;
    sender.person = author.person;
    sender.bytes += cost;
    state_.bytes += cost + (is_new ? limits::sender_overhead : 0);
    sender.accepted = OperationNumber{static_cast<std::uint32_t>(sender.accepted.value() + decoded->operations.size())};
    sender.accepted_gesture = decoded->gesture;
    Changes changes;
    if (sender.waiting) {
        sender.queue.push_back({{message.begin(), message.end()}, authority});
        return changes;
    }
    Pending pending{std::move(*decoded), authority};
    if (!run(author.sender, pending, changes)) {
        sender.waiting = std::move(pending);
        state_.waiting.insert(author.sender);
    }
    resume_all(changes);
    changes.sort();
    return changes;
}

Authority Board::authority_needed(const Author& author, base::ByteView message) const {
    const auto decoded = decode_message(message);
    return decoded ? board::authority_needed(state_, author, *decoded) : Authority::draw;
}

std::optional<Refusal> Board::refuse(const Author& author, const Message& message, std::uint64_t cost) const {
    if (state_.full) return Refusal::board_full;
    const auto* sender = state_.find(author.sender);
    if (sender != nullptr && sender->person != author.person) return Refusal::wrong_person;
    const auto next = sender == nullptr ? OperationNumber{1} : sender->accepted.next();
    if (message.first != next) return message.first < next ? Refusal::repeat : Refusal::gap;
    const auto gesture = sender == nullptr ? GestureNumber{0} : sender->accepted_gesture;
    const bool same_gesture = message.gesture == gesture && gesture.value() > 0;
    if (!same_gesture && message.gesture != gesture.next()) return Refusal::wrong_gesture;
    if (sender != nullptr && sender->bytes + cost > limits::sender_bytes_max) return Refusal::sender_spent;
    if (state_.bytes + cost + limits::sender_overhead > limits::board_bytes_top) return Refusal::board_full;
    return std::nullopt;
}

bool Board::run(base::MemberIndex sender, Pending& pending, Changes& changes) {
    return Merge{state_, rules_, sender, changes}.run(pending);
}

/// Whether some operation was applied.
bool Board::resume(base::MemberIndex number, Changes& changes) {
    auto& sender = state_.senders.find(number)->second;
    const auto before = sender.applied;
    while (sender.waiting && run(number, *sender.waiting, changes)) {
        sender.waiting.reset();
        if (sender.queue.empty()) break;
        // It was decoded when it came.
        auto next = decode_message(sender.queue.front().bytes);
        if (next) sender.waiting = Pending{std::move(*next), sender.queue.front().authority};
        sender.queue.pop_front();
    }
    if (!sender.waiting) state_.waiting.erase(number);
    return sender.applied != before;
}

void Board::resume_all(Changes& changes) {
    for (bool again = !state_.waiting.empty(); again;) {
        again = false;
        const std::vector<base::MemberIndex> waiting{state_.waiting.begin(), state_.waiting.end()};
        for (const auto sender : waiting)
            again = resume(sender, changes) || again;
    }
}

std::vector<PageId> Board::pages() const {
    std::vector<std::pair<PageOrder, PageId>> ordered;
    const auto& all = state_.canvas.pages();
    for (auto at = all.begin(); at != all.end();) {
        const auto& [id, page] = *at;
        if (is_screen(id)) {
            // The last of their sharer. There may be many.
            at = all.upper_bound(PageId{id.sender, OperationNumber{~std::uint32_t{0}}});
            continue;
        }
        if (page.visible()) ordered.emplace_back(page.order.value(), id);
        ++at;
    }
    std::ranges::sort(ordered);
    std::vector<PageId> found;
    std::ranges::transform(ordered, std::back_inserter(found), [](const auto& each) { return each.second; });
    return found;
}

std::vector<ObjectId> Board::find(PageId page, const Box& box) const {
    const auto* on = find(page);
    if (on == nullptr) return {};
    std::vector<std::pair<Depth, ObjectId>> ordered;
    for (const auto id : on->index.find(box))
        ordered.emplace_back(find(id)->placement.depth, id);
    std::ranges::sort(ordered);
    std::vector<ObjectId> found;
    std::ranges::transform(ordered, std::back_inserter(found), [](const auto& each) { return each.second; });
    return found;
}

Version Board::next_version(const Target& target) const {
    Version next{1};
    with_register(state_.canvas, target, [&](const auto& each) { next = each.highest().next(); });
    return next;
}

std::optional<PersonIndex> Board::owner(OperationId id) const {
    const auto* sender = state_.find(id.sender);
    return sender == nullptr ? std::nullopt : std::optional{sender->person};
}

} // namespace plenum::board
