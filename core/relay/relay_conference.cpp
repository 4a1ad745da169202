// SPDX-License-Identifier: Apache-2.0
#include "core/relay/relay_conference.h"

#include "core/base/check.h"
#include "core/log/apply_known.h"
#include "core/peer/hello.h"
#include "core/peer/message_parts.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// Someone whose program said goodbye without leaving the conference will hardly be back.
constexpr base::Duration lost_after_goodbye = std::chrono::seconds{2};
/// Everyone's copy of the last entry has arrived by then, or never will.
constexpr base::Duration end_grace = std::chrono::seconds{10};
/// Receivers that lose the same key frame ask together.
constexpr base::Duration key_frame_interval = std::chrono::milliseconds{200};

base::ExchangeKey key_of(const RelayKeys& keys) { return keys.exchange.public_key; }

} // namespace

RelayKeys RelayKeys::from(const base::Seed& identity) {
    return {crypto::IdentityKeyPair::from_seed(identity), crypto::ExchangeKeyPair::from_seed(identity)};
}

RelayConference::RelayConference(base::ConferenceHandle handle, crypto::SecretKey access, const RelayKeys& keys,
                                 Outbox& outbox, Ways ways)
    : handle_{handle},
      door_{handle},
      access_{std::move(access)},
      keys_{keys},
      outbox_{outbox},
      durability_{ways.stored},
      policy_runner_{ways.floor_styles, {}} {}

std::expected<void, log::Refusal> RelayConference::found(const log::SignedOperation& genesis, base::ConferenceTime at) {
    auto content = log::check(state_, genesis, at);
    if (!content) return std::unexpected{content.error()};
    const auto* founding = std::get_if<log::Genesis>(&*content);
    const bool ours = founding != nullptr && genesis.conference == handle_ &&
                      founding->relay_exchange == key_of(keys_) &&
                      founding->relay_identity == keys_.identity.public_key;
    if (!ours) return std::unexpected{log::Refusal::wrong_conference};
    outbox_.push(StoreConference{handle_, access_.expose(), durability_.add_conference()});
    return append(genesis, at);
}

std::expected<void, log::Refusal> RelayConference::append(const log::SignedOperation& operation,
                                                          base::ConferenceTime at, bool own) {
    if (settling()) return std::unexpected{log::Refusal::full};
    log::Entry entry;
    entry.position = state_.size;
    entry.previous = state_.head;
    // As it stands in the entry, so that times that follow from several entries are the same at every node.
    entry.at = std::chrono::floor<std::chrono::microseconds>(std::max(at, state_.at));
    if (const auto content = wire::decode_choice<log::Operation>(operation.operation))
        entry.cut_offs = fence_.cut_offs(*content, state_, history_);
    entry.signed_operation = wire::encode(operation);
    const auto applied = log::apply_known(state_, entry, {.author = own, .sequencer = true});
    if (!applied) return std::unexpected{applied.error()};
    log::sequence(entry, keys_.identity);
    grown_ = true;
    log_.push(wire::encode(entry));
    store_newest();
    keep(*applied, log_.at(entry.position).size());
    trace_told();
    return {};
}

/// From here on the entry stands, whatever happens: what the store has is never put in another's place.
void RelayConference::store_newest() {
    const base::LogPosition position{log_.size().value() - 1};
    outbox_.push(StoreEntry{handle_, position, log_.at(position), durability_.add_entry(position.next())});
    stored_end_ = log_.size();
}

/// The newest of the log.
void RelayConference::keep(const log::Applied& applied, std::size_t bytes) {
    // The first after a state is the checkpoint that it came with.
    if (applied.covered && log_.beginning().next() != log_.size()) cover(*applied.covered);
    budget_.note(applied, state_, bytes, log_.bytes_since_beginning());
    news_ = true;
    if (outbox_.traces() && !follows_) {
        base::TraceEvent trace;
        trace.kind = base::TraceEvent::Kind::log;
        trace.position = base::LogPosition{state_.size.value() - 1};
        trace.hash = state_.head;
        trace.entry = log::name_of(applied.operation);
        trace.sent_at = state_.at;
        untold_.push_back(std::move(trace));
        const base::LogPosition position{state_.size.value() - 1};
        const bool begins = log_.covered() && log_.first() == position;
        for (auto& event :
             begins ? token_tracer_.begin(state_, position) : token_tracer_.handle(applied, state_, position))
            untold_.push_back(std::move(event));
    }
    note(applied);
    if (!std::holds_alternative<log::CloseConversation>(applied.operation)) return;
    history_.forget_closed(state_);
    forget_shortened();
}

