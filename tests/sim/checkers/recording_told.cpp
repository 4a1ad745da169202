// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/recording_told.h"

#include <fmt/format.h>

namespace plenum::sim {

void RecordingTold::on_end(Session session, VirtualTime) { views_.erase(session); }

void RecordingTold::on_event(Session session, const node::Event& event, VirtualTime) {
    if (const auto* joined = std::get_if<node::MemberJoined>(&event))
        views_[session].recording[joined->member] = joined->recording;
    else if (const auto* left = std::get_if<node::MemberLeft>(&event))
        views_[session].recording.erase(left->member);
    else if (const auto* policy = std::get_if<node::PolicyChanged>(&event))
        views_[session].allowed = policy->policy.recording;
    else if (const auto* told = std::get_if<node::MemberRecording>(&event))
        note(session, *told);
}

void RecordingTold::note(Session session, const node::MemberRecording& told) {
    auto& view = views_[session];
    const auto fail_with = [&](std::string_view what) {
        fail(
            fmt::format("{}: member {} at {}: {}", to_text(session), told.member.value(), told.position.value(), what));
    };
    const auto known = view.recording.find(told.member);
    if (known == view.recording.end()) return fail_with("nobody knows this member");
    if (known->second == told.on) fail_with("told again, or a change before was not told");
    if (told.on && !view.allowed) fail_with("records where it is forbidden");
    known->second = told.on;
    const auto change = changes_.try_emplace({told.position, told.member}, told.on).first;
    if (change->second != told.on) fail_with("told otherwise than elsewhere");
}

std::optional<std::string> RecordingTold::unmet() const {
    std::map<base::MemberIndex, std::pair<Session, bool>> first;
    for (const auto& [session, view] : views_) {
        for (const auto& [member, recording] : view.recording) {
            const auto& [other, as_told] = first.try_emplace(member, session, recording).first->second;
            if (as_told != recording)
                return fmt::format("{} and {} disagree whether member {} records", to_text(other), to_text(session),
                                   member.value());
        }
    }
    return std::nullopt;
}

} // namespace plenum::sim
