// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/capture_habit.h"

#include "core/wire/cursor.h"
#include "tests/sim/checkers/checker.h"

#include <algorithm>

namespace plenum::sim {
namespace {

constexpr std::string_view cluster_name = "simulated";

} // namespace

base::Bytes encode(const CaptureNote& note) {
    base::Bytes bytes;
    wire::Writer to{bytes};
    to.u8(note.ensemble ? 1 : 0);
    to.u8(note.complete ? 1 : 0);
    to.u32(note.id.term.round);
    to.u32(static_cast<std::uint32_t>(note.id.term.master.value()));
    to.u64(note.id.number.value());
    to.u64(static_cast<std::uint64_t>(base::to_us(note.at.time_since_epoch())));
    for (const auto& frame : note.frames) {
        to.u32(frame.host);
        to.u64(frame.checksum);
    }
    return bytes;
}

std::optional<CaptureNote> decode_capture_note(base::ByteView bytes) {
    wire::Reader from{bytes};
    CaptureNote note;
    note.ensemble = from.u8() == 1;
    note.complete = from.u8() == 1;
    note.id.term.round = from.u32();
    note.id.term.master = base::MemberIndex{from.u32()};
    note.id.number = base::SequenceNumber{from.u64()};
    note.at = base::ConferenceTime{base::from_us(static_cast<std::int64_t>(from.u64()))};
    while (from.ok() && !from.at_end()) {
        const auto host = from.u32();
        note.frames.push_back({host, from.u64()});
    }
    if (!from.ok()) return std::nullopt;
    return note;
}

void CaptureHabit::begin(bool receives, VirtualTime) {
    if (every_ == base::Duration{}) return;
    acts_ = true;
    if (!receives || !receiver_ || receiver_->receiver().settings().revision > 0) return;
    cluster::CaptureSettings settings;
    settings.armed = true;
    settings.pace = random_.below(2) == 0 ? cluster::Pace::blocking : cluster::Pace::periodic;
    settings.interval = every_;
    receiver_->set_settings(settings);
}

void CaptureHabit::forget() {
    end();
    notes_.clear();
    notes_flow_ = {};
    camera_.reset();
    receiver_.reset();
    last_.reset();
}

void CaptureHabit::handle(const node::Event& event, VirtualTime now) {
    if (every_ == base::Duration{}) return;
    if (!camera_) camera_.emplace(cluster_name);
    if (!receiver_) receiver_.emplace(cluster_name, cluster::Ensembles::Options{});
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event))
        if (declared->name == flow_name) notes_flow_ = declared->flow;
    read_reference(now);
    camera_->handle(event, clock_->local(now));
    receiver_->handle(event, clock_->local(now));
}

void CaptureHabit::note(const CaptureNote& note) {
    constexpr std::size_t notes_max = 64;
    if (notes_.size() < notes_max) notes_.push_back(note);
}

/// The frame says which instant it shows.
void CaptureHabit::capture(const cluster::Capture& capture) {
    const auto shown = mixes_ && last_ && random_.below(4) == 0 ? *last_ : capture;
    last_ = capture;
    base::Bytes bytes;
    wire::Writer to{bytes};
    to.u64(shown.ensemble.number.value());
    to.u64(static_cast<std::uint64_t>(base::to_us(shown.at.time_since_epoch())));
    const auto size = static_cast<std::size_t>(random_.between(16, 6000));
    bytes.resize(size, static_cast<std::uint8_t>(random_.next()));
    note({false,
          true,
          shown.ensemble,
          shown.at,
          {{static_cast<std::uint32_t>(camera_->flows().self().value()), checksum_of(bytes)}}});
    camera_->handle_captured(capture, std::move(bytes));
}

void CaptureHabit::receive(VirtualTime now) {
    while (const auto ensemble = receiver_->poll_ensemble(clock_->local(now))) {
        CaptureNote told{true, ensemble->complete, ensemble->id, ensemble->captured_at, {}};
        for (const auto& [number, bytes] : ensemble->frames) {
            const auto& cameras = receiver_->flows().cameras();
            const auto camera = cameras.find(number);
            if (camera != cameras.end())
                told.frames.push_back({static_cast<std::uint32_t>(camera->second.host.value()), checksum_of(bytes)});
        }
        note(told);
    }
}

VirtualTime CaptureHabit::next_action() const {
    if (!acts_ || !camera_ || !receiver_) return VirtualTime::max();
    if (!notes_.empty() && notes_flow_.value() != 0) return VirtualTime{};
    const auto at =
        std::min(receiver_->receiver().settings().revision > 0 ? receiver_->next_wakeup() : camera_->next_wakeup(),
                 base::local_time_max);
    return at == base::local_time_max ? VirtualTime::max() : clock_->when(at) + lag_;
}

void CaptureHabit::read_reference(VirtualTime now) {
    if (!reference_error_) return;
    constexpr std::uint64_t id = 1;
    const auto shows = now.time_since_epoch() + clock_origin + *reference_error_;
    camera_->set_reference(cluster::ReferenceClock{id, shows - clock_->local(now).time_since_epoch()});
}

std::optional<node::Command> CaptureHabit::act_as_camera(VirtualTime now) {
    read_reference(now);
    while (auto output = camera_->poll(clock_->local(now - lag_))) {
        if (const auto* shot = std::get_if<cluster::Capture>(&*output)) {
            capture(*shot);
            continue;
        }
        return std::visit([](auto& command) { return node::Command{std::move(command)}; },
                          std::get<cluster::Command>(*output));
    }
    return std::nullopt;
}

std::optional<node::Command> CaptureHabit::act_as_receiver(VirtualTime now) {
    receive(now);
    auto command = receiver_->poll(clock_->local(now));
    if (!command) return std::nullopt;
    return std::visit([](auto& each) { return node::Command{std::move(each)}; }, *command);
}

std::optional<node::Command> CaptureHabit::act(VirtualTime now) {
    if (!acts_ || !camera_ || !receiver_) return std::nullopt;
    const bool receives = receiver_->receiver().settings().revision > 0;
    if (auto command = receives ? act_as_receiver(now) : act_as_camera(now)) return command;
    if (notes_.empty() || notes_flow_.value() == 0) return std::nullopt;
    node::Publish publish;
    publish.flow = notes_flow_;
    publish.body = encode(notes_.front());
    notes_.pop_front();
    return publish;
}

} // namespace plenum::sim