void RelayConference::note(const log::Applied& applied) {
    receivers_known_ = false;
    timing_changed_ = true;
    if (!applied.tokens.empty()) {
        floor_at_ = base::LocalTime::min();
        look_for_silences();
    }
    for (const auto member : applied.left) {
        absences_.erase(member);
        returns_at_.erase(member);
        seen_.erase(member);
        std::erase_if(spoke_, [member](const auto& item) { return item.first.second == member; });
        history_recovery_.handle_left();
    }
    if (std::holds_alternative<log::ChangeLink>(applied.operation)) {
        old_door_ = {door_, std::move(access_)};
        door_ = state_.door.handle;
        access_ = crypto::SecretKey{state_.door.access};
    }
}

std::expected<void, log::Refusal> RelayConference::load(ConferenceStored stored, base::LocalTime now) {
    if (!stored.state.empty()) {
        if (const auto begun = begin_at(std::move(stored.state)); !begun) return begun;
    }
    for (auto& bytes : stored.entries) {
        const auto entry = wire::decode<log::Entry>(bytes);
        if (!entry) return std::unexpected{log::Refusal::malformed};
        const bool first = log_.empty();
        const auto applied = log::apply(state_, *entry);
        if (!applied) return std::unexpected{applied.error()};
        if (first && log_.covered() && !applied->covered) return std::unexpected{log::Refusal::other_state};
        const auto size = bytes.size();
        log_.push(std::move(bytes));
        keep(*applied, size);
    }
    stored_end_ = log_.size();
    if (log_.empty()) return std::unexpected{log::Refusal::malformed};
    if (!is_ours()) return std::unexpected{log::Refusal::wrong_conference};
    durability_.restore(state_.size);
    for (const auto& word : stored.words)
        restore(word, stored.durable);
    if (stored.role == ConferenceRole::primary_replicated) hold_restored();
    trace_told();
    find_rejected();
    for (const auto& [index, member] : state_.members) {
        mark_away(index, now, absent_after, lost_after);
        seen_[index] = now;
    }
    if (state_.ended)
        ended_at_ = now;
    else
        settle_by_ = now + (stored.behind ? settle_time_behind : settle_time);
    if (stored.role == ConferenceRole::primary_replicated) waits_for_standby_until_ = base::local_time_max;
    settle_agreed_due_ = settle_by_ && !stored.behind;
    if (settle_agreed_due_) settle_agreed_at_ = now + settle_time_agreed;
    grown_ = false;
    history_recovery_.begin(now);
    return {};
}

std::expected<void, log::Refusal> RelayConference::submit(const log::SignedOperation& operation,
                                                          base::ConferenceTime at, base::LocalTime now) {
    if (!log_has_room(operation)) return std::unexpected{log::Refusal::full};
    if (const auto may = check_budget(operation, at); !may) return may;
    if (is_checkpoint_too_soon(operation, now)) return std::unexpected{log::Refusal::too_often};
    if (const auto runs = check_style(operation); !runs) return runs;
    const auto first_new = state_.next_member;
    const auto appended = append(operation, at);
    if (appended && state_.ended && !ended_at_) {
        ended_at_ = now;
        timing_changed_ = true;
    }
    // Until they attach: who knocked may have gone meanwhile.
    for (auto member = first_new; member < state_.next_member; member = member.next())
        mark_away(member, now, absent_after, lost_after);
    if (appended) run_floor(at, now);
    return appended;
}

bool RelayConference::is_ours() const {
    return state_.size.value() > 0 && state_.conference == handle_ &&
           state_.genesis.relay_identity == keys_.identity.public_key &&
           state_.genesis.relay_exchange == keys_.exchange.public_key;
}

bool RelayConference::log_has_room(const log::SignedOperation& operation) const {
    if (log_.entries_since_beginning() < base::limits::log_entries_max &&
        log_.bytes_since_beginning() + operation.operation.size() < base::limits::log_bytes_max)
        return true;
    const auto content = wire::decode_choice<log::Operation>(operation.operation);
    const bool ends =
        content &&
        (std::holds_alternative<log::End>(*content) || std::holds_alternative<log::Leave>(*content) ||
         std::holds_alternative<log::EpochTurn>(*content) || std::holds_alternative<log::PassOver>(*content) ||
         std::holds_alternative<log::Checkpoint>(*content) || std::holds_alternative<token::ReleaseToken>(*content));
    return ends && reserve_left();
}

