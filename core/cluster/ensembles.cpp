// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/ensembles.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <utility>

namespace plenum::cluster {
namespace {

bool is_far_beyond(const EnsembleId& id, const EnsembleId& other) {
    return id.number.value() > other.number.value() + limits::ensembles_ahead_max ||
           id.term.round > std::uint64_t{other.term.round} + limits::terms_ahead_max;
}

} // namespace

void Ensembles::set_cameras(std::uint64_t flows) {
    const auto stay = cameras_ & flows;
    for (std::size_t flow = 0; flow < newest_.size(); ++flow)
        if ((stay >> flow & 1) == 0) {
            newest_[flow] = {};
            sending_at_[flow] = {};
        }
    given_up_ &= stay;
    cameras_ = flows;
    // A camera that made up ensembles and is gone makes no frame late any more.
    const auto newest = *std::ranges::max_element(newest_);
    // Where all others are new, so are their ensembles.
    if (newest == EnsembleId{} || is_far_beyond(ended_, newest)) ended_ = newest;
}

void Ensembles::handle_sending(FlowNumber from, base::LocalTime now) {
    if (is_flow(from) && (cameras_ & ~given_up_ & camera(from)) != 0) sending_at_[from.value()] = now;
}

Ensembles::Accepted Ensembles::handle_frame(FlowNumber from, CapturedFrame frame, base::LocalTime now) {
    if (is_flow(from)) given_up_ &= ~camera(from);
    if (const auto refused = refuse(from, frame)) {
        if (refused == Accepted::late) ++stats_.late_frames;
        return *refused;
    }
    // Whatever the camera did not send before, it will not send.
    newest_[from.value()] = std::max(newest_[from.value()], frame.ensemble);
    if (is_dropped(frame.ensemble) || !make_room(frame.ensemble, frame.bytes.size())) return Accepted::dropped;
    auto& assembly = assemblies_[frame.ensemble];
    auto& ensemble = assembly.ensemble;
    if (assembly.there == 0) {
        ensemble.id = frame.ensemble;
        ensemble.first_at = now;
    }
    assembly.there |= camera(from);
    assembly.stamps.push_back({from, frame.captured_at});
    assembly.bytes += frame.bytes.size();
    bytes_ += frame.bytes.size();
    ensemble.last_at = now;
    ensemble.frames.emplace(from, std::move(frame.bytes));
    return Accepted::taken;
}

std::optional<Ensembles::Accepted> Ensembles::refuse(FlowNumber from, const CapturedFrame& frame) const {
    if (!is_flow(from) || (cameras_ & camera(from)) == 0) return Accepted::unknown_camera;
    if (frame.ensemble <= newest_[from.value()]) return Accepted::out_of_order;
    if (frame.ensemble <= ended_ || gone_.contains(frame.ensemble)) return Accepted::late;
    // Of another camera, which had the flow before.
    const auto found = assemblies_.find(frame.ensemble);
    if (found != assemblies_.end() && (found->second.there & camera(from)) != 0) return Accepted::out_of_order;
    return std::nullopt;
}

bool Ensembles::has_room(std::size_t bytes, bool is_new) const {
    return bytes_ + bytes <= options_.bytes_max && assemblies_.size() + (is_new ? 1 : 0) <= options_.ensembles_max;
}

/// Drops other ensembles, those of the least priority and among them the oldest first. False if the frame's own comes
/// before all others.
bool Ensembles::make_room(const EnsembleId& id, std::size_t bytes) {
    const auto rank = [](const EnsembleId& each) { return std::pair{priority_of(each), each}; };
    while (!has_room(bytes, !assemblies_.contains(id))) {
        const auto least =
            std::ranges::min_element(assemblies_, {}, [&](const auto& each) { return rank(each.first); });
        if (least == assemblies_.end()) return false;
        const bool own = rank(id) <= rank(least->first);
        if (!own) {
            drop(least);
            continue;
        }
        if (least->first == id)
            drop(least);
        else
            forget(id);
        return false;
    }
    return true;
}

void Ensembles::drop(Assemblies::iterator which) {
    ++stats_.dropped;
    bytes_ -= which->second.bytes;
    forget(which->first);
    assemblies_.erase(which);
}

/// Frames of it that are still to come begin no second ensemble.
void Ensembles::forget(const EnsembleId& id) {
    gone_.insert(id);
    gone_.erase(gone_.begin(), gone_.upper_bound(ended_));
    if (gone_.size() > limits::gone_ensembles_max) gone_.erase(gone_.begin());
}

bool Ensembles::is_dropped(const EnsembleId& id) const {
    return std::ranges::any_of(drops_, [&](const DropOrder& each) { return each.drops(id); });
}

void Ensembles::handle_trigger(const EnsembleId& id, base::ConferenceTime capture_at) {
    if (std::ranges::find(triggers_, id, &Triggered::ensemble) != triggers_.end()) return;
    // The oldest is forgotten, not the least id: a host that makes up great ids would displace all others for good.
    if (triggers_.size() == limits::remembered_triggers_max) triggers_.pop_front();
    triggers_.push_back({id, capture_at});
}

void Ensembles::handle_drops(const DropOrder& drops) {
    if (drops.level == 0 || (!drops_.empty() && drops_.back() == drops)) return;
    if (drops_.size() == limits::drop_orders_max) drops_.pop_front();
    drops_.push_back(drops);
    for (auto each = assemblies_.begin(); each != assemblies_.end();) {
        const auto next = std::next(each);
        if (drops.drops(each->first)) drop(each);
        each = next;
    }
}

/// The cameras whose frames are missing and that have sent no later one.
std::uint64_t Ensembles::to_come(const Assembly& assembly) const {
    auto flows = cameras_ & ~assembly.there;
    for (std::size_t flow = 0; flow < newest_.size(); ++flow)
        if (newest_[flow] > assembly.ensemble.id) flows &= ~(std::uint64_t{1} << flow);
    return flows;
}

/// If nothing more comes. At once if no frame is to come.
base::LocalTime Ensembles::ends_at(const Assembly& assembly) const {
    const auto flows = to_come(assembly);
    const auto first_at = assembly.ensemble.first_at;
    if (flows == 0) return first_at;
    auto last_at = first_at;
    for (std::size_t flow = 0; flow < sending_at_.size(); ++flow)
        if ((flows >> flow & 1) != 0) last_at = std::max(last_at, sending_at_[flow]);
    return std::min(last_at + options_.patience, first_at + std::max(options_.patience, options_.patience_sending));
}

bool Ensembles::are_one_instant(base::ConferenceTime one, base::ConferenceTime other) const {
    return std::chrono::abs(one - other) <= options_.instant_tolerance;
}

/// That of most frames, where the trigger counts as one; of several such instants, the one that came first.
base::ConferenceTime Ensembles::instant_of(const Assembly& assembly) const {
    const auto trigger = std::ranges::find(triggers_, assembly.ensemble.id, &Triggered::ensemble);
    const auto votes = [&](const Stamp& candidate) {
        const auto frames = std::ranges::count_if(
            assembly.stamps, [&](const Stamp& each) { return are_one_instant(each.at, candidate.at); });
        const bool triggered = trigger != triggers_.end() && are_one_instant(trigger->at, candidate.at);
        return frames + (triggered ? 1 : 0);
    };
    return std::ranges::max_element(assembly.stamps, {}, votes)->at;
}

void Ensembles::leave_out_other_instants(Assembly& assembly) const {
    auto& ensemble = assembly.ensemble;
    ensemble.captured_at = instant_of(assembly);
    for (const auto& stamp : assembly.stamps) {
        if (are_one_instant(stamp.at, ensemble.captured_at)) continue;
        assembly.there &= ~camera(stamp.camera);
        ensemble.frames.erase(stamp.camera);
        ensemble.other_instants.push_back(stamp.camera);
    }
}

std::optional<Ensemble> Ensembles::poll(base::LocalTime now) {
    if (assemblies_.empty()) return std::nullopt;
    const auto first = assemblies_.begin();
    auto& assembly = first->second;
    if (now < ends_at(assembly)) return std::nullopt;
    if (now >= assembly.ensemble.first_at + options_.patience_sending) given_up_ |= to_come(assembly);
    leave_out_other_instants(assembly);
    const bool complete = is_complete(assembly);
    assembly.ensemble.complete = complete;
    ++(complete ? stats_.complete : stats_.partial);
    const auto there = std::popcount(assembly.there & cameras_);
    const bool by_most = there > 0 && 2 * there >= std::popcount(cameras_);
    if (by_most) ended_ = std::max(ended_, first->first);
    forget(first->first);
    bytes_ -= assembly.bytes;
    auto ended = std::move(assembly.ensemble);
    assemblies_.erase(first);
    return ended;
}

base::LocalTime Ensembles::next_wakeup() const {
    if (assemblies_.empty()) return base::local_time_max;
    return ends_at(assemblies_.begin()->second);
}

} // namespace plenum::cluster
