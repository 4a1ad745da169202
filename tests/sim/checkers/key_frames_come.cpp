// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/key_frames_come.h"

#include <fmt/format.h>

namespace plenum::sim {

void KeyFramesCome::on_command(Session session, const node::Command& command, VirtualTime) {
    sessions_[session].handle(command);
}

void KeyFramesCome::on_event(Session session, const node::Event& event, VirtualTime at) {
    if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        // Anew a member, which offered nothing.
        if (phase->phase == node::Phase::connecting) sessions_[session] = {};
        forget(session, at);
    } else if (const auto* refused = std::get_if<node::CommandRefused>(&event)) {
        sessions_[session].handle(*refused);
    }
}

/// The relay that it reaches from here on may have no history.
void KeyFramesCome::forget(Session session, VirtualTime at) {
    for (auto& [key, stream] : streams_)
        if (std::get<Session>(key) == session) stream.since = at;
}

void KeyFramesCome::on_publication(Session session, const Publication& publication, VirtualTime at) {
    const auto flags = sessions_[session].take(publication.flow);
    if (!flags) return;
    const auto found = streams_.try_emplace({session, publication.flow, flags->size()}, Stream{at, at}).first;
    auto& stream = found->second;
    if (flags->is_key_frame()) stream.since = at;
    if (at - stream.sent_at > pause_min) stream.since = std::max(stream.since, at - tag::KeyFrameAges::age_max);
    stream.sent_at = at;
    if (at - stream.since > age_max)
        fail(fmt::format(
            "{}: of the camera on flow {}, message {} is {} s younger than the newest key frame of its size",
            to_text(session), publication.flow.value(), publication.sequence.value(),
            std::chrono::duration_cast<std::chrono::seconds>(at - stream.since).count()));
}

} // namespace plenum::sim
