// SPDX-License-Identifier: Apache-2.0
#include "core/relay/relay_conference.h"

#include "core/relay/conference/coordination.h"
#include "core/relay/multicast/conference_tree.h"

#include "core/peer/hello.h"
#include "core/peer/message_parts.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// Everyone's copy of the last entry has arrived by then, or never will.
constexpr base::Duration end_grace = std::chrono::seconds{10};

/// It would get a place behind the turn of the keys, and those who were given a key by it would never read it.
bool is_closed(const wire::ReliableMessage& message, const log::FlowDeclaration& flow, const log::State& state) {
    const bool of_group = flow.conversation > log::plenary;
    const bool before_turn = message.log_size < state.archive.history_begins_size;
    const auto key = of_group || before_turn ? sealed_with(message.sealed) : std::nullopt;
    if (!key) return false;
    return (before_turn && key->epoch < state.archive.history_begins) ||
           (of_group && key->group < state.conversations.at(flow.conversation).epoch);
}

/// Some of the member's messages are there, and nobody may be told so yet.
bool has_untold(const Archive& archive, base::MemberIndex member) {
    return std::ranges::any_of(archive.history().streams(), [&](const auto& item) {
        return item.first.second == member && archive.durability().next(item.first) < item.second.next();
    });
}

/// What is kept of flows that are open no longer.
void forget_closed(Archive& archive, const FanOut& fan_out, const log::State& state) {
    archive.forget_closed(state);
    for (auto* session : fan_out.entered()) {
        session->limits.contracts.forget_closed(state);
        std::erase_if(session->progress.cursors,
                      [&](const auto& item) { return state.find(item.first.first) == nullptr; });
    }
}

} // namespace

RelayConference::RelayConference(const base::ConferenceHandle& handle, crypto::SecretKey access, const RelayKeys& keys,
                                 Outbox& outbox, Ways ways)
    : archive_{handle, outbox, [this] { tell_news(); }, ways.stored},
      sequencer_{handle,   keys,      outbox,
                 archive_, settling_, [this](const log::Applied& applied) { handle_applied(applied); }},
      fan_out_{sequencer_.state(), ways.run},
      presence_{sequencer_.state(), unreachable_},
      floor_{ways.floor_styles, keys.identity.public_key, {sequencer_, fan_out_, presence_}},
      order_{sequencer_.state(), fan_out_},
      catch_up_{sequencer_, archive_, order_, fan_out_},
      admission_{handle, std::move(access)},
      recovery_{{settling_, sequencer_, archive_, presence_, admission_}} {}

std::expected<void, log::Refusal> RelayConference::found(const log::SignedOperation& genesis, base::ConferenceTime at) {
    auto content = log::check(state(), genesis, at);
    if (!content) return std::unexpected{content.error()};
    const auto* founding = std::get_if<log::Genesis>(&*content);
    if (founding == nullptr || genesis.conference != handle() || !sequencer_.names_us(*founding))
        return std::unexpected{log::Refusal::wrong_conference};
    archive_.store_conference(admission_.access());
    archive_.live().begin();
    return sequencer_.append(genesis, at);
}

void RelayConference::handle_applied(const log::Applied& applied) {
    tell_news();
    fan_out_.handle_change();
    if (!applied.tokens.empty()) {
        floor_.look();
        unreachable_.look();
    }
    for (const auto member : applied.left) {
        presence_.forget(member);
        floor_.forget(member);
        recovery_.history().handle_left();
        archive_.live().handle_left(member);
    }
    if (std::holds_alternative<log::ChangeLink>(applied.operation)) admission_.change_link(state());
    const bool may_close = std::holds_alternative<log::CloseConversation>(applied.operation) ||
                           std::holds_alternative<log::CloseFlow>(applied.operation) || !applied.left.empty();
    if (may_close) forget_closed(archive_, fan_out_, state());
    if (may_close || std::holds_alternative<log::CreateFlow>(applied.operation))
        fan_out_.coordination().handle_flows_changed();
    if (std::holds_alternative<log::PlaceMembers>(applied.operation)) archive_.live().forget_groups(state());
}