std::expected<void, log::Refusal> RelayConference::check_budget(const log::SignedOperation& operation,
                                                                base::ConferenceTime at) const {
    const auto content = wire::decode_choice<log::Operation>(operation.operation);
    if (!content) return std::unexpected{log::Refusal::malformed};
    if (!budget_.allows(operation.author, *content, std::max(at, state_.at)))
        return std::unexpected{log::Refusal::too_often};
    return {};
}

bool RelayConference::is_checkpoint_too_soon(const log::SignedOperation& operation, base::LocalTime now) {
    const auto content = wire::decode_choice<log::Operation>(operation.operation);
    // Anybody else is refused without a hash.
    const bool costly = content && std::holds_alternative<log::Checkpoint>(*content) && operation.author == state_.root;
    if (!costly) return false;
    if (now < checkpoint_from_) return true;
    checkpoint_from_ = now + checkpoint_pause;
    return false;
}

bool RelayConference::reserve_left() const {
    return log_.entries_since_beginning() < base::limits::log_entries_max + base::limits::log_reserve &&
           log_.bytes_since_beginning() < base::limits::log_bytes_max + base::limits::log_reserve_bytes;
}

bool RelayConference::submit_own(const log::Operation& operation, base::ConferenceTime at) {
    if (!reserve_left()) return false;
    log::SignedOperation draft;
    draft.conference = handle_;
    draft.author_exchange = key_of(keys_);
    draft.author_sequence = state_.relay_sequence + 1;
    draft.head_position = base::LogPosition{state_.size.value() - 1};
    draft.head = state_.head;
    // What this relay submits follows from the state, so a refusal is our own mistake.
    CHECK(append(log::sign_operation(std::move(draft), operation, keys_.identity), at, true).has_value());
    return true;
}

base::LogPosition RelayConference::log_end(const RelaySession& session) const {
    if (state_.find(session.exchange) != nullptr) return state_.size;
    const auto joined = state_.joined_keys.find(session.exchange);
    const auto* left = joined == state_.joined_keys.end() ? nullptr : state_.archive.find(joined->second);
    return left == nullptr ? base::LogPosition{} : left->left_size;
}

RelayConference::Attachment RelayConference::attach(RelaySession& session, const wire::Attach& attach,
                                                    base::ConferenceTime at, base::LocalTime now) {
    const auto end = log_end(session);
    if (end.value() == 0) return Attachment::stranger;
    const bool from_checkpoint = begins_at_checkpoint(session, attach.next_entry);
    const bool outdated = !from_checkpoint && std::min(attach.next_entry, end) < log_.first();
    if (outdated && !is_kept()) return Attachment::too_early;
    // Someone who is to join anew learns what of their own had still been taken, and says only the rest again.
    const auto ever = state_.joined_keys.find(session.exchange);
    auto own = ever == state_.joined_keys.end() ? std::vector<wire::StreamPosition>{} : own_positions(ever->second);
    std::ignore = send_control(session.link, wire::Attached{end, durability_.stored(), own});
    for (const auto& position : own) {
        for (const auto& rejected : told_rejected({position.flow, position.sender}))
            std::ignore = send_control(session.link, rejected);
        std::ignore = send_control(session.link, accepted({position.flow, position.sender}));
    }
    session.state_sender.reset();
    if (from_checkpoint) {
        session.state_sender.emplace(log_);
    } else if (outdated) {
        // It comes back as somebody else.
        if (const auto* lost = state_.find(session.exchange)) mark_away(lost->index, now, absent_after, lost_after);
        return Attachment::outdated;
    }
    waiting_.take(session.index);
    receivers_known_ = false;
    session.attached = true;
    session.next_entry = session.state_sender ? session.state_sender->next_entry() : std::min(attach.next_entry, end);
    session.log_held = std::min(attach.next_entry, end);
    session.log_in_flight.clear();
    session.cursors.clear();
    for (const auto& position : attach.positions) {
        session.cursors[{position.flow, position.sender}] = position.next;
        if (settling()) fence_.note_heard(position, history_, state_);
    }
    const auto* member = state_.find(session.exchange);
    session.member = member == nullptr ? base::MemberIndex{} : member->index;
    for (const auto& advice : delay_advice(session))
        std::ignore = send_control(session.link, advice);
    session.pump_due = true;
    handle_heard(session, at, now);
    tell_silent(session, now);
    return Attachment::attached;
}

