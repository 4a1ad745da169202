// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/world.h"

#include "core/base/check.h"

#include <algorithm>
#include <utility>

/// What relays keep, as plenumd's writer (core/runtime/store_writer) does it. A writer that finds the disk idle commits
/// at once; what arrives during a commit goes into the next one. The disk needs its time, and only then the program is
/// told. The power may go at any point of it.
namespace plenum::sim {

namespace {

/// Words that were durable and are not there, or not as they were.
std::size_t words_lost(const Disk::Kept& kept, const std::vector<node::StoredMessage>& found) {
    std::size_t lost = 0;
    for (std::size_t at = 0; at < kept.words.size(); ++at) {
        if (kept.word_numbers[at] > kept.saved_number) continue;
        lost += std::ranges::find(found, kept.words[at]) == found.end() ? 1 : 0;
    }
    return lost;
}

std::vector<node::ConferenceKept> all_kept(const std::vector<runtime::StoreItem>& items) {
    std::map<base::ConferenceHandle, std::uint64_t> numbers;
    for (const auto& item : items)
        numbers[runtime::conference_of(item)] =
            std::max(numbers[runtime::conference_of(item)], runtime::number_of(item));
    std::vector<node::ConferenceKept> kept;
    for (const auto& [conference, number] : numbers)
        kept.push_back({conference, number, true});
    return kept;
}

/// The writer is a thread of its own: it may look while the program has said only some of what one turn keeps. The
/// rest goes into the next commit.
constexpr std::uint64_t looks_early_one_in = 4;

std::vector<runtime::StoreItem> take_some(std::vector<runtime::StoreItem>& waiting, base::Random& draws) {
    auto count = waiting.size();
    if (count > 1 && draws.below(looks_early_one_in) == 0) count = 1 + draws.below(count - 1);
    const auto end = waiting.begin() + static_cast<std::ptrdiff_t>(count);
    std::vector<runtime::StoreItem> taken{std::move_iterator{waiting.begin()}, std::move_iterator{end}};
    waiting.erase(waiting.begin(), end);
    return taken;
}

} // namespace

void World::keep(Machine& from, runtime::StoreItem item) {
    if (scenario_.succession) return;
    note_waiting(from, item);
    // What may be told before the disk has it is written down first.
    if (from.store && !from.disk.keep(item)) return break_contract(from, "stores a log entry out of order");
    from.to_keep.push_back(std::move(item));
    schedule_commit(from);
}

void World::schedule_commit(Machine& of) {
    if (of.participant || of.writing) return;
    auto at = of.to_keep.empty() ? VirtualTime::max() : now_;
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
    if (!at.runs() || at.writing || at.bad_disk.hangs) return;
    const auto items = take_some(at.to_keep, at.disk_draws);
    for (const auto& item : items) {
        if (!at.store && !at.disk.keep(item)) return break_contract(at, "stores a log entry out of order");
    }
    if (scenario_.tell_early) tell_early(at, items);
    if (!at.up()) return;
    auto kept = write(at, items);
    if (at.store && at.store->died()) return crash(at, at.power_failing ? Death::power : Death::program);
    at.writing = std::move(kept);
    const auto longest = at.bad_disk.slow ? slow_sync_time_max : sync_time_max;
    const auto takes = base::Duration{at.disk_draws.between(0, longest.count())};
    timeline_.set(now_ + takes, {Task::Kind::kept, at.index, at.writer_generation});
}

RelayStore::Committed World::write(Machine& at, const std::vector<runtime::StoreItem>& items) {
    if (at.store) {
        for (const auto& item : items)
            at.store->put(item);
        auto committed = at.store->commit(clocks_.local(at.index, now_));
        note(at, committed.notices);
        return committed;
    }
    return {{}, all_kept(items), {}, {}};
}

/// What a store that lies would say (scenario key `tell`).
void World::tell_early(Machine& at, const std::vector<runtime::StoreItem>& items) {
    for (const auto& kept : all_kept(items)) {
        feed(at, kept);
        if (!at.up()) return;
    }
}

void World::answer_kept(Machine& at) {
    // Who does not run is told when it does.
    if (!at.runs() || !at.writing || at.bad_disk.hangs) return;
    auto answers = *std::exchange(at.writing, std::nullopt);
    for (auto& stored : answers.loaded)
        take_late(at, std::move(stored));
    for (const auto& gone : answers.gone)
        note_gone(at, gone);
    for (const auto& kept : answers.kept) {
        note_answered(at, kept);
        at.disk.note(kept);
        feed(at, kept);
        if (!at.up()) return;
    }
    if (at.store && at.store->whole()) at.unsaved_told = false;
    schedule_commit(at);
}

/// Of what could not be read at the start, unless members were faster.
void World::take_late(Machine& at, node::ConferenceStored stored) {
    if (!at.program->handle(node::Input{stored}, clocks_.local(at.index, now_))) {
        at.store->refuse_late(stored.conference);
    } else {
        judge(at, {stored}, {.told = true, .unread = true});
        at.disk.replace({stored}, stored.durable, true);
    }
    drain(at);
}

/// Unless members gave it back while the disk was at it.
void World::note_gone(Machine& at, const base::ConferenceHandle& gone) {
    const bool made = std::ranges::any_of(at.to_keep, [&](const auto& item) {
        const auto* conference = std::get_if<node::StoreConference>(&item);
        return conference != nullptr && conference->conference == gone;
    });
    if (!made && at.disk.conferences().contains(gone)) judge(at, gone, nullptr, true);
}

void World::note(Machine& at, const std::vector<std::string>& notices) {
    result_.store_notices += notices.size();
    at.unsaved_told = at.unsaved_told || !notices.empty();
}

RelayStore::Loaded World::start_store(Machine& at) {
    auto loaded = at.store->start();
    if (!at.store->died()) return loaded;
    ++result_.kills.all;
    ++result_.kills.power;
    ++result_.kills.at_start;
    result_.kills.on_bad_disk += at.bad_disk.any ? 1 : 0;
    result_.kills.in_checkpoint += at.store->died_in_checkpoint() ? 1 : 0;
    trace_->write(now_, at.index, name_of(FaultKind::power_cut));
    at.store->stop(true);
    at.power_failing = false;
    // Power cuts come one at a time.
    loaded = at.store->start();
    CHECK(!at.store->died());
    return loaded;
}

void World::note_untold(const Machine& at, std::size_t promised) {
    const auto found = at.disk.conferences().find(*conference_);
    const auto size = found == at.disk.conferences().end() ? 0 : found->second.entries.size();
    // What is not even promised members may have all the same, and give it back.
    if (std::max(size, promised) > 0) invariants_.on_log_cut(base::LogPosition{std::max(size, promised)}, now_);
}

std::vector<node::ConferenceStored> World::load(Machine& at) {
    if (at.index != home_ || !conference_) return load_all(at);
    const auto before = at.disk.conferences().find(*conference_);
    const auto promised = before == at.disk.conferences().end() ? 0 : before->second.promised;
    auto loaded = load_all(at);
    note_untold(at, promised);
    return loaded;
}

std::vector<node::ConferenceStored> World::load_all(Machine& at) {
    if (!at.store) return at.disk.contents();
    auto [loaded, notices, unread] = start_store(at);
    // A disk that is well can be read.
    if (!unread.empty() && !at.bad_disk.any && !at.rotten)
        invariants_.on_restored(at.current(), Restored{.altered = true});
    note(at, notices);
    judge(at, loaded, {.told = !notices.empty() || at.unsaved_told, .unread = !unread.empty()});
    at.disk.replace(loaded, at.store->whole(), !unread.empty());
    at.began_rotten = at.rotten || at.bad_disk.lies;
    // What could not be read is judged by a later start.
    at.rotten = at.rotten && !unread.empty();
    at.unsaved_told = at.unsaved_told && !unread.empty();
    for (const auto& conference : unread)
        feed(at, node::ConferenceLeftOut{conference});
    return std::move(loaded);
}

void World::judge(Machine& at, const std::vector<node::ConferenceStored>& loaded, Start start) {
    for (const auto& each : loaded) {
        if (!at.disk.conferences().contains(each.conference))
            invariants_.on_restored(at.current(), Restored{.altered = true});
    }
    for (const auto& [handle, kept] : at.disk.conferences()) {
        const auto found = std::ranges::find(loaded, handle, &node::ConferenceStored::conference);
        if (found != loaded.end()) judge(at, handle, &*found, start.told);
        // What could not be read may be read later.
        if (found == loaded.end() && !start.unread) judge(at, handle, nullptr, start.told);
    }
}

void World::judge(Machine& at, const base::ConferenceHandle& handle, const node::ConferenceStored* found, bool told) {
    const auto& kept = at.disk.conferences().at(handle);
    const bool rotten = at.rotten || at.bad_disk.lies;
    Restored restored{.saved = kept.saved, .promised = kept.promised, .rotten = rotten, .told = told};
    restored.meeting = conference_ && handle == *conference_;
    restored.contents = found;
    for (std::size_t word = 0; word < kept.words.size(); ++word)
        restored.words_saved += kept.word_numbers[word] <= kept.saved_number ? 1 : 0;
    restored.words_lost = restored.words_saved;
    if (found != nullptr) {
        restored.found = found->log_size().value();
        restored.words_lost = words_lost(kept, found->words);
        restored.altered = found->access != kept.access || restored.found > kept.entries.size() ||
                           !std::equal(found->entries.begin(), found->entries.end(),
                                       kept.entries.begin() + static_cast<std::ptrdiff_t>(found->first.value()));
    }
    invariants_.on_restored(at.current(), restored);
    const auto promised = std::max(kept.promised, found == nullptr ? kept.promised_before : 0);
    if (restored.found >= promised || !(told || rotten)) return;
    if (!told) ++result_.lost_untold;
    if (scenario_.refill || log_lost_ || (conference_ && handle != *conference_)) return;
    log_lost_ = true;
    log_lost_at_ = now_;
    invariants_.on_log_lost();
}

/// Made anew, where what stood there could not be read: that is out of reach.
void World::take(Machine& from, const node::StoreConference& output) {
    if (from.usurps) return;
    if (scenario_.succession && from.index == NodeIndex{0})
        succession_.host_log = {output.conference, output.access, {}};
    const auto found = from.disk.conferences().find(output.conference);
    if (found != from.disk.conferences().end() && conference_ && output.conference == *conference_) {
        Restored restored{
            .saved = found->second.saved, .promised = found->second.promised, .rotten = true, .told = true};
        restored.words_saved = restored.words_lost = found->second.words.size();
        restored.meeting = true;
        invariants_.on_restored(from.current(), restored);
    }
    keep(from, output);
}

void World::take(Machine& from, const node::ForgetMessages& output) {
    if (conference_ && output.conference == *conference_)
        invariants_.on_forgotten(output.flow, output.sender, output.first);
    keep(from, output);
}

} // namespace plenum::sim
