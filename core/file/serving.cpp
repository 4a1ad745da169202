// SPDX-License-Identifier: Apache-2.0
#include "core/file/serving.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace plenum::file {

void Serving::begin(base::FlowId flow, base::LocalTime now) {
    flow_ = flow;
    for (auto& [member, asker] : askers_)
        asker.heard = now;
}

void Serving::add(base::MemberIndex member, const std::vector<Range>& ranges, base::LocalTime now) {
    for (const auto& range : ranges) {
        if (range.first >= content_.pieces()) continue;
        const auto last = std::min(std::uint64_t{range.first} + range.count, content_.pieces()) - 1;
        to_send_.insert(range.first, last);
    }
    askers_.try_emplace(member, Asker{last_, now});
}

std::vector<base::MemberIndex> Serving::askers() const {
    const auto members = askers_ | std::views::keys;
    return {members.begin(), members.end()};
}

std::vector<Range> Serving::left() const {
    std::vector<Range> ranges;
    for (const auto& [first, last] : to_send_.intervals() | std::views::take(limits::ranges_max))
        ranges.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last - first + 1)});
    return ranges;
}

void Serving::handle(const Progress& progress, base::MemberIndex by, base::LocalTime now) {
    const auto found = askers_.find(by);
    if (found == askers_.end() || progress.sequence > last_ || progress.sequence <= found->second.told) return;
    found->second = {progress.sequence, now};
}

void Serving::note_published(base::SequenceNumber sequence, base::LocalTime now) {
    if (!std::exchange(unnumbered_, std::nullopt)) return;
    for (auto& [member, asker] : askers_)
        if (asker.told == last_) asker = {asker.told, now};
    last_ = sequence;
    ++sent_;
}

void Serving::note_refused(base::LocalTime now) {
    if (const auto piece = std::exchange(unnumbered_, std::nullopt)) to_send_.insert(*piece);
    send_at_ = now + rest;
}

bool Serving::is_window_open() const {
    return std::ranges::all_of(
        askers_, [this](const auto& each) { return last_.value() - each.second.told.value() < limits::window_pieces; });
}

bool Serving::is_settled() const {
    return to_send_.empty() && !unnumbered_ &&
           std::ranges::all_of(askers_, [this](const auto& each) { return each.second.told == last_; });
}

std::optional<std::uint64_t> Serving::next(base::LocalTime now) {
    const bool ready = flow_.value() != 0 && !unnumbered_ && !to_send_.empty() && !askers_.empty() &&
                       is_window_open() && now >= send_at_;
    if (!ready) return std::nullopt;
    const auto piece = to_send_.intervals().front().first;
    to_send_.remove_below(piece + 1);
    unnumbered_ = piece;
    send_at_ = now + pace;
    return piece;
}

std::vector<base::MemberIndex> Serving::take_stalled(base::LocalTime now) {
    std::vector<base::MemberIndex> stalled;
    if (flow_.value() == 0) return stalled;
    std::erase_if(askers_, [&](const auto& each) {
        const bool waits = each.second.told != last_ && now >= each.second.heard + patience;
        if (waits) stalled.push_back(each.first);
        return waits;
    });
    return stalled;
}

bool Serving::is_over() const { return flow_.value() != 0 && (askers_.empty() || is_settled()); }

base::LocalTime Serving::due() const {
    if (flow_.value() == 0) return base::local_time_max;
    if (is_over()) return {};
    auto first = base::local_time_max;
    for (const auto& [member, asker] : askers_)
        if (asker.told != last_) first = std::min(first, asker.heard + patience);
    const bool ready = !unnumbered_ && !to_send_.empty() && is_window_open();
    return ready ? std::min(first, send_at_) : first;
}

} // namespace plenum::file