void RelayConference::handle_heard(const RelaySession& session, base::ConferenceTime at, base::LocalTime now) {
    timing_changed_ = absences_.erase(session.member) > 0 || timing_changed_;
    if (!silent_.empty()) look_for_silences();
    const auto* member = state_.find(session.member);
    if (member == nullptr || member->present || state_.ended || settling()) return;
    const auto allowed_at = budget_.allowed_at(member->identity);
    if (allowed_at > std::max(at, state_.at)) {
        timing_changed_ = true;
        returns_at_[session.member] = now + (allowed_at - at);
        return;
    }
    std::ignore = submit_own(log::Presence{session.member, true}, at);
    run_floor(at, now);
}

void RelayConference::note_returns(base::ConferenceTime at, base::LocalTime now) {
    std::vector<base::MemberIndex> due;
    for (const auto& [index, return_at] : returns_at_) {
        if (now >= return_at) due.push_back(index);
    }
    for (const auto index : due) {
        returns_at_.erase(index);
        for (const auto* session : entered_) {
            if (session->attached && session->member == index) handle_heard(*session, at, now);
        }
    }
}

void RelayConference::mark_away(base::MemberIndex member, base::LocalTime since, base::Duration patience,
                                base::Duration limit) {
    look_for_silences();
    if (state_.find(member) != nullptr) absences_.try_emplace(member, since, since + patience, since + limit);
}

void RelayConference::handle_silent(const RelaySession& session, base::LocalTime now) {
    mark_away(session.member, session.link.peer_there_until(now), absent_after, lost_after);
}

void RelayConference::detach(const RelaySession& session, bool politely, base::LocalTime now) {
    receivers_known_ = false;
    if (state_.find(session.member) != nullptr) {
        auto& seen = seen_[session.member];
        seen = std::max(seen, session.link.peer_there_until(now));
    }
    if (politely) absences_.erase(session.member);
    mark_away(session.member, now, politely ? base::Duration{} : absent_after,
              politely ? lost_after_goodbye : lost_after);
}

void RelayConference::enter(RelaySession& session) {
    session.home = this;
    sessions_.insert(session.index);
    entered_.push_back(&session);
    receivers_known_ = false;
}

void RelayConference::leave(RelaySession& session) {
    sessions_.erase(session.index);
    history_recovery_.handle_done(session.index);
    std::erase(entered_, &session);
    receivers_known_ = false;
}

std::span<RelaySession* const> RelayConference::receivers() {
    if (!std::exchange(receivers_known_, true)) {
        receivers_.clear();
        std::ranges::copy_if(entered_, std::back_inserter(receivers_),
                             [this](const RelaySession* session) { return admits(*session); });
    }
    return receivers_;
}

bool RelayConference::admits(const RelaySession& session) const {
    const auto* member = session.attached ? state_.find(session.member) : nullptr;
    return member != nullptr && member->keyed;
}

bool RelayConference::is_for(const RelaySession& session, const log::FlowDeclaration& flow) const {
    if (flow.conversation <= log::plenary) return true;
    const auto* member = state_.find(session.member);
    return member != nullptr && state_.reaches(flow, *member);
}

const log::FlowDeclaration* RelayConference::permit(const RelaySession& from,
                                                    const wire::FragmentFrame& fragment) const {
    if (!admits(from) || fragment.sender != from.member) return nullptr;
    const auto* flow = state_.find(fragment.flow);
    return flow != nullptr && flow->loss_delay && is_for(from, *flow) ? flow : nullptr;
}

/// It would get a place behind the turn of the keys, and those who were given a key by it would never read it.
bool RelayConference::is_closed(const wire::ReliableMessage& message) const {
    if (message.log_size >= state_.archive.history_begins_size) return false;
    const auto epoch = sealed_epoch(message.sealed);
    return epoch && *epoch < state_.archive.history_begins;
}

RelayConference::Taken RelayConference::take_reliable(const RelaySession& from, wire::ReliableMessage message,
                                                      base::PriorityClass stream, base::ConferenceTime at) {
    const auto* flow = state_.find(message.flow);
    const bool permitted = admits(from) && message.sender == from.member && flow != nullptr && !flow->loss_delay &&
                           flow->priority == stream && flow::is_sound(message.sequence) && !is_stub(message.sealed) &&
                           is_for(from, *flow);
    if (!permitted) return Taken::no;
    const flow::StreamId stream_id{message.flow, message.sender};
    if (message.sequence < history_.next(stream_id))
        return history_.refused(stream_id, message.sequence) ? Taken::unheard : Taken::accepted;
    if (is_closed(message)) return Taken::closed;
    const bool unheard = fence_.refuse(message, state_, at).has_value();
    if (unheard) message.sealed = stub_of(message.sealed);
    keep_word({message.flow, message.sender, message.sequence, state_.size, std::move(message.sealed)});
    return unheard ? Taken::unheard : Taken::accepted;
}

