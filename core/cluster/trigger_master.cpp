// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/trigger_master.h"

#include <algorithm>
#include <ranges>

namespace plenum::cluster {
namespace {

/// Shorter ones would keep a host busy with triggers alone.
constexpr base::Duration interval_min = std::chrono::milliseconds{1};
static_assert(interval_min > number_duration_min, "numbers stay reachable");
/// What triggers have to spare when the lead grows. Ways vary.
constexpr base::Duration lead_margin = std::chrono::milliseconds{10};
/// Of what it has grown, the lead loses one of so many parts with each trigger.
constexpr std::int64_t lead_decay = 4096;

} // namespace

TriggerMaster::TriggerMaster(const TriggerOptions& options, Term term, EnsembleId latest, base::LocalTime now)
    : options_{options},
      term_{term},
      due_at_{now},
      sent_at_{now},
      told_at_{now - options.beacon},
      lead_{options.lead} {
    options_.interval = std::max(options.interval, interval_min);
    trigger_.ensemble = latest;
}

void TriggerMaster::set_options(const TriggerOptions& options, base::LocalTime now) {
    options_ = options;
    options_.interval = std::max(options.interval, interval_min);
    due_at_ = std::min(std::max(due_at_, now), now + options_.interval);
}

void TriggerMaster::set_cameras(const std::vector<base::MemberIndex>& cameras) {
    std::erase_if(cameras_, [&](const auto& each) { return std::ranges::find(cameras, each.first) == cameras.end(); });
    for (const auto camera : cameras)
        if (cameras_.size() < limits::cameras_max) cameras_.try_emplace(camera, Camera{trigger_.ensemble});
}

void TriggerMaster::handle_ready(base::MemberIndex from, const Ready& ready, base::LocalTime now) {
    const auto found = cameras_.find(from);
    // No camera can be ready for an ensemble that was not triggered.
    if (found == cameras_.end() || ready.through > trigger_.ensemble) return;
    auto& camera = found->second;
    camera.heard_at = now;
    if (ready.through > camera.ready_through) {
        camera.ready_through = ready.through;
        camera.absent = false;
    }
    // Until triggers with the new lead are answered, the late ones are of before.
    if (ready.late == base::Duration{} || now < grows_from_) return;
    lead_ = std::max(lead_, std::min(lead_ + ready.late + lead_margin, options_.lead_max));
    grows_from_ = now + 2 * lead_;
}

void TriggerMaster::order_drops(const DropOrder& drops) {
    trigger_.drops = drops;
    tells_drops_ = true;
}

bool TriggerMaster::all_ready() const {
    return std::ranges::none_of(std::views::values(cameras_), [&](const Camera& each) { return is_awaited(each); });
}

std::size_t TriggerMaster::absent() const {
    return static_cast<std::size_t>(std::ranges::count_if(std::views::values(cameras_), &Camera::absent));
}

base::LocalTime TriggerMaster::trigger_due_at() const {
    if (!options_.armed || trigger_.ensemble.number.value() >= ensemble_number_max) return base::local_time_max;
    if (options_.pace != Pace::blocking || !triggered_at_) return due_at_;
    if (!all_ready()) return base::local_time_max;
    // While nobody can capture, triggers at full pace would leave each camera an instant of its own.
    const bool nobody = !cameras_.empty() && absent() == cameras_.size();
    return nobody ? std::max(due_at_, *triggered_at_ + options_.patience) : due_at_;
}

/// Precondition: something was triggered in this term.
base::LocalTime TriggerMaster::gives_up_at(const Camera& camera) const {
    return std::min(std::max(*triggered_at_, camera.heard_at) + options_.patience,
                    *triggered_at_ + std::max(options_.patience, options_.patience_sending));
}

void TriggerMaster::give_up_waiting(base::LocalTime now) {
    if (!triggered_at_) return;
    for (auto& camera : std::views::values(cameras_))
        if (is_awaited(camera) && now >= gives_up_at(camera)) camera.absent = true;
}

/// The next instants of the period, as long as they are over or a camera is not ready.
void TriggerMaster::skip(base::LocalTime now) {
    if (options_.pace != Pace::together || !triggered_at_ || all_ready() || now < due_at_) return;
    const auto instants = (now - due_at_) / options_.interval + 1;
    skipped_ += static_cast<std::uint64_t>(instants);
    due_at_ += instants * options_.interval;
}

TriggerMessage TriggerMaster::make_trigger(base::LocalTime now, const Clocks& clocks) {
    trigger_.ensemble = {term_, trigger_.ensemble.number.next()};
    trigger_.capture_at.reset();
    trigger_.reference.reset();
    if (options_.instant == Instant::at_time) {
        // Whole microseconds, as it is told.
        const auto at = clocks.conference.to_conference(now + lead_).time_since_epoch();
        trigger_.capture_at = base::ConferenceTime{base::from_us(std::max<std::int64_t>(base::to_us(at), 0))};
        if (const auto& shared = clocks.reference) {
            const auto shows = shared->show(clocks.conference.to_local(*trigger_.capture_at));
            trigger_.reference = {shared->id, base::from_us(std::max<std::int64_t>(base::to_us(shows), 0))};
        }
    }
    lead_ -= (lead_ - options_.lead) / lead_decay;
    trigger_.age = {};
    triggered_at_ = sent_at_ = now;
    const bool on_time = options_.pace != Pace::blocking && now - due_at_ < options_.interval;
    due_at_ = (on_time ? due_at_ : now) + options_.interval;
    return trigger_;
}

std::optional<TriggerMessage> TriggerMaster::poll(base::LocalTime now, const Clocks& clocks) {
    give_up_waiting(now);
    skip(now);
    std::optional<TriggerMessage> message;
    if (now >= trigger_due_at()) {
        message = make_trigger(now, clocks);
    } else if (triggered_at_ && !all_ready() && now - sent_at_ >= options_.repeat) {
        trigger_.age = now - *triggered_at_;
        sent_at_ = now;
        message = trigger_;
    } else if (tells_drops_ || now - told_at_ >= options_.beacon) {
        // The term is ours, even before we triggered anything in it.
        message = Beacon{{term_, trigger_.ensemble.number}, trigger_.drops};
    }
    if (message) {
        told_at_ = now;
        tells_drops_ = false;
    }
    return message;
}

base::LocalTime TriggerMaster::next_wakeup() const {
    if (tells_drops_) return told_at_;
    auto at = std::min(trigger_due_at(), told_at_ + options_.beacon);
    if (!triggered_at_) return at;
    for (const auto& camera : std::views::values(cameras_))
        if (is_awaited(camera)) at = std::min({at, sent_at_ + options_.repeat, gives_up_at(camera)});
    return at;
}

} // namespace plenum::cluster
