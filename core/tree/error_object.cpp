// SPDX-License-Identifier: Apache-2.0
#include "core/tree/error_object.h"

#include <algorithm>

namespace plenum::tree {

std::optional<ErrorReport> decode_error_report(base::ByteView parameters) {
    const auto report = wire::decode<ErrorReport>(parameters);
    if (!report || report->count == 0) return std::nullopt;
    return *report;
}

bool ErrorObject::set_variables(std::span<const Variable> variables, base::LocalTime) { return variables.empty(); }

CallResult ErrorObject::invoke(const Call& call, Reinvocations& reinvocations) {
    if (call.method != ErrorReport::method) return CallResult::malformed;
    const auto report = decode_error_report(call.parameters);
    if (!report) return CallResult::malformed;
    // One packet is one reception at a receiver.
    const auto count = call.from_receiver ? 1 : report->count;
    auto& pending = pending_[report->packet];
    pending = std::min(limits::column_value_max, pending + std::min(limits::column_value_max, count));
    if (!waiting_) flush(call.now, reinvocations);
    return CallResult::done;
}

void ErrorObject::handle_timer(std::uint64_t, base::LocalTime now, Reinvocations& reinvocations) {
    waiting_ = false;
    flush(now, reinvocations);
}

void ErrorObject::flush(base::LocalTime now, Reinvocations& reinvocations) {
    for (const auto packet : base::enum_values<FaultyPacket>) {
        if (pending_[packet] == 0) continue;
        reinvocations.upward.push_back({ErrorReport::method, wire::encode(ErrorReport{packet, pending_[packet]})});
        pending_[packet] = 0;
        waiting_ = true;
    }
    if (waiting_) timer_.set(0, now + limits::error_report_interval);
}

} // namespace plenum::tree
