// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/instants_together.h"

#include <chrono>
#include <fmt/format.h>

namespace plenum::sim {

void InstantsTogether::on_event(Session session, const node::Event& event, VirtualTime) {
    const auto* declared = std::get_if<node::FlowDeclared>(&event);
    if (declared != nullptr && declared->name == CaptureHabit::flow_name) notes_[session] = declared->flow;
}

void InstantsTogether::on_command(Session session, const node::Command& command, VirtualTime at) {
    const auto* publish = std::get_if<node::Publish>(&command);
    const auto flow = notes_.find(session);
    if (publish == nullptr || flow == notes_.end() || publish->flow != flow->second) return;
    const auto note = decode_capture_note(publish->body);
    if (!note) return;
    if (note->ensemble) return check(session, *note);
    check_shutter(session, *note, at);
    for (const auto& frame : note->frames)
        captured_[{frame.host, frame.checksum}] = *note;
}

/// Cameras tell of a frame as soon as it is captured.
void InstantsTogether::check_shutter(Session session, const CaptureNote& note, VirtualTime at) {
    if (skew_max_ == base::Duration{}) return;
    if (!first_at_) first_at_ = at;
    const auto [opened, first] = opened_at_.try_emplace(note.id, at);
    last_at_ = at;
    if (first && at - *first_at_ >= settling) ++instants_;
    if (first || at - *first_at_ < settling || at - opened->second <= skew_max_) return;
    const auto apart = std::chrono::duration_cast<std::chrono::microseconds>(at - opened->second);
    fail(fmt::format("{}: the shutter for ensemble {} opened {} us after the first", to_text(session),
                     note.id.number.value(), apart.count()));
}

void InstantsTogether::check(Session session, const CaptureNote& note) {
    if (note.frames.size() > 1) ++together_;
    if (!told_[session].insert(note.id).second)
        fail(fmt::format("{}: ensemble {} was handed over twice", to_text(session), note.id.number.value()));
    for (const auto& frame : note.frames) {
        // Cameras note what they captured before they send it.
        const auto found = captured_.find({frame.host, frame.checksum});
        if (found == captured_.end()) continue;
        const auto& shown = found->second;
        if (shown.id == note.id && shown.at == note.at) continue;
        fail(fmt::format("{}: ensemble {} has a frame of instant {}", to_text(session), note.id.number.value(),
                         shown.id.number.value()));
    }
}

std::optional<std::string> InstantsTogether::unmet() const {
    constexpr std::size_t many = 40;
    const auto judged = first_at_ ? last_at_ - *first_at_ - settling : base::Duration{};
    if (judged > 10 * pause_max && instants_ * pause_max < judged)
        return fmt::format("{} instants in {} s", instants_, judged / std::chrono::seconds{1});
    if (captured_.size() < many || together_ > 0) return std::nullopt;
    return fmt::format("{} frames were captured, and none were put together", captured_.size());
}

} // namespace plenum::sim
