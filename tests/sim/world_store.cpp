// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/world.h"

#include <algorithm>
#include <utility>

/// What relays keep, as plenumd's writer does: it takes what waits in groups, the disk needs its time, and only then
/// the program is told. The power may go at any point of it.
namespace plenum::sim {

namespace {

/// Words that were durable and are not there, or not as they were.
std::size_t words_lost(const Disk::Kept& kept, const std::vector<node::StoredWord>& found) {
    std::size_t lost = 0;
    for (std::size_t at = 0; at < kept.words.size(); ++at) {
        if (kept.word_numbers[at] > kept.saved_number) continue;
        lost += std::ranges::find(found, kept.words[at]) == found.end() ? 1 : 0;
    }
    return lost;
}

base::LocalTime on_writer(VirtualTime at) { return base::LocalTime{at.time_since_epoch()}; }

} // namespace

void World::keep(Machine& from, runtime::StoreItem item) {
    from.to_keep.push_back(std::move(item));
    from.group.handle_put(1, on_writer(now_));
    schedule_commit(from);
}

void World::schedule_commit(Machine& of) {
    if (of.participant || of.writing) return;
    auto at = VirtualTime::max();
    if (const auto due = of.group.due(); due != base::local_time_max) at = VirtualTime{due.time_since_epoch()};
    const auto retry = of.store ? of.store->wake() : base::local_time_max;
    if (retry != base::local_time_max) at = std::min(at, clocks_.of(of.index).when(retry));
    // What was loaded and is not surely on the disk.
    if (of.store && of.to_keep.empty() && retry == base::local_time_max && !of.store->whole()) at = now_;
    at = std::max(at, now_);
    if (at == VirtualTime::max() || at == of.commit_at) return;
    of.commit_at = at;
    timeline_.set(at, {Task::Kind::commit, of.index, of.writer_generation});
}

void World::commit(Machine& at) {
    if (now_ != at.commit_at) return;
    at.commit_at = VirtualTime::max();
    if (!at.runs() || at.writing) return;
    const auto items = std::exchange(at.to_keep, {});
    at.group.handle_commit(on_writer(now_));
    // What the disk is to hold is written down before the power may go.
    for (const auto& item : items) {
        if (!at.disk.keep(item)) return break_contract(at, "stores a log entry out of order");
    }
    auto kept = write(at, items);
    if (at.store && at.store->died()) return crash(at, Death::power);
    at.writing = std::move(kept);
    const auto takes = base::Duration{at.disk_draws.between(0, sync_time_max.count())};
    timeline_.set(now_ + takes, {Task::Kind::kept, at.index, at.writer_generation});
}

std::vector<node::ConferenceKept> World::write(Machine& at, const std::vector<runtime::StoreItem>& items) {
    if (at.store) {
        for (const auto& item : items)
            at.store->put(item);
        auto committed = at.store->commit(clocks_.local(at.index, now_));
        note(at, committed.notices);
        return std::move(committed.kept);
    }
    std::map<base::ConferenceHandle, std::uint64_t> numbers;
    for (const auto& item : items)
        numbers[runtime::conference_of(item)] =
            std::max(numbers[runtime::conference_of(item)], runtime::number_of(item));
    std::vector<node::ConferenceKept> kept;
    for (const auto& [conference, number] : numbers)
        kept.push_back({conference, number, true});
    return kept;
}

void World::answer_kept(Machine& at) {
    // Who does not run is told when it does.
    if (!at.runs() || !at.writing) return;
    const auto answers = *std::exchange(at.writing, std::nullopt);
    for (const auto& kept : answers) {
        at.disk.note(kept);
        at.speaks_of = kept.conference;
        feed(at, kept);
        if (!at.up()) return;
    }
    if (at.store && at.store->whole()) at.unsaved_told = false;
    schedule_commit(at);
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
        for (std::size_t word = 0; word < kept.words.size(); ++word)
            restored.words_saved += kept.word_numbers[word] <= kept.saved_number ? 1 : 0;
        if (found != loaded.end()) {
            restored.found = found->entries.size();
            restored.words_lost = words_lost(kept, found->words);
            restored.altered = found->access != kept.access || restored.found > kept.entries.size() ||
                               !std::equal(found->entries.begin(), found->entries.end(), kept.entries.begin());
        }
        if (found == loaded.end()) restored.words_lost = restored.words_saved;
        invariants_.on_restored(at.current(), restored);
        if (restored.found >= restored.promised || !(told || at.rotten)) continue;
        if (!told) ++result_.lost_untold;
        if (scenario_.refill || log_lost_ || (conference_ && handle != *conference_)) continue;
        log_lost_ = true;
        log_lost_at_ = now_;
        invariants_.on_log_lost();
    }
}

} // namespace plenum::sim
