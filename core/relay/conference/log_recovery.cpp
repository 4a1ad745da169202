// SPDX-License-Identifier: Apache-2.0
// What becomes of a relay whose disk came back with less than its members know.
//
// The problem: a relay that went on from an old log would put other entries where members have some already, with its
// own signature under both, and could even turn the keys to an epoch that there was. A disk that failed, a backup, a
// bit that flipped: it cannot always know that it is behind, but its members do.
//
// So after each start a conference *settles*: nothing is put into its log until all who were there are back, or had the
// time. Whoever comes back says how far they have read; where that is further than the log goes, the relay asks for the
// rest. It can trust what it is given, whoever gives it: every entry bears the relay's own signature and names the one
// before. What people want meanwhile waits.
//
// Not everyone comes back: who fell silent shortly before the relay did is there in the log as kept. Where half of
// those who were there are back and none of them has read further, the disk is no old one, since all are sent an entry
// at the same time, once it is kept. Then the others have the time of a lease, so that a holder who is gone keeps
// nobody waiting for longer than at a relay that did not fall.
//
// The alternative, a mark beside the file of how far it should go, costs a second sync for each commit, fails with the
// same disk, and knows nothing of backups. A lost disk has no settling: there members come through a door of its own
// (`restoring_door`) and give everything.
#include "core/relay/conference/log_recovery.h"

#include <algorithm>

namespace plenum::node {

/// All before it is covered by this state.
std::expected<void, log::Refusal> LogRecovery::begin_at(base::Bytes state) {
    if (const auto begun = parts_.sequencer.begin_at(std::move(state)); !begun) return begun;
    parts_.admission.take_link(parts_.sequencer.state());
    return {};
}

std::expected<void, log::Refusal> LogRecovery::load(ConferenceStored stored, base::LocalTime now) {
    auto& sequencer = parts_.sequencer;
    const auto& state = sequencer.state();
    if (!stored.state.empty()) {
        if (const auto begun = begin_at(std::move(stored.state)); !begun) return begun;
    }
    if (const auto loaded = sequencer.load(std::move(stored.entries)); !loaded) return loaded;
    if (sequencer.log().empty()) return std::unexpected{log::Refusal::malformed};
    if (!sequencer.is_ours()) return std::unexpected{log::Refusal::wrong_conference};
    parts_.archive.durability().restore(state.size);
    for (const auto& message : stored.words)
        parts_.archive.restore(message, stored.durable, state);
    const bool replicated = stored.role == ConferenceRole::primary_replicated;
    if (replicated) parts_.archive.hold_restored();
    sequencer.tell();
    parts_.archive.find_rejected(state);
    parts_.presence.mark_all_away(now, true);
    sequencer.note_end(now);
    parts_.settling.begin_loaded(state.ended, stored.behind, now);
    if (replicated) parts_.settling.wait_for_standby(base::local_time_max);
    history_.begin(now);
    return {};
}

LogRecovery::Remains LogRecovery::take_remains() {
    auto& sequencer = parts_.sequencer;
    return {sequencer.conference(), parts_.admission.take_access(),
            sequencer.take_log(),   parts_.archive.take(),
            sequencer.lead(),       {}};
}

std::expected<void, log::Refusal> LogRecovery::resume(Remains remains, bool told, base::LocalTime now) {
    auto& sequencer = parts_.sequencer;
    if (remains.log.covered()) {
        if (const auto begun = begin_at(remains.log.covered()->state); !begun) return begun;
    }
    if (const auto loaded = sequencer.load(remains.log); !loaded) return loaded;
    std::ignore = parts_.admission.take_old_door();
    parts_.archive.replace(std::move(remains.kept));
    sequencer.lead() = remains.lead;
    if (told) sequencer.tracer().drop();
    if (!told && !sequencer.state().ended) parts_.settling.begin_takeover(now);
    sequencer.tell();
    parts_.presence.mark_all_away(now, true);
    sequencer.note_end(now);
    return {};
}

std::expected<void, log::Refusal> LogRecovery::give(base::ByteView bytes, base::LocalTime now) {
    auto& sequencer = parts_.sequencer;
    const auto& state = sequencer.state();
    const auto entry = wire::decode<log::Entry>(bytes);
    if (!entry) return std::unexpected{log::Refusal::malformed};
    if (entry->position < state.size) return {};
    const auto first_new = state.next_member;
    if (const auto given = sequencer.give(*entry, bytes); !given) return given;
    parts_.settling.handle_given();
    for (auto member = first_new; member < state.next_member; member = member.next())
        parts_.presence.mark_away(member, now);
    sequencer.note_end(now);
    return {};
}

std::expected<void, log::Refusal> LogRecovery::give_state(base::Bytes state, base::ByteView checkpoint) {
    const auto entry = wire::decode<log::Entry>(checkpoint);
    const auto& log = parts_.sequencer.log();
    // Nor where a state was begun with whose checkpoint was refused.
    if (!entry || !log.empty() || log.covered()) return std::unexpected{log::Refusal::malformed};
    if (const auto begun = begin_at(std::move(state)); !begun) return begun;
    return parts_.sequencer.give_checkpoint(*entry, checkpoint);
}

void LogRecovery::begin_restored(base::LocalTime now) {
    history_.begin(now);
    parts_.settling.begin_restored(now);
    parts_.archive.store_conference(parts_.admission.access());
    parts_.sequencer.store_draft();
    parts_.presence.mark_all_away(now, false);
    parts_.sequencer.tracer().tell_takeover(parts_.sequencer.state());
    parts_.sequencer.tell();
}

bool LogRecovery::settles_now(base::LocalTime now) const {
    const auto is_present = [](const auto& item) { return item.second.present; };
    const auto there = std::ranges::count_if(parts_.sequencer.state().members, is_present);
    return parts_.settling.is_over(there, parts_.presence.missed(), now);
}

void LogRecovery::settle(const std::vector<const RelaySession*>& attached, base::ConferenceTime at) {
    const auto& state = parts_.sequencer.state();
    parts_.settling.end();
    for (const auto* session : attached) {
        const auto* member = state.find(session->member);
        if (member != nullptr && !member->present && !state.ended)
            std::ignore = parts_.sequencer.submit_own(log::Presence{session->member, true}, at);
    }
}

bool LogRecovery::hold(base::SessionIndex from, const wire::ControlMessage& message) {
    if (held_.size() >= held_max) return false;
    held_.push_back({from, message});
    return true;
}

void LogRecovery::ask_standby(base::LocalTime now) {
    parts_.settling.wait_for_standby(now + SettlingPeriod::settle_time_behind);
}

RelaySession* LogRecovery::ask_for_messages(std::span<RelaySession* const> receivers, base::LocalTime now) {
    if (settling() || parts_.sequencer.state().ended || !history_.may_ask(now)) return nullptr;
    RelaySession* first = nullptr;
    for (auto* session : receivers) {
        if (history_.was_asked(session->member)) continue;
        if (first == nullptr || session->member < first->member) first = session;
    }
    if (first == nullptr) return nullptr;
    history_.ask(first->member, first->index, now);
    return first;
}

} // namespace plenum::node