bool RelayConference::pump_history(RelaySession& session, flow::StreamId stream, const flow::History& history) const {
    const auto* flow = state_.find(stream.first);
    if (flow == nullptr || stream.second == session.member || !is_for(session, *flow)) return false;
    auto& cursor = session.cursors.try_emplace(stream, base::SequenceNumber{1}).first->second;
    const auto told = durability_.next(stream);
    if (cursor >= told) return false;
    const auto* reader = state_.archive.find(session.member);
    // Before their first key arrived, words are closed to them.
    if (reader == nullptr || reader->keyed_size.value() == 0 || session.log_held < reader->keyed_size) return true;
    for (const auto& item : history.from(cursor)) {
        if (item.sequence >= told) return false;
        if (item.log_size < reader->readable_from) {
            cursor = item.sequence.next();
            continue;
        }
        if (item.log_size > session.log_held || !session.link.stream_has_room(flow->priority)) return true;
        const wire::ReliableMessage message{stream.first, stream.second, item.sequence, item.sealed, item.log_size};
        if (!session.link.send_stream(flow->priority, wire::encode(message))) return true;
        cursor = item.sequence.next();
    }
    return false;
}

bool RelayConference::pump(RelaySession& session, base::LocalTime now) {
    if (!session.attached) return false;
    if (session.next_entry < log_.first()) {
        session.link.close(wire::CloseReason::too_slow, now);
        return false;
    }
    bool left = pump_log(session);
    if (!admits(session)) return left;
    for (const auto& [stream, history] : history_.streams())
        left = pump_history(session, stream, history) || left;
    return left;
}

bool RelayConference::claim_key_frame_request(flow::StreamId stream, base::LocalTime now) {
    if (state_.find(stream.first) == nullptr || state_.find(stream.second) == nullptr) return false;
    const auto [asked, first] = key_frame_asked_.try_emplace(stream, now);
    if (!first && now - asked->second < key_frame_interval) return false;
    asked->second = now;
    constexpr auto streams_max = base::limits::members_max * base::limits::flows_per_conference_max;
    if (key_frame_asked_.size() > streams_max) key_frame_asked_.clear();
    return true;
}

void RelayConference::handle_wakeup(base::ConferenceTime at, base::LocalTime now) {
    timing_changed_ = true;
    history_recovery_.expire(now);
    if (state_.ended) {
        absences_.clear();
        return;
    }
    tell_silences(at, now);
    if (settling()) {
        // From now on it depends on who comes.
        settle_agreed_due_ = settle_agreed_at_ && now < *settle_agreed_at_;
        return;
    }
    for (auto item = absences_.begin(); item != absences_.end();) {
        const auto [index, absence] = *item++;
        const auto* member = state_.find(index);
        if (member == nullptr) continue;
        bool noted = true;
        if (now >= absence.absent_at && member->present) noted = submit_own(log::Presence{index, false}, at);
        // Takes the absence out of the map; the iterator is past it.
        if (noted && now >= absence.lost_at) noted = submit_own(log::Leave{index, base::LeaveReason::lost}, at);
        if (!noted) absences_.erase(index);
    }
    note_returns(at, now);
    run_floor(at, now);
}

base::LocalTime RelayConference::next_wakeup() const {
    auto at = std::min(ended_at_ ? *ended_at_ + end_grace : base::local_time_max, history_recovery_.next_wakeup());
    if (state_.ended) return at;
    at = std::min(at, silence_at_);
    if (settle_by_)
        return std::min(at, std::max(waits_for_standby_until_, settle_agreed_due_ ? *settle_agreed_at_ : *settle_by_));
    at = std::min(at, floor_at_);
    for (const auto& [index, return_at] : returns_at_)
        at = std::min(at, return_at);
    for (const auto& [index, absence] : absences_) {
        const auto* member = state_.find(index);
        if (member == nullptr) continue;
        at = std::min(at, member->present ? absence.absent_at : absence.lost_at);
    }
    return at;
}

bool RelayConference::is_over(base::LocalTime now) const { return ended_at_ && now >= *ended_at_ + end_grace; }

} // namespace plenum::node
