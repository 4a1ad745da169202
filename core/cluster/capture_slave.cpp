// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/capture_slave.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace plenum::cluster {
namespace {

/// Precondition: the trigger names a time. A reference clock that is further from the conference's than that may err
/// is not what it is said to be.
base::LocalTime due_at(const Trigger& trigger, const Clocks& clocks) {
    const auto by_conference = clocks.conference.to_local(*trigger.capture_at);
    const auto& reference = clocks.reference;
    if (!reference || !trigger.reference || trigger.reference->clock != reference->id) return by_conference;
    const auto by_reference = reference->when(trigger.reference->shows);
    const bool sound = std::chrono::abs(by_reference - by_conference) <= limits::reference_deviation_max;
    return sound ? by_reference : by_conference;
}

} // namespace

void CaptureSlave::handle_trigger(const Trigger& trigger, base::LocalTime now, const Clocks& clocks) {
    if (is_overtaken(trigger, now, clocks)) return arm(trigger, now, clocks);
    if (trigger.ensemble <= newest_) {
        // It is repeated, so the master did not hear that we are ready, or it wants to know whether we are there. A
        // camera that does not give its frame counts as lost.
        tells_ready_ = tells_ready_ || (!busy_ && armed_.empty());
        tells_sending_ = sending_;
        return;
    }
    newest_ = trigger.ensemble;
    arm(trigger, now, clocks);
}

/// Later triggers came before it, and its instant is still to come.
bool CaptureSlave::is_overtaken(const Trigger& trigger, base::LocalTime now, const Clocks& clocks) const {
    if (!trigger.capture_at || due_at(trigger, clocks) <= now) return false;
    const auto& id = trigger.ensemble;
    return id.term == newest_.term && captured_ < id && id < newest_ &&
           std::ranges::find(armed_, id, &Armed::ensemble) == armed_.end();
}

void CaptureSlave::arm(const Trigger& trigger, base::LocalTime now, const Clocks& clocks) {
    // A relay's clock may be anything.
    Armed armed{trigger.ensemble, now, std::max(clocks.conference.to_conference(now), base::ConferenceTime{})};
    auto late = trigger.age;
    if (trigger.capture_at) {
        armed.at = *trigger.capture_at;
        armed.due_at = due_at(trigger, clocks);
        late = now - armed.due_at;
    }
    const bool too_far = -late > limits::capture_lead_max;
    // One that was lost and sent again says nothing of the way.
    if (trigger.capture_at && trigger.age == base::Duration{})
        late_ = std::clamp(late, base::Duration{}, limits::capture_lead_max);
    if (late > (trigger.capture_at ? options_.lateness_max : options_.tolerance) || too_far ||
        armed_.size() >= limits::armed_captures_max)
        return miss();
    armed_.insert(std::ranges::upper_bound(armed_, armed.ensemble, {}, &Armed::ensemble), armed);
}

/// The camera is ready for the next instant.
void CaptureSlave::miss() {
    ++missed_;
    tells_ready_ = tells_ready_ || (!busy_ && armed_.empty());
}

void CaptureSlave::handle_pulse(base::LocalTime at) {
    if (options_.source != Source::hardware) return;
    const auto apart = [&](const Armed& each) { return std::chrono::abs(each.due_at - at); };
    const auto nearest = std::ranges::min_element(armed_, {}, apart);
    if (nearest != armed_.end() && apart(*nearest) <= options_.tolerance) nearest->pulsed = true;
}

void CaptureSlave::handle_captured() { sending_ = busy_; }

void CaptureSlave::handle_buffered() {
    if (!busy_) return;
    busy_ = sending_ = tells_sending_ = false;
    tells_ready_ = armed_.empty();
}

std::optional<Capture> CaptureSlave::poll_capture(base::LocalTime now) {
    while (!armed_.empty()) {
        const auto front = armed_.front();
        if (now < front.due_at && !front.pulsed) return std::nullopt;
        const bool over = now - front.due_at > options_.tolerance && !front.pulsed;
        if (options_.source == Source::hardware && !front.pulsed && !over) return std::nullopt;
        armed_.pop_front();
        if (over || busy_) {
            miss();
            continue;
        }
        busy_ = true;
        captured_ = front.ensemble;
        return Capture{front.ensemble, front.at, front.due_at};
    }
    return std::nullopt;
}

std::optional<Ready> CaptureSlave::poll_ready() {
    if (!tells_ready_ && !std::exchange(tells_sending_, false) && late_ == base::Duration{}) return std::nullopt;
    if (std::exchange(tells_ready_, false)) ready_through_ = newest_;
    return Ready{ready_through_, std::exchange(late_, {})};
}

base::LocalTime CaptureSlave::next_wakeup() const {
    if (armed_.empty()) return base::local_time_max;
    const auto& front = armed_.front();
    const bool waits_for_pulse = options_.source == Source::hardware && !front.pulsed;
    return waits_for_pulse ? front.due_at + options_.tolerance + base::Duration{1} : front.due_at;
}

} // namespace plenum::cluster
