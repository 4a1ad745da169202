// SPDX-License-Identifier: Apache-2.0
#include "ui/models/replay_speaker.h"

namespace plenum::ui {

ReplaySpeaker::ReplaySpeaker(ReplayPort& port, const ReplayHistory& history, Pictures& pictures)
    : port_{port},
      history_{history},
      pictures_{pictures} {
    connect(&port_, &ReplayPort::picture, this, [this](base::MemberIndex member, const media::VideoFrame& frame) {
        // One of before may be on its way.
        if (member_.value() != 0 && member == member_) pictures_.put_replayed(frame);
    });
}

/// Whoever is shown stays as long as they speak, and while nobody does.
void ReplaySpeaker::follow(base::LocalTime place) {
    auto chosen = member_;
    base::LocalTime began{};
    for (const auto& person : history_.material().people) {
        if (person.index == member_ && speaks_at(person, place)) return;
        for (const auto& span : person.speech) {
            if (span.from > place || span.from < began) continue;
            // Of who speaks now or spoke last, who began last.
            chosen = person.index;
            began = span.from;
        }
    }
    if (chosen != member_) set(chosen);
}

void ReplaySpeaker::clear() { set({}); }

void ReplaySpeaker::set(base::MemberIndex member) {
    member_ = member;
    pictures_.put_replayed({});
    port_.show(member_);
    emit changed();
}

} // namespace plenum::ui
