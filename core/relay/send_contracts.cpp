// SPDX-License-Identifier: Apache-2.0
#include "core/relay/send_contracts.h"

#include <algorithm>
#include <utility>

namespace plenum::node {
namespace {

/// The small size of a camera may have as many messages as the flow declares, of this part of their size.
constexpr std::uint32_t small_share = 4;

} // namespace

bool SendContracts::admits(const log::FlowDeclaration& flow, const wire::FragmentFrame& fragment, base::LocalTime now) {
    const auto spec = flow.spec();
    auto found = contracts_.find(flow.flow);
    if (found == contracts_.end() || found->second.spec != spec) {
        auto of_small = spec;
        of_small.message_bytes_max = std::max(1U, spec.message_bytes_max / small_share);
        const Contract contract{spec, tag::FlowPolicer{spec}, tag::FlowPolicer{of_small}, 0, {}};
        found = contracts_.insert_or_assign(flow.flow, contract).first;
    }
    const bool small = fragment.flags.size() == base::PictureSize::small;
    return (small ? found->second.small : found->second.policer).admits(fragment.sequence, fragment.data.size(), now);
}

base::Duration SendContracts::pace(const log::FlowDeclaration& flow, std::size_t bytes, base::LocalTime now) {
    const auto spec = flow.spec();
    auto found = paces_.find(flow.flow);
    if (found == paces_.end() || found->second.spec != spec)
        found = paces_.insert_or_assign(flow.flow, Pace{spec, tag::StreamPacer{spec}, {}}).first;
    return found->second.pacer.take(bytes, now);
}

std::optional<wire::FlowExcess> SendContracts::note_excess(base::FlowId flow, base::LocalTime now) {
    if (const auto paced = paces_.find(flow); paced != paces_.end()) {
        // It waits, and nothing is dropped.
        if (paced->second.told_at && now - *paced->second.told_at < report_interval) return std::nullopt;
        paced->second.told_at = now;
        return wire::FlowExcess{flow, 0};
    }
    const auto found = contracts_.find(flow);
    if (found == contracts_.end()) return std::nullopt;
    auto& contract = found->second;
    ++contract.dropped;
    if (contract.told_at && now < contract.report_at()) {
        report_at_ = std::min(report_at_, contract.report_at());
        return std::nullopt;
    }
    contract.told_at = now;
    return wire::FlowExcess{flow, std::exchange(contract.dropped, 0)};
}

std::optional<wire::FlowExcess> SendContracts::poll_report(base::LocalTime now) {
    if (now < report_at_) return std::nullopt;
    const auto earliest =
        std::ranges::min_element(contracts_, {}, [](const auto& item) { return item.second.report_at(); });
    report_at_ = earliest == contracts_.end() ? base::local_time_max : earliest->second.report_at();
    if (now < report_at_) return std::nullopt;
    earliest->second.told_at = now;
    return wire::FlowExcess{earliest->first, std::exchange(earliest->second.dropped, 0)};
}

void SendContracts::forget_closed(const log::State& state) {
    const auto is_closed = [&](const auto& item) { return state.find_open(item.first) == nullptr; };
    std::erase_if(contracts_, is_closed);
    std::erase_if(paces_, is_closed);
}

} // namespace plenum::node
