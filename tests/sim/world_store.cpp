// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/world.h"

#include <algorithm>
#include <utility>

/// Relays whose conferences lie in a store that can fail. A turn is what plenumd's driver makes of it: first what is to
/// be kept becomes durable, then datagrams leave and people are told.
namespace plenum::sim {

void World::drain_through_store(Machine& from) {
    // Taken out, since what comes of an output may begin another turn.
    auto turn = std::exchange(turn_, {});
    turn.clear();
    while (turn.empty() || !std::holds_alternative<node::Wake>(turn.back())) {
        if (turn.size() >= outputs_max) return break_contract(from, "poll does not come to a wake-up");
        turn.push_back(from.program->poll());
        auto& output = turn.back();
        if (const auto* conference = std::get_if<node::StoreConference>(&output)) from.store->put(*conference);
        if (const auto* entry = std::get_if<node::StoreEntry>(&output)) from.store->put(*entry);
        if (const auto* forgotten = std::get_if<node::ForgetConference>(&output)) from.store->put(*forgotten);
    }
    // What the disk is to hold is written down before the power may go.
    for (const auto& output : turn) {
        if (const auto* conference = std::get_if<node::StoreConference>(&output)) from.disk.keep(*conference);
        if (const auto* entry = std::get_if<node::StoreEntry>(&output)) {
            if (!from.disk.keep(*entry)) return break_contract(from, "stores a log entry out of order");
        }
        if (const auto* forgotten = std::get_if<node::ForgetConference>(&output)) from.disk.forget(*forgotten);
    }
    if (commit(from)) {
        for (auto& output : turn)
            std::visit([&](auto& each) { take(from, each); }, output);
    }
    turn_ = std::move(turn);
}

/// False if the machine died of it.
bool World::commit(Machine& at) {
    note(at, at.store->commit(clocks_.local(at.index, now_)));
    if (at.store->died()) {
        crash(at, Death::power);
        return false;
    }
    at.disk.promise_all();
    if (at.store->whole()) {
        at.disk.save_all();
        at.unsaved_told = false;
    }
    return true;
}

void World::note(Machine& at, const std::vector<std::string>& notices) {
    result_.store_notices += notices.size();
    at.unsaved_told = at.unsaved_told || !notices.empty();
}

std::vector<node::ConferenceStored> World::load(Machine& at) {
    if (!at.store) return at.disk.contents();
    auto [loaded, notices] = at.store->start();
    note(at, notices);
    judge(at, loaded, !notices.empty() || at.unsaved_told);
    at.disk.replace(loaded, at.store->whole());
    at.rotten = at.unsaved_told = false;
    return std::move(loaded);
}

void World::judge(Machine& at, const std::vector<node::ConferenceStored>& loaded, bool told) {
    for (const auto& each : loaded) {
        if (!at.disk.conferences().contains(each.conference))
            invariants_.on_restored(at.current(), Restored{.altered = true});
    }
    for (const auto& [handle, kept] : at.disk.conferences()) {
        const auto found = std::ranges::find(loaded, handle, &node::ConferenceStored::conference);
        Restored restored{.saved = kept.saved, .promised = kept.promised, .rotten = at.rotten, .told = told};
        if (found != loaded.end()) {
            restored.found = found->entries.size();
            restored.altered = found->access != kept.access || restored.found > kept.entries.size() ||
                               !std::equal(found->entries.begin(), found->entries.end(), kept.entries.begin());
        }
        invariants_.on_restored(at.current(), restored);
        if (restored.found >= restored.promised || !(told || at.rotten)) continue;
        if (!told) ++result_.lost_untold;
        if (log_lost_ || (conference_ && handle != *conference_)) continue;
        log_lost_ = true;
        log_lost_at_ = now_;
        invariants_.on_log_lost();
    }
}

} // namespace plenum::sim
