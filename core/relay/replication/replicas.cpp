// SPDX-License-Identifier: Apache-2.0
#include "core/relay/replication/replicas.h"

#include "core/base/home.h"
#include "core/peer/hello.h"

#include <algorithm>

namespace plenum::node {

std::expected<void, log::Refusal> Replicas::load(ConferenceStored stored, base::LocalTime now) {
    const auto handle = stored.conference;
    // A copy that is not whole on the disk may lack what was acknowledged.
    const bool whole = stored.role == ConferenceRole::standby && stored.durable && !stored.behind;
    auto conference = std::make_unique<RelayConference>(handle, crypto::SecretKey{stored.access}, *options_.keys,
                                                        outbox_, options_.ways);
    conference->sequencer().tracer().follow();
    if (const auto loaded = conference->recovery().load(std::move(stored), now); !loaded) return loaded;
    conference->archive().bound(options_.history_bytes, conference->state());
    offers_.handle_primary();
    auto& replica = replicas_[handle];
    replica.conference = std::move(conference);
    replica.role = whole ? ConferenceRole::standby : ConferenceRole::standby_behind;
    replica.heard_at = now;
    return {};
}

Replicas::Replica* Replicas::of(const RelaySession& session) {
    const auto found = session.peer.replica ? replicas_.find(*session.peer.replica) : replicas_.end();
    return found == replicas_.end() || found->second.session != &session ? nullptr : &found->second;
}

void Replicas::pump(RelaySession& session) {
    auto* replica = of(session);
    if (replica == nullptr) return;
    auto& waiting = replica->to_give;
    while (!waiting.empty() && session.link.stream_progress(base::PriorityClass::control).has_room) {
        if (!send_control(session.link, waiting.front())) return;
        waiting.pop_front();
    }
}

void Replicas::note_heard(const RelaySession& session, base::LocalTime now) {
    auto* replica = of(session);
    if (replica == nullptr) return;
    replica->heard_at = now;
    replica->looks_again_at.reset();
    replica->witnesses.clear();
}

/// A promise for one fence is kept until the primary, once it is heard, names the next. So nobody needs to be asked
/// twice, and forgetting one is safe.
void Replicas::handle_witness(const wire::Restore& silence, const base::ExchangeKey& member,
                              const base::IdentityKey& person) {
    const auto found = replicas_.find(silence.conference);
    if (found == replicas_.end() || found->second.fence != silence.fence) return;
    auto& replica = found->second;
    const auto& state = replica.conference->state();
    if (const auto* known = state.find(member)) {
        replica.witnesses.insert(known->index);
        return;
    }
    const auto earlier =
        std::ranges::find_if(state.members, [&](const auto& item) { return item.second.identity == person; });
    if (earlier != state.members.end()) replica.witnesses.insert(earlier->first);
}

bool Replicas::Replica::may_take_over() const {
    if (takes_over_at) return false;
    if (role != ConferenceRole::standby) return registered.may_be_named;
    if (fence == base::ConferenceTime{} || handed_over) return true;
    const auto& members = conference->state().members;
    const auto count = std::ranges::count_if(witnesses, [&](auto each) { return members.contains(each); });
    return 2 * static_cast<std::size_t>(count) > members.size();
}

void Replicas::leave(const RelaySession& session) {
    if (auto* replica = of(session)) replica->session = nullptr;
}

Replicas::Replica& Replicas::make(const wire::Replicate& request) {
    auto& replica = replicas_[request.conference];
    if (replica.conference) outbox_.push(ForgetConference{request.conference});
    replica = {};
    replica.conference = std::make_unique<RelayConference>(request.conference, crypto::SecretKey{request.access},
                                                           *options_.keys, outbox_, options_.ways);
    replica.conference->sequencer().tracer().follow();
    replica.conference->archive().bound(options_.history_bytes, replica.conference->state());
    replica.conference->archive().store_conference(replica.conference->admission().access());
    set_role(replica, ConferenceRole::standby_behind);
    return replica;
}

void Replicas::set_role(Replica& replica, ConferenceRole role) {
    replica.role = role;
    std::ignore = replica.conference->archive().store_role(role);
}

void Replicas::handle(RelaySession& session, const wire::Replicate& request, base::LocalTime now) {
    if (session.peer.conference != base::at_home_of(request.conference, replication_door()))
        return session.link.close(wire::CloseReason::protocol_error, now);
    offers_.handle_primary();
    const auto found = replicas_.find(request.conference);
    if (found != replicas_.end() && found->second.takes_over_at) {
        std::ignore = send_control(session.link, leads());
        return;
    }
    if (found != replicas_.end()) found->second.registered.stop_looking();
    // The register may have made it this relay's.
    if (found != replicas_.end() && (found->second.registered.asked || found->second.registered.granted)) {
        std::ignore = send_control(session.link, wire::ReplicaState{wire::ReplicaStatus::refused, {}, {}, {}});
        return;
    }
    const bool longer = found != replicas_.end() && found->second.conference->state().size > request.log_size;
    // The primary's disk is so old that this copy no longer has what would follow it.
    const bool lacks_more = longer && request.log_size < found->second.conference->sequencer().log().first();
    if (lacks_more && found->second.role == ConferenceRole::standby && request.fence == base::ConferenceTime{}) {
        found->second.session = nullptr;
        found->second.heard_at = now - silence_max;
        found->second.looks_again_at = now;
        const wire::ReplicaState undecided{wire::ReplicaStatus::refused, {}, {}, {}};
        std::ignore = send_control(session.link, options_.clustered ? undecided : leads());
        return;
    }
    const bool contradicts = longer && (!request.takes_entries || lacks_more);
    // What began and did not come to its first entry is of no use.
    const bool empty = found != replicas_.end() && found->second.conference->sequencer().log().empty();
    const bool anew = found == replicas_.end() || request.anew || contradicts || empty;
    auto& replica = anew ? make(request) : found->second;
    session.peer.replica = request.conference;
    replica.session = &session;
    replica.heard_at = now;
    replica.looks_again_at.reset();
    replica.marks.clear();
    replica.witnesses.clear();
    replica.resigned = replica.handed_over = false;
    replica.fence = request.fence;
    // It told things without waiting for this copy.
    const bool judged = replica.fence != base::ConferenceTime{} || options_.clustered;
    if (judged && !request.replicated && replica.role == ConferenceRole::standby)
        set_role(replica, ConferenceRole::standby_behind);
    replica.registered.may_be_named = false;
    if (replica.role == ConferenceRole::standby_behind) replica.registered.assignment = request.assignment;
    give(replica, request);
    pump(session);
}

/// Entries and words that the primary lacks. Of words, its own version counts from then on, since it may have taken the
/// same one again meanwhile.
void Replicas::give(Replica& replica, const wire::Replicate& request) {
    auto& conference = *replica.conference;
    wire::ReplicaState state;
    state.status = replica.role == ConferenceRole::standby ? wire::ReplicaStatus::synced : wire::ReplicaStatus::behind;
    state.log_size = conference.state().size;
    state.head = conference.state().head;
    std::map<flow::StreamId, base::SequenceNumber> theirs;
    for (const auto& position : request.positions)
        theirs[{position.flow, position.sender}] = position.next;
    std::vector<wire::GivenWord> surplus;
    for (const auto& [stream, history] : conference.archive().history().streams()) {
        const auto at = theirs.find(stream);
        const auto next = at == theirs.end() ? base::SequenceNumber{1} : at->second;
        if (state.positions.size() < wire::stream_positions_max)
            state.positions.push_back({stream.first, stream.second, std::min(next, history.next())});
        for (const auto& item : history.from(next))
            surplus.push_back({stream.first, stream.second, item.sequence, item.log_size, item.sealed});
    }
    for (const auto& [stream, next] : theirs)
        conference.archive().drop_from(stream, next);
    for (const auto& word : surplus)
        conference.archive().drop_from({word.flow, word.sender}, word.sequence);
    replica.to_give.clear();
    replica.to_give.emplace_back(std::move(state));
    const auto& log = conference.sequencer().log();
    for (auto at = request.log_size; at < log.size(); at = at.next())
        replica.to_give.emplace_back(wire::LogEntry{log.at(at)});
    for (auto& word : surplus)
        replica.to_give.emplace_back(std::move(word));
    replica.to_give.emplace_back(wire::WordsGiven{});
}

bool Replicas::handle(RelaySession& session, const wire::ControlMessage& message, base::LocalTime now) {
    if (const auto* request = std::get_if<wire::Replicate>(&message)) {
        handle(session, *request, now);
        return true;
    }
    auto* replica = of(session);
    return replica != nullptr && take(*replica, message, now);
}

bool Replicas::take(Replica& replica, const wire::ControlMessage& message, base::LocalTime now) {
    auto& conference = *replica.conference;
    if (replica.takes_over_at) return true;
    if (const auto* entry = std::get_if<wire::LogEntry>(&message))
        return conference.recovery().give(entry->entry, now).has_value();
    if (const auto* state = std::get_if<wire::LogState>(&message))
        return conference.sequencer().log().empty() && replica.state.begin(*state);
    if (const auto* part = std::get_if<wire::LogStatePart>(&message)) {
        if (!replica.state.add(*part)) return false;
        return !replica.state.whole() ||
               conference.recovery().give_state(replica.state.take_state(), replica.state.entry()).has_value();
    }
    if (const auto* word = std::get_if<wire::GivenWord>(&message)) {
        const bool sound = flow::is_sound(word->sequence) && word->log_size <= conference.state().size;
        if (sound)
            conference.archive().copy({word->flow, word->sender, word->sequence, word->log_size, word->sealed},
                                      conference.state());
        return sound;
    }
    if (const auto* mark = std::get_if<wire::ReplicaMark>(&message)) {
        if (!replica.marks.empty() && replica.marks.back().number >= mark->number) return false;
        if (mark->fence != replica.fence) replica.witnesses.clear();
        replica.fence = mark->fence;
        // Absurd times change nothing.
        std::ignore = conference.sequencer().lead().catch_up(mark->at, base::ConferenceTime{now.time_since_epoch()});
        replica.marks.push_back({mark->number, conference.archive().durability().number()});
        acknowledge(replica);
        return true;
    }
    if (const auto* synced = std::get_if<wire::ReplicaSynced>(&message)) {
        replica.registered.stop_looking();
        replica.registered.assignment = synced->assignment;
        replica.registered.may_be_named = false;
        if (!replica.resigned) set_role(replica, ConferenceRole::standby);
        return true;
    }
    if (std::holds_alternative<wire::ReplicaHandedOver>(message)) {
        replica.handed_over = replica.fence != base::ConferenceTime{} && replica.role == ConferenceRole::standby;
        if (replica.handed_over) std::ignore = send_control(replica.session->link, leads());
        return true;
    }
    if (!std::holds_alternative<wire::ReplicaForgotten>(message)) return false;
    const auto handle = conference.handle();
    outbox_.push(ForgetConference{handle});
    replicas_.erase(handle);
    return true;
}

void Replicas::acknowledge(Replica& replica) {
    std::optional<std::uint64_t> number;
    while (!replica.marks.empty() &&
           replica.marks.front().own <= replica.conference->archive().durability().released()) {
        number = replica.marks.front().number;
        replica.marks.pop_front();
    }
    if (!number || replica.session == nullptr) return;
    replica.registered.may_be_named = options_.clustered && replica.role == ConferenceRole::standby_behind;
    std::ignore = send_control(replica.session->link, wire::ReplicaAcknowledged{*number});
}

std::optional<base::SessionIndex> Replicas::handle(const ConferenceKept& kept) {
    const auto found = replicas_.find(kept.conference);
    if (found == replicas_.end()) return std::nullopt;
    auto& replica = found->second;
    std::ignore = replica.conference->handle(kept);
    acknowledge(replica);
    return replica.session == nullptr ? std::nullopt : std::optional{replica.session->index};
}

std::optional<LogRecovery::Remains> Replicas::give_up_behind(const base::ConferenceHandle& conference,
                                                             base::LocalTime now) {
    const auto found = replicas_.find(conference);
    if (found == replicas_.end() || found->second.role != ConferenceRole::standby_behind) return std::nullopt;
    // Members who do not know its fence bear no witness.
    if (found->second.fence != base::ConferenceTime{} || options_.clustered) return std::nullopt;
    if (now < found->second.heard_at + silence_max) return std::nullopt;
    std::ignore = found->second.conference->archive().store_role(ConferenceRole::primary);
    auto remains = found->second.conference->recovery().take_remains();
    replicas_.erase(found);
    return remains;
}

void Replicas::handle_closed(const RelaySession& session) {
    auto* replica = of(session);
    if (replica == nullptr || replica->takes_over_at) return;
    set_role(*replica, ConferenceRole::standby_behind);
    replica->registered.may_be_named = false;
}

void Replicas::handle_answer(const base::ConferenceHandle& conference, bool granted) {
    const auto found = replicas_.find(conference);
    if (found == replicas_.end()) return;
    auto& registered = found->second.registered;
    registered.asked = registered.looks = false;
    registered.granted = granted;
    if (granted) return;
    // One that was not named waits for its primary, as before.
    if (std::exchange(registered.may_be_named, false)) return;
    // Another relay stands by, or is the home.
    outbox_.push(ForgetConference{conference});
    replicas_.erase(found);
}

bool Replicas::asks_register(const base::ConferenceHandle& conference) const {
    const auto found = replicas_.find(conference);
    return found != replicas_.end() && found->second.registered.asked;
}

void Replicas::handle_named(const base::ConferenceHandle& conference) {
    const auto found = replicas_.find(conference);
    if (found != replicas_.end()) found->second.registered.looks = false;
}

std::vector<base::SessionIndex> Replicas::resign() {
    std::vector<base::SessionIndex> told;
    for (auto& [handle, replica] : replicas_) {
        if (replica.takes_over_at || replica.handed_over || std::exchange(replica.resigned, true)) continue;
        set_role(replica, ConferenceRole::standby_behind);
        if (replica.session == nullptr) continue;
        std::ignore = send_control(replica.session->link, wire::ReplicaResigned{});
        told.push_back(replica.session->index);
    }
    return told;
}

bool Replicas::is_lost(Replica& replica, base::LocalTime now) {
    if (replica.registered.granted) return !replica.takes_over_at;
    if (replica.may_take_over() && replica.handed_over) return true;
    if (!replica.may_take_over() || now < replica.heard_at + silence_max) return false;
    if (replica.fence != base::ConferenceTime{}) return true;
    if (!replica.looks_again_at) replica.looks_again_at = now + second_look;
    return now >= *replica.looks_again_at;
}

std::vector<LogRecovery::Remains> Replicas::take_over(base::LocalTime now) {
    offers_.begin(now);
    std::vector<LogRecovery::Remains> taken;
    for (auto item = replicas_.begin(); item != replicas_.end();) {
        auto& replica = item->second;
        const bool lost = is_lost(replica, now);
        if (lost && options_.clustered && !replica.registered.granted) {
            if (!std::exchange(replica.registered.asked, true)) {
                const bool named = replica.role == ConferenceRole::standby;
                replica.registered.looks = !named;
                lost_.push_back({item->first, replica.registered.assignment, named});
            }
        } else if (lost) {
            replica.takes_over_at = replica.conference->archive().store_role(ConferenceRole::primary);
            if (replica.session != nullptr && !replica.handed_over)
                replica.session->link.close(wire::CloseReason::leaving, now);
            replica.session = nullptr;
        }
        if (!replica.takes_over_at || replica.conference->archive().durability().released() < *replica.takes_over_at) {
            ++item;
            continue;
        }
        taken.push_back(replica.conference->recovery().take_remains());
        taken.back().fence = replica.fence;
        item = replicas_.erase(item);
    }
    return taken;
}

base::LocalTime Replicas::next_wakeup() const {
    auto at = offers_.next_wakeup();
    for (const auto& [handle, replica] : replicas_) {
        if (!replica.may_take_over() || replica.registered.asked) continue;
        const auto due = replica.handed_over ? base::LocalTime{} : replica.heard_at + silence_max;
        at = std::min(at, replica.looks_again_at.value_or(due));
    }
    return at;
}

} // namespace plenum::node