std::expected<void, log::Refusal> RelayConference::submit(const log::SignedOperation& operation,
                                                          base::ConferenceTime at, base::LocalTime now) {
    if (const auto may = sequencer_.quota().check(operation, at, now); !may) return may;
    if (const auto runs = floor_.check(operation); !runs) return runs;
    const auto first_new = state().next_member;
    const auto appended = sequencer_.append(operation, at);
    if (appended) sequencer_.note_end(now);
    // Until they attach: who knocked may have gone meanwhile.
    for (auto member = first_new; member < state().next_member; member = member.next())
        presence_.mark_away(member, now);
    if (appended) floor_.run(at, now);
    return appended;
}

RelayConference::Attachment RelayConference::attach(RelaySession& session, const wire::Attach& attach,
                                                    base::ConferenceTime at, base::LocalTime now) {
    const auto end = catch_up_.log_end(session);
    if (end.value() == 0) return Attachment::stranger;
    const bool from_checkpoint = catch_up_.begins_at_checkpoint(session, attach.next_entry);
    const bool outdated = !from_checkpoint && std::min(attach.next_entry, end) < sequencer_.log().first();
    // Someone who is to join anew learns what of their own had still been taken, and says only the rest again.
    const auto ever = state().joined_keys.find(session.peer.exchange);
    const bool untold = ever != state().joined_keys.end() && has_untold(archive_, ever->second);
    if (outdated && (untold || !archive_.is_told())) return Attachment::too_early;
    auto own =
        ever == state().joined_keys.end() ? std::vector<wire::StreamPosition>{} : archive_.positions_of(ever->second);
    std::ignore = send_control(session.link, wire::Attached{end, archive_.durability().stored(), own});
    for (const auto& position : own) {
        for (const auto& rejected : archive_.told_rejected({position.flow, position.sender}))
            std::ignore = send_control(session.link, rejected);
        std::ignore = send_control(session.link, archive_.accepted({position.flow, position.sender}));
    }
    const auto* member = state().find(session.peer.exchange);
    session.progress.state_sender.reset();
    if (from_checkpoint) {
        session.progress.state_sender.emplace(sequencer_.log());
    } else if (outdated) {
        // It comes back as somebody else.
        if (member != nullptr) presence_.mark_away(member->index, now);
        return Attachment::outdated;
    }
    admission_.queue().take(session.index);
    fan_out_.handle_change();
    session.attached = true;
    catch_up_.begin(session, attach, end, now);
    for (const auto& position : attach.positions)
        if (settling_.settling()) sequencer_.fence().note_heard(position, archive_.history(), state());
    session.set_member(member == nullptr ? base::MemberIndex{} : member->index);
    for (const auto& advice : order_.delay_advice(session))
        std::ignore = send_control(session.link, advice);
    session.progress.pump_due = true;
    handle_heard(session, at, now);
    for (const auto& silent : unreachable_.known(now))
        std::ignore = send_control(session.link, silent);
    return Attachment::attached;
}

void RelayConference::handle_heard(const RelaySession& session, base::ConferenceTime at, base::LocalTime now) {
    presence_.handle_back(session.member);
    const auto* member = state().find(session.member);
    if (member == nullptr || member->present || state().ended || settling_.settling()) return;
    const auto allowed_at = sequencer_.quota().budget().allowed_at(member->identity);
    if (allowed_at > std::max(at, state().at)) return presence_.put_off(session.member, now + (allowed_at - at));
    std::ignore = sequencer_.submit_own(log::Presence{session.member, true}, at);
    floor_.run(at, now);
}

void RelayConference::detach(const RelaySession& session, bool politely, base::LocalTime now) {
    fan_out_.handle_change();
    presence_.handle_gone(session, politely, now);
}

void RelayConference::enter(RelaySession& session) {
    session.home = this;
    fan_out_.enter(session);
}

void RelayConference::leave(RelaySession& session) {
    recovery_.history().handle_done(session.index);
    fan_out_.leave(session);
}

