// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/trigger_messages.h"

#include "core/base/overloaded.h"

#include <algorithm>

namespace plenum::cluster {
namespace {

/// 35 years. Differences to any clock fit a duration.
constexpr base::ConferenceTime time_max{base::from_us(std::int64_t{1} << 50)};
/// 142 years, as PTP counts from 1970.
constexpr base::Duration reference_max{base::from_us(std::int64_t{1} << 52)};

bool is_sound(const DropOrder& drops) {
    return is_sound(drops.after) && is_sound(drops.through) && drops.level <= priority_max;
}

bool is_sound(const TriggerMessage& message) {
    return std::visit(
        base::Overloaded{
            [](const Trigger& trigger) {
                return is_sound(trigger.ensemble) && is_sound(trigger.drops) &&
                       trigger.capture_at.value_or(base::ConferenceTime{}) <= time_max &&
                       trigger.reference.value_or(ReferenceTime{}).shows <= reference_max;
            },
            [](const Beacon& beacon) { return is_sound(beacon.latest) && is_sound(beacon.drops); },
            [](const Ready& ready) { return is_sound(ready.through) && ready.late <= limits::capture_lead_max; },
            [](const CaptureSettings& settings) {
                const auto fits = [](const FlowWeight& each) {
                    return each.flow < limits::flows_max && each.weight <= limits::weight_max;
                };
                return settings.interval <= limits::capture_interval_max && std::ranges::all_of(settings.weights, fits);
            },
            [](const PathReport& report) {
                return report.bandwidth <= limits::rate_max && report.flows >= 1 && report.flows <= limits::flows_max;
            }},
        message);
}

} // namespace

base::Bytes encode(const TriggerMessage& message) { return wire::encode_choice(message); }

std::optional<TriggerMessage> decode_trigger_message(base::ByteView bytes) {
    if (bytes.size() > limits::trigger_message_bytes_max) return std::nullopt;
    auto message = wire::decode_choice<TriggerMessage>(bytes);
    if (!message || !is_sound(*message)) return std::nullopt;
    return *message;
}

} // namespace plenum::cluster
