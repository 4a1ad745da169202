// SPDX-License-Identifier: Apache-2.0
#include "core/relay/conference/gap_book.h"

#include "core/base/limits.h"

#include <algorithm>
#include <limits>

namespace plenum::node {
namespace {

/// Each sender once, with its newest message.
std::vector<conversation::Dependency> merge(const std::vector<conversation::Dependency>& a,
                                            const std::vector<conversation::Dependency>& b) {
    std::vector<conversation::Dependency> merged;
    merged.reserve(a.size() + b.size());
    std::ranges::merge(a, b, std::back_inserter(merged), {}, &conversation::Dependency::sender,
                       &conversation::Dependency::sender);
    std::vector<conversation::Dependency> newest;
    for (const auto& each : merged) {
        if (newest.empty() || newest.back().sender != each.sender)
            newest.push_back(each);
        else
            newest.back().ordinal = std::max(newest.back().ordinal, each.ordinal);
    }
    return newest;
}

} // namespace

bool GapBook::join(Pending& pending, const Pending& next) {
    const bool follows =
        pending.flow == next.flow && next.context.ordinal.value() == pending.context.ordinal.value() + pending.count;
    if (!follows || pending.count > std::numeric_limits<std::uint8_t>::max() - next.count) return false;
    auto dependencies = merge(pending.context.dependencies, next.context.dependencies);
    if (dependencies.size() > conversation::dependencies_max) return false;
    pending.context.dependencies = std::move(dependencies);
    pending.context.complete = pending.context.complete && next.context.complete;
    pending.context.wait = std::max(pending.context.wait, next.context.wait);
    pending.count = static_cast<std::uint8_t>(pending.count + next.count);
    return true;
}

wire::Gap GapBook::gap_of(base::MemberIndex sender, const Pending& pending) {
    wire::Gap gap{pending.flow, sender, pending.count, {}};
    conversation::encode(pending.context, gap.context);
    return gap;
}

std::optional<wire::Gap> GapBook::add(wire::Gap gap) {
    Pending next{gap.flow, gap.count, {}};
    if (gap.count == 0 || !conversation::decode(gap.context, next.context)) return std::nullopt;
    // Of members who left, too: what is forgotten costs a wait.
    if (pending_.size() > base::limits::members_max) pending_.clear();
    const auto [at, first] = pending_.try_emplace(gap.sender, next);
    if (first || join(at->second, next)) return std::nullopt;
    auto ready = gap_of(gap.sender, at->second);
    at->second = std::move(next);
    return ready;
}

std::optional<wire::Gap> GapBook::take(base::MemberIndex sender) {
    const auto found = pending_.find(sender);
    if (found == pending_.end()) return std::nullopt;
    auto gap = gap_of(sender, found->second);
    pending_.erase(found);
    return gap;
}

} // namespace plenum::node
