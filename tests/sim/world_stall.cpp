// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/store/store_writer.h"
#include "tests/sim/world.h"

#include <utility>

/// Disks that answer late or not at all, as plenumd's writer meets them (core/runtime/store/store_writer.cpp): after a
/// while the program is told that nothing is kept, and goes on without.
namespace plenum::sim {

void World::strike_bad_disk(Machine& at, FaultKind kind) {
    switch (kind) {
    case FaultKind::disk_slow: at.bad_disk.slow = true; break;
    case FaultKind::disk_hang: at.bad_disk.hangs = true; break;
    case FaultKind::sync_lie: at.bad_disk.lies = true; break;
    case FaultKind::disk_well: {
        const bool hung = std::exchange(at.bad_disk, {}).hangs;
        if (hung && at.runs()) go_on_writing(at);
        return;
    }
    case FaultKind::read_error:
    case FaultKind::store_no_memory:
    case FaultKind::disk_full:
    case FaultKind::disk_error:
    case FaultKind::fsync_error: break;
    default: return;
    }
    at.bad_disk.any = true;
}

void World::go_on_writing(Machine& at) {
    schedule_commit(at);
    if (at.writing) timeline_.set(now_, {Task::Kind::kept, at.index, at.writer_generation});
}

void World::note_waiting(Machine& at, const runtime::StoreItem& item) {
    const auto conference = runtime::conference_of(item);
    if (std::holds_alternative<node::ForgetConference>(item)) {
        at.waiting.erase(conference);
    } else if (const auto number = runtime::number_of(item); number != 0) {
        auto& waits = at.waiting[conference];
        if (waits.number == 0) waits.since = now_;
        waits.number = number;
    }
}

void World::note_answered(Machine& at, const node::ConferenceKept& kept) {
    at.stalled = false;
    const auto waits = at.waiting.find(kept.conference);
    if (waits == at.waiting.end()) return;
    if (kept.number >= waits->second.number) {
        at.waiting.erase(waits);
    } else {
        waits->second.since = now_;
    }
}

void World::stall(Machine& at) {
    if (!at.runs() || !(at.bad_disk.hangs || at.stalled)) return;
    std::vector<node::ConferenceKept> answers;
    for (auto& [conference, waits] : at.waiting) {
        const bool due = at.stalled || now_ - waits.since >= runtime::StoreWriter::stall_max;
        if (!due || std::exchange(waits.told, waits.number) == waits.number) continue;
        if (!std::exchange(at.stalled, true)) note(at, {"the disk takes nothing"});
        answers.push_back({conference, waits.number, false});
    }
    for (const auto& answer : answers) {
        at.disk.note(answer);
        feed(at, answer);
        if (!at.up()) return;
    }
}

} // namespace plenum::sim