RelayConference::Taken RelayConference::take_reliable(const RelaySession& from, wire::ReliableMessage message,
                                                      base::PriorityClass stream, base::ConferenceTime at) {
    const auto* flow = state().find(message.flow);
    const bool permitted = fan_out_.admits(from) && message.sender == from.member && flow != nullptr &&
                           !flow->loss_delay && flow->priority == stream && flow::is_sound(message.sequence) &&
                           !is_stub(message.sealed) && fan_out_.is_for(from, *flow);
    if (!permitted) return Taken::no;
    const flow::StreamId stream_id{message.flow, message.sender};
    if (message.sequence < archive_.history().next(stream_id))
        return archive_.history().refused(stream_id, message.sequence) ? Taken::rejected : Taken::accepted;
    if (is_closed(message, *flow, state())) return Taken::closed;
    const bool closed = state().find_open(message.flow) == nullptr;
    const bool rejected = closed || exceeds_authority(state(), message, at) ||
                          sequencer_.fence().refuse(message, state(), at).has_value();
    if (rejected) message.sealed = stub_of(message.sealed);
    archive_.keep({message.flow, message.sender, message.sequence, state().size, std::move(message.sealed)}, state());
    return rejected ? Taken::rejected : Taken::accepted;
}

std::vector<flow::StreamId> RelayConference::handle(const ConferenceKept& kept) {
    auto streams = archive_.durability().handle(kept);
    sequencer_.tell();
    return streams;
}

std::vector<flow::StreamId> RelayConference::handle_acknowledged(std::uint64_t number) {
    auto streams = archive_.durability().handle_acknowledged(number);
    sequencer_.tell();
    return streams;
}

void RelayConference::handle_wakeup(base::ConferenceTime at, base::LocalTime now) {
    recovery_.history().expire(now);
    fan_out_.tree().handle_wakeup(now);
    if (state().ended) return presence_.clear();
    tell_silences(at, now);
    if (settling_.settling()) return settling_.handle_wakeup(now);
    tell_absences(at, now);
    for (const auto index : presence_.take_returns(now)) {
        for (const auto* session : fan_out_.entered())
            if (session->attached && session->member == index) handle_heard(*session, at, now);
    }
    floor_.run(at, now);
}

void RelayConference::tell_silences(base::ConferenceTime at, base::LocalTime now) {
    const auto heard_until = [&](base::MemberIndex member) {
        return presence_.heard_until(member, fan_out_.entered(), now);
    };
    for (const auto& silent : unreachable_.update(state(), heard_until, settling_.decides_from(now), at, now)) {
        for (auto* session : fan_out_.receivers())
            std::ignore = send_control(session->link, silent);
    }
}

void RelayConference::tell_absences(base::ConferenceTime at, base::LocalTime now) {
    for (const auto& absence : presence_.absences()) {
        const auto* member = state().find(absence.member);
        if (member == nullptr) continue;
        bool noted = true;
        if (now >= absence.absent_at && member->present)
            noted = sequencer_.submit_own(log::Presence{absence.member, false}, at);
        if (noted && now >= absence.lost_at)
            noted = sequencer_.submit_own(log::Leave{absence.member, base::LeaveReason::lost}, at);
        if (!noted) presence_.drop(absence.member);
    }
}

base::LocalTime RelayConference::next_wakeup() const {
    const auto& ended_at = sequencer_.ended_at();
    auto at = std::min({ended_at ? *ended_at + end_grace : base::local_time_max, recovery_.history().next_wakeup(),
                        fan_out_.tree().next_wakeup()});
    if (state().ended) return at;
    at = std::min(at, unreachable_.next_wakeup());
    if (settling_.settling()) return std::min(at, settling_.next_wakeup());
    return std::min({at, floor_.next_wakeup(), presence_.next_wakeup()});
}

bool RelayConference::is_over(base::LocalTime now) const {
    const auto& ended_at = sequencer_.ended_at();
    return ended_at && now >= *ended_at + end_grace;
}

} // namespace plenum::node
